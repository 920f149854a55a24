/* test_csv - tests cells of any text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "base/csv.h"

#include <string.h>

static void is_cell(const char *text, const char *want, const char *what)
{
    struct sink s;
    struct csv c = {.out = &s};

    sink_init(&s, -1, NULL);
    csv_text(&c, text);
    ok(s.used == strlen(want) && (!s.used || memcmp(s.buf, want, s.used) == 0), "%s", what);
    sink_release(&s);
}

static void test_table(void)
{
    static const char want[] =
        "name,n,m,o\r\n\"a,b\",18446744073709551615,-9223372036854775808,\r\n,,,5\r\n";
    struct sink s;
    struct csv c = {.out = &s};

    sink_init(&s, -1, NULL);
    csv_header(&c, "name,n,m,o");
    csv_text(&c, "a,b");
    csv_u64(&c, UINT64_MAX);
    csv_i64(&c, INT64_MIN);
    csv_text(&c, NULL);
    csv_end_row(&c);
    csv_empty(&c, 3);
    csv_i64(&c, 5);
    csv_end_row(&c);
    ok(s.used == sizeof want - 1 && memcmp(s.buf, want, s.used) == 0, "a table");
    sink_release(&s);
}

int main(void)
{
    is_cell("main", "main", "plain text");
    is_cell(NULL, "", "no text");
    is_cell("", "", "empty text");
    is_cell("a<b, c>", "\"a<b, c>\"", "a comma");
    is_cell("operator\"\" _x", "\"operator\"\"\"\" _x\"", "quotes");
    is_cell("a b", "a b", "a blank inside");
    is_cell(" a", "\" a\"", "a blank in front, which some readers drop");
    is_cell("a ", "\"a \"", "a blank at the end");
    is_cell("a\nb\r\n\t", "a\\x0ab\\x0d\\x0a\\x09", "control characters: a row is a line");
    is_cell("a\xff\xc3", "a\\xff\\xc3", "bytes that are no UTF-8");
    is_cell("\xc3\xa4\xe2\x82\xac", "\xc3\xa4\xe2\x82\xac", "UTF-8 stays");
    is_cell("\xe2\x80\xae", "\\u202e", "what turns the direction of writing");
    is_cell("=1+1", "'=1+1", "a formula");
    is_cell("@SUM(A1,A2)", "\"'@SUM(A1,A2)\"", "a formula with a comma");
    is_cell("-[View draw]", "'-[View draw]", "a method of Objective-C, which looks like one");
    is_cell("+x", "'+x", "another one");
    is_cell("a=b", "a=b", "signs inside of a text");
    is_cell("\t=1", "\\x09=1", "a formula behind a tab is none, as that is escaped");
    test_table();
    return done_testing();
}
