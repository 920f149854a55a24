/* run_compare - the profile that a run is compared with, and what changed since
 *
 * The base is a run of its own, of the same options but with its own image and data.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

#include "analysis/changes_file.h"
#include "base/file.h"
#include "base/mem.h"
#include "report/registry.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct run_base {
    struct run run;           /* where it is data files */
    struct changes_file file; /* or where it is an export */
    struct options options;   /* its own; what it points to is shared, but for these */
    char **names;             /* of data files; owned, as is each */
    size_t n_names, names_cap;
    const char **lists; /* owned */
};

static void add_name(struct run_base *b, const char *name, struct diag *d)
{
    b->names = mem_grow(d, b->names, &b->names_cap, b->n_names + 1, sizeof *b->names);
    b->names[b->n_names++] = mem_copy_string(d, name, strlen(name));
}

/* A pattern that fits nothing is a name, which its reader will not find. */
static void add_pattern(struct run_base *b, const char *pattern, struct diag *d)
{
    glob_t found = {0};

    if (glob(pattern, GLOB_NOCHECK, NULL, &found) != 0)
        mem_out(d, 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        add_name(b, found.gl_pathv[i], d);
    globfree(&found);
}

/* What --compare names: files, directories, patterns of such names, and @LIST. */
static void find_names(struct run_base *b, const struct options *o, struct diag *d)
{
    b->lists = mem_alloc(d, o->n_bases, sizeof *b->lists);
    b->options.n_lists = 0;
    for (size_t i = 0; i < o->n_bases; i++) {
        const char *name = o->bases[i];

        if (name[0] == '@')
            b->lists[b->options.n_lists++] = name + 1;
        else if (access(name, F_OK) == 0)
            add_name(b, name, d);
        else
            add_pattern(b, name, d);
    }
    b->options.data_files = (const char **)b->names;
    b->options.n_data_files = b->n_names;
    b->options.lists = b->lists;
}

static void make_base(struct run *r)
{
    struct run_base *b = mem_alloc(r->diag, 1, sizeof *b);

    r->base = b;
    b->options = *r->options;
    b->options.reports = REPORT_COMPARE;
    b->options.recursive = true;
    b->options.ids.unnamed = SYM_UNNAMED_IS_NOTHING; /* it may be new */
    if (r->options->base_image)
        b->options.image = r->options->base_image;
    b->run = (struct run){.diag = r->diag,
                          .out = r->out,
                          .options = &b->options,
                          .reports = REPORT_COMPARE,
                          .needs = r->needs};
    find_names(b, r->options, r->diag);
}

/* Of an export there are no runs to be told apart, so that it stands alone. */
static bool is_export(const struct run_base *b, bool *is, struct diag *d)
{
    const char *found = NULL;

    for (size_t i = 0; i < b->n_names && !found; i++)
        if (changes_file_is(b->names[i]))
            found = b->names[i];
    *is = found != NULL;
    if (found && (b->n_names > 1 || b->options.n_lists > 0))
        return diag_error(d, found,
                          "is a JSON export, and no other base can stand beside it; name one "
                          "export, or data files");
    return true;
}

/* Whether the export is of the program that is compared with it. */
static bool is_same_build(const struct run *r, const struct changes_file *f)
{
    const uint8_t *id;
    size_t bytes = core_build_id(&r->report.image, &id);

    if (bytes == 0 || !f->build_id || strlen(f->build_id) != 2 * bytes)
        return false;
    for (size_t i = 0; i < bytes; i++) {
        char digits[3];

        snprintf(digits, sizeof digits, "%02x", id[i]);
        if (strncmp(digits, f->build_id + 2 * i, 2) != 0)
            return false;
    }
    return true;
}

static bool read_export(struct run *r)
{
    struct changes_file *f = &r->base->file;

    if (r->options->base_image)
        return diag_error(r->diag, r->base->names[0],
                          "is a JSON export, which needs no image; leave out --compare-image");
    if (!changes_file_read(f, r->base->names[0], r->diag))
        return false;
    if (f->by_line != r->options->style.by_line)
        return diag_error(
            r->diag, r->base->names[0], "its functions are %s; %s --line, or export it again",
            f->by_line ? "source lines" : "no source lines", f->by_line ? "add" : "leave out");
    /* it lists what has time or calls: of this very program, all else is there, too */
    f->side.is_whole = !is_same_build(r, f);
    f->side.is_unfiltered = true;
    r->before = f->side;
    f->side.functions = NULL;
    return true;
}

static bool read_data(struct run *r)
{
    struct run *base = &r->base->run;

    if (!run_read_image(base) || !run_read_data(base) || !run_analyse(base))
        return false;
    run_load_names(base);
    return run_make_side(base, &r->before);
}

bool run_check_bases(const struct run *r)
{
    static const char elf[] = {'\177', 'E', 'L', 'F'};
    const struct options *o = r->options;

    for (size_t i = 0; i < o->n_bases; i++) {
        uint8_t start[sizeof elf];
        struct stat st;

        if (stat(o->bases[i], &st) == 0 && S_ISREG(st.st_mode) && /* a pipe is read once */
            file_read_start(o->bases[i], start, sizeof start) == sizeof start &&
            memcmp(start, elf, sizeof start) == 0)
            return diag_error(r->diag, o->bases[i],
                              "is a program: --compare took it for the base, and %s for the "
                              "program; run: %s --compare=BASE %s gmon.out",
                              o->image, r->diag->program, o->bases[i]);
    }
    return true;
}

bool run_compare(struct run *r)
{
    const struct options *o = r->options;
    bool exported = false;

    if (!(r->reports & REPORT_COMPARE))
        return true;
    make_base(r);
    return is_export(r->base, &exported, r->diag) && (exported ? read_export(r) : read_data(r)) &&
           run_make_side(r, &r->after) &&
           changes_init(&r->report.changes, &r->before, &r->after,
                        change_limits_tests(o->limits, o->n_limits), r->diag);
}

bool run_left_out(const struct run *r)
{
    return r->report.left_out > 0 || (r->base && run_left_out(&r->base->run));
}

bool run_check_limits(struct run *r)
{
    const struct options *o = r->options;

    return change_limits_check(o->limits, o->n_limits, &r->report.changes, &r->exceeded, r->diag);
}

void run_compare_release(struct run *r)
{
    changes_side_release(&r->before);
    changes_side_release(&r->after);
    if (!r->base)
        return;
    run_release(&r->base->run);
    changes_file_release(&r->base->file);
    while (r->base->n_names > 0)
        free(r->base->names[--r->base->n_names]);
    free(r->base->names);
    free(r->base->lists);
    free(r->base);
}
