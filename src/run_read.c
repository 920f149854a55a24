/* run_read - the first half of a run: the image and the data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/checks/other_build.h"
#include "analysis/diagnosis.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/sink.h"
#include "image/core.h"
#include "profile/beside.h"
#include "profile/gmon_io.h"
#include "profile/inputs.h"
#include "profile/merge_files.h"
#include "report/file_info.h"
#include "report/registry.h"
#include "symbols/ext_syms.h"
#include "symbols/map_file.h"
#include "symbols/symtab.h"

bool run_add_stubs(struct run *r)
{
    const struct image_stub *stubs = NULL;
    size_t n = 0;

    /* a list in place of the image's symbols, or of object files, is all there is */
    return (r->options->external_symbols || r->options->map ||
            core_stubs(&r->image, &stubs, &n, r->diag)) &&
           symtab_add_stubs(&r->symtab, stubs, n, r->diag);
}

bool run_read_image(struct run *r)
{
    const struct options *o = r->options;
    const struct symtab_rules rules = {.drop_static = o->no_static,
                                       .drop_non_functions = o->only_functions,
                                       .external = o->external_symbols ? &r->external : NULL,
                                       .map = o->map ? &r->map : NULL};

    return core_init(&r->image, o->image, r->diag) &&
           /* symbols from a list need nothing else of the image */
           (o->external_symbols || core_find_debug(&r->image, &o->debug_files, r->diag)) &&
           (!o->map || map_file_read(&r->map, o->map, r->diag)) &&
           (!o->external_symbols ||
            ext_syms_read(&r->external, o->external_symbols, &r->image, r->diag)) &&
           symtab_init(&r->symtab, &r->image, &rules, r->diag) &&
           (!reports_are_whole(o->reports) || run_add_stubs(r));
}

/* Where --sum writes to. */
static const char *sum_name(const struct options *o)
{
    return o->output ? o->output : "gmon.sum";
}

/* Files that are read again, one by one. */
static void note_added(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *r = context;
    const char **added = mem_grow(r->diag, r->added, &r->added_cap, r->n_added + 1, sizeof *added);

    (void)info;
    if (!added)
        return;
    r->added = added;
    r->added[r->n_added++] = path;
}

static void print_info(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *r = context;

    file_info_print(r->out, path, info);
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
    if (!r->options->estimated)
        beside_warn(&r->inputs, &image, r->diag);
}

/* Whether the arcs of a data file may be listed as they come. Reports add up what they show by
 * function; only what goes over call sites, or into a file, has each arc once. */
static bool arcs_may_repeat(const struct run *r)
{
    unsigned reports = r->options->reports;

    return !(reports & (REPORT_SUM | REPORT_INFO | REPORT_BY_FILE)) &&
           !(reports_needs(reports, false) & NEEDS_CALL_SITES) && !r->diag->trace;
}

/* Read and add up the data files; with --by-file note what is in each. */
static bool read_files(struct run *r, struct merge_request *files)
{
    const struct by_file_source source = {.names = files->files,
                                          .n_files = files->n_files,
                                          .symtab = &r->symtab,
                                          .ids = &r->options->ids,
                                          .demangle = r->options->demangle,
                                          .image = &r->image};

    if (!(r->options->reports & REPORT_BY_FILE))
        return merge_files(&r->profile, files, &r->left_out, r->diag);
    if (!by_file_init(&r->by_file, &source, r->diag))
        return false;
    files->watch = &r->by_file.watch;
    return merge_files(&r->profile, files, &r->left_out, r->diag) &&
           by_file_finish(&r->by_file, r->diag);
}

bool run_read_data(struct run *r)
{
    const struct options *o = r->options;
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
        .output = o->reports & REPORT_SUM ? sum_name(o) : NULL,
        .target = &target,
    };
    struct merge_request files = {
        .format = o->format,
        .target = &target,
        .jobs = o->jobs,
        .keep_going = o->keep_going,
        .arcs_repeat = arcs_may_repeat(r),
        .one_rate = o->reports & REPORT_SUM,
        .is_of_image = is_of_image,
        .added = o->reports & REPORT_INFO                         ? print_info
                 : o->keep_going && (o->reports & REPORT_CHANGES) ? note_added
                                                                  : NULL,
        .context = r,
    };

    if (!inputs_gather(&r->inputs, &named, r->diag))
        return false;
    files.files = (const char *const *)r->inputs.names;
    files.n_files = r->inputs.n;
    if (!read_files(r, &files) || r->diag->no_memory) /* which note_added may have reported */
        return false;
    warn_of_stacks(r);
    return !(o->reports & REPORT_SUM) ||
           gmon_out_write(&r->profile, sum_name(o), o->format, &target, r->diag);
}
