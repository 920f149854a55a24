/* run_report - makes the reports of a profile: the classic listings, and those of our own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

/* ---- from the program to the data ------------------------------------------------------------ */

static bool read_data(struct run *u, const struct inputs_request *named, bool is_base)
{
    struct merge_request files = {
        /* reports add arcs up by function; reports by call site, and sums, need each arc once */
        .arcs_repeat = !(u->results.reports & (REPORT_SUM | REPORT_INFO)) && !u->diag->trace &&
                       !(reports_traits(u->options->reports).needs & NEEDS_CODE_LINES),
    };

    return (is_base || run_may_have_data(u, named)) && run_list_data(u, named) &&
           run_read_data(u, &files);
}

/* ---- from the data to the figures ------------------------------------------------------------ */

static void forget_sites(struct results *r)
{
    cg_forget_sites(&r->facts.graph);
    cg_forget_sites(&r->views.cut);
}

/* Finds times and calls by source line. */
static void make_line_facts(struct run *u)
{
    struct results *r = &u->results;
    const struct line_times_source from = {
        .symtab = &r->program.symtab,
        .filter = &r->program.filter,
        .profile = &r->facts.profile,
        .listed = u->is_measured ? &r->views.stacks : NULL,
        .rows = &r->program.rows,
        .by_line = r->style.by_line ? &r->program.lines : NULL,
        .by_address = r->reports & REPORT_PPROF,
    };

    line_times_init(&r->facts.line_times, &from, u->diag);
    figures_share_lines(&r->figures, &r->facts.line_times, r->program.symtab.n, u->diag);
    call_sites_init(&r->facts.call_sites, &r->facts.graph, &r->facts.profile, &r->program.rows,
                    u->diag);
    r->views.sites = &r->facts.call_sites;
    if (r->views.calls == &r->views.cut) {
        call_sites_init(&r->views.cut_sites, &r->views.cut, &r->facts.profile, &r->program.rows,
                        u->diag);
        r->views.sites = &r->views.cut_sites;
    }
    forget_sites(r);
}

/* Makes the views that the reports show. A traced run shows the work of every stage. */
static void make_views(struct run *u)
{
    struct results *r = &u->results;

    run_make_view(u);
    if (u->options->is_classic && !u->diag->trace)
        return;
    run_make_figures(u);
    figures_sort(r, u->diag);
}

bool run_read(struct run *u, const struct run_input *input, bool is_base)
{
    const struct image *image = &u->results.program.image;

    if (!run_read_program(u, input->image) || /* core_init */
        !read_data(u, &input->files, is_base))
        return false;
    builds_add_run(&u->builds, image->path, image->build_id, &u->results.facts.profile.stacks,
                   u->diag);
    return run_choose_reports(u);
}

bool run_analyse(struct run *u, bool is_base)
{
    const struct options *o = u->options;
    struct results *r = &u->results;
    bool by_line;

    if (!run_make_symbols(u) || /* symtab_init, hist_assign_samples */
        !run_load_lines(u) ||
        !run_find_functions(u, is_base ? SYM_UNNAMED_IS_NOTHING : o->ids.unnamed))
        return false;
    run_make_facts(u);
    by_line = u->needs & NEEDS_CODE_LINES;
    if (!by_line)
        forget_sites(r);
    if (o->by_line || by_line)
        bb_assign(&r->facts.blocks, &r->facts.profile, &r->program.symtab, &r->program.rows,
                  u->diag);
    run_warn(u);
    if (!by_line)
        profile_release_arcs(&r->facts.profile);
    if (!run_find_cycles(u)) /* cg_dfn */
        return false;
    make_views(u); /* cg_assemble */
    if (by_line)
        make_line_facts(u);
    run_load_names(u);
    return true;
}

/* ---- the product ----------------------------------------------------------------------------- */

bool run_report(struct run *u)
{
    return run_read(u, &u->options->input, false) && run_analyse(u, false) && run_print(u);
}
