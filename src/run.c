/* run - calls the stages in order: image, symbols, data files, times, call graph, views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/cg_times.h"
#include "analysis/checks/evidence.h"
#include "analysis/diagnosis.h"
#include "analysis/static_calls.h"
#include "base/mem.h"
#include "profile/inputs.h"
#include "profile/gmon_io.h"
#include "profile/merge_files.h"
#include "report/texts.h"
#include "symbols/sym_search.h"

#include <stdlib.h>
#include <string.h>

/* ---- the image and its symbols --------------------------------------------------------------- */

/* Makes the symbol table. Measured times use the functions of reports other than GNU gprof's. */
static bool make_symbols(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    bool is_whole = reports_traits(o->reports).are_whole;
    bool shows_times = reports_traits(r->reports).shows & SHOWS_TIMES; /* -r is for the linker */
    bool exact = is_whole || (r->is_measured && shows_times);
    bool listed = is_whole ? o->names == NAMES_FULL : o->clones;
    const struct symtab_rules rules = {.is_exact = exact,
                                       .clones = listed  ? CLONES_LISTED
                                                 : exact ? CLONES_FOLDED
                                                         : CLONES_DROPPED,
                                       .drop_static = o->no_static,
                                       .drop_non_functions = o->only_functions,
                                       .external = o->external_symbols ? &r->external : NULL,
                                       .map = o->map ? &r->map : NULL};
    const struct image_stub *stubs = NULL;
    size_t n = 0;

    if (!symtab_init(&r->symtab, &r->image, &rules, u->diag))
        return false;
    if (!exact)
        return true;
    /* a list (-S, or of object files) is complete, so no stubs are added */
    if (!o->external_symbols && !o->map)
        core_stubs(&r->image, &stubs, &n, u->diag);
    symtab_add_stubs(&r->symtab, stubs, n, u->diag);
    return true;
}

/* Returns true if no symbols are needed, but only the byte order of the image. */
static bool only_sums(const struct run *u)
{
    const struct options *o = u->options;

    return u->report.reports & REPORT_SUM && !reports_traits(u->report.reports).are_printed &&
           !o->map && !o->external_symbols;
}

/* Shares the code that the run of all data files has read. Libraries that only the stacks of this
 * run lead through are added to a symbol table of its own. */
static void share_image(struct report *r, const struct report *all, struct diag *d)
{
    r->image = all->image;
    r->lines = all->lines;
    r->symtab = all->symtab;
    r->symtab.n = all->symtab.n_code;
    r->symtab.rows = NULL;
    r->symtab.symbols = mem_alloc(d, r->symtab.n, sizeof *r->symtab.symbols);
    memcpy(r->symtab.symbols, all->symtab.symbols, r->symtab.n * sizeof *r->symtab.symbols);
}

static bool read_image(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;

    if (u->whole) {
        share_image(r, &u->whole->report, u->diag);
        return true;
    }
    /* symbols from a list need nothing else of the image */
    return core_init(&r->image, u->input->image, u->diag) &&
           (only_sums(u) ||
            ((o->external_symbols || core_find_debug(&r->image, &o->debug_files, u->diag)) &&
             (!o->map || map_file_read(&r->map, o->map, u->diag)) &&
             (!o->external_symbols ||
              ext_syms_read(&r->external, o->external_symbols, &r->image, u->diag))));
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool load_lines(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    bool has_lines = !o->external_symbols; /* external symbols are only names and addresses */
    bool all_code = r->needs & NEEDS_CODE_LINES && has_lines;
    struct sym_lines_request request = {.need = SYM_LINES_NONE, .end = UINT64_MAX};

    if (o->style.by_line || all_code)
        request.rows = &r->rows;
    if (request.rows ||
        (has_lines && (o->inline_file_names || o->ids.need_lines || r->needs & NEEDS_LINES)))
        request.need = SYM_LINES_ALL;
    else if (has_lines && r->needs & NEEDS_STATIC_LINES)
        request.need = SYM_LINES_STATIC;
    if (o->style.by_line)
        core_text_range(&r->image, &request.start, &request.end);
    else if (all_code &&
             !line_rows_read(&r->rows, &r->image, 0, UINT64_MAX, r->needs & NEEDS_INLINED, u->diag))
        return false;
    return sym_lines_load(&r->lines, &r->image, &r->symtab, &request, u->diag);
}

/* Finds the lines of the symbols, and the functions that the symbol specifications name. Messages
 * about specifications appear once: at the first call, before the data files of --by-file are read,
 * and not for a part of the data files. */
static bool find_functions(struct run *u)
{
    struct report *r = &u->report;
    bool again = r->by_file.n_files > 0;

    if (again) {
        sym_filter_release(&r->filter);
        sym_ids_release(&r->ids);
        sym_lines_release(&r->lines);
    }
    if (!u->whole && !load_lines(u))
        return false;
    sym_search(&r->ids, &u->options->ids, &r->image, &r->symtab, &r->lines, u->options->demangle,
               u->diag);
    /* the base may have other functions */
    if (again || u->whole || u->input != &u->options->input)
        r->ids.unnamed = SYM_UNNAMED_IS_NOTHING;
    return sym_filter_init(&r->filter, &r->ids, &r->symtab, &r->lines, u->diag);
}

/* ---- data files ------------------------------------------------------------------------------ */

static const char *sum_name(const struct options *o)
{
    return o->output ? o->output : "gmon.sum";
}

/* Returns true if the reports use call stacks that lie beside the data files. Classic listings do
 * not depend on other files in a directory: they use stacks that are named. */
static bool use_found_stacks(const struct options *o)
{
    return reports_traits(o->reports).are_whole || o->reports & REPORT_ESTIMATES;
}

/* Lists the data files: named ones, and stacks that belong to them. */
static bool find_data(struct run *u, const struct gmon_target *target)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    struct inputs_request files = u->input->files;

    files.target = target;
    files.output = r->reports & REPORT_SUM ? sum_name(o) : NULL;
    if (u->input == &o->input && !only_sums(u) && !files.keep_going && files.n_names > 0 &&
        !check_data_exists(files.names[0], &r->image, u->diag))
        return false;
    if (!inputs_gather(&r->inputs, &files, u->diag))
        return false;
    if (u->whole)
        return true;
    inputs_leave_libraries(&r->inputs, r->image.path, u->diag);
    if (!o->style.estimated && (use_found_stacks(o) || r->reports & (REPORT_SUM | REPORT_INFO)))
        beside_find(&r->inputs, u->diag);
    return beside_check(&r->inputs, files.keep_going, u->diag);
}

/* Takes a file that was added: describes it for --file-info, or notes it, as --compare may read it
 * again. */
static void take_added(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *u = context;

    if (u->report.reports & REPORT_INFO)
        file_info_print(u->out, path, info);
    u->added = mem_grow(u->diag, u->added, &u->added_cap, u->n_added + 1, sizeof *u->added);
    u->added[u->n_added++] = path;
}

static void take_file(void *context, size_t file, const struct profile *one)
{
    struct run *u = context;

    by_file_take(&u->report.by_file, file, one, u->diag);
}

/* Reads and adds up the data files, each with gmon_out_read; writes the sum of --sum. */
static bool read_data(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    const struct gmon_target target = {.word_bytes = r->image.word_bytes,
                                       .big_endian = r->image.big_endian,
                                       .short_long = r->image.has_short_long};
    const struct reports_traits traits = reports_traits(r->reports);
    bool by_file = r->reports & REPORT_BY_FILE, sum = r->reports & REPORT_SUM;
    bool adds = !(r->reports & (REPORT_SUM | REPORT_INFO | REPORT_BY_FILE));
    struct merge_request files = {
        .format = o->format,
        .target = &target,
        .jobs = o->jobs,
        .keep_going = u->input->files.keep_going,
        /* reports add arcs up by function; reports by call site, and sums, need each arc once */
        .arcs_repeat = adds && !(traits.needs & NEEDS_CODE_LINES) && !u->diag->trace,
        .one_rate = sum,
        .added = r->reports & (REPORT_INFO | REPORT_COMPARE) ? take_added : NULL,
        .seen = by_file ? take_file : NULL,
        .context = u,
    };

    if (!find_data(u, &target))
        return false;
    files.files = (const char *const *)r->inputs.names;
    files.n_files = r->inputs.n;
    if (by_file && !(make_symbols(u) && find_functions(u) && by_file_init(&r->by_file, files.files, files.n_files,
                                                       &r->image, &r->symtab, &r->filter, u->diag)))
        return false;
    if (!merge_files(&r->profile, &files, &r->left_out, u->diag))
        return false;
    if (by_file)
        by_file_finish(&r->by_file, o->style.show_unused, u->diag);
    r->left_out += r->inputs.left_out;
    r->is_measured = r->profile.stacks.n_trees > 0 && !o->style.estimated &&
                     (use_found_stacks(o) || r->inputs.n_found == 0);
    return !sum || gmon_out_write(&r->profile, sum_name(o), o->format, &target, u->diag);
}

/* ---- what the data decide -------------------------------------------------------------------- */

/* Drops reports without data. Returns false, after reporting, if one of them was requested by
 * name. */
static bool choose_reports(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;

    if (!reports_with_data(&r->reports, o->explicit, o->by_default, r, u->diag))
        return false;
    r->needs = reports_traits(r->reports).needs;
    if (o->style.sort == SORT_BY_FILE)
        r->needs |= NEEDS_LINES;
    /* the traditional index does not tell static functions of one name apart */
    if (o->style.traditional && !reports_traits(r->reports).are_whole)
        r->needs &= ~(unsigned)NEEDS_STATIC_LINES;
    return true;
}

/* Adds the lines of the code to the symbols, for line mode. A last symbol behind .text, such as
 * _fini or data_start, is listed only if it has data. GNU gprof never lists it, and its index
 * numbers would differ. */
static bool add_lines(struct run *u)
{
    struct report *r = &u->report;
    uint32_t last = r->symtab.n - 1;
    uint64_t start, end;

    core_text_range(&r->image, &start, &end);
    if (r->symtab.symbols[last].address >= end &&
        !symbol_has_data(&r->symtab, last, &r->profile, u->diag) &&
        !(u->options->static_calls && r->profile.has_arcs &&
          static_calls_concern(&r->symtab, last, &r->image, u->diag)))
        symtab_drop_last(&r->symtab);
    if (!line_rows_read(&r->rows, &r->image, start, end, true, u->diag))
        return false;
    symtab_add_lines(&r->symtab, &r->rows, u->diag);
    return true;
}

/* Adds to the symbol table what the data need: libraries and other code that stacks lead through,
 * lines in line mode. */
static bool complete_symbols(struct run *u)
{
    struct report *r = &u->report;
    /* --by-file has one row for all libraries */
    bool lists_libraries =
        reports_traits(u->options->reports).are_whole && !(r->reports & REPORT_BY_FILE);

    if (u->options->style.by_line && !u->whole && !add_lines(u))
        return false;
    return !r->is_measured || stack_symbols_init(&r->modules, &r->profile.stacks, &r->image,
                                                 lists_libraries ? &u->options->debug_files : NULL,
                                                 &r->symtab, u->diag);
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* Finds the ticks of each function, and the call stacks that times are measured from. */
static void make_times(struct run *u)
{
    struct report *r = &u->report;
    bool by_stacks = r->is_measured && !r->profile.has_histogram;
    double rate;

    hist_assign_samples(&r->hist, &r->profile, &r->symtab, u->diag);
    rate = r->hist.rate;
    if (r->is_measured) {
        stack_frames_init(&r->stacks, &r->modules, &r->filter, rate, STACKS_ALL, u->diag);
        stack_frames_init(&r->listed, &r->modules, &r->filter, rate, STACKS_LISTED, u->diag);
    }
    if (by_stacks) {
        hist_result_release(&r->hist);
        hist_from_stacks(&r->hist, &r->stacks, &r->symtab, u->diag);
    }
    flat_view_init(&r->flat, &r->hist, by_stacks ? NULL : &r->profile, &r->symtab, &r->filter,
                   u->diag);
}

/* Warns of everything doubtful that concerns the figures shown. */
static void diagnose_data(struct run *u)
{
    const struct options *o = u->options;
    const struct report *r = &u->report;
    const struct diagnosis at = {
        .image = &r->image,
        .profile = &r->profile,
        .symtab = &r->symtab,
        .lines = &r->lines,
        .hist = &r->hist,
        .graph = &r->graph,
        .stacks = r->is_measured ? &r->stacks : NULL,
        .data = r->inputs.names[0],
        .figures = reports_traits(o->reports).shows | (o->by_line ? SHOWS_LINES : 0),
        .by_line = o->by_line,
        .drops_clones =
            !r->symtab.is_exact && !o->clones && !o->external_symbols && !o->map && !o->no_static,
        .has_list = o->external_symbols != NULL,
    };

#define ROW(name, kinds)                                                                           \
    if ((kinds) == 0 || at.figures & (kinds))                                                      \
        check_##name(&at, u->diag);
    CHECK_LIST(ROW)
#undef ROW
}

/* Finds times and calls by source line. */
static void make_line_facts(struct run *u)
{
    struct report *r = &u->report;
    const struct line_times_source from = {
        .symtab = &r->symtab,
        .filter = &r->filter,
        .profile = &r->profile,
        .listed = r->is_measured ? &r->listed : NULL,
        .rows = &r->rows,
        .by_line = r->style.by_line ? &r->lines : NULL,
    };

    if (r->needs & NEEDS_CODE_LINES) {
        line_times_init(&r->line_times, &from, u->diag);
        figures_share_lines(&r->figures, &r->line_times, r->symtab.n, u->diag);
        call_sites_init(&r->call_sites, &r->graph, &r->profile, &r->rows, u->diag);
    }
    cg_forget_sites(&r->graph);
}

/* ---- views ----------------------------------------------------------------------------------- */

/* Makes the view of the call graph, measured or estimated. */
static void make_view(struct run *u, struct cg_view *view, bool measured)
{
    struct report *r = &u->report;

    if (measured)
        cg_assemble_measured(view, &r->graph, &r->listed, &r->filter, u->diag);
    else if (r->profile.has_arcs)
        cg_assemble(view, &r->graph, r->flat.ticks, &r->filter, u->diag);
    else
        return;
    if (!reports_traits(r->reports).are_whole)
        cg_number_entries(view, &r->graph, u->diag);
}

/* Makes the views that the reports show. A traced run shows the work of every stage. */
static void make_views(struct run *u)
{
    struct report *r = &u->report;
    bool traced = u->diag->trace != NULL;

    make_view(u, &r->view, r->is_measured);
    if (r->is_measured && (r->reports & REPORT_ESTIMATES || traced))
        make_view(u, &r->estimate, false);
    if (!reports_traits(r->reports).are_whole && !traced)
        return;
    r->profiling =
        profiling_time(&r->stacks, &r->hist, &r->graph, &r->symtab, &r->profiling_total, u->diag);
    figures_init(&r->figures, r, &r->flat, &r->view, &r->filter, u->diag);
    if (!u->whole)
        figures_sort(&r->figures, &r->graph, u->diag);
}

/* Prepares the names of symbols. */
static void load_names(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    /* the classic reports use the names of GNU gprof */
    bool classic = o->names < 0 && !reports_traits(r->reports).are_whole;
    const struct names_style style = {
        /* the traditional layout knows raw names only */
        .demangle = classic && o->style.traditional ? DEMANGLE_NONE : o->demangle,
        .form = o->names >= 0 ? (enum names_form)o->names
                : classic     ? NAMES_FULL
                              : NAMES_SHORT,
        .as_in_source = !classic,
        .with_lines = o->inline_file_names || o->style.by_line,
        .with_addresses = o->style.by_line,
        .full_path = o->print_path,
    };

    names_init(&r->names, &r->image, &r->symtab, &r->lines, &style, u->diag);
}

/* ---- the pipeline ---------------------------------------------------------------------------- */

bool run_make(struct run *u)
{
    struct report *r = &u->report;

    r->style = u->options->style;
    r->sources = &u->options->sources;
    if (u->options->trace_bits && u->input == &u->options->input) {
        /* from here on each stage prints its work with the report */
        u->trace = (struct trace){.bits = u->options->trace_bits, .out = u->out};
        u->diag->trace = &u->trace;
        trace_line(u->diag, "main", "debug-level=0x%x", u->trace.bits);
    }
    if (!read_image(u) || !read_data(u))
        return false;
    if (only_sums(u))
        return true;
    if (!choose_reports(u) || !(u->whole || r->symtab.n > 0 || make_symbols(u)) ||
        !complete_symbols(u) || !find_functions(u))
        return false;
    make_times(u); /* hist_assign_samples */
    call_graph_init(&r->graph, &r->profile, &r->symtab, &r->filter, u->diag);
    if (!(r->needs & NEEDS_CODE_LINES))
        cg_forget_sites(&r->graph);
    if (u->options->by_line || r->needs & NEEDS_CODE_LINES)
        bb_assign(&r->blocks, &r->profile, &r->symtab, &r->rows, u->diag);
    if (!u->whole)
        diagnose_data(u);
    if (!u->options->static_calls && !u->whole)
        core_forget_symbols(&r->image);
    if (u->options->static_calls && r->profile.has_arcs &&
        !static_calls_add(&r->graph, &r->image, u->diag)) /* find_call */
        return false;
    if (!(r->needs & NEEDS_CODE_LINES))
        profile_release_arcs(&r->profile);
    cg_dfn(&r->graph, u->diag);
    if (r->is_measured)
        stack_arcs_add(&r->graph, &r->stacks, u->diag);
    make_views(u); /* cg_assemble */
    make_line_facts(u);
    if (!u->whole)
        load_names(u);
    return true;
}

void run_release(struct run *u)
{
    struct report *r = &u->report;

    changes_release(&r->changes);
    names_release(&r->names);
    figures_release(&r->figures);
    cg_view_release(&r->estimate);
    cg_view_release(&r->view);
    free(r->profiling);
    flat_view_release(&r->flat);
    stack_frames_release(&r->listed);
    bb_result_release(&r->blocks);
    call_sites_release(&r->call_sites);
    line_times_release(&r->line_times);
    call_graph_release(&r->graph);
    stack_frames_release(&r->stacks);
    hist_result_release(&r->hist);
    sym_filter_release(&r->filter);
    sym_ids_release(&r->ids);
    stack_symbols_release(&r->modules);
    profile_release(&r->profile);
    by_file_release(&r->by_file);
    free(u->added);
    inputs_release(&r->inputs);
    if (u->whole) { /* that run owns all the rest */
        free(r->symtab.symbols);
        free(r->symtab.rows);
        return;
    }
    sym_lines_release(&r->lines);
    line_rows_release(&r->rows);
    symtab_release(&r->symtab);
    map_file_release(&r->map);
    ext_syms_release(&r->external);
    core_release(&r->image);
}
