/* test_options - tests a command line without any word, and numbers that are out of range
 *
 * tests/golden/words has the rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "options.h"
#include "unit.h"

/* Parses the words, whose number is given. */
static enum options_result parse(struct options *o, int argc, char **argv)
{
    struct sink out;
    enum options_result result;

    sink_init(&out, -1, &told.diag);
    result = options_parse(o, argc, argv, &out, &told.diag);
    sink_release(&out);
    return result;
}

static void test_no_words(void)
{
    char *none[] = {NULL, "x", NULL};
    struct options o;

    ok(parse(&o, 0, none) == OPTIONS_RUN && o.input.files.n_names == 1 &&
           strcmp(o.input.image, "a.out") == 0,
       "no words at all, not even the program's name");
    options_release(&o);
    ok(!o.input.files.names, "release: empty");
}

static void test_limits(void)
{
    static const struct {
        char *word;
        int width;
    } widths[] = {
        {"-w99999999999", INT32_MAX},
        {"-w-99999999999", INT32_MIN},
        {"-w99999999999999999999999", INT32_MAX},
    };

    for (size_t i = 0; i < UNIT_COUNT(widths); i++) {
        char *argv[] = {"gprof", widths[i].word, "-m18446744073709551615", NULL};
        struct options o;

        parse(&o, 3, argv);
        is_int(o.style.width, widths[i].width, widths[i].word);
        is_uint(o.style.min_count, UINT64_MAX, "the largest count");
        like(told_text(), widths[i].width < 0 ? "is not a number of columns" : "^$",
             "and a warning if it is below 0");
        told_clear();
        options_release(&o);
    }
}

UNIT_TESTS(test_no_words, test_limits)
