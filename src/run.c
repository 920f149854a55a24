/* run - the pipeline, top to bottom: image, symbols, data files, analysis, reports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/diagnosis.h"
#include "analysis/profiling_time.h"
#include "analysis/static_calls.h"
#include "base/trace.h"
#include "report/registry.h"
#include "view/report.h"

#include <stdint.h>
#include <stdlib.h>

/* The reports that there are data for; an error where one that was asked for by name has none. */
static bool choose_reports(struct run *r)
{
    const struct options *o = r->options;

    r->reports = o->reports;
    if (!reports_with_data(&r->reports, o->explicit, o->by_default, &r->report, r->diag))
        return false;
    r->needs = reports_traits(r->reports).needs;
    if (o->style.sort == SORT_BY_FILE)
        r->needs |= NEEDS_LINES;
    /* the traditional index does not tell static functions of one name apart */
    if (o->style.traditional && !reports_traits(r->reports).are_whole)
        r->needs &= ~(unsigned)NEEDS_STATIC_LINES;
    return true;
}

/* Line mode: the symbol table lists lines, too. A last symbol behind .text, such as _fini or
 * data_start, is listed where there is something to tell of it; GNU gprof never does, and its index
 * numbers would be others. */
static bool add_lines(struct run *r)
{
    const struct symbol *last = &r->report.symtab.symbols[r->report.symtab.n - 1];

    if (!r->options->style.by_line)
        return true;
    core_text_range(&r->report.image, &r->text_start, &r->text_end);
    if (last->address >= r->text_end && !symbol_has_data(last, &r->report.profile) &&
        !(r->options->static_calls &&
          static_calls_concern(&r->report.symtab, r->report.symtab.n - 1, &r->report.image,
                               &r->report.profile, r->diag)))
        symtab_drop_last(&r->report.symtab);
    if (!line_rows_read(&r->report.rows, &r->report.image, r->text_start, r->text_end, r->diag))
        return false;
    symtab_add_lines(&r->report.symtab, &r->report.rows, r->diag);
    return true;
}

bool run_is_measured(const struct run *r)
{
    return r->report.profile.stacks.n_trees > 0 && !r->options->style.estimated;
}

/* Libraries and other code that stacks lead through get symbols. */
static bool add_stack_symbols(struct run *r)
{
    struct stack_image image = {.path = r->report.image.path,
                                .entry = core_entry(&r->report.image)};

    image.id_bytes = core_build_id(&r->report.image, &image.id);
    return !run_is_measured(r) || stack_symbols_init(&r->report.modules, &r->report.profile.stacks,
                                                     &image, &r->report.symtab, r->diag);
}

static void diagnose_data(struct run *r)
{
    const struct options *o = r->options;
    const struct diagnosis at = {
        .image = &r->report.image,
        .profile = &r->report.profile,
        .symtab = &r->report.symtab,
        .lines = &r->report.lines,
        .hist = &r->report.hist,
        .graph = &r->report.graph,
        .stacks = run_is_measured(r) ? &r->report.stacks : NULL,
        .data = r->report.inputs.names[0],
        .figures = reports_traits(o->reports).shows | (o->by_line ? SHOWS_LINES : 0),
        .by_line = o->by_line,
        .drops_clones = !r->report.symtab.is_exact && !o->clones && !o->external_symbols &&
                        !o->map && !o->no_static,
        .has_list = o->external_symbols != NULL,
    };

    diagnose(&at, r->diag);
}

/* Ticks by function, and the call stacks that times are measured from. */
static void make_times(struct run *r)
{
    struct diag *d = r->diag;
    bool by_stacks = run_is_measured(r) && !r->report.profile.has_histogram;
    double rate;

    hist_assign_samples(&r->report.hist, &r->report.profile, &r->report.symtab, d);
    rate = r->report.hist.rate;
    if (run_is_measured(r)) {
        stack_frames_init(&r->report.stacks, &r->report.modules, &r->report.filter, rate,
                          STACKS_ALL, d);
        stack_frames_init(&r->report.listed, &r->report.modules, &r->report.filter, rate,
                          STACKS_LISTED, d);
    }
    if (by_stacks) {
        hist_result_release(&r->report.hist);
        hist_from_stacks(&r->report.hist, &r->report.stacks, &r->report.symtab, d);
    }
    flat_view_init(&r->report.flat, &r->report.hist, by_stacks ? NULL : &r->report.profile,
                   &r->report.symtab, &r->report.filter, d);
}

/* Makes what the listings show. */
static void make_view(struct run *r, struct cg_view *view, bool measured)
{
    if (measured)
        cg_assemble_measured(view, &r->report.graph, &r->report.listed, &r->report.filter, r->diag);
    else if (r->report.profile.has_arcs)
        cg_assemble(view, &r->report.graph, r->report.flat.ticks, &r->report.filter, r->diag);
    else
        return;
    if (!reports_traits(r->reports).are_whole)
        cg_number_entries(view, &r->report.graph, r->diag);
}

static void make_figures(struct run *r)
{
    const struct figures_source from = {.symtab = &r->report.symtab,
                                        .filter = &r->report.filter,
                                        .hist = &r->report.hist,
                                        .graph = &r->report.graph,
                                        .flat = &r->report.flat,
                                        .times = &r->report.view.times,
                                        .self = r->report.view.stacks.self,
                                        .profiling = r->report.profiling,
                                        .show_unused = r->options->style.show_unused};

    figures_init(&r->report.figures, &from, r->diag);
    if (!r->whole)
        figures_sort(&r->report.figures, &r->report.graph, r->diag);
}

/* Times and calls by source line. */
static void make_line_facts(struct run *r)
{
    const struct line_times_source from = {
        .symtab = &r->report.symtab,
        .filter = &r->report.filter,
        .profile = &r->report.profile,
        .listed = run_is_measured(r) ? &r->report.listed : NULL,
        .rows = &r->report.rows,
        .by_line = r->options->style.by_line ? &r->report.lines : NULL,
    };

    line_times_init(&r->report.line_times, &from, r->diag);
    call_sites_init(&r->report.call_sites, &r->report.graph, &r->report.profile, &r->report.rows,
                    r->diag);
}

/* Finds cycles, and makes the times of functions and arcs. A run that is traced shows the work of
 * every stage. */
static void make_graph(struct run *r)
{
    bool measured = run_is_measured(r), traced = r->diag->trace != NULL;
    bool whole = reports_traits(r->reports).are_whole;

    cg_dfn(&r->report.graph, r->diag);
    if (measured)
        stack_arcs_add(&r->report.graph, &r->report.stacks, r->diag);
    make_view(r, &r->report.view, measured);
    if (measured && (r->needs & NEEDS_ESTIMATE || traced))
        make_view(r, &r->report.estimate, false);
    if (whole || traced) {
        r->report.profiling =
            profiling_time(&r->report.stacks, &r->report.hist, &r->report.graph, &r->report.symtab,
                           &r->report.profiling_total, r->diag);
        make_figures(r);
    }
}

/* Finds the executions of basic blocks: the listings show them with --line. */
static void assign_blocks(struct run *r)
{
    if (r->needs & NEEDS_CODE_LINES || r->options->by_line)
        bb_assign(&r->report.blocks, &r->report.profile, &r->report.symtab, &r->report.rows,
                  r->diag);
}

/* Makes arcs between functions of the calls in the data. */
static void make_calls(struct run *r)
{
    call_graph_init(&r->report.graph, &r->report.profile, &r->report.symtab, &r->report.filter,
                    r->diag);
}

/* Adds the calls that -c finds in the code. */
static bool add_static_calls(struct run *r)
{
    return !r->options->static_calls || !r->report.profile.has_arcs ||
           static_calls_add(&r->report.graph, &r->report.image, &r->report.profile, r->diag);
}

bool run_measure(struct run *r)
{
    if (!add_stack_symbols(r) || !run_find_functions(r))
        return false;
    make_times(r);
    make_calls(r);
    if (!add_static_calls(r))
        return false;
    make_graph(r);
    return true;
}

bool run_analyse(struct run *r)
{
    bool with_sites = r->needs & NEEDS_CODE_LINES;

    bool shows_times = reports_traits(r->reports).shows & SHOWS_TIMES; /* -r is for the linker */

    if ((run_is_measured(r) && shows_times && !run_make_exact(r)) || !add_lines(r) ||
        !add_stack_symbols(r) || !run_find_functions(r))
        return false;
    make_times(r);
    make_calls(r);
    if (!with_sites)
        cg_forget_sites(&r->report.graph);
    assign_blocks(r);
    diagnose_data(r);
    if (!r->options->static_calls) /* which reads the marks of code among them */
        core_forget_symbols(&r->report.image);
    if (!add_static_calls(r))
        return false;
    if (!with_sites) /* the graph has all else; with many arcs it is much memory */
        profile_release_arcs(&r->report.profile);
    make_graph(r);
    if (with_sites)
        make_line_facts(r);
    cg_forget_sites(&r->report.graph);
    return true;
}

void run_load_names(struct run *r)
{
    const struct options *o = r->options;
    /* the classic reports name things as GNU gprof does */
    bool classic = !o->names_given && !reports_traits(r->reports).are_whole;
    const struct names_style style = {
        /* the traditional layout knows raw names only */
        .demangle = classic && o->style.traditional ? DEMANGLE_NONE : o->demangle,
        .form = o->names_given ? o->names
                : classic      ? NAMES_FULL
                               : NAMES_SHORT,
        .as_in_source = !classic,
        .with_lines = o->inline_file_names || o->style.by_line,
        .with_addresses = o->style.by_line,
        .full_path = o->print_path,
    };

    names_init(&r->report.names, &r->report.image, &r->report.symtab, &r->report.lines, &style,
               r->diag);
}

bool run_report(struct run *r)
{
    if (!reports_traits(r->reports).are_printed)
        return true;
    run_load_names(r);
    return reports_print(r->reports, &r->report, r->out, r->diag);
}

/* From here on what each stage does is printed with the report. */
static void start_trace(struct run *r)
{
    if (r->options->trace_bits == 0)
        return;
    r->trace = (struct trace){.bits = r->options->trace_bits, .out = r->out};
    r->diag->trace = &r->trace;
    trace_line(r->diag, "main", "debug-level=0x%x", r->trace.bits);
}

/* A run that only sums needs the image's byte order, but no symbols. */
static bool only_sums(const struct options *o)
{
    return (o->reports & REPORT_SUM) && !reports_traits(o->reports).are_printed && !o->map &&
           !o->external_symbols;
}

bool run_pipeline(struct run *r)
{
    const struct options *o = r->options;

    r->report.style = o->style;
    r->report.sources = &o->sources;
    start_trace(r);
    if (only_sums(o))
        return core_init(&r->report.image, o->image, r->diag) && run_read_data(r);
    return run_read_image(r) && run_find_data(r) && run_read_data(r) && choose_reports(r) &&
           run_analyse(r);
}

void run_release(struct run *r)
{
    struct report *of = &r->report;

    changes_release(&of->changes);
    names_release(&of->names);
    figures_release(&of->figures);
    cg_view_release(&of->estimate);
    cg_view_release(&of->view);
    free(of->profiling);
    flat_view_release(&of->flat);
    stack_frames_release(&of->listed);
    bb_result_release(&of->blocks);
    call_sites_release(&of->call_sites);
    line_times_release(&of->line_times);
    call_graph_release(&of->graph);
    stack_frames_release(&of->stacks);
    hist_result_release(&of->hist);
    sym_filter_release(&of->filter);
    sym_ids_release(&r->ids);
    sym_lines_release(&of->lines);
    stack_symbols_release(&of->modules);
    profile_release(&of->profile);
    by_file_release(&of->by_file);
    free(r->added);
    inputs_release(&of->inputs);
    line_rows_release(&of->rows);
    symtab_release(&of->symtab);
    map_file_release(&of->map);
    ext_syms_release(&r->external);
    core_release(&of->image);
}
