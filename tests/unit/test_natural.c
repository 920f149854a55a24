/* test_natural - tests the order of names in which numbers count as numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/words.h"
#include "unit.h"

/* Names in order. */
static const char *const names[] = {
    "",
    "-1",
    "0",
    "00",
    "1",
    "01x",
    "2",
    "10",
    "18446744073709551615",
    "18446744073709551616",
    "a",
    "a.1",
    "a.1.9",
    "a.1.10",
    "a.2",
    "a.9.1",
    "a.10",
    "a.10.b2",
    "a.10.b10",
    "a09",
    "a9",
    "a9 ",
    "a10",
    "ab",
    "b1",
    "\303\2449",
    "\303\24410",
    "\377",
};

static int sign(int order)
{
    return (order > 0) - (order < 0);
}

int main(void)
{
    int wrong = 0;

    for (size_t i = 0; i < UNIT_COUNT(names); i++)
        for (size_t k = 0; k < UNIT_COUNT(names); k++)
            if (sign(natural_compare(names[i], names[k])) != (i > k) - (i < k)) {
                diag("`%s' and `%s'", names[i], names[k]);
                wrong++;
            }
    is_int(wrong, 0, "all pairs are in order");
    ok(natural_compare("x007", "x07") < 0 && natural_compare("x07", "x7") < 0,
       "names that differ in leading zeros alone are as strcmp has them");
    ok(natural_compare("x007b", "x7a") > 0, "but what follows decides before");
    return done_testing();
}
