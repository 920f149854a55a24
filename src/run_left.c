/* run_left - keeps and reports the data that a program has left
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_left.h"

#include "analysis/checks/image_traits.h"
#include "base/file.h"
#include "base/launch.h"
#include "base/limit.h"
#include "profile/gmon_io.h"
#include "profile/merge_files.h"
#include "run_command.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- which program it is --------------------------------------------------------------------- */

bool left_is_elf(const char *path)
{
    static const uint8_t mark[] = {0x7f, 'E', 'L', 'F'};
    uint8_t start[sizeof mark];

    return file_read_part(path, 0, start, sizeof start) == (ssize_t)sizeof start &&
           memcmp(start, mark, sizeof mark) == 0;
}

char *left_find(const char *name, struct diag *d)
{
    const char *at = getenv("PATH");
    struct stat st;

    if (strchr(name, '/'))
        return access(name, F_OK) == 0 ? mem_printf(d, "%s", name) : NULL;
    for (at = at ? at : "/bin:/usr/bin";; at++) {
        int length = (int)strcspn(at, ":");
        char *path = mem_printf(d, "%.*s/%s", length > 0 ? length : 1, length > 0 ? at : ".", name);

        if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0)
            return path;
        free(path);
        at += length;
        if (*at == '\0')
            return NULL;
    }
}

/* Returns true if both names lead to one file. */
static bool is_same(const char *a, const char *b)
{
    struct stat sa, sb;

    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}

/* Returns the path of the program if `word` of the command line means it, else NULL. */
static char *meant_by(const char *word, const char *name, struct diag *d)
{
    char *path = strcmp(word, name) == 0 ? left_find(word, d) : mem_printf(d, "%s", word);

    if (path && (strcmp(diag_basename(path), name) == 0 || is_same(path, name)) &&
        left_is_elf(path))
        return path;
    free(path);
    return NULL;
}

/* The program is that which ran, as call stacks tell. If there are none, it is that which was run,
 * another word of the command (mpirun ./prog), or beside the program, or in PATH. The program that
 * was run has the name by which it was run, be it that of a link. */
char *left_image(const struct left_request *q, const struct left_program *p, struct diag *d)
{
    int directory = (int)(diag_basename(q->path) - q->path);
    LOCAL char *beside = mem_printf(d, "%.*s%s", directory, q->path, p->name);
    LOCAL char *built = mem_printf(d, "%.*s.libs/%s", directory, q->path, p->name);
    const char *const places[] = {q->path, q->real, beside, built};
    char *image = NULL;

    if (p->path && strcmp(p->path, q->real) == 0)
        return mem_printf(d, "%s", q->path);
    if (p->path && left_is_elf(p->path))
        return mem_printf(d, "%s", p->path);
    for (size_t i = 0; !image && i < 2; i++)
        image = meant_by(places[i], p->name, d);
    if (!image && strcmp(diag_basename(q->real), p->name) == 0 && left_is_elf(q->real))
        return mem_printf(d, "%s", q->path);
    for (char **word = q->command; !image && *word; word++)
        image = meant_by(*word, p->name, d);
    for (size_t i = 2; !image && i < sizeof places / sizeof *places; i++)
        image = meant_by(places[i], p->name, d);
    return image ? image : left_find(p->name, d);
}

/* ---- the data -------------------------------------------------------------------------------- */

/* Data files, and their call stacks. */
struct files {
    char **data, **stacks; /* paths; owned, like the arrays */
    size_t n_data, n_stacks, data_cap, stacks_cap;
};

static void add_data(struct files *f, const char *data, const char *stacks, struct diag *d)
{
    if (data)
        *mem_push(d, f->data, f->n_data, f->data_cap) = mem_printf(d, "%s", data);
    if (stacks)
        *mem_push(d, f->stacks, f->n_stacks, f->stacks_cap) = mem_printf(d, "%s", stacks);
}

static void release_files(struct files *f)
{
    for (size_t i = 0; i < f->n_data; i++)
        free(f->data[i]);
    for (size_t i = 0; i < f->n_stacks; i++)
        free(f->stacks[i]);
    free(f->data);
    free(f->stacks);
    *f = (struct files){0};
}

/* Puts the sum of several files, and of their call stacks, in their place. They stay if they cannot
 * be added up. `sum` is a path in scratch. */
static void add_up(struct files *f, const char *sum, const struct gmon_target *target,
                   struct diag *d)
{
    LOCAL const char **names = mem_alloc(d, f->n_data + f->n_stacks, sizeof *names);
    LOCAL char *stacks = stack_file_name(sum, 0, d);
    struct merge_request m = {
        .files = names, .n_files = f->n_data + f->n_stacks, .target = target, .one_rate = true};
    LOCAL_BY(profile_release) struct profile all = {0};
    struct diag quiet = {.program = d->program};
    size_t left_out;

    if (f->n_data < 2)
        return;
    for (size_t i = 0; i < m.n_files; i++)
        names[i] = i < f->n_data ? f->data[i] : f->stacks[i - f->n_data];
    if (!merge_files(&all, &m, &left_out, &quiet) ||
        !gmon_out_write(&all, sum, NULL, target, &quiet))
        return;
    release_files(f);
    add_data(f, sum, access(stacks, F_OK) == 0 ? stacks : NULL, d);
}

/* Removes a sum after it was kept, as scratch may stay for processes that still run. */
static void remove_sum(const char *sum, struct diag *d)
{
    LOCAL char *stacks = stack_file_name(sum, 0, d);

    unlink(sum);
    unlink(stacks);
}

static bool copy(const char *from, const char *to)
{
    LOCAL_BY(file_bytes_release) struct file_bytes bytes = {0};
    struct file_writer w;

    limit_add_file(from);
    if (!file_read_all(&bytes, from, "", NULL) || !file_writer_open(&w, to, NULL))
        return false;
    sink_bytes(&w.sink, (const char *)bytes.data, bytes.size);
    return file_writer_commit(&w, NULL);
}

/* Copies the data to `place`, and call stacks beside it, and names these in the list. Older stacks
 * there are removed. Returns false if that is not possible; the list stays as it is then. */
static bool keep(struct files *f, const char *place, struct diag *d)
{
    LOCAL char *beside = stack_file_name(place, 0, d);
    bool has_stacks = f->n_stacks == 1;

    unlink(beside);
    if (f->n_data != 1 || (has_stacks && !copy(f->stacks[0], beside)) || !copy(f->data[0], place)) {
        diag_error(d, place, "cannot be written; --data names another file");
        return false;
    }
    release_files(f);
    add_data(f, place, has_stacks ? beside : NULL, d);
    return true;
}

char *left_place(const struct left_request *q, const char *name, struct diag *d)
{
    LOCAL char *data =
        q->n_ranks > 1 ? mem_printf(d, "%s.%s", q->data, q->rank) : mem_printf(d, "%s", q->data);

    return mem_printf(d, "%s%s%s", data, name ? "." : "", name ? name : "");
}

/* Keeps the data of each rank, or of all processes, in a file of its own. Lists all of the files.
 */
static bool keep_all(struct files *all, const struct left_request *q, const struct left_program *p,
                     const char *place, const struct gmon_target *target, struct diag *d)
{
    unsigned n_ranks = q->n_ranks > 1 ? 1 : p->n_ranks; /* gprof's own rank is in `place` */
    bool ok = q->keeps;

    for (unsigned rank = 0; rank < n_ranks; rank++) {
        LOCAL char *sum = mem_printf(d, "%s/sum.%u", q->scratch->inside, rank);
        LOCAL char *of_rank = mem_printf(d, n_ranks > 1 ? "%s.%u" : "%s", place, rank);
        LOCAL_BY(release_files) struct files part = {0};

        for (size_t i = 0; i < p->n_files; i++)
            if (n_ranks == 1 || p->files[i].rank == rank)
                add_data(&part, p->files[i].data, p->files[i].stacks, d);
        if (part.n_data == 0)
            continue;
        add_up(&part, sum, target, d);
        ok = ok && keep(&part, of_rank, d);
        if (ok)
            remove_sum(sum, d);
        for (size_t i = 0; i < part.n_data; i++)
            add_data(all, part.data[i], NULL, d);
        for (size_t i = 0; i < part.n_stacks; i++)
            add_data(all, NULL, part.stacks[i], d);
    }
    return ok;
}

/* Keeps the data of a rank that gprof itself is. The last one of all ranks lists the data of all of
 * them; the others return false, after a line that says where theirs are. Each has removed its
 * older data before the run. */
static bool keep_rank(struct files *all, const struct left_request *q, const struct left_program *p,
                      const char *place, const struct gmon_target *target, struct diag *d)
{
    LOCAL char *directory = mem_printf(d, "%.*s.", (int)(diag_basename(place) - place), place);
    LOCAL_BY(release_files) struct files ranks = {0};
    int lock = file_open(directory, O_RDONLY | O_DIRECTORY);
    bool is_last = true;

    flock(lock, LOCK_EX);
    if (keep_all(all, q, p, place, target, d))
        for (unsigned rank = 0; rank < q->n_ranks; rank++) {
            LOCAL char *data = mem_printf(d, "%s.%u", q->data, rank);
            LOCAL char *stacks = stack_file_name(data, 0, d);

            is_last = is_last && access(data, F_OK) == 0;
            add_data(&ranks, data, access(stacks, F_OK) == 0 ? stacks : NULL, d);
        }
    close(lock);
    if (!is_last) {
        diag_error(d, NULL, "rank %s: its data are in %s; the last rank reports", q->rank, place);
        return false;
    }
    if (ranks.n_data > 0) {
        release_files(all);
        *all = ranks;
        ranks = (struct files){0};
    }
    return true;
}

/* Keeps the data of libraries, those of each in one file, and says how they are read. */
static void keep_libraries(const struct left_request *q, const struct left_program *p,
                           const char *place, const struct gmon_target *target, struct diag *d)
{
    LOCAL bool *done = mem_alloc(d, p->n_libraries, sizeof *done);

    for (size_t i = 0; i < p->n_libraries; i++) {
        const char *name = left_library(p->libraries[i]);
        LOCAL char *sum = mem_printf(d, "%s/sum.%s", q->scratch->inside, name);
        LOCAL char *data = mem_printf(d, "%s.%s", place, name);
        LOCAL char *path = done[i] ? NULL : left_library_path(p, name, d);
        LOCAL_BY(release_files) struct files part = {0};

        for (size_t k = i; !done[i] && k < p->n_libraries; k++)
            if (k == i || strcmp(left_library(p->libraries[k]), name) == 0) {
                add_data(&part, p->libraries[k], NULL, d);
                done[k] = k > i;
            }
        add_up(&part, sum, target, d);
        if (part.n_data == 0 || !keep(&part, data, d))
            continue;
        remove_sum(sum, d);
        diag_error(d, data, "the data of a library; run: %s %s%s %s", q->gprof,
                   path ? path : "PATH/", path ? "" : name, data);
    }
}

/* ---- the report ------------------------------------------------------------------------------ */

/* Prints what the options in `words` ask for, of these files; either list may be empty. */
static int print_report(const struct left_request *q, const char *words, const char *image,
                        const struct files *f, bool with_data, bool with_stacks, struct diag *d)
{
    LOCAL char *options = mem_printf(d, "%s", words);
    LOCAL char **argv = NULL;
    LOCAL_BY(sink_release) struct sink out;
    char *rest = NULL;
    size_t n = 0, cap = 0;
    struct options o;
    int status = EXIT_FAILURE;

    d->program = q->gprof;
    *mem_push(d, argv, n, cap) = (char *)q->gprof;
    for (char *word = strtok_r(options, " \t\n", &rest); word;
         word = strtok_r(NULL, " \t\n", &rest))
        *mem_push(d, argv, n, cap) = word;
    *mem_push(d, argv, n, cap) = (char *)"--";
    *mem_push(d, argv, n, cap) = (char *)image;
    for (size_t i = 0; with_data && i < f->n_data; i++)
        *mem_push(d, argv, n, cap) = f->data[i];
    for (size_t i = 0; with_stacks && i < f->n_stacks; i++)
        *mem_push(d, argv, n, cap) = f->stacks[i];
    *mem_push(d, argv, n, cap) = NULL;
    sink_init(&out, STDOUT_FILENO, d);
    if (options_parse(&o, (int)n - 1, argv, &out, d) == OPTIONS_RUN) {
        if (o.no_limit)
            limit_lift();
        status = run_command(&o, &out, d);
    }
    options_release(&o);
    if (!sink_flush(&out))
        status = EXIT_FAILURE;
    return status;
}

/* Prints the reports of a program. --top finds call stacks by itself. Of a program that counts no
 * calls they tell all: the histogram has no time in libraries. */
static int print_reports(const struct left_request *q, const char *image, bool counts,
                         const struct files *f, struct diag *d)
{
    bool only_stacks = !q->is_top && !counts && f->n_stacks > 0;
    int status =
        print_report(q, q->report, image, f, !only_stacks, !q->is_top && f->n_stacks > 0, d);

    if (q->is_named && f->n_data > 1)
        status = print_report(q, "-b --by-file", image, f, true, false, d);
    return status;
}

/* Arguments of left_report. */
struct one_report {
    const struct left_request *request;
    const struct left_program *program;
    const char *place;
    struct diag *diag;
};

static int report_here(void *context)
{
    const struct one_report *one = context;
    const struct left_request *q = one->request;
    const struct left_program *p = one->program;
    const char *place = one->place;
    struct diag *d = one->diag;
    const char *me = d->program;
    struct gmon_target target = {.word_bytes = sizeof(void *)};
    LOCAL_BY(release_files) struct files all = {0};
    LOCAL_BY(core_release) struct image image = {0};
    LOCAL char *path = left_image(q, p, d);
    bool counts = false, is_last = true;
    int status = EXIT_SUCCESS;

    dup2(q->out, STDOUT_FILENO);
    d->log->used = 0; /* reports list their own lines */
    limit_begin(d);
    if (path && core_init(&image, path, NULL)) {
        target =
            (struct gmon_target){.word_bytes = image.word_bytes, .big_endian = image.big_endian};
        counts = image_traits(&image) & NAMES_HOOK;
    }
    if (!path)
        diag_error(d, p->name, "has written a profile, but where the program lies is not known");
    else if (p->n_files > 1 && q->report)
        diag_error(d, NULL, "%s: %zu processes, added up", diag_basename(path), p->n_files);
    if (q->n_ranks > 1 && q->keeps)
        is_last = keep_rank(&all, q, p, place, &target, d);
    else if (keep_all(&all, q, p, place, &target, d) && !path)
        diag_error(d, NULL, "its data are in %s: %s PATH/%s %s", place, q->gprof, p->name, place);
    if (path && q->report && is_last)
        status = print_reports(q, path, counts, &all, d);
    d->program = me;
    if (q->keeps)
        keep_libraries(q, p, place, &target, d);
    return status;
}

int left_report(const struct left_request *q, const struct left_program *p, const char *place,
                struct diag *d)
{
    struct one_report one = {q, p, place, d};

    return launch_copy(report_here, &one);
}
