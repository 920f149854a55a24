/* merge_files - adds up many data files
 *
 * Each thread gets a stretch of the list, of about equal length. Their profiles are added up in
 * the order of the list, so arcs and ranges appear in the order in which one reader would have
 * found them. The messages of each thread are kept until the end, and appear in that order, too.
 *
 * If two files do not fit together, the one to name depends on the files before it, which only
 * one reader knows. Therefore the work of the threads is then dropped, and the files are read one
 * after the other. A broken file that may be left out does not need that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/merge_files.h"

#include "base/arith.h"
#include "base/limit.h"
#include "base/mem.h"
#include "profile/gmon_io.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>

enum {
    THREADS_MAX = 64,   /* more of them would only wait for the disk */
    FILES_A_THREAD = 32 /* for fewer files no thread is started, unless the user asks for it */
};

/* ---- one file ------------------------------------------------------------------------------- */

enum outcome { ADDED, BROKEN, MISFIT };

/* Reads file number `file` of the list and adds it. If files may be left out, a file that is broken
 * or does not fit adds nothing. `scratch` is kept from file to file. */
static enum outcome add_file(struct profile *p, const struct merge_request *m, size_t file,
                             struct file_bytes *scratch, struct gmon_file_info *info,
                             struct diag *d)
{
    struct profile one = {.one_rate = m->one_rate, .arcs_repeat = true};
    bool apart = m->keep_going; /* what does not fit adds nothing */
    bool ok =
        gmon_out_read(apart ? &one : p, m->files[file], m->format, m->target, scratch, info, d);

    if (!ok || !apart || !profile_fits(p, &one, d)) {
        profile_release(&one);
        return !ok ? BROKEN : apart ? MISFIT : ADDED;
    }
    profile_merge(p, &one, d);
    return ADDED;
}

/* ---- readers -------------------------------------------------------------------------------- */

/* State that the threads share. */
struct team {
    const struct merge_request *request;
    struct progress progress; /* progress line, updated only by the first thread, which is the main
                               * one */
    size_t n_workers;
    atomic_size_t done;  /* files */
    atomic_bool give_up; /* a thread cannot decide, or must not go on: all stop */
};

struct worker {
    struct team *team;
    size_t first, end;      /* stretch of the list */
    struct profile profile; /* sum of the stretch */
    size_t left_out;        /* files */
    struct diag *diag;
    struct diag kept; /* diag of one of several threads, which writes into text */
    char *text;       /* owned */
    size_t text_size;
    pthread_t thread;
};

static void *work(void *argument)
{
    struct worker *w = argument;
    struct team *team = w->team;
    const struct merge_request *m = team->request;
    LOCAL_BY(file_bytes_release) struct file_bytes scratch = {0};

    for (size_t i = w->first; i < w->end && !atomic_load(&team->give_up); i++) {
        struct gmon_file_info info;
        enum outcome outcome = add_file(&w->profile, m, i, &scratch, &info, w->diag);

        w->left_out += outcome != ADDED;
        if (outcome == ADDED && m->added)
            m->added(m->context, m->files[i], &info);
        if (outcome != ADDED && (!m->keep_going || (outcome == MISFIT && team->n_workers > 1)))
            atomic_store(&team->give_up, true);
        atomic_fetch_add(&team->done, 1);
        if (w->first == 0)
            progress_tell(&team->progress, atomic_load(&team->done));
    }
    return NULL;
}

/* Runs the threads; the calling one is the first. Returns false if a thread has given up. */
static bool run_team(struct team *team, struct worker *workers, struct diag *d)
{
    size_t n = 1;

    progress_start(&team->progress, d, team->request->n_files, "data files");
    while (n < team->n_workers && pthread_create(&workers[n].thread, NULL, work, &workers[n]) == 0)
        n++;
    if (n < team->n_workers)
        atomic_store(&team->give_up, true);
    work(&workers[0]);
    while (n-- > 1)
        pthread_join(workers[n].thread, NULL);
    progress_end(&team->progress);
    return !atomic_load(&team->give_up);
}

/* Returns true if each file can be read twice, as a pipe cannot. */
static bool can_read_twice(const struct merge_request *m)
{
    for (size_t i = 0; i < m->n_files; i++) {
        struct stat st;

        if (strcmp(m->files[i], "-") == 0 || (stat(m->files[i], &st) == 0 && !S_ISREG(st.st_mode)))
            return false;
    }
    return true;
}

/* Adds up what `n` threads find, and passes on what they report, in order. A single reader reports
 * by itself. Returns false if a single reader has to read all files, and then nothing was added, or
 * if that one has failed. */
static bool merge_as_team(struct profile *p, const struct merge_request *m, size_t n,
                          size_t *left_out, struct diag *d)
{
    struct team team = {.request = m, .n_workers = n};
    LOCAL struct worker *workers = mem_alloc(d, n, sizeof *workers);
    bool ok;

    for (size_t i = 0; i < n; i++) {
        struct worker *w = &workers[i];

        w->team = &team;
        w->profile.one_rate = m->one_rate;
        w->profile.arcs_repeat = m->arcs_repeat && m->n_files == 1;
        w->first = m->n_files / n * i + (m->n_files % n * i) / n;
        w->end = m->n_files / n * (i + 1) + (m->n_files % n * (i + 1)) / n;
        w->diag = n > 1 ? &w->kept : d;
        if (n > 1)
            diag_init(&w->kept, d->program, open_memstream(&w->text, &w->text_size));
        if (n > 1 && !w->kept.stream)
            atomic_store(&team.give_up, true);
    }
    ok = run_team(&team, workers, d);
    *p = workers[0].profile;
    for (size_t i = 1; i < n; i++)
        ok = ok && profile_merge(p, &workers[i].profile, NULL);
    for (size_t i = 0; i < n; i++) {
        if (workers[i].kept.stream)
            fclose(workers[i].kept.stream);
        if (ok && n > 1)
            diag_pass_on(d, &workers[i].kept, workers[i].text, workers[i].text_size);
        *left_out += ok ? workers[i].left_out : 0;
        if (i > 0)
            profile_release(&workers[i].profile);
        free(workers[i].text);
    }
    if (!ok)
        profile_release(p);
    return ok;
}

/* Returns how many threads to use; 1 if something is printed of each file in turn. */
static size_t team_size(const struct merge_request *m, const struct diag *d)
{
    cpu_set_t allowed; /* processors; it has room for more than THREADS_MAX */
    size_t n = m->jobs;

    if (m->added || (d && d->trace))
        return 1;
    if (n == 0) {
        n = m->n_files / FILES_A_THREAD;
        if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && n > (size_t)CPU_COUNT(&allowed))
            n = (size_t)CPU_COUNT(&allowed);
    }
    if (n > m->n_files)
        n = m->n_files;
    return n > THREADS_MAX ? THREADS_MAX : n;
}

bool merge_files(struct profile *p, const struct merge_request *m, size_t *left_out, struct diag *d)
{
    LIMIT_STAGE(LIMIT_DATA, m->n_files > 0 ? m->files[0] : NULL);
    size_t n = team_size(m, d);
    uint64_t bytes = 0;

    for (size_t i = 0; i < m->n_files; i++)
        bytes = add_saturated(bytes, limit_bytes_of(m->files[i]));
    limit_add(bytes); /* before threads read */
    *left_out = 0;
    if ((n < 2 || !can_read_twice(m) || !merge_as_team(p, m, n, left_out, d)) &&
        !merge_as_team(p, m, 1, left_out, d))
        return false;
    if (*left_out == 0)
        return true;
    diag_error(d, NULL, "%zu of %zu data files were left out; the others are added up", *left_out,
               m->n_files);
    return *left_out < m->n_files;
}
