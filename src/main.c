/* main - the pipeline, top to bottom: options, image, symbols, data files, analysis, reports
 *
 * Owns every object of a run and releases them in reverse order; the only file that exits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/basic_blocks.h"
#include "analysis/call_graph.h"
#include "analysis/diagnosis.h"
#include "analysis/hist.h"
#include "analysis/static_calls.h"
#include "base/diag.h"
#include "base/sink.h"
#include "base/trace.h"
#include "image/core.h"
#include "lines/line_rows.h"
#include "symbols/ext_syms.h"
#include "symbols/map_file.h"
#include "options.h"
#include "profile/gmon_io.h"
#include "profile/inputs.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "report/annotate.h"
#include "report/file_info.h"
#include "symbols/names.h"
#include "report/report.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_lines.h"
#include "symbols/symtab.h"

#include <errno.h>
#include <inttypes.h>
#include <libiberty.h>
#include <stdlib.h>
#include <unistd.h>

static const char sum_file[] = "gmon.sum";

/* All that a run owns, zero-initialised, in the order in which the stages fill it. */
struct run {
    struct diag diag;
    struct sink out;
    struct options options;
    unsigned reports;   /* of those asked for the ones there is data for */
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
    struct sym_lines lines;
    struct sym_filter filter;
    struct hist_result hist;
    struct call_graph graph;
    struct bb_result blocks;
    struct names names;
    struct line_counts line_counts;
};

static bool read_rows(struct run *r)
{
    core_text_range(&r->image, &r->text_start, &r->text_end);
    return line_rows_read(&r->rows, &r->image, r->text_start, r->text_end, &r->diag);
}

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
           symtab_init(&r->symtab, &r->image, &rules, &r->diag) &&
           /* line mode: the symbol table lists lines, too */
           (!o->by_line || (read_rows(r) && symtab_add_lines(&r->symtab, &r->rows, &r->diag)));
}

static void print_info(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *r = context;

    file_info_print(&r->out, path, info);
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
        .added = o->reports & REPORT_INFO ? print_info : NULL,
        .context = r,
    };

    if (!inputs_gather(&r->inputs, &named, &r->diag))
        return false;
    files.files = (const char *const *)r->inputs.names;
    files.n_files = r->inputs.n;
    return merge_files(&r->profile, &files, &r->left_out, &r->diag) &&
           (!(o->reports & REPORT_SUM) ||
            gmon_out_write(&r->profile, sum_file, o->format, &target, &r->diag));
}

/* A report that was asked for by name needs its data; one of the default pair is left out. */
static bool check_data(struct run *r)
{
    const char *file = r->inputs.names[0];
    const struct options *o = &r->options;

    if (!r->profile.has_histogram && (o->explicit & REPORT_FLAT))
        return diag_error(&r->diag, file,
                          "file is missing histogram; leave out -p, or run "
                          "a program that is sampled");
    if (!r->profile.has_arcs && (o->explicit & REPORT_GRAPH))
        return diag_error(&r->diag, file,
                          "file is missing call-graph data; leave out -q, "
                          "or compile the program with -pg");
    r->reports = o->reports;
    if (!r->profile.has_histogram)
        r->reports &= ~(unsigned)REPORT_FLAT;
    if (!r->profile.has_arcs)
        r->reports &= ~(unsigned)REPORT_GRAPH;
    if (o->by_default && !r->profile.has_histogram && !r->profile.has_arcs)
        r->reports = REPORT_EXEC; /* which basic blocks have */
    return true;
}

/* Which symbols' source lines the run will ask for. */
static enum sym_lines_need lines_needed(const struct run *r)
{
    const struct options *o = &r->options;
    const unsigned listings = REPORT_EXEC | REPORT_ANNO;

    if (o->external_symbols) /* these are names and addresses, no more */
        return SYM_LINES_NONE;
    if (o->inline_file_names || o->ids.need_lines || (r->reports & listings))
        return SYM_LINES_ALL;
    /* the index tells static functions by their files, but for the traditional one */
    return r->reports & REPORT_GRAPH && !o->traditional ? SYM_LINES_STATIC : SYM_LINES_NONE;
}

static bool load_lines(struct run *r)
{
    if (r->options.by_line)
        return sym_lines_from_rows(&r->lines, &r->rows, r->text_start, r->text_end, &r->image,
                                   &r->symtab, &r->diag);
    return sym_lines_load(&r->lines, &r->image, &r->symtab, lines_needed(r), &r->diag);
}

static void diagnose_data(struct run *r)
{
    const struct options *o = &r->options;
    const unsigned orders = REPORT_FUNCTION_ORDER | REPORT_FILE_ORDER;
    const unsigned times = REPORT_FLAT | REPORT_GRAPH;
    const struct diagnosis at = {
        .profile = &r->profile,
        .symtab = &r->symtab,
        .graph = &r->graph,
        .image = o->image,
        .data = r->inputs.names[0],
        .shows_times = o->reports & times,
        .shows_calls = o->reports & (REPORT_GRAPH | REPORT_EXEC | REPORT_ANNO | orders),
        .shows_blocks = o->by_line,
    };

    diagnose(&at, &r->diag);
}

static bool analyse(struct run *r)
{
    if (!load_lines(r) ||
        !sym_filter_init(&r->filter, &r->options.ids, &r->symtab, &r->lines, &r->diag) ||
        !hist_assign_samples(&r->hist, &r->profile, &r->symtab, &r->filter, &r->diag) ||
        !call_graph_init(&r->graph, &r->profile, &r->symtab, &r->filter, &r->hist, &r->diag))
        return false;
    if (r->options.by_line && !bb_assign(&r->blocks, &r->profile, &r->symtab, &r->diag))
        return false;
    diagnose_data(r);
    if (r->options.static_calls && r->profile.has_arcs &&
        !static_calls_add(&r->graph, &r->image, &r->profile, &r->diag))
        return false;
    return !r->profile.has_arcs ||
           (cg_dfn(&r->graph, &r->diag) && cg_assemble(&r->graph, &r->filter, &r->diag));
}

/* Sections are separated by a form feed on a line of its own; what -i printed counts as one. */
static void separate(struct run *r)
{
    if (r->out.written > 0)
        sink_string(&r->out, "\f\n");
}

static bool print_graph(struct run *r, const struct report *report)
{
    separate(r);
    return cg_print(report, &r->out, &r->diag);
}

static bool print_flat(struct run *r, const struct report *report)
{
    separate(r);
    return hist_print(report, &r->out, &r->diag);
}

static bool print_tables(struct run *r, const struct report *report)
{
    bool flat = r->reports & REPORT_FLAT, graph = r->reports & REPORT_GRAPH;
    bool ok = true;

    if (r->options.traditional) { /* then the call graph comes first */
        ok = !graph || print_graph(r, report);
        ok = ok && (!flat || print_flat(r, report));
    } else {
        ok = !flat || print_flat(r, report);
        ok = ok && (!graph || print_graph(r, report));
    }
    if (ok && graph) {
        separate(r);
        ok = cg_index_print(report, &r->out, &r->diag);
    }
    return ok;
}

static bool print_annotated(struct run *r, const struct report *report)
{
    const struct options *o = &r->options;

    return annotate_add_symbols(&r->line_counts, report, &r->diag) &&
           line_counts_finalize(&r->line_counts, &r->diag) &&
           print_annotated_source(&r->line_counts, &o->sources, &o->annotate, &r->out, &r->diag);
}

/* What follows the tables; the orders are for a linker to read and stand without a separator. */
static bool print_listings(struct run *r, const struct report *report)
{
    unsigned reports = r->reports;
    bool ok = true;

    if (reports & REPORT_EXEC) {
        separate(r);
        ok = exec_counts_print(report, &r->out, &r->diag);
    }
    if (ok && (reports & REPORT_ANNO))
        ok = print_annotated(r, report);
    if (ok && (reports & REPORT_FUNCTION_ORDER))
        ok = function_order_print(report, &r->out, &r->diag);
    if (ok && (reports & REPORT_FILE_ORDER))
        ok = file_order_print(report, &r->map, &r->out, &r->diag);
    return ok;
}

static bool print_reports(struct run *r)
{
    const unsigned listings = REPORT_EXEC | REPORT_ANNO | REPORT_FUNCTION_ORDER | REPORT_FILE_ORDER;
    const struct options *o = &r->options;
    const struct names_style names_style = {
        /* the traditional layout knows raw names only */
        .demangle = o->traditional ? DEMANGLE_NONE : o->demangle,
        .with_lines = o->inline_file_names || o->by_line,
        .with_addresses = o->by_line,
        .full_path = o->print_path,
    };
    const struct report report = {
        .symtab = &r->symtab,
        .filter = &r->filter,
        .hist = &r->hist,
        .graph = &r->graph,
        .blocks = &r->blocks,
        .names = &r->names,
        .style = {.brief = o->brief,
                  .traditional = o->traditional,
                  .by_line = o->by_line,
                  .functions_only = o->functions_only,
                  .show_unused = o->show_unused,
                  .width = o->width,
                  .min_count = o->min_count},
    };

    if (!(r->reports & (REPORT_FLAT | REPORT_GRAPH | listings)))
        return true;
    return names_init(&r->names, &r->image, &r->symtab, &r->lines, &names_style, &r->diag) &&
           print_tables(r, &report) && print_listings(r, &report);
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

static bool run_pipeline(struct run *r)
{
    const unsigned without_symbols = REPORT_SUM | REPORT_INFO;
    const struct options *o = &r->options;

    if ((o->reports & REPORT_SUM) && !(o->reports & ~without_symbols) && !o->map &&
        !o->external_symbols)
        return core_init(&r->image, o->image, &r->diag) && read_data_files(r);
    return read_image(r) && read_data_files(r) && check_data(r) && analyse(r) && print_reports(r);
}

static void release(struct run *r)
{
    line_counts_release(&r->line_counts);
    names_release(&r->names);
    bb_result_release(&r->blocks);
    call_graph_release(&r->graph);
    hist_result_release(&r->hist);
    sym_filter_release(&r->filter);
    sym_lines_release(&r->lines);
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
