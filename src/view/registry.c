/* registry - describes all reports: options, needs and figures of each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/registry.h"

#define NO_PRINTER(name, ...) [REPORT_NUMBER_##name] = {.kind = REPORT_##name, __VA_ARGS__},
#define REPORT(name, printer, ...)                                                                 \
    [REPORT_NUMBER_##name] = {.kind = REPORT_##name, .is_printed = true, __VA_ARGS__},
const struct report_row report_rows[REPORT_ROWS] = {
#include "view/reports.def"
};

/* Data that files may lack, and the remedy for each. */
static const struct {
    enum report_data data;
    const char *what, *remedy;
} kinds_of_data[] = {
    {DATA_HISTOGRAM, "histogram", "run a program that is sampled"},
    {DATA_ARCS, "call-graph data", "compile the program with -pg"},
    {DATA_STACKS, "call stacks",
     "run the program with libgmon, and keep stacks.gmon.out next to gmon.out"},
};

struct reports_traits reports_traits(unsigned reports)
{
    struct reports_traits t = {0};

    for (size_t i = 0; i < REPORT_ROWS; i++) {
        const struct report_row *row = &report_rows[i];

        if (!report_is_made(row, reports))
            continue;
        t.needs |= row->needs;
        t.shows |= row->shows;
        t.are_printed |= row->is_printed;
        t.are_modern |= row->form == FORM_MODERN;
        t.are_binary |= row->is_binary;
        t.forms |= row->forms;
    }
    return t;
}

bool report_excludes(const struct report_row *a, const struct report_row *b)
{
    if (a->form == FORM_SILENT || b->form == FORM_SILENT || (a->forms & b->kind) ||
        (b->forms & a->kind))
        return false;
    return a->form == FORM_MODERN || b->form == FORM_MODERN ||
           (a->form == FORM_LINKER && b->form == FORM_LINKER);
}

grid_writer *reports_writer(unsigned *reports)
{
    unsigned form = *reports & reports_traits(*reports).forms;

    for (size_t i = 0; i < REPORT_ROWS; i++)
        if (form == report_rows[i].kind && report_rows[i].write) {
            *reports &= ~form;
            return report_rows[i].write;
        }
    return grid_text;
}

unsigned report_of_export(const char *format, struct diag *d)
{
    static const char export[] = "export=";
    LOCAL_BY(sink_release) struct sink known = sink_in_memory(d);

    for (size_t i = 0; i < REPORT_ROWS; i++) {
        const char *name = report_rows[i].option;

        if (!name || strncmp(name, export, sizeof export - 1) != 0)
            continue;
        name += sizeof export - 1;
        if (strcmp(name, format) == 0)
            return report_rows[i].kind;
        sink_printf(&known, "%s%s", known.used > 0 ? ", " : "", name);
    }
    if (strcmp(format, "lcov") == 0)
        diag_error(d, NULL,
                   "--export=lcov is gone; compile with --coverage and use gcov or lcov, or "
                   "see the counts with -A");
    else
        diag_error(d, NULL, "unknown format '%s' of --export; known are %s", format,
                   sink_text(&known));
    return 0;
}

bool reports_agree(unsigned reports, struct diag *d)
{
    for (size_t i = 0; i < REPORT_ROWS; i++) {
        for (size_t k = i + 1; k < REPORT_ROWS; k++) {
            const struct report_row *a = &report_rows[i], *b = &report_rows[k];

            if ((reports & a->kind) && (reports & b->kind) && report_excludes(a, b))
                return diag_error(d, NULL,
                                  "Only one of --%s and --%s may be specified; run gprof twice",
                                  a->option, b->option);
        }
    }
    return true;
}

bool reports_with_data(unsigned *reports, unsigned by_name, bool by_default,
                       const struct results *r, struct diag *d)
{
    unsigned data = (r->facts.profile.has_histogram ? DATA_HISTOGRAM : 0) |
                    (r->facts.profile.has_arcs ? DATA_ARCS : 0) |
                    (r->facts.profile.stacks.n_trees > 0 && !r->style.estimated ? DATA_STACKS : 0);

    for (size_t i = 0; i < REPORT_ROWS; i++) {
        const struct report_row *row = &report_rows[i];
        const char letter[] = {row->letter, '\0'};
        unsigned missing = row->stacks_do && (data & DATA_STACKS) ? 0 : row->data & ~data;
        size_t first = 0;

        if (!missing)
            continue;
        *reports &= ~(unsigned)row->kind;
        if (!(by_name & row->kind))
            continue;
        while (!(missing & kinds_of_data[first].data))
            first++;
        return diag_error(d, r->facts.inputs.names[0], "file is missing %s; leave out %s%s, or %s",
                          kinds_of_data[first].what, row->letter ? "-" : "--",
                          row->letter ? letter : row->option, kinds_of_data[first].remedy);
    }
    if (by_default && data == 0)
        *reports = REPORTS_INSTEAD;
    return true;
}
