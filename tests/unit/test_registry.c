/* test_registry - the table of reports: sets, needs, data, order of the sections
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
    is_uint(reports_needs(REPORT_FLAT, false), NEEDS_GRAPH | NEEDS_NUMBERS,
            "the flat profile has times per call, and numbers of entries");
    is_uint(reports_needs(REPORT_GRAPH, false), NEEDS_GRAPH | NEEDS_NUMBERS | NEEDS_STATIC_LINES,
            "the index, too");
    is_uint(reports_needs(REPORT_GRAPH, true), NEEDS_GRAPH | NEEDS_NUMBERS,
            "which is another one with -T");
    is_uint(reports_needs(REPORT_SUM | REPORT_INFO, false), 0, "sums need nothing");
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
    struct told t;

    told_open(&t);
    ok(reports_agree(classic, &t.diag), "all reports but one of the orders go together");
    ok(!reports_agree(REPORT_FILE_ORDER | REPORT_FUNCTION_ORDER, &t.diag), "the orders do not");
    is_str(told_text(&t),
           "unit: Only one of --function-ordering and --file-ordering may be specified; run gprof "
           "twice\n",
           "which is told");
    for (size_t i = 0; i < REPORT_ROWS; i++)
        ok(report_excludes(&whole, &report_rows[i]) == (report_rows[i].kind != REPORT_SUM) &&
               report_excludes(&report_rows[i], &whole) == (report_rows[i].kind != REPORT_SUM),
           "what takes the whole output bears nothing else that prints");
    ok(report_excludes(&whole, &other), "nor its like");
    told_close(&t);
}

static const struct {
    unsigned reports, by_name;
    bool by_default, histogram, arcs;
    unsigned left; /* 0: an error */
    bool stacks, estimated;
} cases[] = {
    {REPORT_FLAT | REPORT_GRAPH, 0, true, true, true, REPORT_FLAT | REPORT_GRAPH, false, false},
    {REPORT_FLAT | REPORT_GRAPH, 0, true, true, false, REPORT_FLAT, false, false},
    {REPORT_FLAT | REPORT_GRAPH, 0, true, false, true, REPORT_GRAPH, false, false},
    {REPORT_FLAT | REPORT_GRAPH, 0, true, false, false, REPORT_EXEC, false, false},
    {REPORT_FLAT, REPORT_FLAT, false, true, false, REPORT_FLAT, false, false},
    {REPORT_FLAT, REPORT_FLAT, false, false, true, 0, false, false},
    {REPORT_GRAPH | REPORT_ANNO, REPORT_GRAPH | REPORT_ANNO, false, true, false, 0, false, false},
    {REPORT_ANNO, REPORT_ANNO, false, false, false, REPORT_ANNO, false, false},
    {REPORT_FUNCTION_ORDER, 0, false, false, false, REPORT_FUNCTION_ORDER, false, false},
    /* stacks do in the place of both, but not of the counts that an estimate is made from */
    {REPORT_FLAT | REPORT_GRAPH, 0, true, false, false, REPORT_FLAT | REPORT_GRAPH, true, false},
    {REPORT_FLAT | REPORT_GRAPH, 0, true, false, false, REPORT_EXEC, true, true},
    {REPORT_GRAPH, REPORT_GRAPH, false, true, false, REPORT_GRAPH, true, false},
    {REPORT_GRAPH, REPORT_GRAPH, false, true, false, 0, true, true},
    {REPORT_COMPARE, REPORT_COMPARE, false, true, true, REPORT_COMPARE, true, false},
    {REPORT_COMPARE, REPORT_COMPARE, false, true, false, 0, true, false},
    {REPORT_COMPARE, REPORT_COMPARE, false, true, true, 0, false, false},
};

static void test_data(void)
{
    for (size_t i = 0; i < UNIT_COUNT(cases); i++) {
        const struct report_choice choice = {cases[i].reports, cases[i].by_name,
                                             cases[i].by_default, cases[i].estimated};
        const struct profile profile = {.has_histogram = cases[i].histogram,
                                        .has_arcs = cases[i].arcs,
                                        .stacks.n_trees = cases[i].stacks};
        unsigned left = 0;
        struct told t;

        told_open(&t);
        if (cases[i].left) {
            ok(reports_with_data(&choice, &profile, "f", &left, &t.diag) && left == cases[i].left,
               "reports %x: %x are left", cases[i].reports, left);
        } else {
            ok(!reports_with_data(&choice, &profile, "f", &left, &t.diag), "data are missing");
            like(told_text(&t), "^unit: f: file is missing .*; leave out --?[a-z-]*, or ",
                 "and told");
        }
        told_close(&t);
    }
}

int main(void)
{
    test_rows();
    test_sets();
    test_agreement();
    test_data();
    return done_testing();
}
