/* test_csv - tests tables of CSV: cells of any text, and values in the order of the header
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/grid.h"

#include "unit.h"

static bool fill_text(const void *context, size_t number, struct grid_row *row)
{
    (void)number;
    grid_string(row, "text", NULL, context);
    return true;
}

static void is_cell(const char *text, const char *want, const char *what)
{
    const struct grid grid = {.n_rows = 1, .fill = fill_text, .context = text};
    const struct grid_document document = {.grids = &grid, .n = 1, .csv = "text"};
    struct sink out = sink_in_memory(&told.diag);
    char line[100];

    snprintf(line, sizeof line, "text\r\n%s\r\n", want);
    grid_csv(&document, &out, &told.diag);
    is_str(sink_text(&out), line, what);
    sink_release(&out);
}

static void test_texts(void)
{
    is_cell("main", "main", "plain text");
    is_cell("", "", "empty text");
    is_cell("a<b, c>", "\"a<b, c>\"", "a comma");
    is_cell("operator\"\" _x", "\"operator\"\"\"\" _x\"", "quotes");
    is_cell("a b", "a b", "a blank inside");
    is_cell(" a", "\" a\"", "a blank in front, which some readers drop");
    is_cell("a ", "\"a \"", "a blank at the end");
    is_cell("a\nb\r\n\t", "a\\x0ab\\x0d\\x0a\\x09", "control characters: a row is a line");
    is_cell("a\xff\xc3", "a\\xff\\xc3", "bytes that are not UTF-8");
    is_cell("\xc3\xa4\xe2\x82\xac", "\xc3\xa4\xe2\x82\xac", "UTF-8 stays");
    is_cell("\xe2\x80\xae", "\\u202e", "what turns the direction of writing");
    is_cell("=1+1", "'=1+1", "a formula");
    is_cell("@SUM(A1,A2)", "\"'@SUM(A1,A2)\"", "a formula with a comma");
    is_cell("-[View draw]", "'-[View draw]", "a method of Objective-C, which looks like one");
    is_cell("+x", "'+x", "another one");
    is_cell("a=b", "a=b", "signs inside of a text");
    is_cell("\t=1", "\\x09=1", "a formula behind a tab is none, as that is escaped");
}

/* Fills a row of two, in another order than the header. */
static bool fill_values(const void *context, size_t number, struct grid_row *row)
{
    grid_string(row, "name", NULL, number == 0 ? "a,b" : NULL);
    grid_number(row, "f", NULL, true, 0.125, 3);
    grid_i64(row, "m", NULL, INT64_MIN);
    grid_u64(row, NULL, "n", 1);
    grid_u64(row, "n", NULL, UINT64_MAX);
    grid_known(row, "o", NULL, number == 1, 5);
    grid_bool(row, "p", NULL, true);
    return number < 2 && !context;
}

/* Fills a row that lacks the first key. */
static bool fill_other(const void *context, size_t number, struct grid_row *row)
{
    (void)context;
    (void)number;
    grid_u64(row, "n", "n", 1);
    return true;
}

static void test_tables(void)
{
    static const char want[] = "name,n,m,q,o,f,p\r\n"
                               "\"a,b\",18446744073709551615,-9223372036854775808,,,0.125,true\r\n"
                               ",18446744073709551615,-9223372036854775808,,5,0.125,true\r\n";
    const struct grid grids[] = {{.n_rows = 1, .fill = fill_other},
                                 {.n_rows = 3, .fill = fill_values},
                                 {.n_rows = 0, .fill = fill_values}};
    const struct grid_document document = {.grids = grids, .n = 3, .csv = "name,n,m,q,o,f,p"};
    struct sink out = sink_in_memory(&told.diag);

    grid_csv(&document, &out, &told.diag);
    is_str(sink_text(&out), want, "values in the order of the header");
    sink_release(&out);
}

UNIT_TESTS(test_texts, test_tables)
