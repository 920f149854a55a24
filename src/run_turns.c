/* run_turns - runs two versions of a program in turn, and says what changed (--run --compare)
 *
 * The order is A B B A, so that no steady drift of the machine favours a side. The comparison that
 * makes the report also tells if the limits are judged. It is made in copies of the process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_turns.h"

#include "base/launch.h"
#include "base/limit.h"
#include "run_command.h"
#include "run_start.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Runs a side if there is no limit that tells how many are needed. */
enum { RUNS_WITHOUT_LIMITS = 10 };

/* Samples a second, if the user does not choose: few more come from the kernel, and these tell
 * enough of a run of half a second. */
#define RATE "4000"

/* A version of the program. */
struct version {
    const char *word;         /* as it was named on the command line */
    const char *side;         /* name of its data files, before their numbers */
    struct left_request left; /* path and real are owned */
    char **argv;              /* its command; owned */
    char *image;              /* absolute path of the program that the data are of; owned */
};

/* Both versions while they are run. */
struct match {
    const struct turns *turns;
    struct version versions[2]; /* the old and the new one */
    unsigned runs;              /* runs a side that count */
    struct scratch scratch;
    char *library;     /* libgmon.so.1; owned */
    const char *place; /* directory of the data files */
    off_t input;       /* where each run begins to read standard input, or -1 */
    struct timespec start;
};

/* ---- gprof --compare ------------------------------------------------------------------------ */

/* Words of a command line of gprof. */
struct words {
    char **at; /* owned, like the words */
    size_t n, cap;
};

static void add_word(struct words *w, char *word, struct diag *d)
{
    *mem_push(d, w->at, w->n, w->cap) = word;
}

static void release_words(struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free(w->at[i]);
    free(w->at);
    *w = (struct words){0};
}

/* Returns the name of a data file, as the comparison sees it if `seen`: in scratch, it is made
 * there. The caller frees it. */
static char *data_file(const struct match *m, const struct version *v, unsigned run, bool seen,
                       struct diag *d)
{
    return seen && !m->turns->data ? mem_printf(d, "%s.%u", v->side, run)
                                   : mem_printf(d, "%s/%s.%u", m->place, v->side, run);
}

static const char *image_of(const struct version *v)
{
    return v->image ? v->image : v->left.real;
}

/* Makes the command line that compares the runs. Before the first one, its options are right or
 * wrong all the same. */
static struct words command_of(const struct match *m, struct diag *d)
{
    const struct version *old = &m->versions[0], *new = &m->versions[1];
    struct words w = {0};
    const char *word = m->turns->options;
    unsigned runs = m->runs > 0 ? m->runs : 1;

    add_word(&w, mem_printf(d, "%s", m->turns->gprof), d);
    for (size_t length; word += strspn(word, " \t\n"), (length = strcspn(word, " \t\n")) > 0;
         word += length)
        add_word(&w, mem_copy_string(d, word, length), d);
    for (size_t i = 0; i < m->turns->n_limits; i++)
        add_word(&w, mem_printf(d, "--fail-on=%s", m->turns->limits[i]), d);
    for (unsigned i = 1; i <= runs; i++) {
        LOCAL char *name = data_file(m, old, i, true, d);

        add_word(&w, mem_printf(d, "--compare=%s", name), d);
    }
    add_word(&w, mem_printf(d, "--compare-image=%s", image_of(old)), d);
    add_word(&w, mem_printf(d, "--"), d);
    add_word(&w, mem_printf(d, "%s", image_of(new)), d);
    for (unsigned i = 1; i <= runs; i++)
        add_word(&w, data_file(m, new, i, true, d), d);
    return w;
}

/* What to do with a command line. */
enum intent { TO_CHECK, TO_LOOK, TO_REPORT };

/* Arguments of compare. */
struct comparison {
    const struct match *match;
    enum intent intent;
    struct diag *diag;
};

/* Compares the runs, in a copy of the process. Prints nothing unless it is to report. Returns an
 * exit status, or enum limits_look if it is to look. */
static int compare_here(void *context)
{
    const struct comparison *c = context;
    enum intent intent = c->intent;
    struct diag quiet = {.program = c->diag->program}, *d = intent == TO_LOOK ? &quiet : c->diag;
    const char *output = intent == TO_REPORT ? c->match->turns->output : "/dev/null";
    LOCAL_BY(release_words) struct words w = command_of(c->match, d);
    LOCAL_BY(sink_release) struct sink out = {0};
    struct options o;
    int status = EXIT_FAILURE;
    int to = output ? open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : STDOUT_FILENO;

    if (to < 0 || (to != STDOUT_FILENO && dup2(to, STDOUT_FILENO) < 0) ||
        (!c->match->turns->data && chdir(c->match->place) != 0))
        return diag_system(d, output, errno, "name another file"), EXIT_FAILURE;
    d->program = c->match->turns->gprof;
    limit_begin(c->diag); /* which gives its diag a stream */
    sink_init(&out, STDOUT_FILENO, d);
    if (options_parse(&o, (int)w.n, w.at, &out, d) == OPTIONS_RUN)
        status = intent == TO_CHECK  ? EXIT_SUCCESS
                 : intent == TO_LOOK ? (int)run_look_at_limits(&o, &out, d)
                                     : run_command(&o, &out, d);
    options_release(&o);
    return sink_flush(&out) ? status : EXIT_FAILURE;
}

static int compare(const struct match *m, enum intent intent, struct diag *d)
{
    struct comparison c = {m, intent, d};

    return launch_copy(compare_here, &c);
}

/* ---- a run ---------------------------------------------------------------------------------- */

/* Sends what programs print to nowhere, and keeps the descriptors that it went to. */
static void hide_output(int kept[2])
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    for (int i = 0; i < 2; i++) {
        kept[i] = fcntl(STDOUT_FILENO + i, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        dup2(nowhere, STDOUT_FILENO + i);
    }
    close(nowhere);
}

static void show_output(const int kept[2])
{
    for (int i = 0; i < 2; i++) {
        dup2(kept[i], STDOUT_FILENO + i);
        close(kept[i]);
    }
}

/* Runs a version. Returns START_GO_ON, or the exit status, after reporting. */
static int launch_version(struct match *m, const struct version *v, struct launched *l,
                          struct diag *d)
{
    int kept[2] = {-1, -1}, error;

    if (m->input >= 0)
        lseek(STDIN_FILENO, m->input, SEEK_SET);
    if (!m->turns->shows_output)
        hide_output(kept);
    error = launch(l, v->argv);
    if (!m->turns->shows_output)
        show_output(kept);
    if (error != 0) {
        diag_system(d, v->left.path, error, "it was not run");
        return error == ENOENT ? START_NO_PROGRAM : START_CANNOT_RUN;
    }
    if (launched_status(l) == 0)
        return START_GO_ON;
    diag_error(d, v->word, "has ended with status %d%s", launched_status(l),
               m->turns->shows_output ? "" : "; --show-output shows what it printed");
    return START_FAILED;
}

/* Returns the program that a run was: the one that was named, or what it was for most of its
 * time. */
static struct left_program *program_of(const struct left_data *left, const struct version *v)
{
    struct left_program *longest = NULL;

    for (size_t i = 0; i < left->n; i++) {
        struct left_program *p = &left->programs[i];

        if (p->n_files > 0 && strcmp(p->name, diag_basename(v->left.real)) == 0)
            return p;
        if (p->n_files > 0 && (!longest || p->ns > longest->ns))
            longest = p;
    }
    return longest;
}

/* Returns the absolute path of the program, or NULL; the caller frees it. */
static char *image_of_run(const struct version *v, const struct left_program *program,
                          struct diag *d)
{
    LOCAL char *image = left_image(&v->left, program, d);

    return image ? realpath(image, NULL) : NULL;
}

/* Runs a version, and keeps its data as those of run number `run`; 0: it does not count. */
static int run_version(struct match *m, struct version *v, unsigned run, struct diag *d)
{
    LOCAL char *place = data_file(m, v, run, false, d);
    struct launched l;
    struct left_data left;
    const struct left_program *program;
    int status = launch_version(m, v, &l, d);
    pid_t others[1];

    if (status != START_GO_ON) {
        launched_end_alike(&l);
        return status;
    }
    launch_left(others, 1, m->scratch.cleaner);
    left_data_read(&left, m->scratch.inside, l.pid, diag_basename(v->left.real), d);
    program = program_of(&left, v);
    if (program && !v->image)
        v->image = image_of_run(v, program, d);
    if (!program || !v->image) {
        diag_error(d, v->word, "has written no profile; 'gprof-run %s' may say why", v->word);
        status = START_FAILED;
    } else if (run > 0 && left_report(&v->left, program, place, d) != 0) {
        status = START_FAILED;
    }
    left_data_remove(&left);
    left_data_release(&left);
    return status;
}

/* ---- all runs ------------------------------------------------------------------------------- */

static double seconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* Returns true if there are to be more runs; `*next` is after how many runs that is asked again.
 * After the first one a comparison that fails, as a limit names nothing, ends them all. */
static bool goes_on(const struct match *m, unsigned *next, struct diag *d)
{
    const struct turns *t = m->turns;
    bool is_time = m->runs >= *next;
    int found = LIMITS_ARE_OPEN;

    if (m->runs >= t->max_runs ||
        (m->runs > 0 && t->max_seconds > 0 && seconds_since(&m->start) >= t->max_seconds))
        return false;
    if (m->runs > 0 && t->n_limits > 0 && (is_time || m->runs == 1))
        found = compare(m, TO_LOOK, d);
    if (!is_time)
        return found != LIMITS_FAIL;
    *next = change_limits_look(m->runs);
    return t->n_limits > 0 ? found == LIMITS_ARE_OPEN : m->runs < RUNS_WITHOUT_LIMITS;
}

static int run_all(struct match *m, struct diag *d)
{
    int status = START_GO_ON;
    unsigned next = 0;

    for (unsigned i = 0; status == START_GO_ON && i < 2; i++)
        status = run_version(m, &m->versions[i], 0, d);
    while (status == START_GO_ON && goes_on(m, &next, d)) {
        unsigned first = m->runs % 2;

        if (isatty(STDERR_FILENO))
            diag_status(d, "%u runs of each", m->runs);
        status = run_version(m, &m->versions[first], m->runs + 1, d);
        if (status == START_GO_ON)
            status = run_version(m, &m->versions[!first], m->runs + 1, d);
        m->runs += status == START_GO_ON;
    }
    diag_status(d, NULL);
    return status;
}

/* ---- the product ---------------------------------------------------------------------------- */

static bool is_empty(const char *directory)
{
    DIR *d = opendir(directory);
    const struct dirent *entry;
    bool found = false;

    while (d && !found && (entry = readdir(d)))
        found = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (d)
        closedir(d);
    return d && !found;
}

/* Makes the directory of the data. */
static int make_place(struct match *m, struct diag *d)
{
    m->place = m->turns->data ? m->turns->data : m->scratch.inside;
    if (m->place == m->scratch.inside || mkdir(m->place, 0777) == 0 ||
        (errno == EEXIST && is_empty(m->place)))
        return START_GO_ON;
    if (errno == EEXIST)
        diag_error(d, m->place, "is not an empty directory; --data names one, or a new one");
    else
        diag_system(d, m->place, errno, "--data names a directory");
    return START_FAILED;
}

/* Lets each run read the same: a file from its present position on, or nothing. */
static void prepare_input(struct match *m)
{
    struct stat st;
    int nothing;

    m->input = fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode)
                   ? lseek(STDIN_FILENO, 0, SEEK_CUR)
                   : -1;
    if (m->input >= 0)
        return;
    nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
}

static int find_version(struct match *m, struct version *v, const char *word, const char *side,
                        struct diag *d)
{
    size_t n = 0;

    while (m->turns->argv[n])
        n++;
    *v = (struct version){.word = word,
                          .side = side,
                          .argv = mem_alloc(d, n + 1, sizeof *v->argv),
                          .left = {.keeps = true,
                                   .data = "",
                                   .command = m->turns->argv,
                                   .scratch = &m->scratch,
                                   .gprof = m->turns->gprof,
                                   .out = STDERR_FILENO}};
    memcpy(v->argv, m->turns->argv, n * sizeof *v->argv);
    v->argv[0] = (char *)word;
    return start_find_program(word, &v->left.path, &v->left.real, d);
}

static void release_version(struct version *v)
{
    free(v->left.path);
    free(v->left.real);
    free(v->argv);
    free(v->image);
}

int run_turns(const struct turns *t, struct diag *d)
{
    struct match m = {.turns = t};
    int status = find_version(&m, &m.versions[0], t->old, "old", d);

    clock_gettime(CLOCK_MONOTONIC, &m.start);
    if (status == START_GO_ON)
        status = find_version(&m, &m.versions[1], *t->argv, "new", d);
    if (status == START_GO_ON)
        status = start_find_library(&m.library, t->libdir, d);
    if (status == START_GO_ON)
        status = start_scratch(&m.scratch, &m.library, d);
    if (status == START_GO_ON) {
        status = make_place(&m, d);
        if (status == START_GO_ON && compare(&m, TO_CHECK, d) != 0)
            status = START_FAILED;
        if (status == START_GO_ON) {
            prepare_input(&m);
            setenv("GMON_HZ", RATE, 0);
            start_environment(&m.scratch, m.library, d);
            status = run_all(&m, d);
        }
        if (status == START_GO_ON)
            status = compare(&m, TO_REPORT, d);
        if (status == EXIT_FAILURE)
            status = START_FAILED;
        scratch_end(&m.scratch, false);
    }
    for (size_t i = 0; i < 2; i++)
        release_version(&m.versions[i]);
    free(m.library);
    return status;
}
