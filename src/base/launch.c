/* launch - runs another program in the foreground, and waits for it
 *
 * While the program runs, signals are blocked here and taken one by one, so no handler is needed.
 * A blocked signal is kept also if it is ignored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/launch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the program ----------------------------------------------------------------------------- */

/* Signals that are taken here. The terminal sends the first two to the program, too. */
static const int taken[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD};

static sigset_t taken_signals(void)
{
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        sigaddset(&set, taken[i]);
    return set;
}

/* Starts the program with the signals of `mask` blocked. Returns 0, or errno. */
static int start(struct launched *l, char *const *argv, const sigset_t *mask,
                 const struct sigaction *child_action)
{
    int report[2], error = 0;

    if (pipe2(report, O_CLOEXEC) != 0)
        return errno;
    l->pid = fork();
    if (l->pid == 0) {
        sigaction(SIGCHLD, child_action, NULL);
        sigprocmask(SIG_SETMASK, mask, NULL);
        execvp(argv[0], argv);
        error = errno;
        _exit(write(report[1], &error, sizeof error) == (ssize_t)sizeof error ? 126 : 127);
    }
    if (l->pid < 0)
        error = errno;
    close(report[1]);
    while (l->pid > 0 && read(report[0], &error, sizeof error) < 0 && errno == EINTR)
        ;
    close(report[0]);
    if (error != 0 && l->pid > 0)
        waitpid(l->pid, NULL, 0);
    return error;
}

/* What the kernel tells of a process (proc(5)). */
struct process_state {
    char state; /* Z: it has ended */
    pid_t parent;
    double seconds; /* CPU time of its own */
};

static bool read_state(struct process_state *p, pid_t pid)
{
    char path[64], text[1024];
    const char *behind_name;
    unsigned long user, system;
    int fd, parent;
    ssize_t n;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    behind_name = strrchr(text, ')'); /* a name may have anything in it */
    if (!behind_name || sscanf(behind_name, ") %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                               &p->state, &parent, &user, &system) != 4)
        return false;
    p->parent = (pid_t)parent;
    p->seconds = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    return true;
}

/* Waits for children that have ended. Returns true if the program is one of them. */
static bool reap(struct launched *l)
{
    bool has_ended = false;
    struct process_state state;
    siginfo_t child;
    int status;

    while (child.si_pid = 0,
           waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0 && child.si_pid > 0) {
        if (child.si_pid == l->pid && read_state(&state, l->pid))
            l->own_seconds = state.seconds;
        if (waitpid(child.si_pid, &status, WNOHANG) == l->pid) {
            l->status = status;
            has_ended = true;
        }
    }
    return has_ended;
}

static void wait_for(struct launched *l, const sigset_t *signals)
{
    for (;;) {
        int number = sigwaitinfo(signals, NULL);

        if (number == SIGCHLD && reap(l))
            return;
        if (number <= 0 || number == SIGCHLD)
            continue;
        sigaddset(&l->received, number);
        if (number != SIGINT && number != SIGQUIT)
            kill(l->pid, number);
    }
}

int launch(struct launched *l, char *const *argv)
{
    const struct sigaction usual = {.sa_handler = SIG_DFL}; /* or children would leave no status */
    const sigset_t signals = taken_signals();
    struct sigaction before;
    struct rusage used;
    sigset_t mask;
    int error;

    *l = (struct launched){0};
    sigemptyset(&l->received);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    sigaction(SIGCHLD, &usual, &before);
    sigprocmask(SIG_BLOCK, &signals, &mask);
    error = start(l, argv, &mask, &before);
    if (error == 0)
        wait_for(l, &signals);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (getrusage(RUSAGE_CHILDREN, &used) == 0)
        l->seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    return error;
}

int launched_status(const struct launched *l)
{
    return WIFSIGNALED(l->status) ? 128 + WTERMSIG(l->status) : WEXITSTATUS(l->status);
}

void launched_end_alike(const struct launched *l)
{
    const struct rlimit no_core = {0};
    sigset_t signals;
    int number;

    if (!WIFSIGNALED(l->status))
        return;
    number = WTERMSIG(l->status);
    if (number != SIGINT && number != SIGQUIT && sigismember(&l->received, number) != 1)
        return;
    setrlimit(RLIMIT_CORE, &no_core);
    signal(number, SIG_DFL);
    sigemptyset(&signals);
    sigaddset(&signals, number);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
    raise(number);
}

/* ---- what outlives it ------------------------------------------------------------------------ */

static size_t find_left(pid_t *left, size_t room, pid_t own)
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    size_t n = 0;

    while (processes && n < room && (entry = readdir(processes))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        struct process_state state;

        if (pid > 0 && pid != own && read_state(&state, pid) && state.parent == getpid() &&
            state.state != 'Z')
            left[n++] = pid;
    }
    if (processes)
        closedir(processes);
    return n;
}

size_t launch_left(pid_t *left, size_t room, pid_t own)
{
    static const struct timespec moment = {.tv_nsec = 10000000};
    enum { LOOKS = 20 };
    size_t n = 0;

    for (int i = 0; i < LOOKS; i++) {
        struct launched none = {.pid = -1};

        reap(&none);
        n = find_left(left, room, own);
        if (n == 0)
            break;
        nanosleep(&moment, NULL);
    }
    return n;
}

/* ---- copies of gprof ------------------------------------------------------------------------- */

int launch_copy(int (*work)(void *), void *context)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        status = work(context);
        fflush(NULL);
        _exit(status);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    if (pid < 0)
        return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
