/* run_program - runs a program under libgmon, and reports where its time went (--run)
 *
 * Each process writes its data into a directory of scratch; behind the run they are listed by
 * program. All that reads files of others, the image before the run, too, is done in copies of this
 * process with limits of their own: the program inherits none, and no failure hides what follows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_program.h"

#include "analysis/checks/image_traits.h"
#include "base/launch.h"
#include "base/limit.h"
#include "gmon_out.h"
#include "run_left.h"
#include "run_start.h"
#include "run_turns.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Name of the command in its messages, which says what the user may type. */
static const char me[] = "gprof-run";

/* Options of the default report. */
static const char top[] = "--top";

/* What a program's file says. */
enum trait {
    IS_ELF = 1 << 0,      /* other files are scripts */
    HAS_LOADER = 1 << 1,  /* libgmon can be preloaded */
    FITS = 1 << 2,        /* it is for the machine that libgmon is for */
    COUNTS = 1 << 3,      /* compiled with -pg */
    HAS_RUNTIME = 1 << 4, /* linked with libgmon */
    OF_GO = 1 << 5,       /* Go's runtime is in it */
    TRAITS_END = 1 << 6
};

/* A run of a program. */
struct program_run {
    struct left_request left; /* what to make of the data */
    const char *libdir;       /* value of --run, or NULL */
    struct turns turns;       /* programs to compare, if there is an old one */
    const char *output;       /* file of the report, or NULL */
    bool is_all;              /* all programs are profiled, and reported by their times */
    bool chooses;             /* the data tell which programs are reported */
    char **argv;              /* the program's command */
    char *library;            /* libgmon.so.1; owned */
    int traits;               /* of the program */
    const char *why;          /* why there may be no profile; NULL: it was said before the run */
    struct scratch scratch;
    struct launched launched;
};

/* ---- the command line ------------------------------------------------------------------------ */

static const char help[] =
    "Usage: gprof-run [options] PROGRAM [ARGUMENT...]\n"
    "       gprof-run --compare=OLD [options] NEW [ARGUMENT...]\n"
    "\n"
    "Runs PROGRAM with libgmon preloaded, and reports where its time went. Calls\n"
    "are counted if PROGRAM was compiled with -pg.\n"
    "\n"
    "  -r, --report=WHAT    top (default), flat, graph, all or none; or options of\n"
    "                       gprof: --report='-b -A'\n"
    "  -o, --output=FILE    the report into FILE, not to standard error\n"
    "  -d, --data=FILE      keep the data in FILE (default: gmon.out)\n"
    "  -n, --no-data        keep no data\n"
    "  -f, --hz=N           samples per second, from 1 to 10000 (default: 100)\n"
    "  -c, --clock=CLOCK    cpu: CPU time (default); wall: elapsed time\n"
    "  -a, --all            report all programs that PROGRAM starts\n"
    "      --verbose        say of each data file what it contains\n"
    "      --compare=OLD    run the programs OLD and NEW in turn, and say what changed\n"
    "      --fail-on=LIMIT  status 3 if that is worse, such as self:10% or total:5%\n"
    "      --max-runs=N     most runs of each (default: 20)\n"
    "      --max-time=N     begin no run after N seconds\n"
    "      --show-output    show what compared programs print\n"
    "  -h, --help           this text\n"
    "      --version        the version\n"
    "\n"
    "Status: that of PROGRAM; with --compare 0, 3: a limit is exceeded, or 4: one is\n"
    "not judged; 125: gprof-run has failed; 126: PROGRAM cannot be run;\n"
    "127: there is no such PROGRAM.\n";

enum { VERBOSE = 256, VERSION, COMPARE, FAIL_ON, MAX_RUNS, MAX_TIME, SHOW_OUTPUT };

static const struct option options[] = {{"report", required_argument, NULL, 'r'},
                                        {"output", required_argument, NULL, 'o'},
                                        {"data", required_argument, NULL, 'd'},
                                        {"no-data", no_argument, NULL, 'n'},
                                        {"hz", required_argument, NULL, 'f'},
                                        {"clock", required_argument, NULL, 'c'},
                                        {"all", no_argument, NULL, 'a'},
                                        {"stacks", no_argument, NULL, 's'},
                                        {"verbose", no_argument, NULL, VERBOSE},
                                        {"help", no_argument, NULL, 'h'},
                                        {"version", no_argument, NULL, VERSION},
                                        {"compare", required_argument, NULL, COMPARE},
                                        {"fail-on", required_argument, NULL, FAIL_ON},
                                        {"max-runs", required_argument, NULL, MAX_RUNS},
                                        {"max-time", required_argument, NULL, MAX_TIME},
                                        {"show-output", no_argument, NULL, SHOW_OUTPUT},
                                        {0}};

static int wrong_use(struct diag *d, const char *option, const char *value, const char *what)
{
    diag_error(d, NULL, "%s%s: %s; '%s --help' lists the options", option, value, what, me);
    return START_FAILED;
}

static int take_report(struct program_run *r, const char *what, struct diag *d)
{
    static const char *const words[][2] = {{"top", "--top"}, {"flat", "-b -p"}, {"graph", "-b -q"},
                                           {"all", ""},      {"none", NULL},    {NULL, NULL}};

    r->left.is_named = *what != '-';
    r->left.is_top = strcmp(what, "top") == 0;
    r->left.report = what;
    if (*what == '-')
        return START_GO_ON;
    for (size_t i = 0; words[i][0]; i++)
        if (strcmp(what, words[i][0]) == 0) {
            r->left.report = words[i][1];
            return START_GO_ON;
        }
    return wrong_use(d, "--report=", what, "not top, flat, graph, all, none or options of gprof");
}

/* Reports data that could not be kept before the program runs. */
static int check_place(const char *data, struct diag *d)
{
    LOCAL char *directory = mem_printf(d, "%.*s.", (int)(diag_basename(data) - data), data);
    struct stat st;

    if ((stat(data, &st) != 0 || !S_ISDIR(st.st_mode)) && access(directory, W_OK) == 0)
        return START_GO_ON;
    diag_error(d, data, "cannot be written; --data names a file, in a directory that there is");
    return START_FAILED;
}

/* Returns true if the text is a number from 1 to 10000. */
static bool is_number(const char *text)
{
    return strlen(text) <= 5 && !text[strspn(text, "0123456789")] && *text != '0' &&
           strtol(text, NULL, 10) >= 1 && strtol(text, NULL, 10) <= 10000;
}

/* Takes an option of --compare. */
static int take_turns(struct turns *t, int option, const char *value, struct diag *d)
{
    switch (option) {
    case COMPARE:
        t->old = value;
        return START_GO_ON;
    case FAIL_ON:
        *mem_push(d, t->limits, t->n_limits, t->limits_cap) = value;
        return START_GO_ON;
    case MAX_RUNS:
        t->max_runs = (unsigned)strtoul(value, NULL, 10);
        return is_number(value) ? START_GO_ON
                                : wrong_use(d, "--max-runs=", value, "not from 1 to 10000");
    case MAX_TIME:
        t->max_seconds = strtod(value, NULL);
        return is_number(value) ? START_GO_ON
                                : wrong_use(d, "--max-time=", value, "not from 1 to 10000");
    case SHOW_OUTPUT:
        t->shows_output = true;
        return START_GO_ON;
    default:
        return START_FAILED;
    }
}

static int take_option(struct program_run *r, int option, const char *value, struct diag *d)
{
    switch (option) {
    case 'r':
        return take_report(r, value, d);
    case 'o':
        r->output = value;
        return START_GO_ON;
    case 'd':
        r->left.data = r->turns.data = value;
        return START_GO_ON;
    case 'n':
        r->left.keeps = false;
        return START_GO_ON;
    case 'f':
        if (!is_number(value))
            return wrong_use(d, "--hz=", value, "not from 1 to 10000");
        setenv("GMON_HZ", value, 1);
        return START_GO_ON;
    case 'c':
        if (strcmp(value, "cpu") != 0 && strcmp(value, "wall") != 0)
            return wrong_use(d, "--clock=", value, "neither cpu nor wall");
        setenv("GMON_CLOCK", value, 1);
        return START_GO_ON;
    case 's':
        return wrong_use(d, "-s", "",
                         "there is no such option, as call stacks are always recorded");
    case 'a':
        setenv("GMON_ALL", "1", 1);
        return START_GO_ON;
    case VERBOSE:
        setenv("GMON_VERBOSE", "1", 1);
        return START_GO_ON;
    default:
        return take_turns(&r->turns, option, value, d);
    }
}

static int print(const char *text, struct diag *d)
{
    LOCAL_BY(sink_release) struct sink out;

    sink_init(&out, STDOUT_FILENO, d);
    sink_string(&out, text);
    return sink_flush(&out) ? 0 : START_FAILED;
}

/* Returns START_GO_ON, or the exit status. */
static int take_options(struct program_run *r, int argc, char **argv, struct diag *d)
{
    opterr = 0;
    optind = 0;
    for (int option, status;
         (option = getopt_long(argc, argv, "+:r:o:d:nf:c:ash", options, NULL)) != -1;) {
        const char *word = argv[optind > 1 ? optind - 1 : 1];

        if (option == 'h')
            return print(help, d);
        if (option == VERSION)
            return print("gprof-run " PACKAGE_VERSION "\n", d);
        if (option == ':')
            return wrong_use(d, word, "", "needs a value");
        if (option == '?')
            return wrong_use(d, word, "", "no such option");
        status = take_option(r, option, optarg, d);
        if (status != START_GO_ON)
            return status;
    }
    r->argv = argv + optind;
    if (r->turns.n_limits > 0 && !r->turns.old)
        return wrong_use(d, "--fail-on=", r->turns.limits[0], "needs --compare");
    if (optind < argc)
        return START_GO_ON;
    diag_error(d, NULL, "no program is named; '%s --help' lists the options", me);
    return START_FAILED;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Files to look at. */
struct look {
    const char *path, *library;
};

/* Returns the traits of a file, as an exit status. Files other than objects have none; damaged
 * files say nothing. */
static int look(void *context)
{
    const struct look *at = context;
    struct diag quiet = {.program = me};
    struct image image, library;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC), traits = IS_ELF;
    unsigned named;

    dup2(nowhere, STDERR_FILENO);
    limit_begin(&quiet);
    if (!core_init(&image, at->path, NULL) || !core_open(&library, at->library, NULL))
        return IS_ELF | HAS_LOADER | FITS;
    traits |= image.has_loader ? HAS_LOADER : 0;
    traits |= image.has_runtime ? HAS_RUNTIME : 0;
    named = image_traits(&image);
    traits |= (named & NAMES_HOOK ? COUNTS : 0) | (named & IS_GO ? OF_GO : 0);
    if (image.isa.machine == library.isa.machine && image.word_bytes == library.word_bytes &&
        image.big_endian == library.big_endian)
        traits |= FITS;
    return traits;
}

static int traits_of(const struct program_run *r, const char *path)
{
    struct look at = {path, r->library};
    int traits = left_is_elf(path) ? launch_copy(look, &at) : 0;

    return traits >= 0 && traits < TRAITS_END ? traits : IS_ELF | HAS_LOADER | FITS;
}

/* Says before the program runs why it cannot be profiled. */
static void look_at_program(struct program_run *r, struct diag *d)
{
    const char *path = r->left.path;
    int traits = r->traits = traits_of(r, path);
    struct stat st;

    r->why = NULL;
    if (stat(path, &st) == 0 &&
        ((st.st_mode & S_ISUID && st.st_uid != getuid()) || st.st_mode & S_ISGID))
        diag_error(d, path,
                   "it is set-uid or set-gid, so the system preloads nothing into it: take a copy "
                   "of your own");
    else if (!(traits & IS_ELF))
        r->why = ": it is a script, and has run no program for longer than from one sample to the "
                 "next; try --hz=1000";
    else if (!(traits & FITS))
        diag_error(d, path, "it is for another machine, or of another address size, than libgmon");
    else if (traits & OF_GO)
        r->why = ": Go's runtime takes SIGPROF; use Go's own profiler, pprof";
    else if (!(traits & (HAS_LOADER | COUNTS | HAS_RUNTIME)))
        diag_error(d, path,
                   "it is static, so libgmon cannot be preloaded: compile it with -pg, and link it "
                   "with -pg and -lgmon");
    else if (!(traits & (HAS_LOADER | HAS_RUNTIME)))
        diag_error(d, path,
                   "it is static, so libgmon cannot be preloaded: link it with -lgmon. It is "
                   "profiled by the C library, without options");
    else if (!(traits & COUNTS))
        r->why = ": it took no time that a sample could see; try --hz=1000, or give it more work";
    else
        r->why = ": it has not ended by exit, or could not write";
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Finds out if gprof itself is one of several ranks. Then it has data of its own, which must not be
 * those of an earlier run: the last rank knows by them that all have ended. */
static void find_rank(struct left_request *q, struct diag *d)
{
    static const char *const ranks[] = {GMON_RANK_VARIABLES}, *const sizes[] = {
                                                                  GMON_SIZE_VARIABLES};
    const char *size = NULL;

    for (size_t i = 0; !q->rank && i < sizeof ranks / sizeof *ranks; i++)
        q->rank = getenv(ranks[i]);
    for (size_t i = 0; !size && i < sizeof sizes / sizeof *sizes; i++)
        size = getenv(sizes[i]);
    if (!q->rank || !size || strtoul(size, NULL, 10) < 2 || q->rank[strspn(q->rank, "0123456789")])
        return;
    q->n_ranks = (unsigned)strtoul(size, NULL, 10);
    if (q->keeps) {
        LOCAL char *data = left_place(q, NULL, d);
        LOCAL char *stacks = stack_file_name(data, 0, d);

        unlink(stacks);
        unlink(data);
    }
}

/* ---- which programs are reported ------------------------------------------------------------- */

enum { MOST = 90, LITTLE = 10 }; /* percent of the CPU time */

/* CPU time, in ns, that a process may have taken beside its samples, to start and to end. */
static const uint64_t unseen_ns = 20000000;

/* Returns the percentage of `ns` in `seconds`. */
static double percent(uint64_t ns, double seconds)
{
    return seconds > 0 ? (double)ns / 1e7 / seconds : 0;
}

/* A program that has left data. */
struct candidate {
    struct left_program *program;
    bool is_main; /* the one that was run */
    bool counts;  /* compiled with -pg */
    bool is_wanted;
};

static int by_rank(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    bool a_counts = a->counts && a->is_wanted, b_counts = b->counts && b->is_wanted;

    if (a_counts != b_counts)
        return a_counts ? -1 : 1;
    if (a_counts && a->is_main != b->is_main)
        return a->is_main ? -1 : 1;
    if (!a_counts && a->program->ns != b->program->ns)
        return a->program->ns > b->program->ns ? -1 : 1;
    return strcmp(a->program->name, b->program->name);
}

/* Chooses the programs to report: those that count calls; what the process that was run has become
 * for most of its time; and what it only waits for, which takes nearly all of the time. */
static void choose(const struct program_run *r, struct candidate *list, size_t n, double seconds,
                   struct diag *d)
{
    struct candidate *longest = NULL;
    bool is_any = false;

    for (size_t i = 0; i < n; i++) {
        struct candidate *c = &list[i];
        LOCAL char *image = left_image(&r->left, c->program, d);

        c->counts = image ? traits_of(r, image) & COUNTS : left_has_calls(c->program);
        c->is_wanted =
            c->counts || percent(c->program->ns + unseen_ns * c->program->n_files, seconds) >= MOST;
        is_any = is_any || c->is_wanted;
        if (c->program->is_first && (!longest || c->program->ns > longest->program->ns))
            longest = c;
    }
    if (longest && (!is_any || percent(longest->program->ns, seconds) >= LITTLE))
        longest->is_wanted = true;
}

/* Prints the table of programs. */
static void print_table(struct sink *out, const struct candidate *list, size_t n, double seconds)
{
    uint64_t rest = (uint64_t)(seconds * 1e9);

    sink_string(out, "% CPU time  seconds  processes  program\n");
    for (size_t i = 0; i < n; i++) {
        const struct left_program *p = list[i].program;

        sink_printf(out, "%10.1f %8.2f %10zu  %s\n", percent(p->ns, seconds), (double)p->ns / 1e9,
                    p->n_files, p->name);
        rest -= p->ns < rest ? p->ns : rest;
    }
    if (percent(rest, seconds) >= 1)
        sink_printf(out, "%10.1f %8.2f %10s  %s\n", percent(rest, seconds), (double)rest / 1e9, "",
                    "others, without data");
    sink_char(out, '\n');
}

/* Says what took time and is not reported. Each process may have taken a little more time than its
 * samples show. */
static void tell_others(const struct program_run *r, const struct candidate *list, size_t n,
                        double seconds, struct diag *d)
{
    const double unseen = (double)unseen_ns / 1e9;
    double others = r->launched.seconds - r->launched.own_seconds;

    for (size_t i = 0; i < n; i++) {
        const struct left_program *p = list[i].program;

        if (p->is_first && !list[i].is_wanted)
            diag_error(d, NULL, "%s: %.0f %% of the time; --all reports it", p->name,
                       percent(p->ns, seconds));
        else if (list[i].is_wanted)
            others -= (double)p->n_files * unseen + (p->is_first ? 0 : (double)p->ns / 1e9);
    }
    if (others > 2.5 * unseen && others > seconds / 2)
        diag_error(d, NULL, "%s: other programs took %.0f %% of the CPU time, %.2f s; %s",
                   r->left.path, 100 * others / seconds, others, "--all reports them");
}

/* Reports the programs in their order. Returns false if there is none. */
static bool report_all(struct program_run *r, const struct left_data *left, struct diag *d)
{
    LOCAL struct candidate *list = mem_alloc(d, left->n, sizeof *list);
    LOCAL_BY(sink_release) struct sink out;
    double seconds = 0;
    size_t n = left->n, reported = 0;

    sink_init(&out, r->left.out, d);
    for (size_t i = 0; i < n; i++) {
        struct left_program *p = &left->programs[i];

        list[i] = (struct candidate){.program = p,
                                     .is_main = strcmp(p->name, diag_basename(r->left.real)) == 0,
                                     .is_wanted = true};
        seconds += (double)p->ns / 1e9;
    }
    if (seconds < r->launched.seconds)
        seconds = r->launched.seconds;
    if (r->chooses)
        choose(r, list, n, seconds, d);
    qsort(list, n, sizeof *list, by_rank);
    if (r->is_all && n > 1 && r->left.report && r->left.is_named)
        print_table(&out, list, n, seconds);
    for (size_t i = 0; i < n; i++) {
        LOCAL char *place = left_place(&r->left, reported > 0 ? list[i].program->name : NULL, d);
        int status;

        if (!list[i].is_wanted || list[i].program->n_files == 0)
            continue;
        if (r->left.report && (reported > 0 || (r->is_all && n > 1)))
            sink_printf(&out, "%s==> %s <==\n\n", reported > 0 ? "\n" : "", list[i].program->name);
        sink_flush(&out);
        reported++;
        status = left_report(&r->left, list[i].program, place, d);
        if (status != 0)
            diag_error(d, NULL, "gprof has failed, with status %d", status);
    }
    if (r->chooses)
        tell_others(r, list, n, seconds, d);
    return reported > 0;
}

/* Returns the name of a signal that ends programs, without SIG, or NULL. */
static const char *signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGHUP, "HUP"},   {SIGINT, "INT"},   {SIGQUIT, "QUIT"}, {SIGILL, "ILL"},
                 {SIGTRAP, "TRAP"}, {SIGABRT, "ABRT"}, {SIGBUS, "BUS"},   {SIGFPE, "FPE"},
                 {SIGKILL, "KILL"}, {SIGUSR1, "USR1"}, {SIGSEGV, "SEGV"}, {SIGUSR2, "USR2"},
                 {SIGPIPE, "PIPE"}, {SIGALRM, "ALRM"}, {SIGTERM, "TERM"}, {SIGXCPU, "XCPU"},
                 {SIGXFSZ, "XFSZ"}, {SIGSYS, "SYS"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == number)
            return names[i].name;
    return NULL;
}

static void say_why_not(const struct program_run *r, struct diag *d)
{
    int number = WIFSIGNALED(r->launched.status) ? WTERMSIG(r->launched.status) : 0;
    const char *name = signal_name(number);

    if (!name && !r->why)
        return;
    if (!name)
        diag_error(d, r->left.path, "no profile was written%s", r->why);
    else if (number == SIGKILL)
        diag_error(
            d, r->left.path,
            "no profile was written: it was ended by SIG%s, which no program can prepare for",
            name);
    else
        diag_error(d, r->left.path,
                   "no profile was written: it was ended by SIG%s; GMON_EXIT_SIGNALS=%s lets it "
                   "write before that",
                   name, name);
}

/* Says which processes still run, and where their data will be. Returns true if there are any. */
static bool tell_left(const struct program_run *r, struct diag *d)
{
    enum { SHOWN = 4 };
    pid_t left[SHOWN];
    size_t n = launch_left(left, SHOWN, r->scratch.cleaner);

    for (size_t i = 0; i < n; i++) {
        LOCAL char *link = mem_printf(d, "/proc/%d/exe", (int)left[i]);
        LOCAL char *path = realpath(link, NULL);
        const char *name = path ? path : "PROGRAM";

        if (r->left.keeps)
            diag_error(d, name, "process %d still runs; its data will be in %s/%d.0.%s.gmon",
                       (int)left[i], r->scratch.inside, (int)left[i], diag_basename(name));
        else
            diag_error(d, name, "process %d still runs; its data are not kept", (int)left[i]);
    }
    return n > 0 && r->left.keeps;
}

/* ---- the product ----------------------------------------------------------------------------- */

bool run_program_is(const char *word)
{
    static const char name[] = "--run";

    return strncmp(word, name, sizeof name - 1) == 0 &&
           (word[sizeof name - 1] == '\0' || word[sizeof name - 1] == '=');
}

/* Prepares the run. Returns START_GO_ON, or the exit status. */
static int prepare(struct program_run *r, struct diag *d)
{
    const char *all;
    int status = r->turns.data ? check_place(r->left.data, d) : START_GO_ON;

    if (status != START_GO_ON ||
        (status = start_find_library(&r->library, r->libdir, d)) != START_GO_ON ||
        (status = start_find_program(*r->argv, &r->left.path, &r->left.real, d)) != START_GO_ON)
        return status;
    r->left.command = r->argv;
    r->left.scratch = &r->scratch;
    all = getenv("GMON_ALL");
    r->chooses = !all;
    r->is_all = all && strchr("1yto", *all) && strcmp(all, "off") != 0;
    look_at_program(r, d);
    if (r->output) {
        r->left.out = open(r->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (r->left.out < 0)
            return diag_error(d, r->output, "cannot be written"), START_FAILED;
    }
    find_rank(&r->left, d);
    return start_scratch(&r->scratch, &r->library, d);
}

/* Runs the program, and reports. Returns the exit status. */
static int run_and_report(struct program_run *r, struct diag *d)
{
    struct left_data left;
    bool is_kept;
    int error;

    start_environment(&r->scratch, r->library, d);
    error = launch(&r->launched, r->argv);
    if (error != 0) {
        diag_system(d, r->left.path, error, "it was not run");
        scratch_end(&r->scratch, false);
        return error == ENOENT ? START_NO_PROGRAM : START_CANNOT_RUN;
    }
    signal(SIGPIPE, SIG_IGN); /* the data are kept, whoever reads the report */
    is_kept = tell_left(r, d);
    left_data_read(&left, r->scratch.inside, r->launched.pid, diag_basename(r->left.real), d);
    if (!report_all(r, &left, d))
        say_why_not(r, d);
    if (is_kept) /* for those that still run */
        left_data_remove(&left);
    left_data_release(&left);
    scratch_end(&r->scratch, is_kept);
    return launched_status(&r->launched);
}

/* Runs two programs in turn. Returns the exit status. */
static int compare_programs(struct program_run *r, struct diag *d)
{
    struct turns *t = &r->turns;

    if (r->left.report != top && r->left.is_named)
        return wrong_use(d, "--report=", "", "with --compare, its value is options of gprof");
    t->argv = r->argv;
    t->options = r->left.is_named ? "" : r->left.report;
    t->output = r->output;
    t->gprof = r->left.gprof;
    t->libdir = r->libdir;
    return run_turns(t, d);
}

int run_program(int argc, char **argv, struct diag *d)
{
    struct program_run r = {.left = {.report = top,
                                     .is_top = true,
                                     .is_named = true,
                                     .data = "gmon.out",
                                     .keeps = true,
                                     .gprof = d->program,
                                     .out = STDERR_FILENO},
                            .turns = {.max_runs = 20},
                            .libdir = argv[1][5] == '=' ? argv[1] + 6 : NULL};
    int status;

    d->program = me;
    status = take_options(&r, argc - 1, argv + 1, d);
    if (status == START_GO_ON && r.turns.old)
        status = compare_programs(&r, d);
    else if (status == START_GO_ON && (status = prepare(&r, d)) == START_GO_ON)
        status = run_and_report(&r, d);
    if (r.output && r.left.out >= 0)
        close(r.left.out);
    free(r.library);
    free(r.left.path);
    free(r.left.real);
    free(r.turns.limits);
    if (r.launched.pid > 0)
        launched_end_alike(&r.launched);
    return status;
}
