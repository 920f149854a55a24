/* test_report - the small printers: file information, explanations
 *
 * The tables themselves are tested by the golden cases.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/file_info.h"
#include "report/report.h"
#include "unit.h"

static void test_file_info(void)
{
    static const struct {
        struct gmon_file_info info;
        const char *want;
    } cases[] = {
        {{.version = 1, .records = {1, 1, 1}},
         "File `f' (version 1) contains:\n\t1 histogram record\n\t1 call-graph record\n"
         "\t1 basic-block count record\n"},
        {{.records = {0, 2, 123456789012}},
         "File `f' (version 0) contains:\n\t0 histogram records\n\t2 call-graph records\n"
         "\t123456789012 basic-block count records\n"},
    };

    for (size_t i = 0; i < UNIT_COUNT(cases); i++) {
        struct sink out;
        sink_init(&out, -1);
        file_info_print(&out, "f", &cases[i].info);
        sink_char(&out, '\0');
        is_str(out.buf, cases[i].want, "file information");
        sink_release(&out);
    }
}

/* Programs that read the listings look for a line of a form feed alone behind each table. */
static void test_blurbs(void)
{
    for (int i = 0; i < 8; i++) {
        struct sink out;
        const char *end;

        sink_init(&out, -1);
        if (i & 1)
            (i & 4 ? blurb_measured : blurb_graph)(&out, i & 2);
        else
            blurb_flat(&out, i & 2, i & 4);
        sink_char(&out, '\0');
        ok(strncmp(out.buf, i & 2 ? "\n\n\n" : "\n", i & 2 ? 3 : 1) == 0 &&
               out.buf[i & 2 ? 3 : 1] != '\n',
           "explanation %d: %d empty lines before it", i, i & 2 ? 3 : 1);
        end = strstr(out.buf, "\n\f\n");
        ok(end && !strchr(end + 2, '\f'), "one line that is a form feed");
        ok(out.buf[out.used - 2] == '\n', "the last line is complete");
        ok(strstr(out.buf, "granularity: ") == NULL && strstr(out.buf, "Flat profile:") == NULL &&
               strstr(out.buf, "\nindex %") == NULL,
           "and nothing that a reader could take for a table");
        sink_release(&out);
    }
}

int main(void)
{
    test_file_info();
    test_blurbs();
    return done_testing();
}
