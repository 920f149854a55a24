/* run_by_file - puts data files beside each other (--by-file)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

/* State while files are read. */
struct reading {
    struct run *run;
    struct by_file by_file;
};

static void take_file(void *context, size_t file, const struct profile *one)
{
    struct reading *reading = context;

    by_file_take(&reading->by_file, file, one, reading->run->diag);
}

/* Reads each file beside the others. Messages about symbol specifications appear here. */
static bool read_files(struct reading *reading)
{
    struct run *u = reading->run;
    struct report *r = &u->report;
    struct merge_request files = {.seen = take_file, .context = reading};

    return by_file_init(&reading->by_file, (const char *const *)r->facts.inputs.names,
                        r->facts.inputs.n, &r->program.image, &r->program.symtab,
                        &r->program.filter, u->diag) &&
           run_read_data(u, &files);
}

/* Makes what the warnings and the printer ask for of all files together. Stacks add libraries to
 * the symbols. */
static bool complete(struct reading *reading)
{
    struct run *u = reading->run;
    struct report *r = &u->report;

    sym_filter_release(&r->program.filter);
    sym_ids_release(&u->ids);
    sym_lines_release(&r->program.lines);
    if (!run_choose_reports(u) || !run_add_libraries(u) || !run_load_lines(u) ||
        !run_find_functions(u, SYM_UNNAMED_IS_NOTHING))
        return false;
    run_make_facts(u); /* hist_assign_samples */
    cg_forget_sites(&r->facts.graph);
    run_warn(u);
    run_load_names(u);
    by_file_finish(&reading->by_file, &r->program.modules, u->options->style.show_unused, u->diag);
    return true;
}

bool run_by_file(struct run *u)
{
    const struct options *o = u->options;
    struct reading reading = {.run = u};
    bool ok = run_read_program(u, o->input.image) && run_may_have_data(u, &o->input.files) &&
              run_list_data(u, &o->input.files) && run_make_symbols(u) && run_load_lines(u) &&
              run_find_functions(u, o->ids.unnamed) && read_files(&reading) && complete(&reading);

    if (ok)
        by_file_print(&reading.by_file, &u->report, u->out, u->diag);
    by_file_release(&reading.by_file);
    return ok;
}
