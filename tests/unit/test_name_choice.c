/* test_name_choice - tests which form of each name no other name has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/words.h"
#include "names/name_forms.h"
#include "unit.h"

/* Tests symbols 0 to 3 with forms 0 to 2; the last form is the whole name. */
static void test_choice(void)
{
    static const struct {
        const char *forms[4][3];
        uint8_t chosen[4];
        const char *why;
    } rows[] = {
        {{{"f", "f()", "f() c"}, {"g", "g()", "g() c"}}, {0, 0}, "different names"},
        {{{"f", "f(1)", "f(1) c"}, {"f", "f(2)", "f(2) c"}, {"g", "g()", "g()"}},
         {1, 1, 0},
         "one form in common"},
        {{{"f", "f()", "f() c"}, {"f", "f()", "f() d"}}, {2, 2}, "two forms in common"},
        {{{"f", "f()", "f() c"}, {"f", "f()", "f() c"}, {"g", "g", "g"}}, {0, 0, 0}, "one name"},
        {{{"f", "f()", "f() c"}, {"x", "f", "y"}}, {1, 0}, "a form of another length"},
        {{{"f", "f()", "f() c"}, {NULL, NULL, "f"}}, {1, 2}, "a form that is a whole name"},
        {{{"f", "g", "h"}, {"g", "h", "f"}, {"h", "f", "g"}}, {2, 2, 2}, "nothing is left"},
        {{{"f", NULL, NULL}, {"f", NULL, NULL}, {NULL, "g", NULL}}, {0, 0, 1}, "the last resort"},
        {{{NULL}}, {7}, "no forms: left alone"},
    };

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        struct name_choice c = {0};
        uint8_t chosen[4] = {7, 7, 7, 7};

        for (uint32_t s = 4; s-- > 0;)
            for (unsigned f = 0; f < 3; f++)
                if (rows[i].forms[s][f])
                    name_choice_add(&c, s, f, f == 2, rows[i].forms[s][f],
                                    rows[i].forms[s][2] ? text_hash(rows[i].forms[s][2], 0) : s);
        name_choice_make(&c, chosen, 4);
        for (uint32_t s = 0; s < 4; s++)
            if (rows[i].forms[s][0] || rows[i].forms[s][2] || rows[i].forms[s][1])
                is_uint(chosen[s], rows[i].chosen[s], rows[i].why);
        name_choice_release(&c);
    }
}

UNIT_TESTS(test_choice)
