/* main - the pipeline, top to bottom: options, image, symbols, data files, analysis, reports
 *
 * Owns every object of a run and releases them in reverse order; the only file that exits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "options.h"

#include "analysis/basic_blocks.h"
#include "analysis/call_graph.h"
#include "analysis/cg_times.h"
#include "analysis/checks/other_build.h"
#include "analysis/diagnosis.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "analysis/stack_symbols.h"
#include "analysis/stack_times.h"
#include "analysis/static_calls.h"
#include "analysis/symbol_data.h"
#include "base/diag.h"
#include "base/sink.h"
#include "base/trace.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "profile/beside.h"
#include "profile/gmon_io.h"
#include "profile/inputs.h"
#include "profile/merge_files.h"
#include "profile/profile.h"
#include "report/file_info.h"
#include "report/registry.h"
#include "report/report.h"
#include "symbols/ext_syms.h"
#include "symbols/map_file.h"
#include "symbols/names.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <errno.h>
#include <libiberty.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

static const char sum_file[] = "gmon.sum";

/* All that a run owns, zero-initialised, in the order in which the stages fill it. */
struct run {
    struct diag diag;
    struct sink out;
    struct options options;
    unsigned reports;   /* of those asked for the ones there is data for */
    unsigned needs;     /* what they need, report_need bits */
    struct trace trace; /* -d: diag points to it */
    struct image image;
    struct ext_syms external;
    struct map_file map;
    struct symtab symtab;
    uint64_t text_start, text_end; /* the addresses that rows is about */
    struct line_rows rows;         /* in line mode */
    struct inputs inputs;
    size_t left_out; /* broken data files, with --keep-going */
    struct profile profile;
    struct stack_symbols stack_symbols; /* where times are measured */
    struct sym_lines lines;
    struct sym_filter filter;
    struct hist_result hist;
    struct stack_frames stacks; /* where times are measured: all of them */
    struct stack_frames listed; /* and as far as the listings show them */
    struct call_graph graph;
    struct cg_times times; /* where a report needs them */
    struct bb_result blocks;
    struct flat_view flat;   /* what the classic listings show of hist */
    struct cg_view view;     /* and of the graph */
    struct cg_view estimate; /* what that would be without stacks, where a report needs it */
    struct names names;
};

static bool read_image(struct run *r)
{
    const struct options *o = &r->options;
    const struct symtab_rules rules = {.drop_static = o->no_static,
                                       .drop_non_functions = o->only_functions,
                                       .external = o->external_symbols ? &r->external : NULL,
                                       .map = o->map ? &r->map : NULL};

    return core_init(&r->image, o->image, &r->diag) &&
           /* symbols from a list need nothing else of the image */
           (o->external_symbols || core_find_debug(&r->image, &o->debug_files, &r->diag)) &&
           (!o->map || map_file_read(&r->map, o->map, &r->diag)) &&
           (!o->external_symbols ||
            ext_syms_read(&r->external, o->external_symbols, &r->image, &r->diag)) &&
           symtab_init(&r->symtab, &r->image, &rules, &r->diag);
}

static void print_info(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *r = context;

    file_info_print(&r->out, path, info);
}

/* Whether the data of a file can be of the image: of no other build, and about some of its code. */
static bool is_of_image(void *context, const struct profile *file)
{
    const struct run *r = context;
    const struct diagnosis at = {.image = &r->image, .profile = file};
    uint64_t start, end;

    if (build_evidence(&at) == BUILD_DIFFERS)
        return false;
    core_text_range(&r->image, &start, &end);
    for (size_t i = 0; i < file->n_hists; i++)
        if (file->hists[i].low < end && file->hists[i].high > start)
            return true;
    return file->n_hists == 0;
}

/* Stacks that were recorded, and that the user may not know of. */
static void warn_of_stacks(struct run *r)
{
    struct beside_image image = {.path = r->image.path};

    image.id_bytes = core_build_id(&r->image, &image.id);
    if (!r->options.estimated)
        beside_warn(&r->inputs, &image, &r->diag);
}

static bool read_data_files(struct run *r)
{
    const struct options *o = &r->options;
    const struct gmon_target target = {.word_bytes = r->image.word_bytes,
                                       .big_endian = r->image.big_endian};
    const struct inputs_request named = {
        .names = o->data_files,
        .n_names = o->n_data_files,
        .lists = o->lists,
        .n_lists = o->n_lists,
        .null_ended = o->null_lists,
        .recursive = o->recursive,
        .keep_going = o->keep_going,
        .output = o->reports & REPORT_SUM ? sum_file : NULL,
        .target = &target,
    };
    struct merge_request files = {
        .format = o->format,
        .target = &target,
        .jobs = o->jobs,
        .keep_going = o->keep_going,
        .one_rate = o->reports & REPORT_SUM,
        .is_of_image = is_of_image,
        .added = o->reports & REPORT_INFO ? print_info : NULL,
        .context = r,
    };

    if (!inputs_gather(&r->inputs, &named, &r->diag))
        return false;
    files.files = (const char *const *)r->inputs.names;
    files.n_files = r->inputs.n;
    if (!merge_files(&r->profile, &files, &r->left_out, &r->diag))
        return false;
    warn_of_stacks(r);
    return !(o->reports & REPORT_SUM) ||
           gmon_out_write(&r->profile, sum_file, o->format, &target, &r->diag);
}

/* The reports that there are data for; an error where one that was asked for by name has none. */
static bool choose_reports(struct run *r)
{
    const struct options *o = &r->options;
    const struct report_choice choice = {.reports = o->reports,
                                         .by_name = o->explicit,
                                         .by_default = o->by_default,
                                         .estimated = o->estimated};

    if (!reports_with_data(&choice, &r->profile, r->inputs.names[0], &r->reports, &r->diag))
        return false;
    r->needs = reports_needs(r->reports, o->style.traditional);
    return true;
}

/* Line mode: the symbol table lists lines, too. A last symbol behind .text, such as _fini or
 * data_start, is listed where there is something to tell of it; GNU gprof never does, and its index
 * numbers would be others. */
static bool add_lines(struct run *r)
{
    const struct symbol *last = &r->symtab.symbols[r->symtab.n - 1];

    if (!r->options.style.by_line)
        return true;
    core_text_range(&r->image, &r->text_start, &r->text_end);
    if (last->address >= r->text_end && !symbol_has_data(last, &r->profile) &&
        !(r->options.static_calls &&
          static_calls_concern(&r->symtab, r->symtab.n - 1, &r->image, &r->profile, &r->diag)))
        symtab_drop_last(&r->symtab);
    return line_rows_read(&r->rows, &r->image, r->text_start, r->text_end, &r->diag) &&
           symtab_add_lines(&r->symtab, &r->rows, &r->diag);
}

/* Whether times come from call stacks. */
static bool is_measured(const struct run *r)
{
    return r->profile.stacks.n_trees > 0 && !r->options.estimated;
}

/* Libraries and other code that stacks lead through get symbols. */
static bool add_stack_symbols(struct run *r)
{
    struct stack_image image = {.path = r->image.path, .entry = core_entry(&r->image)};

    image.id_bytes = core_build_id(&r->image, &image.id);
    return !is_measured(r) ||
           stack_symbols_init(&r->stack_symbols, &r->profile.stacks, &image, &r->symtab, &r->diag);
}

/* Which symbols' source lines the run will ask for. */
static enum sym_lines_need lines_needed(const struct run *r)
{
    const struct options *o = &r->options;

    if (o->external_symbols) /* these are names and addresses, no more */
        return SYM_LINES_NONE;
    if (o->inline_file_names || o->ids.need_lines || (r->needs & NEEDS_LINES))
        return SYM_LINES_ALL;
    return r->needs & NEEDS_STATIC_LINES ? SYM_LINES_STATIC : SYM_LINES_NONE;
}

static bool load_lines(struct run *r)
{
    if (r->options.style.by_line)
        return sym_lines_from_rows(&r->lines, &r->rows, r->text_start, r->text_end, &r->image,
                                   &r->symtab, &r->diag);
    return sym_lines_load(&r->lines, &r->image, &r->symtab, lines_needed(r), &r->diag);
}

static void diagnose_data(struct run *r)
{
    const struct options *o = &r->options;
    const struct diagnosis at = {
        .image = &r->image,
        .profile = &r->profile,
        .symtab = &r->symtab,
        .hist = &r->hist,
        .graph = &r->graph,
        .stacks = is_measured(r) ? &r->stacks : NULL,
        .data = r->inputs.names[0],
        .figures = reports_shows(o->reports),
        .by_line = o->by_line,
        .has_list = o->external_symbols != NULL,
    };

    diagnose(&at, &r->diag);
}

/* Ticks by function, and the call stacks that times are measured from. */
static bool make_times(struct run *r)
{
    struct diag *d = &r->diag;
    double rate;

    if (!hist_assign_samples(&r->hist, &r->profile, &r->symtab, d))
        return false;
    rate = r->hist.rate;
    if (is_measured(r) &&
        (!stack_frames_init(&r->stacks, &r->stack_symbols, &r->filter, rate, STACKS_ALL, d) ||
         !stack_frames_init(&r->listed, &r->stack_symbols, &r->filter, rate, STACKS_LISTED, d)))
        return false;
    if (!is_measured(r) || r->profile.has_histogram)
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

    if (!is_measured(r))
        return cg_estimate(&r->times, &r->graph, r->hist.ticks, NULL, &r->diag);
    ok = stack_times_init(&measured, &r->stacks, &r->graph, &r->diag) &&
         cg_measure(&r->times, &measured, &r->graph, &r->diag);
    stack_times_release(&measured);
    return ok;
}

/* What the listings show. */
static bool make_view(struct run *r, struct cg_view *view, bool measured)
{
    return measured ? cg_assemble_measured(view, &r->graph, &r->listed, &r->filter, &r->diag)
                    : !r->profile.has_arcs ||
                          cg_assemble(view, &r->graph, r->flat.ticks, &r->filter, &r->diag);
}

/* Cycles, and times of functions and arcs. */
static bool make_graph(struct run *r, unsigned needs)
{
    bool measured = is_measured(r);

    if (!(needs & (NEEDS_GRAPH | NEEDS_TIMES)))
        return true;
    return cg_dfn(&r->graph, &r->diag) &&
           (!measured || stack_arcs_add(&r->graph, &r->stacks, &r->diag)) &&
           (!(needs & NEEDS_TIMES) || make_facts(r)) &&
           (!(needs & NEEDS_GRAPH) || make_view(r, &r->view, measured)) &&
           (!(needs & NEEDS_ESTIMATE) || !measured || make_view(r, &r->estimate, false));
}

static bool analyse(struct run *r)
{
    const struct options *o = &r->options;
    /* a run that is traced shows the work of every stage */
    unsigned needs = r->diag.trace ? UINT_MAX : r->needs;

    if (!add_lines(r) || !add_stack_symbols(r) || !load_lines(r) ||
        !sym_filter_init(&r->filter, &o->ids, &r->symtab, &r->lines, &r->diag) || !make_times(r) ||
        !call_graph_init(&r->graph, &r->profile, &r->symtab, &r->filter, &r->diag))
        return false;
    if (o->by_line && needs & NEEDS_BLOCKS &&
        !bb_assign(&r->blocks, &r->profile, &r->symtab, &r->diag))
        return false;
    diagnose_data(r);
    if (o->static_calls && r->profile.has_arcs &&
        !static_calls_add(&r->graph, &r->image, &r->profile, &r->diag))
        return false;
    return make_graph(r, needs);
}

static bool load_names(struct run *r)
{
    const struct options *o = &r->options;
    const struct names_style style = {
        /* the traditional layout knows raw names only */
        .demangle = o->style.traditional ? DEMANGLE_NONE : o->demangle,
        .with_lines = o->inline_file_names || o->style.by_line,
        .with_addresses = o->style.by_line,
        .full_path = o->print_path,
    };

    return names_init(&r->names, &r->image, &r->symtab, &r->lines, &style, &r->diag);
}

static bool print_reports(struct run *r)
{
    const struct options *o = &r->options;
    const struct report report = {
        .symtab = &r->symtab,
        .filter = &r->filter,
        .hist = &r->hist,
        .graph = &r->graph,
        .times = &r->times,
        .blocks = &r->blocks,
        .flat = &r->flat,
        .view = &r->view,
        .estimate = &r->estimate,
        .names = &r->names,
        .sources = &o->sources,
        .map = &r->map,
        .stacks = &r->stacks,
        .style = o->style,
    };

    return !reports_are_printed(r->reports) ||
           (load_names(r) && reports_print(r->reports, &report, &r->out, &r->diag));
}

/* From here on what each stage does is printed with the report. */
static void start_trace(struct run *r)
{
    if (r->options.trace_bits == 0)
        return;
    r->trace = (struct trace){.bits = r->options.trace_bits, .out = &r->out};
    r->diag.trace = &r->trace;
    trace_line(&r->diag, "main", "debug-level=0x%x", r->trace.bits);
}

/* A run that only sums needs the image's byte order, but no symbols. */
static bool only_sums(const struct options *o)
{
    return (o->reports & REPORT_SUM) && !reports_are_printed(o->reports) && !o->map &&
           !o->external_symbols;
}

static bool run_pipeline(struct run *r)
{
    const struct options *o = &r->options;

    if (only_sums(o))
        return core_init(&r->image, o->image, &r->diag) && read_data_files(r);
    return read_image(r) && read_data_files(r) && choose_reports(r) && analyse(r) &&
           print_reports(r);
}

static void release(struct run *r)
{
    names_release(&r->names);
    cg_view_release(&r->estimate);
    cg_view_release(&r->view);
    flat_view_release(&r->flat);
    bb_result_release(&r->blocks);
    cg_times_release(&r->times);
    call_graph_release(&r->graph);
    stack_frames_release(&r->listed);
    stack_frames_release(&r->stacks);
    hist_result_release(&r->hist);
    sym_filter_release(&r->filter);
    sym_lines_release(&r->lines);
    stack_symbols_release(&r->stack_symbols);
    profile_release(&r->profile);
    inputs_release(&r->inputs);
    line_rows_release(&r->rows);
    symtab_release(&r->symtab);
    map_file_release(&r->map);
    ext_syms_release(&r->external);
    core_release(&r->image);
    options_release(&r->options);
    sink_release(&r->out);
}

int main(int argc, char **argv)
{
    struct run r = {.options = {0}};
    char **words = argv;
    size_t left_out;
    bool ok = false;

    diag_init(&r.diag, argc > 0 ? argv[0] : NULL, stderr);
    sink_init(&r.out, STDOUT_FILENO);
    if (argc > 0) {
        argv[0] = (char *)r.diag.program; /* what getopt and expandargv call the program */
        expandargv(&argc, &words);
    }
    switch (options_parse(&r.options, argc, words, &r.out, &r.diag)) {
    case OPTIONS_RUN:
        start_trace(&r);
        ok = run_pipeline(&r);
        break;
    case OPTIONS_DONE:
        ok = true;
        break;
    case OPTIONS_ERROR:
        break;
    }
    if (!sink_flush(&r.out)) /* also after an error: what was reported until then is true */
        ok = r.out.error == ENOMEM ? diag_no_memory(&r.diag, 0)
                                   : diag_system(&r.diag, "standard output", r.out.error,
                                                 "the report is not complete");
    left_out = r.left_out + r.inputs.left_out;
    release(&r);
    if (words != argv)
        freeargv(words);
    return ok && left_out == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
