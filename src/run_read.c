/* run_read - the first half of a run: the image and the data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/checks/checks.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/sink.h"
#include "image/core.h"
#include "profile/beside.h"
#include "profile/gmon_io.h"
#include "profile/inputs.h"
#include "profile/merge_files.h"
#include "report/texts.h"
#include "report/registry.h"
#include "symbols/sym_files.h"
#include "symbols/sym_search.h"
#include "symbols/symtab.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes the symbol table; `exact`: for reports that are not GNU gprof's. */
static bool make_symbols(struct run *r, bool exact)
{
    const struct options *o = r->options;
    bool listed =
        reports_traits(o->reports).are_whole ? o->names_given && o->names == NAMES_FULL : o->clones;
    const struct symtab_rules rules = {.is_exact = exact,
                                       .clones = listed  ? CLONES_LISTED
                                                 : exact ? CLONES_FOLDED
                                                         : CLONES_DROPPED,
                                       .drop_static = o->no_static,
                                       .drop_non_functions = o->only_functions,
                                       .external = o->external_symbols ? &r->external : NULL,
                                       .map = o->map ? &r->report.map : NULL};

    return symtab_init(&r->report.symtab, &r->report.image, &rules, r->diag);
}

static void add_stubs(struct run *r)
{
    const struct image_stub *stubs = NULL;
    size_t n = 0;

    /* a list in place of the image's symbols, or of object files, is all there is */
    if (!r->options->external_symbols && !r->options->map)
        core_stubs(&r->report.image, &stubs, &n, r->diag);
    symtab_add_stubs(&r->report.symtab, stubs, n, r->diag);
}

bool run_make_exact(struct run *r)
{
    if (r->report.symtab.is_exact)
        return true;
    symtab_release(&r->report.symtab);
    if (!make_symbols(r, true))
        return false;
    add_stubs(r);
    return true;
}

bool run_read_image(struct run *r)
{
    const struct options *o = r->options;
    bool exact = reports_traits(o->reports).are_whole;

    /* symbols from a list need nothing else of the image */
    if (!core_init(&r->report.image, o->image, r->diag) ||
        (!o->external_symbols && !core_find_debug(&r->report.image, &o->debug_files, r->diag)) ||
        (o->map && !map_file_read(&r->report.map, o->map, r->diag)) ||
        (o->external_symbols &&
         !ext_syms_read(&r->external, o->external_symbols, &r->report.image, r->diag)) ||
        !make_symbols(r, exact))
        return false;
    if (exact)
        add_stubs(r);
    return true;
}

/* ---- a data file that is missing ------------------------------------------------------------- */

static struct gmon_target target_of(const struct image *image)
{
    return (struct gmon_target){.word_bytes = image->word_bytes, .big_endian = image->big_endian};
}

/* Returns true if the file is a data file that may be of the image: of no library but the image. */
static bool is_data_of(const char *path, const struct image *image)
{
    const struct gmon_target target = target_of(image);
    const char *base = diag_basename(image->path), *library;
    size_t length = profile_library(path, &library);
    uint8_t start[GMON_RECOGNISE_BYTES];
    struct stat st;
    ssize_t bytes;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        (length > 0 && (strncmp(base, library, length) != 0 || base[length])))
        return false;
    bytes = file_read_start(path, start, sizeof start);
    return bytes > 0 && gmon_recognise(start, (size_t)bytes, (uint64_t)st.st_size, &target);
}

/* Reports the data files of processes and ranks, NAME.*, that are there in place of NAME; returns
 * false if there are none. */
static bool report_others(const struct run *r, const char *name)
{
    size_t length = strlen(name), n = 0;
    char *pattern = mem_alloc(r->diag, length + sizeof ".*", 1);
    const char *first = NULL;
    glob_t found = {0};

    memcpy(pattern, name, length);
    memcpy(pattern + length, ".*", sizeof ".*");
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = found.gl_pathc; i-- > 0;)
            if (is_data_of(found.gl_pathv[i], &r->report.image)) {
                first = found.gl_pathv[i];
                n++;
            }
    if (n == 1)
        diag_error(r->diag, name, "%s, but %s is there; run: %s %s %s", strerror(ENOENT), first,
                   r->diag->program, r->report.image.path, first);
    else if (n > 1)
        diag_error(r->diag, name, "%s, but %s and %zu more are there; run: %s %s %s",
                   strerror(ENOENT), first, n - 1, r->diag->program, r->report.image.path, pattern);
    globfree(&found);
    free(pattern);
    return n > 0;
}

/* The hooks of the C library's runtime have versions. */
static bool is_hook_of_libc(const char *name)
{
    return strstr(name, "mcount@") || strstr(name, "__fentry__@");
}

/* This starts the C library's runtime in a program that is linked with -pg. */
static bool is_start(const char *name)
{
    return strstr(name, "monstartup") != NULL;
}

/* Reports why the program has written no gmon.out. */
static bool report_unwritten(const struct run *r, const char *name)
{
    const char *image = r->report.image.path, *here = strchr(image, '/') ? "" : "./";
    const char *missing = strerror(ENOENT);
    struct diag quiet;

    diag_init(&quiet, r->diag->program, NULL);
    if (!core_names(&r->report.image, check_is_hook, &quiet))
        return diag_error(r->diag, name,
                          "%s; %s was not compiled with -pg: do that, or run: gprof-run -a %s%s",
                          missing, image, here, image);
    if (core_names(&r->report.image, is_hook_of_libc, &quiet) &&
        !core_names(&r->report.image, is_start, &quiet))
        return diag_error(r->diag, name,
                          "%s; %s was compiled with -pg, and linked without it: link it with -pg, "
                          "or run: gprof-run %s%s",
                          missing, image, here, image);
    return diag_error(r->diag, name,
                      "%s; run %s%s first; if that writes none (_exit, a signal), run: gprof-run "
                      "%s%s",
                      missing, here, image, here, image);
}

bool run_find_data(const struct run *r)
{
    const struct options *o = r->options;
    const char *name = o->n_data_files > 0 ? o->data_files[0] : "";

    if (!*name || strcmp(name, "-") == 0 || o->keep_going || access(name, F_OK) == 0 ||
        errno != ENOENT)
        return true;
    if (report_others(r, name))
        return false;
    return strcmp(diag_basename(name), "gmon.out") != 0 || core_is_stripped(&r->report.image) ||
           strstr(diag_basename(r->report.image.path), ".so") || report_unwritten(r, name);
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Which symbols' source lines the run will ask for. */
static enum sym_lines_need lines_needed(const struct run *r)
{
    const struct options *o = r->options;

    if (o->external_symbols) /* these are names and addresses, no more */
        return SYM_LINES_NONE;
    if (o->inline_file_names || o->ids.need_lines || (r->needs & (NEEDS_LINES | NEEDS_CODE_LINES)))
        return SYM_LINES_ALL;
    return r->needs & NEEDS_STATIC_LINES ? SYM_LINES_STATIC : SYM_LINES_NONE;
}

/* Which functions the symbol specifications name. What there is to say of them is said once: with
 * --by-file it was before, and for one run of several it is for all of them. */
static bool make_filter(struct run *r)
{
    const struct options *o = r->options;
    const struct sym_search_in in = {.image = &r->report.image,
                                     .symtab = &r->report.symtab,
                                     .lines = &r->report.lines,
                                     .demangle = o->demangle};

    if (r->whole)
        sym_search_again(&r->ids, &r->whole->ids, &r->whole->report.symtab, &r->report.symtab,
                         r->diag);
    else
        sym_search(&r->ids, &o->ids, &in, r->diag);
    if (r->whole || r->report.by_file.n_files > 0)
        r->ids.unnamed = SYM_UNNAMED_IS_NOTHING;
    return sym_filter_init(&r->report.filter, &r->ids, &r->report.symtab, &r->report.lines,
                           r->diag);
}

static bool load_lines(struct run *r)
{
    if (r->options->style.by_line)
        return sym_lines_from_rows(&r->report.lines, &r->report.rows, r->text_start, r->text_end,
                                   &r->report.image, &r->report.symtab, r->diag);
    if (r->needs & NEEDS_CODE_LINES && !r->options->external_symbols)
        return line_rows_read_lines(&r->report.rows, &r->report.image, r->diag) &&
               sym_lines_from_rows(&r->report.lines, &r->report.rows, 0, UINT64_MAX,
                                   &r->report.image, &r->report.symtab, r->diag);
    return sym_lines_load(&r->report.lines, &r->report.image, &r->report.symtab, lines_needed(r),
                          r->diag);
}

/* Call stacks may have added symbols since the first time, which --by-file has before the reading.
 */
bool run_find_functions(struct run *r)
{
    sym_filter_release(&r->report.filter);
    sym_ids_release(&r->ids);
    if (!r->whole) {
        sym_lines_release(&r->report.lines);
        if (!load_lines(r))
            return false;
    }
    return make_filter(r);
}

/* ---- data files ------------------------------------------------------------------------------ */

/* Where --sum writes to. */
static const char *sum_name(const struct options *o)
{
    return o->output ? o->output : "gmon.sum";
}

/* Files that are read again, one by one. */
static void note_added(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *r = context;

    (void)info;
    r->added = mem_grow(r->diag, r->added, &r->added_cap, r->n_added + 1, sizeof *r->added);
    r->added[r->n_added++] = path;
}

static void print_info(void *context, const char *path, const struct gmon_file_info *info)
{
    struct run *r = context;

    file_info_print(r->out, path, info);
}

/* Stacks that were recorded, and that the user may not know of. */
static void warn_of_stacks(struct run *r)
{
    struct beside_image image = {.path = r->report.image.path};

    image.id_bytes = core_build_id(&r->report.image, &image.id);
    if (!r->options->style.estimated)
        beside_warn(&r->report.inputs, &image, r->diag);
}

/* Whether the arcs of a data file may be listed as they come. Reports add up what they show by
 * function; only what goes over call sites, or into a file, has each arc once. */
static bool arcs_may_repeat(const struct run *r)
{
    unsigned reports = r->options->reports;

    return !(reports & (REPORT_SUM | REPORT_INFO | REPORT_BY_FILE)) &&
           !(reports_traits(reports).needs & NEEDS_CODE_LINES) && !r->diag->trace;
}

static void take_file(void *context, size_t file, const struct profile *one)
{
    struct run *r = context;

    by_file_take(&r->report.by_file, file, one, r->diag);
}

bool run_read_data(struct run *r)
{
    const struct options *o = r->options;
    const struct gmon_target target = target_of(&r->report.image);
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
    bool by_file = o->reports & REPORT_BY_FILE;
    struct merge_request files = {
        .format = o->format,
        .target = &target,
        .jobs = o->jobs,
        .keep_going = o->keep_going,
        .arcs_repeat = arcs_may_repeat(r),
        .one_rate = o->reports & REPORT_SUM,
        .added = o->reports & REPORT_INFO                         ? print_info
                 : o->keep_going && (o->reports & REPORT_COMPARE) ? note_added
                                                                  : NULL,
        .seen = by_file ? take_file : NULL,
        .context = r,
    };

    if (!inputs_gather(&r->report.inputs, &named, r->diag) ||
        !beside_check(&r->report.inputs, o->keep_going, r->diag))
        return false;
    if (o->is_default_data && reports_traits(o->reports).are_whole && !o->style.estimated)
        beside_add(&r->report.inputs, r->diag);
    files.files = (const char *const *)r->report.inputs.names;
    files.n_files = r->report.inputs.n;
    if (by_file && !(run_find_functions(r) &&
                     by_file_init(&r->report.by_file, files.files, files.n_files, &r->report.image,
                                  &r->report.symtab, &r->report.filter, r->diag)))
        return false;
    if (!merge_files(&r->report.profile, &files, &r->report.left_out, r->diag))
        return false;
    if (by_file)
        by_file_finish(&r->report.by_file, o->style.show_unused, r->diag);
    r->report.left_out += r->report.inputs.left_out;
    warn_of_stacks(r);
    return !(o->reports & REPORT_SUM) ||
           gmon_out_write(&r->report.profile, sum_name(o), o->format, &target, r->diag);
}
