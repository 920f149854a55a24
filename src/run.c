/* run - the stages of several products: each has the options that its stage needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/cg_dfn.h"
#include "analysis/checks/causes.h"
#include "analysis/static_calls.h"
#include "base/limit.h"
#include "image/core_code.h"
#include "image/core_debug.h"
#include "names/sym_search.h"
#include "profile/beside.h"
#include "profile/gmon_io.h"
#include "report/texts.h"

/* ---- the program and its data ---------------------------------------------------------------- */

bool run_open_image(struct run *u, const char *path)
{
    struct image *image = &u->results.program.image;
    LIMIT_STAGE(LIMIT_SYMBOLS, path);

    if (!core_init(image, path, u->diag))
        return false;
    u->target = (struct gmon_target){.word_bytes = image->word_bytes,
                                     .big_endian = image->big_endian,
                                     .short_long = image->has_short_long};
    return true;
}

/* Returns where names may be that an image lacks. Classic listings have those of GNU gprof. */
static struct debug_places debug_places(struct run *u)
{
    const struct options *o = u->options;

    if (!u->servers.diag)
        u->servers = (struct debuginfod){.seconds = o->debuginfod_seconds, .diag = u->diag};
    return (struct debug_places){.directories = &o->debug_files,
                                 .takes_packed = !o->is_classic,
                                 .servers = o->is_classic ? NULL : &u->servers};
}

bool run_read_program(struct run *u, const char *path)
{
    const struct options *o = u->options;
    struct results *r = &u->results;
    const struct debug_places places = debug_places(u);
    LIMIT_STAGE(LIMIT_SYMBOLS, path);

    /* symbols from a list need nothing else of the image */
    return run_open_image(u, path) &&
           (o->external_symbols ||
            core_find_debug(&r->program.image, &places, true, u->diag)) &&
           (!o->map || map_file_read(&r->program.map, o->map, u->diag)) &&
           (!o->external_symbols ||
            ext_syms_read(&u->external, o->external_symbols, &r->program.image, u->diag)) &&
           /* told before --file-info prints anything */
           (o->external_symbols || symtab_can_init(&r->program.image, &o->rules, u->diag));
}

static const char *sum_name(const struct run *u)
{
    return u->options->output ? u->options->output : "gmon.sum";
}

bool run_may_have_data(struct run *u, const struct inputs_request *named)
{
    return named->keep_going || named->n_names == 0 ||
           causes_data_exists(named->names[0], &u->results.program.image, u->diag);
}

bool run_list_data(struct run *u, const struct inputs_request *named)
{
    const struct options *o = u->options;
    struct results *r = &u->results;
    struct inputs_request files = *named;
    LIMIT_STAGE(LIMIT_DATA, named->n_names > 0 ? named->names[0] : NULL);

    files.target = &u->target;
    files.output = r->reports & REPORT_SUM ? sum_name(u) : NULL;
    if (!inputs_gather(&r->facts.inputs, &files, u->diag))
        return false;
    inputs_leave_libraries(&r->facts.inputs, r->program.image.path, u->diag);
    if (!o->style.estimated && (!o->is_classic || r->reports & (REPORT_SUM | REPORT_INFO)))
        beside_find(&r->facts.inputs, u->diag);
    return beside_check(&r->facts.inputs, files.keep_going, u->diag);
}

static void take_added(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *u = context;

    if (u->results.reports & REPORT_INFO)
        file_info_print(u->out, path, info);
    else
        *mem_push(u->diag, u->added, u->n_added, u->added_cap) = path;
}

/* Returns true if the stacks beside the data file of a library do not lead through it, as no sample
 * was in it. */
static bool lead_elsewhere(const struct results *r)
{
    const struct stack_data *stacks = &r->facts.profile.stacks;
    const struct image *image = &r->program.image;
    const char *library;

    if (r->facts.inputs.n_found == 0 || profile_library(r->facts.inputs.names[0], &library) == 0)
        return false;
    for (size_t i = 0; i < stacks->n_modules; i++)
        if (stack_module_fits(&stacks->modules[i], image->build_id, image->path))
            return false;
    return true;
}

bool run_read_data(struct run *u, struct merge_request *files)
{
    const struct options *o = u->options;
    struct results *r = &u->results;
    bool sum = r->reports & REPORT_SUM;

    if (r->reports & (REPORT_INFO | REPORT_COMPARE | REPORT_BY_FILE)) {
        files->added = take_added;
        files->context = u;
    }
    files->one_rate = sum;
    files->files = (const char *const *)r->facts.inputs.names;
    files->n_files = r->facts.inputs.n;
    files->format = o->format;
    files->target = &u->target;
    files->jobs = o->jobs;
    files->keep_going = o->input.files.keep_going;
    if (!merge_files(&r->facts.profile, files, &r->facts.left_out, u->diag))
        return false;
    r->facts.left_out += r->facts.inputs.left_out;
    u->is_measured = r->facts.profile.stacks.n_trees > 0 && !o->style.estimated &&
                     (!o->is_classic || r->facts.inputs.n_found == 0) && !lead_elsewhere(r);
    return !sum || gmon_out_write(&r->facts.profile, sum_name(u), o->format, &u->target, u->diag);
}

bool run_choose_reports(struct run *u)
{
    const struct options *o = u->options;
    struct results *r = &u->results;

    if (!reports_with_data(&r->reports, o->explicit, o->by_default, r, u->diag))
        return false;
    u->needs = reports_traits(r->reports).needs;
    if (o->style.sort == SORT_BY_SOURCE)
        u->needs |= NEEDS_LINES;
    /* the traditional index does not tell static functions of one name apart */
    if (o->style.traditional && o->is_classic)
        u->needs &= ~(unsigned)NEEDS_STATIC_LINES;
    return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Returns true if call stacks alone tell times. */
static bool is_by_stacks(const struct run *u)
{
    return u->is_measured && !u->results.facts.profile.has_histogram;
}

/* A last symbol behind .text, such as _fini or data_start, is listed only if it has data. GNU gprof
 * never lists it, and its index numbers would differ. */
static bool last_stays(void *context, const struct symtab *table)
{
    const struct run *u = context;
    const struct results *r = &u->results;
    uint32_t last = table->n - 1;
    uint64_t start, end;

    core_text_range(&r->program.image, &start, &end);
    return table->symbols[last].address < end || symbol_has_data(table, last, &r->facts.profile) ||
           (u->options->static_calls && r->facts.profile.has_arcs &&
            static_calls_concern(table, last, &r->program.image));
}

/* Finds the call site by which libgmon stands for all callers outside of the image, if the image
 * has no function for them: the byte behind the first one of a program, or of a library's .init.
 * Some linkers give libraries an entry, too. Returns 0 if no call is counted from there. */
static uint64_t find_external_site(const struct image *image, const struct pair_map *arcs)
{
    uint64_t start = image->entry + 1, init = image->init + 1;

    for (size_t i = 0; i < arcs->n && (image->entry > 0 || image->init > 0); i++) {
        uint64_t site = arcs->keys[i].first;

        if ((site == init && image->init > 0) || (site == start && image->entry > 0))
            return site;
    }
    return 0;
}

/* Divides the samples of the histogram among the functions. By them, and by the stacks, finds which
 * other code has time, and needs a name. */
static bool assign_and_name(void *context, const struct symtab *table, struct symtab_names *names)
{
    struct run *u = context;
    struct results *r = &u->results;
    static const struct stack_data none;
    const struct debug_places places = debug_places(u);
    struct stack_origin from = {.stacks = u->is_measured ? &r->facts.profile.stacks : &none,
                                .image = &r->program.image,
                                .libraries = u->options->is_classic ? NULL : &places,
                                .builds = &u->builds};

    if (table->is_exact)
        names->external_site = find_external_site(from.image, &r->facts.profile.arcs);
    if (names->external_site)
        from.rows |= STACK_EXTERNAL;
    if (!is_by_stacks(u))
        hist_assign_samples(&r->facts.hist, &r->facts.profile, table, NULL, NULL, u->diag);
    if (r->facts.hist.unnamed > 0)
        from.rows |= STACK_UNNAMED;
    return (!u->is_measured && !from.rows) ||
           stack_symbols_init(&r->program.modules, &from, table, names, u->diag);
}

bool run_make_symbols(struct run *u)
{
    const struct options *o = u->options;
    struct results *r = &u->results;
    bool shows_times = reports_traits(r->reports).shows & SHOWS_TIMES; /* -r is for the linker */
    const struct symtab_asks asks = {last_stays, assign_and_name, u};
    struct symtab_rules rules = o->rules;
    struct line_request text = {0};

    rules.is_exact = !o->is_classic || (u->is_measured && shows_times);
    rules.is_unwound = rules.may_be_stripped && builds_is_one(&u->builds, r->program.image.path);
    rules.external = o->external_symbols ? &u->external : NULL;
    rules.map = o->map ? &r->program.map : NULL;
    rules.asks = &asks;
    if (o->style.by_line) {
        LIMIT_STAGE(LIMIT_LINES, core_debug_path(&r->program.image));

        core_text_range(&r->program.image, &text.start, &text.end);
        if (!line_rows_read(&r->program.rows, &r->program.image, &text, u->diag))
            return false;
        rules.lines = &r->program.rows;
        rules.joins_lines = !o->is_classic;
    }
    LIMIT_STAGE(LIMIT_SYMBOLS, r->program.image.path);
    /* a list (-S, or of object files) is complete, so no stubs are added */
    if (rules.is_exact && !o->external_symbols && !o->map)
        core_stubs(&r->program.image, &rules.stubs, &rules.n_stubs, u->diag);
    if (!symtab_init(&r->program.symtab, &r->program.image, &rules, u->diag))
        return false;
    if (!is_by_stacks(u))
        hist_add_names(&r->facts.hist, &r->program.symtab, u->diag);
    return true;
}

bool run_load_lines(struct run *u)
{
    const struct options *o = u->options;
    struct results *r = &u->results;
    /* external symbols are only names and addresses */
    bool has_lines = !o->external_symbols && !o->no_lines;
    bool all_code = u->needs & NEEDS_CODE_LINES && has_lines;
    struct sym_lines_request request = {.need = SYM_LINES_NONE, .end = UINT64_MAX};
    const struct line_request all = {.end = UINT64_MAX,
                                     .no_functions = !(u->needs & NEEDS_INLINED)};
    LIMIT_STAGE(LIMIT_LINES, core_debug_path(&r->program.image));

    if (o->style.by_line || all_code)
        request.rows = &r->program.rows;
    if (request.rows ||
        (has_lines && (o->inline_file_names || o->ids.need_lines || u->needs & NEEDS_LINES)))
        request.need = SYM_LINES_ALL;
    else if (has_lines && u->needs & NEEDS_STATIC_LINES)
        request.need = SYM_LINES_STATIC;
    if (o->style.by_line)
        core_text_range(&r->program.image, &request.start, &request.end);
    else if (all_code && !line_rows_read(&r->program.rows, &r->program.image, &all, u->diag))
        return false;
    return sym_lines_load(&r->program.lines, &r->program.image, &r->program.symtab, &request,
                          u->diag);
}

bool run_find_functions(struct run *u, enum sym_unnamed unnamed)
{
    struct results *r = &u->results;
    LIMIT_STAGE(LIMIT_NAMES, r->program.image.path);

    sym_search(&u->ids, &u->options->ids, &r->program.image, &r->program.symtab, &r->program.lines,
               u->options->demangle, u->diag);
    u->ids.unnamed = unnamed;
    return sym_filter_init(&r->program.filter, &u->ids, &r->program.symtab, &r->program.lines,
                           u->diag);
}

/* ---- facts ----------------------------------------------------------------------------------- */

void run_make_facts(struct run *u)
{
    struct results *r = &u->results;
    struct hist_result *hist = &r->facts.hist;
    bool is_cut = sym_cuts_arcs(&r->program.filter); /* then only the listed graph is traced */

    if (u->is_measured) {
        stack_frames_init(&r->facts.stacks, &r->program.modules, &r->program.filter, hist->rate,
                          STACKS_ALL, u->diag);
        stack_frames_init(&r->views.stacks, &r->program.modules, &r->program.filter, hist->rate,
                          STACKS_LISTED, u->diag);
    }
    if (is_by_stacks(u))
        hist_from_stacks(hist, &r->facts.stacks, &r->program.symtab, u->diag);
    flat_view_init(&r->views.flat, hist, is_by_stacks(u) ? NULL : &r->facts.profile,
                   &r->program.symtab, &r->program.filter, u->diag);
    call_graph_init(&r->facts.graph, &r->facts.profile, &r->program.symtab, NULL,
                    is_cut ? NULL : u->diag);
    if (is_cut)
        call_graph_init(&r->views.cut, &r->facts.profile, &r->program.symtab, &r->program.filter,
                        u->diag);
    r->views.calls = is_cut ? &r->views.cut : &r->facts.graph;
}

void run_warn(struct run *u)
{
    const struct options *o = u->options;
    struct results *r = &u->results;
    bool lacks_functions = o->external_symbols || o->map || o->rules.drop_static;
    LOCAL_BY(evidence_release)
    struct evidence e = {
        .image = &r->program.image,
        .profile = &r->facts.profile,
        .symtab = &r->program.symtab,
        .lines = &r->program.lines,
        .hist = &r->facts.hist,
        .graph = &r->facts.graph,
        .stacks = u->is_measured ? &r->facts.stacks : NULL,
        .data = r->facts.inputs.names[0],
        .is_alone = r->facts.inputs.n - r->facts.inputs.n_found == 1,
        .figures = reports_traits(o->reports).shows | (o->by_line ? SHOWS_LINES : 0),
        .by_line = o->by_line,
        .drops_clones = !r->program.symtab.is_exact && !o->rules.lists_clones && !lacks_functions,
        .estimated = o->style.estimated,
        .no_lines = o->external_symbols || o->no_lines,
        .lacks_functions = lacks_functions,
    };

    evidence_find(&e, u->diag);
    r->facts.next = causes_tell(&e, u->diag);
}

static bool find_cycles(struct run *u, struct call_graph *graph, const struct sym_filter *filter,
                        struct diag *d)
{
    struct results *r = &u->results;

    if (u->options->static_calls && r->facts.profile.has_arcs &&
        !static_calls_add(graph, &r->program.image, d)) /* find_call */
        return false;
    cg_dfn(graph, d);
    if (u->is_measured)
        stack_arcs_add(graph, &r->facts.stacks, filter, d);
    return true;
}

bool run_find_cycles(struct run *u)
{
    struct results *r = &u->results;
    bool is_cut = r->views.calls == &r->views.cut;

    if ((is_cut && !find_cycles(u, &r->views.cut, &r->program.filter, u->diag)) ||
        !find_cycles(u, &r->facts.graph, NULL, is_cut ? NULL : u->diag))
        return false;
    core_forget_symbols(&r->program.image); /* find_call was their last reader */
    return true;
}

/* ---- views ----------------------------------------------------------------------------------- */

void run_make_view(struct run *u)
{
    struct results *r = &u->results;
    struct cg_view *view = &r->views.graph;

    if (u->is_measured)
        cg_assemble_measured(view, r->views.calls, &r->views.stacks, &r->program.filter, u->diag);
    else if (r->facts.profile.has_arcs)
        cg_assemble(view, r->views.calls, r->views.flat.ticks, &r->program.filter, u->diag);
    else
        return;
    if (u->options->is_classic)
        cg_number_entries(view, r->views.calls, u->diag);
}

void run_make_figures(struct run *u)
{
    struct results *r = &u->results;

    r->facts.profiling = profiling_time(&r->facts.stacks, &r->facts.hist, &r->facts.graph,
                                        &r->program.symtab, &r->facts.profiling_total, u->diag);
    figures_init(&r->figures, r, r->views.calls, &r->views.flat, &r->views.graph,
                 &r->program.filter, u->diag);
}

void run_load_names(struct run *u)
{
    struct results *r = &u->results;
    LIMIT_STAGE(LIMIT_NAMES, r->program.image.path);

    names_init(&r->program.names, &r->program.image, &r->program.symtab, &r->program.lines,
               &u->options->names_style, u->diag);
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Printers by number of their row. This table stands above them, the other one below. */
#define NO_PRINTER(name, ...)
#define REPORT(name, printer, ...) [REPORT_NUMBER_##name] = printer,
static report_printer *const printers[REPORT_ROWS] = {
#include "view/reports.def"
};

bool run_print(const struct run *u)
{
    const struct results *r = &u->results;

    for (size_t i = 0; i < REPORT_ROWS; i++) {
        bool changes_places =
            r->style.traditional && (i == REPORT_NUMBER_FLAT || i == REPORT_NUMBER_GRAPH);
        size_t number = changes_places ? REPORT_NUMBER_FLAT + REPORT_NUMBER_GRAPH - i : i;
        const struct report_row *row = &report_rows[number];

        if (!row->is_printed || !report_is_made(row, r->reports) || (row->forms & r->reports))
            continue; /* a form that is left prints the report, too */
        /* on a line of its own; output of --file-info counts as a section */
        if (row->form == FORM_SECTION && u->out->written > 0)
            sink_string(u->out, "\f\n");
        if (!printers[number](r, u->out, u->diag))
            return false;
    }
    return true;
}

/* ---- release --------------------------------------------------------------------------------- */

void run_release_data(struct run *u)
{
    struct results *r = &u->results;

    figures_release(&r->figures);
    cg_view_release(&r->views.graph);
    free(r->facts.profiling);
    free(r->facts.next);
    flat_view_release(&r->views.flat);
    stack_frames_release(&r->views.stacks);
    bb_result_release(&r->facts.blocks);
    call_sites_release(&r->facts.call_sites);
    line_times_release(&r->facts.line_times);
    call_sites_release(&r->views.cut_sites);
    call_graph_release(&r->views.cut);
    call_graph_release(&r->facts.graph);
    stack_frames_release(&r->facts.stacks);
    hist_result_release(&r->facts.hist);
    sym_filter_release(&r->program.filter);
    sym_ids_release(&u->ids);
    stack_symbols_release(&r->program.modules);
    profile_release(&r->facts.profile);
    inputs_release(&r->facts.inputs);
    free(u->added);
}

void run_release(struct run *u)
{
    struct results *r = &u->results;

    names_release(&r->program.names);
    run_release_data(u);
    sym_lines_release(&r->program.lines);
    line_rows_release(&r->program.rows);
    symtab_release(&r->program.symtab);
    map_file_release(&r->program.map);
    ext_syms_release(&u->external);
    builds_release(&u->builds);
    core_release(&r->program.image);
}
