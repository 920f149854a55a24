/* test_registry - tests the table of reports: sets, needs, combinations
 *
 * tests/cli/options.t holds the rows against the options and their documentation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_table.h"
#include "view/registry.h"
#include "unit.h"

static void test_rows(void)
{
    for (size_t i = 0; i < REPORT_ROWS; i++) {
        const struct report_row *row = &report_rows[i];

        ok((unsigned)row->kind == 1u << i, "row %zu has its own bit", i);
        ok(!row->is_printed == (row->form == FORM_READING || row->form == FORM_SILENT),
           "it has a printer, or is made while files are read");
        ok(!row->write || reports_traits(REPORT_TOP).forms & row->kind, "--top has each form");
        ok(!row->option == (row->comes_with != 0), "an option asks for it, or another report");
    }
    /* tests/cli/options.t checks that each report has an option; this test checks that it is the
     * right one. */
    for (size_t k = 0; k < n_option_rows; k++) {
        const struct option_row *option = &option_rows[k];
        const struct report_row *row = report_rows;

        if (!option->report || !option->name)
            continue;
        while ((unsigned)row->kind != option->report)
            row++;
        ok(strcmp(option->name, row->option) == 0
               ? option->letter == row->letter
               : strncmp(option->name, "no-", 3) == 0 && strcmp(option->name + 3, row->option) == 0,
           "--%s is about the report of its name", option->name);
    }
}

static void test_sets(void)
{
    is_uint(reports_traits(REPORT_FLAT).needs, 0, "the flat profile needs nothing that costs much");
    is_uint(reports_traits(REPORT_GRAPH).needs, NEEDS_STATIC_LINES, "the index does");
    is_uint(reports_traits(REPORT_SUM | REPORT_INFO).needs, 0, "sums need nothing");
    is_uint(reports_traits(REPORT_FLAT | REPORT_SUM).shows, SHOWS_TIMES,
            "the flat profile is of times");
    is_uint(reports_traits(REPORT_FILE_ORDER).shows, SHOWS_CALLS, "an order is of calls");
    ok(!reports_traits(REPORT_SUM | REPORT_INFO).are_printed && !reports_traits(0).are_printed,
       "nothing later");
    ok(reports_traits(REPORT_SUM | REPORT_EXEC).are_printed, "or something");
}

static void test_forms(void)
{
    unsigned reports = REPORT_BY_FILE | REPORT_CSV;

    ok(reports_writer(&reports) == grid_csv, "a table has the form of the export beside it");
    is_uint(reports, REPORT_BY_FILE, "which is no report then");
    ok(reports_writer(&reports) == grid_text, "without one it is text");
    reports = REPORT_FLAT | REPORT_CSV;
    ok(reports_writer(&reports) == grid_text, "other reports have no forms");
    ok(!reports_agree(reports, &told.diag), "so an export cannot stand beside them");
    told_clear();
    reports = REPORT_COMPARE | REPORT_CSV | REPORT_JSON;
    ok(reports_writer(&reports) == grid_text, "nor does a table have two");
    ok(!reports_agree(reports, &told.diag), "two are too many");
    is_str(told_text(),
           "unit: Only one of --export=json and --export=csv may be specified; run gprof twice\n",
           "which is told");
    told_clear();
}

static void test_agreement(void)
{
    const unsigned classic = REPORT_INFO | REPORT_SUM | REPORT_FLAT | REPORT_GRAPH | REPORT_EXEC |
                             REPORT_ANNO | REPORT_FUNCTION_ORDER;
    const struct report_row whole = {.form = FORM_MODERN}, other = {.form = FORM_MODERN};

    ok(reports_agree(classic, &told.diag), "all reports but one of the orders go together");
    ok(!reports_agree(REPORT_FILE_ORDER | REPORT_FUNCTION_ORDER, &told.diag), "the orders do not");
    is_str(told_text(),
           "unit: Only one of --function-ordering and --file-ordering may be specified; run gprof "
           "twice\n",
           "which is told");
    for (size_t i = 0; i < REPORT_ROWS; i++)
        ok(report_excludes(&whole, &report_rows[i]) == (report_rows[i].form != FORM_SILENT) &&
               report_excludes(&report_rows[i], &whole) == (report_rows[i].form != FORM_SILENT),
           "what takes the whole output bears nothing else that prints");
    ok(report_excludes(&whole, &other), "nor its like");
    told_clear();
}

UNIT_TESTS(test_rows, test_sets, test_forms, test_agreement)
