/* test_registry - the table of reports: sets, needs, what goes together
 *
 * tests/cli/options.t holds the rows against the options and their documentation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_table.h"
#include "report/registry.h"
#include "unit.h"

static void test_rows(void)
{
    for (size_t i = 0; i < REPORT_ROWS; i++) {
        const struct report_row *row = &report_rows[i];

        ok((unsigned)row->kind == 1u << i, "row %zu has its own bit", i);
        ok(!row->print == (row->form == FORM_READING || row->form == FORM_SILENT),
           "it has a printer, or is made while files are read");
        ok(!row->option == (row->comes_with != 0), "an option asks for it, or another report");
    }
    /* that each has an option is looked at by tests/cli/options.t; that it is the right one: */
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
    is_uint(reports_by_default(), REPORT_FLAT | REPORT_GRAPH, "the default");
    is_uint(reports_needs(REPORT_FLAT), 0, "the flat profile needs nothing that costs much");
    is_uint(reports_needs(REPORT_GRAPH), NEEDS_STATIC_LINES, "the index does");
    is_uint(reports_needs(REPORT_SUM | REPORT_INFO), 0, "sums need nothing");
    is_uint(reports_shows(REPORT_FLAT | REPORT_SUM), SHOWS_TIMES, "the flat profile is of times");
    is_uint(reports_shows(REPORT_FILE_ORDER), SHOWS_CALLS, "an order is of calls");
    ok(!reports_are_printed(REPORT_SUM | REPORT_INFO) && !reports_are_printed(0), "nothing later");
    ok(reports_are_printed(REPORT_SUM | REPORT_EXEC), "or something");
}

static void test_agreement(void)
{
    const unsigned classic = REPORT_INFO | REPORT_SUM | REPORT_FLAT | REPORT_GRAPH | REPORT_EXEC |
                             REPORT_ANNO | REPORT_FUNCTION_ORDER;
    const struct report_row whole = {.form = FORM_WHOLE}, other = {.form = FORM_WHOLE};

    ok(reports_agree(classic, &told.diag), "all reports but one of the orders go together");
    ok(!reports_agree(REPORT_FILE_ORDER | REPORT_FUNCTION_ORDER, &told.diag), "the orders do not");
    is_str(told_text(),
           "unit: Only one of --function-ordering and --file-ordering may be specified; run gprof "
           "twice\n",
           "which is told");
    for (size_t i = 0; i < REPORT_ROWS; i++)
        ok(report_excludes(&whole, &report_rows[i]) == (report_rows[i].kind != REPORT_SUM) &&
               report_excludes(&report_rows[i], &whole) == (report_rows[i].kind != REPORT_SUM),
           "what takes the whole output bears nothing else that prints");
    ok(report_excludes(&whole, &other), "nor its like");
    told_clear();
}

UNIT_TESTS(test_rows, test_sets, test_agreement)
