/* run - the stages of several products: each has the options that its stage needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/cg_dfn.h"
#include "analysis/checks/missing_data.h"
#include "analysis/static_calls.h"
#include "image/core_code.h"
#include "image/core_debug.h"
#include "names/sym_search.h"
#include "profile/beside.h"
#include "profile/gmon_io.h"
#include "report/texts.h"

/* ---- the program and its data ---------------------------------------------------------------- */

bool run_open_image(struct run *u, const char *path)
{
    struct image *image = &u->report.program.image;

    if (!core_init(image, path, u->diag))
        return false;
    u->target = (struct gmon_target){.word_bytes = image->word_bytes,
                                     .big_endian = image->big_endian,
                                     .short_long = image->has_short_long};
    return true;
}

bool run_read_program(struct run *u, const char *path)
{
    const struct options *o = u->options;
    struct report *r = &u->report;

    /* symbols from a list need nothing else of the image */
    return run_open_image(u, path) &&
           (o->external_symbols ||
            core_find_debug(&r->program.image, &o->debug_files, NULL, u->diag)) &&
           (!o->map || map_file_read(&r->program.map, o->map, u->diag)) &&
           (!o->external_symbols ||
            ext_syms_read(&u->external, o->external_symbols, &r->program.image, u->diag)) &&
           /* a table without symbols fails, which is told before --file-info prints anything */
           (o->external_symbols || r->program.image.n_symbols > 0 ||
            symtab_init(&r->program.symtab, &r->program.image, &o->rules, u->diag));
}

static const char *sum_name(const struct run *u)
{
    return u->options->output ? u->options->output : "gmon.sum";
}

bool run_may_have_data(struct run *u, const struct inputs_request *named)
{
    return named->keep_going || named->n_names == 0 ||
           check_data_exists(named->names[0], &u->report.program.image, u->diag);
}

bool run_list_data(struct run *u, const struct inputs_request *named)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    struct inputs_request files = *named;

    files.target = &u->target;
    files.output = r->reports & REPORT_SUM ? sum_name(u) : NULL;
    if (!inputs_gather(&r->facts.inputs, &files, u->diag))
        return false;
    inputs_leave_libraries(&r->facts.inputs, r->program.image.path, u->diag);
    if (!o->style.estimated && (o->uses_found_stacks || r->reports & (REPORT_SUM | REPORT_INFO)))
        beside_find(&r->facts.inputs, u->diag);
    return beside_check(&r->facts.inputs, files.keep_going, u->diag);
}

static void take_added(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *u = context;

    if (u->report.reports & REPORT_INFO)
        file_info_print(u->out, path, info);
    else
        *mem_push(u->diag, u->added, u->n_added, u->added_cap) = path;
}

bool run_read_data(struct run *u, struct merge_request *files)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    bool sum = r->reports & REPORT_SUM;

    if (r->reports & (REPORT_INFO | REPORT_COMPARE)) {
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
    budget_add(r->program.image.budget, r->facts.profile.bytes);
    u->is_measured = r->facts.profile.stacks.n_trees > 0 && !o->style.estimated &&
                     (o->uses_found_stacks || r->facts.inputs.n_found == 0);
    return !sum || gmon_out_write(&r->facts.profile, sum_name(u), o->format, &u->target, u->diag);
}

bool run_choose_reports(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;

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

bool run_make_symbols(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    bool shows_times = reports_traits(r->reports).shows & SHOWS_TIMES; /* -r is for the linker */
    struct symtab_rules rules = o->rules;
    const struct image_stub *stubs = NULL;
    size_t n = 0;

    rules.is_exact = !o->is_classic || (u->is_measured && shows_times);
    rules.external = o->external_symbols ? &u->external : NULL;
    rules.map = o->map ? &r->program.map : NULL;
    if (!symtab_init(&r->program.symtab, &r->program.image, &rules, u->diag))
        return false;
    if (!rules.is_exact)
        return true;
    /* a list (-S, or of object files) is complete, so no stubs are added */
    if (!o->external_symbols && !o->map)
        core_stubs(&r->program.image, &stubs, &n, u->diag);
    symtab_add_stubs(&r->program.symtab, stubs, n, u->diag);
    return true;
}

/* A last symbol behind .text, such as _fini or data_start, is listed only if it has data. GNU gprof
 * never lists it, and its index numbers would differ. */
bool run_add_lines(struct run *u)
{
    struct report *r = &u->report;
    uint32_t last = r->program.symtab.n - 1;
    struct line_request request = {0};

    if (!u->options->style.by_line)
        return true;
    core_text_range(&r->program.image, &request.start, &request.end);
    if (r->program.symtab.symbols[last].address >= request.end &&
        !symbol_has_data(&r->program.symtab, last, &r->facts.profile, u->diag) &&
        !(u->options->static_calls && r->facts.profile.has_arcs &&
          static_calls_concern(&r->program.symtab, last, &r->program.image)))
        symtab_drop_last(&r->program.symtab);
    if (!line_rows_read(&r->program.rows, &r->program.image, &request, u->diag))
        return false;
    symtab_add_lines(&r->program.symtab, &r->program.rows, !u->options->is_classic, u->diag);
    return true;
}

bool run_add_libraries(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;

    return !u->is_measured ||
           stack_symbols_init(&r->program.modules, &r->facts.profile.stacks, &r->program.image,
                              o->is_classic ? NULL : &o->debug_files, &r->program.symtab, u->diag);
}

bool run_load_lines(struct run *u)
{
    const struct options *o = u->options;
    struct report *r = &u->report;
    bool has_lines = !o->external_symbols; /* external symbols are only names and addresses */
    bool all_code = u->needs & NEEDS_CODE_LINES && has_lines;
    struct sym_lines_request request = {.need = SYM_LINES_NONE, .end = UINT64_MAX};
    const struct line_request all = {.end = UINT64_MAX,
                                     .no_functions = !(u->needs & NEEDS_INLINED)};

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
    struct report *r = &u->report;

    sym_search(&u->ids, &u->options->ids, &r->program.image, &r->program.symtab, &r->program.lines,
               u->options->demangle, u->diag);
    u->ids.unnamed = unnamed;
    return sym_filter_init(&r->program.filter, &u->ids, &r->program.symtab, &r->program.lines,
                           u->diag);
}

/* ---- facts ----------------------------------------------------------------------------------- */

void run_make_facts(struct run *u)
{
    struct report *r = &u->report;
    bool by_stacks = u->is_measured && !r->facts.profile.has_histogram;
    struct hist_result *hist = &r->facts.hist;

    if (!by_stacks)
        hist_assign_samples(hist, &r->facts.profile, &r->program.symtab, u->diag);
    if (u->is_measured) {
        stack_frames_init(&r->facts.stacks, &r->program.modules, &r->program.filter, hist->rate,
                          STACKS_ALL, u->diag);
        stack_frames_init(&r->views.stacks, &r->program.modules, &r->program.filter, hist->rate,
                          STACKS_LISTED, u->diag);
    }
    if (by_stacks)
        hist_from_stacks(hist, &r->facts.stacks, &r->program.symtab, u->diag);
    flat_view_init(&r->views.flat, hist, by_stacks ? NULL : &r->facts.profile,
                   &r->program.symtab, &r->program.filter, u->diag);
    call_graph_init(&r->facts.graph, &r->facts.profile, &r->program.symtab, &r->program.filter,
                    u->diag);
}

void run_warn(struct run *u)
{
    const struct options *o = u->options;
    const struct report *r = &u->report;
    const struct diagnosis at = {
        .image = &r->program.image,
        .profile = &r->facts.profile,
        .symtab = &r->program.symtab,
        .lines = &r->program.lines,
        .hist = &r->facts.hist,
        .graph = &r->facts.graph,
        .stacks = u->is_measured ? &r->facts.stacks : NULL,
        .data = r->facts.inputs.names[0],
        .figures = reports_traits(o->reports).shows | (o->by_line ? SHOWS_LINES : 0),
        .by_line = o->by_line,
        .drops_clones = !r->program.symtab.is_exact && !o->rules.lists_clones &&
                        !o->external_symbols && !o->map && !o->rules.drop_static,
        .has_list = o->external_symbols != NULL,
    };

#define ROW(name, kinds)                                                                           \
    if ((kinds) == 0 || at.figures & (kinds))                                                      \
        check_##name(&at, u->diag);
    CHECK_LIST(ROW)
#undef ROW
}

bool run_find_cycles(struct run *u)
{
    struct report *r = &u->report;

    if (u->options->static_calls && r->facts.profile.has_arcs &&
        !static_calls_add(&r->facts.graph, &r->program.image, u->diag)) /* find_call */
        return false;
    core_forget_symbols(&r->program.image); /* find_call was their last reader */
    cg_dfn(&r->facts.graph, u->diag);
    if (u->is_measured)
        stack_arcs_add(&r->facts.graph, &r->facts.stacks, u->diag);
    return true;
}

/* ---- views ----------------------------------------------------------------------------------- */

void run_make_view(struct run *u, struct cg_view *view, bool measured)
{
    struct report *r = &u->report;

    if (measured)
        cg_assemble_measured(view, &r->facts.graph, &r->views.stacks, &r->program.filter, u->diag);
    else if (r->facts.profile.has_arcs)
        cg_assemble(view, &r->facts.graph, r->views.flat.ticks, &r->program.filter, u->diag);
    else
        return;
    if (u->options->is_classic)
        cg_number_entries(view, &r->facts.graph, u->diag);
}

void run_make_figures(struct run *u)
{
    struct report *r = &u->report;

    r->facts.profiling = profiling_time(&r->facts.stacks, &r->facts.hist, &r->facts.graph,
                                        &r->program.symtab, &r->facts.profiling_total, u->diag);
    figures_init(&r->figures, r, &r->views.flat, &r->views.graph, &r->program.filter, u->diag);
}

void run_load_names(struct run *u)
{
    struct report *r = &u->report;

    names_init(&r->program.names, &r->program.image, &r->program.symtab, &r->program.lines,
               &u->options->names_style, u->diag);
}

/* ---- release --------------------------------------------------------------------------------- */

void run_release_data(struct run *u)
{
    struct report *r = &u->report;

    figures_release(&r->figures);
    cg_view_release(&r->views.estimate);
    cg_view_release(&r->views.graph);
    free(r->facts.profiling);
    flat_view_release(&r->views.flat);
    stack_frames_release(&r->views.stacks);
    bb_result_release(&r->facts.blocks);
    call_sites_release(&r->facts.call_sites);
    line_times_release(&r->facts.line_times);
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
    struct report *r = &u->report;
    const struct image *image = &r->program.image;

    if (image->budget) {
        budget_warn(image->line_budget, u->diag, core_debug_path(image), "lines");
        budget_warn(image->budget, u->diag, image->path, "names");
    }
    names_release(&r->program.names);
    run_release_data(u);
    sym_lines_release(&r->program.lines);
    line_rows_release(&r->program.rows);
    symtab_release(&r->program.symtab);
    map_file_release(&r->program.map);
    ext_syms_release(&u->external);
    core_release(&r->program.image);
}
