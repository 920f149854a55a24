/* run - the pipeline, top to bottom: image, symbols, data files, analysis, reports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/diagnosis.h"
#include "analysis/static_calls.h"
#include "analysis/symbol_data.h"
#include "base/trace.h"
#include "report/registry.h"
#include "report/report.h"
#include "symbols/sym_search.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

/* The reports that there are data for; an error where one that was asked for by name has none. */
static bool choose_reports(struct run *r)
{
    const struct options *o = r->options;
    const struct report_choice choice = {.reports = o->reports,
                                         .by_name = o->explicit,
                                         .by_default = o->by_default,
                                         .estimated = o->estimated};

    if (!reports_with_data(&choice, &r->profile, r->inputs.names[0], &r->reports, r->diag))
        return false;
    r->needs = reports_needs(r->reports, o->style.traditional);
    if (o->style.sort == SORT_BY_FILE)
        r->needs |= NEEDS_LINES;
    /* the table of changes has self times alone */
    if (r->needs & NEEDS_CHANGES &&
        (o->style.form != TABLE_TEXT || change_limits_tests(o->limits, o->n_limits) > 0))
        r->needs |= NEEDS_GRAPH;
    return true;
}

/* Line mode: the symbol table lists lines, too. A last symbol behind .text, such as _fini or
 * data_start, is listed where there is something to tell of it; GNU gprof never does, and its index
 * numbers would be others. */
static bool add_lines(struct run *r)
{
    const struct symbol *last = &r->symtab.symbols[r->symtab.n - 1];

    if (!r->options->style.by_line)
        return true;
    core_text_range(&r->image, &r->text_start, &r->text_end);
    if (last->address >= r->text_end && !symbol_has_data(last, &r->profile) &&
        !(r->options->static_calls &&
          static_calls_concern(&r->symtab, r->symtab.n - 1, &r->image, &r->profile, r->diag)))
        symtab_drop_last(&r->symtab);
    return line_rows_read(&r->rows, &r->image, r->text_start, r->text_end, r->diag) &&
           symtab_add_lines(&r->symtab, &r->rows, r->diag);
}

bool run_is_measured(const struct run *r)
{
    return r->profile.stacks.n_trees > 0 && !r->options->estimated;
}

/* Libraries and other code that stacks lead through get symbols. */
static bool add_stack_symbols(struct run *r)
{
    struct stack_image image = {.path = r->image.path, .entry = core_entry(&r->image)};

    image.id_bytes = core_build_id(&r->image, &image.id);
    return !run_is_measured(r) ||
           stack_symbols_init(&r->stack_symbols, &r->profile.stacks, &image, &r->symtab, r->diag);
}

/* What needs the lines of all code. */
enum { NEEDS_ROWS = NEEDS_LINE_TIMES | NEEDS_CALL_SITES | NEEDS_BLOCK_LINES };

/* Which symbols' source lines the run will ask for. */
static enum sym_lines_need lines_needed(const struct run *r)
{
    const struct options *o = r->options;

    if (o->external_symbols) /* these are names and addresses, no more */
        return SYM_LINES_NONE;
    if (o->inline_file_names || o->ids.need_lines || (r->needs & (NEEDS_LINES | NEEDS_ROWS)))
        return SYM_LINES_ALL;
    return r->needs & NEEDS_STATIC_LINES ? SYM_LINES_STATIC : SYM_LINES_NONE;
}

/* Which functions the symbol specifications name. What there is to say of them is said once: with
 * --by-file it was before, and for one run of several it is for all of them. */
static bool make_filter(struct run *r)
{
    const struct options *o = r->options;
    const struct sym_search_in in = {
        .image = &r->image, .symtab = &r->symtab, .lines = &r->lines, .demangle = o->demangle};
    bool ok =
        r->whole ? sym_search_again(&r->ids, &r->whole->ids, &r->whole->symtab, &r->symtab, r->diag)
                 : sym_search(&r->ids, &o->ids, &in, r->diag);

    if (r->whole || (o->reports & REPORT_BY_FILE))
        r->ids.unnamed = SYM_UNNAMED_IS_NOTHING;
    return ok && sym_filter_init(&r->filter, &r->ids, &r->symtab, &r->lines, r->diag);
}

static bool load_lines(struct run *r)
{
    if (r->options->style.by_line)
        return sym_lines_from_rows(&r->lines, &r->rows, r->text_start, r->text_end, &r->image,
                                   &r->symtab, r->diag);
    if (r->needs & NEEDS_ROWS && !r->options->external_symbols)
        return line_rows_read_lines(&r->rows, &r->image, r->diag) &&
               sym_lines_from_rows(&r->lines, &r->rows, 0, UINT64_MAX, &r->image, &r->symtab,
                                   r->diag);
    return sym_lines_load(&r->lines, &r->image, &r->symtab, lines_needed(r), r->diag);
}

static void diagnose_data(struct run *r)
{
    const struct options *o = r->options;
    const struct diagnosis at = {
        .image = &r->image,
        .profile = &r->profile,
        .symtab = &r->symtab,
        .lines = &r->lines,
        .hist = &r->hist,
        .graph = &r->graph,
        .stacks = run_is_measured(r) ? &r->stacks : NULL,
        .data = r->inputs.names[0],
        .figures = reports_shows(o->reports) | (o->by_line ? SHOWS_LINES : 0),
        .by_line = o->by_line,
        .has_list = o->external_symbols != NULL,
    };

    diagnose(&at, r->diag);
}

/* Ticks by function, and the call stacks that times are measured from. */
static bool make_times(struct run *r)
{
    struct diag *d = r->diag;
    double rate;

    if (!hist_assign_samples(&r->hist, &r->profile, &r->symtab, d))
        return false;
    rate = r->hist.rate;
    if (run_is_measured(r) &&
        (!stack_frames_init(&r->stacks, &r->stack_symbols, &r->filter, rate, STACKS_ALL, d) ||
         !stack_frames_init(&r->listed, &r->stack_symbols, &r->filter, rate, STACKS_LISTED, d)))
        return false;
    if (!run_is_measured(r) || r->profile.has_histogram)
        return flat_view_init(&r->flat, &r->hist, &r->profile, &r->symtab, &r->filter, d);
    hist_result_release(&r->hist);
    return hist_from_stacks(&r->hist, &r->stacks, &r->symtab, d) &&
           flat_view_from_stacks(&r->flat, &r->hist, &r->symtab, &r->filter, d);
}

/* Times of all that happened. */
static bool make_facts(struct run *r)
{
    struct stack_times measured = {0};
    bool ok;

    if (!run_is_measured(r))
        return cg_estimate(&r->times, &r->graph, r->hist.ticks, NULL, r->diag);
    ok = stack_times_init(&measured, &r->stacks, &r->graph, r->diag) &&
         cg_measure(&r->times, &measured, &r->graph, r->diag);
    stack_times_release(&measured);
    return ok;
}

/* What the listings show. */
static bool make_view(struct run *r, struct cg_view *view, bool measured)
{
    if (!measured && !r->profile.has_arcs)
        return true;
    return (measured ? cg_assemble_measured(view, &r->graph, &r->listed, &r->filter, r->diag)
                     : cg_assemble(view, &r->graph, r->flat.ticks, &r->filter, r->diag)) &&
           (!(r->needs & NEEDS_NUMBERS) || cg_number_entries(view, &r->graph, r->diag));
}

static bool make_figures(struct run *r)
{
    const struct figures_source from = {.symtab = &r->symtab,
                                        .filter = &r->filter,
                                        .hist = &r->hist,
                                        .graph = &r->graph,
                                        .flat = &r->flat,
                                        .view = &r->view,
                                        .show_unused = r->options->style.show_unused,
                                        .in_order = r->needs & NEEDS_ORDER};

    return figures_init(&r->figures, &from, r->diag);
}

/* Times and calls by source line. */
static bool make_line_facts(struct run *r)
{
    const struct line_times_source from = {
        .symtab = &r->symtab,
        .filter = &r->filter,
        .profile = &r->profile,
        .listed = run_is_measured(r) ? &r->listed : NULL,
        .rows = &r->rows,
        .by_line = r->options->style.by_line ? &r->lines : NULL,
    };

    bool ok = (!(r->needs & NEEDS_LINE_TIMES) || line_times_init(&r->line_times, &from, r->diag)) &&
              (!(r->needs & NEEDS_CALL_SITES) ||
               call_sites_init(&r->call_sites, &r->graph, &r->profile, &r->rows, r->diag));

    cg_forget_sites(&r->graph);
    return ok;
}

/* Cycles, and times of functions and arcs. */
static bool make_graph(struct run *r, unsigned needs)
{
    bool measured = run_is_measured(r);

    if (!(needs & (NEEDS_GRAPH | NEEDS_TIMES | NEEDS_FIGURES)))
        return true;
    return (!(needs & (NEEDS_GRAPH | NEEDS_TIMES) || measured) || cg_dfn(&r->graph, r->diag)) &&
           (!measured || stack_arcs_add(&r->graph, &r->stacks, r->diag)) &&
           (!(needs & NEEDS_TIMES) || make_facts(r)) &&
           (!(needs & NEEDS_GRAPH || measured) || make_view(r, &r->view, measured)) &&
           (!(needs & NEEDS_ESTIMATE) || !measured || make_view(r, &r->estimate, false)) &&
           (!(needs & NEEDS_FIGURES) || make_figures(r));
}

/* Executions of basic blocks: the listings show them with --line. */
static bool assign_blocks(struct run *r, unsigned needs)
{
    bool with_lines = r->needs & NEEDS_BLOCK_LINES;

    if (!with_lines && !(r->options->by_line && needs & NEEDS_BLOCKS))
        return true;
    if (!bb_assign(&r->blocks, &r->profile, &r->symtab, r->diag))
        return false;
    if (with_lines)
        bb_find_lines(&r->blocks, &r->rows);
    return true;
}

/* Calls that -c finds in the code. */
static bool add_static_calls(struct run *r)
{
    return !r->options->static_calls || !r->profile.has_arcs ||
           static_calls_add(&r->graph, &r->image, &r->profile, r->diag);
}

/* Arcs between functions; for the table of changes, which asks for none of them, calls alone. */
static bool make_calls(struct run *r, unsigned needs)
{
    bool counts_do = !(needs & (NEEDS_GRAPH | NEEDS_TIMES | NEEDS_CALL_SITES)) &&
                     needs & NEEDS_FIGURES && !run_is_measured(r) && !r->options->static_calls;

    return (counts_do ? call_graph_count : call_graph_init)(&r->graph, &r->profile, &r->symtab,
                                                            &r->filter, r->diag);
}

bool run_measure(struct run *r)
{
    return add_stack_symbols(r) && make_filter(r) && make_times(r) && make_calls(r, r->needs) &&
           add_static_calls(r) && make_graph(r, r->needs);
}

bool run_analyse(struct run *r)
{
    /* a run that is traced shows the work of every stage */
    unsigned needs = r->diag->trace ? UINT_MAX : r->needs;

    if (run_is_measured(r) && !r->symtab.is_exact && !run_add_stubs(r))
        return false;
    if (!add_lines(r) || !add_stack_symbols(r) || !load_lines(r) || !make_filter(r) ||
        !make_times(r) || !make_calls(r, needs))
        return false;
    if (!(needs & NEEDS_CALL_SITES))
        cg_forget_sites(&r->graph);
    if (!assign_blocks(r, needs))
        return false;
    diagnose_data(r);
    if (!r->options->static_calls) /* which reads the marks of code among them */
        core_forget_symbols(&r->image);
    if (!add_static_calls(r))
        return false;
    if (!(r->needs & NEEDS_CALL_SITES)) /* the graph has all else; with many arcs it is much memory */
        profile_release_arcs(&r->profile);
    return make_graph(r, needs) && make_line_facts(r);
}

bool run_load_names(struct run *r)
{
    const struct options *o = r->options;
    /* the classic reports name things as GNU gprof does */
    bool classic = !o->names_given && !reports_are_whole(r->reports);
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

    return names_init(&r->names, &r->image, &r->symtab, &r->lines, &style, r->diag);
}

bool run_report(struct run *r)
{
    const struct options *o = r->options;
    struct report report = {
        .image = &r->image,
        .profile = &r->profile,
        .inputs = &r->inputs,
        .left_out = r->left_out + r->inputs.left_out,
        .by_file = &r->by_file,
        .lines = &r->lines,
        .symtab = &r->symtab,
        .filter = &r->filter,
        .hist = &r->hist,
        .graph = &r->graph,
        .times = &r->times,
        .line_times = &r->line_times,
        .call_sites = &r->call_sites,
        .blocks = &r->blocks,
        .flat = &r->flat,
        .view = &r->view,
        .estimate = &r->estimate,
        .figures = &r->figures,
        .names = &r->names,
        .sources = &o->sources,
        .map = &r->map,
        .rows = &r->rows,
        .modules = &r->stack_symbols,
        .estimated = o->estimated,
        .stacks = &r->stacks,
        .listed = &r->listed,
        .changes = &r->changes,
        .style = o->style,
    };

    report.style.estimated = o->estimated;
    return !reports_are_printed(r->reports) ||
           (run_load_names(r) && reports_print(r->reports, &report, r->out, r->diag));
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
    return (o->reports & REPORT_SUM) && !reports_are_printed(o->reports) && !o->map &&
           !o->external_symbols;
}

bool run_pipeline(struct run *r)
{
    const struct options *o = r->options;

    start_trace(r);
    if (only_sums(o))
        return core_init(&r->image, o->image, r->diag) && run_read_data(r);
    return run_read_image(r) && run_find_data(r) && run_read_data(r) && choose_reports(r) &&
           run_analyse(r);
}

void run_release(struct run *r)
{
    names_release(&r->names);
    figures_release(&r->figures);
    cg_view_release(&r->estimate);
    cg_view_release(&r->view);
    flat_view_release(&r->flat);
    bb_result_release(&r->blocks);
    call_sites_release(&r->call_sites);
    line_times_release(&r->line_times);
    cg_times_release(&r->times);
    call_graph_release(&r->graph);
    stack_frames_release(&r->listed);
    stack_frames_release(&r->stacks);
    hist_result_release(&r->hist);
    sym_filter_release(&r->filter);
    sym_ids_release(&r->ids);
    sym_lines_release(&r->lines);
    stack_symbols_release(&r->stack_symbols);
    profile_release(&r->profile);
    by_file_release(&r->by_file);
    free(r->added);
    inputs_release(&r->inputs);
    line_rows_release(&r->rows);
    symtab_release(&r->symtab);
    map_file_release(&r->map);
    ext_syms_release(&r->external);
    core_release(&r->image);
}
