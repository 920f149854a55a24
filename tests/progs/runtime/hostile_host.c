/* hostile_host.c - a program under hard conditions, which tells what it sees of the system
 *
 * Use: hostile_host HOST PROGRAM WORD...   becomes PROGRAM under the conditions of a row of
 * hosts[]; status 77: they cannot be had here. PRELOAD: what LD_PRELOAD is then.
 *
 * hostile_host [SECONDS] prints to descriptor 9 what it sees, and a line each to 1 and 2; status 7.
 * For so many seconds code comes and goes in other threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TRANSCRIPT = 9, MOST_FILES = 40, SKIPPED = 77 };

/* ---- hosts ------------------------------------------------------------------------------------
 */

static int closed(long unused)
{
    (void)unused;
    return close(0) | close(1) | close(2);
}

/* Standard error is a pipe that nobody reads. */
static int broken(long unused)
{
    int end[2];

    (void)unused;
    return pipe(end) != 0 || dup2(end[1], 2) != 2 || close(end[0]) != 0 || close(end[1]) != 0;
}

static int unwritable(long user)
{
    mkdir("closed", 0555);
    return chdir("closed") != 0 ||
           (geteuid() == 0 && setresuid((uid_t)user, (uid_t)user, (uid_t)user) != 0);
}

static int mount_over(const char *directory, const char *options)
{
    return unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
           mount("none", directory, "tmpfs", 0, options) != 0;
}

static int without_proc(long unused)
{
    (void)unused;
    return mount_over("/proc", NULL);
}

static int full(long unused)
{
    char page[4096] = {0};

    (void)unused;
    mkdir("full", 0755);
    if (mount_over("full", "size=8k") != 0 || chdir("full") != 0)
        return 1;
    int fd = open("all", O_WRONLY | O_CREAT, 0600);
    while (write(fd, page, sizeof page) > 0) {
    }
    return close(fd);
}

static int filter(long unused)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_timer_create, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog all = {sizeof program / sizeof program[0], program};

    (void)unused;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) |
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all);
}

static int limit(int what, long to)
{
    struct rlimit both = {(rlim_t)to, (rlim_t)to};

    return setrlimit((__typeof__(RLIMIT_AS))what, &both);
}

static int memory(long to)
{
    return limit(RLIMIT_AS, to);
}

static int files(long to)
{
    return limit(RLIMIT_NOFILE, to);
}

static int pending(long to)
{
    return limit(RLIMIT_SIGPENDING, to);
}

static int size(long to)
{
    return limit(RLIMIT_FSIZE, to);
}

static int nothing(long unused)
{
    (void)unused;
    return 0;
}

static const struct {
    const char *name;
    int (*make)(long);
    long to;
} hosts[] = {
    {"quiet", nothing, 0},
    {"closed", closed, 0},
    {"broken", broken, 0},
    {"unwritable", unwritable, 65534},
    {"full", full, 0},
    {"filter", filter, 0},
    {"memory", memory, 64 << 20},
    {"files", files, 12},
    {"pending", pending, 0},
    {"size", size, 0},
    {"no-proc", without_proc, 0},
};

static int become(char **argv)
{
    const char *preload = getenv("PRELOAD");

    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        if (strcmp(hosts[i].name, argv[1]) != 0)
            continue;
        if (hosts[i].make(hosts[i].to) != 0)
            return SKIPPED;
        if (preload != NULL)
            setenv("LD_PRELOAD", preload, 1);
        execv(argv[2], argv + 2);
    }
    return 126;
}

/* ---- what is seen -----------------------------------------------------------------------------
 */

__attribute__((format(printf, 1, 2))) static void tell(const char *format, ...)
{
    va_list words;

    va_start(words, format);
    vdprintf(TRANSCRIPT, format, words);
    va_end(words);
}

static void tell_state(const char *when)
{
    sigset_t mask;
    struct sigaction action;

    tell("%s: descriptors", when);
    for (int fd = 0; fd < MOST_FILES; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            tell(" %d", fd);
    tell("; signals");
    sigprocmask(SIG_BLOCK, NULL, &mask);
    for (int i = 1; i < NSIG; i++)
        if (sigaction(i, NULL, &action) == 0 &&
            (action.sa_handler != SIG_DFL || action.sa_flags != 0 || sigismember(&mask, i)))
            tell(" %d:%d:%x:%d", i, action.sa_handler == SIG_IGN, (unsigned)action.sa_flags,
                 sigismember(&mask, i));
    tell("\n");
}

static void tell_files(void)
{
    int fd[MOST_FILES], n = 0;
    int made = open("made", O_WRONLY | O_CREAT | O_TRUNC, 0600);

    tell("made %d %d\n", made, made < 0 ? errno : 0);
    if (made >= 0) {
        signal(SIGXFSZ, SIG_IGN);
        tell("written %ld\n", (long)write(made, "mine\n", 5));
        tell("closed %d\n", close(made));
        signal(SIGXFSZ, SIG_DFL);
    }
    while (n < MOST_FILES && (fd[n] = open("/dev/null", O_RDONLY)) >= 0)
        n++;
    tell("opened %d\n", n);
    while (n > 0)
        close(fd[--n]);
}

static volatile sig_atomic_t handled;

static void handle(int number)
{
    handled = number;
}

static void tell_signals(void)
{
    int sent = 0, status = 0;

    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    pid_t child = fork();
    if (child == 0)
        _exit(3);
    waitpid(child, &status, 0);
    sent = sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 1});
    tell("handled %d, queued %d, child %d\n", (int)handled, sent, WEXITSTATUS(status));
}

/* ---- work -------------------------------------------------------------------------------------
 */

static volatile unsigned sum;

__attribute__((noinline)) static void spin(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sum += i;
}

__attribute__((noinline)) static void work(double seconds)
{
    struct timespec t;
    double begun = -1, now;

    do {
        spin(10000);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        now = (double)t.tv_sec + (double)t.tv_nsec / 1e9;
        begun = begun < 0 ? now : begun;
    } while (now - begun < seconds);
}

static void *work_apart(void *unused)
{
    work(0.03);
    return unused;
}

__attribute__((noinline)) static void work_a_little(void)
{
    spin(20000);
}

/* ---- a storm ----------------------------------------------------------------------------------
 */

static atomic_bool is_over;

/* Code of no file, with an image of an empty one, of a cut one, and of none beside it; it returns
 * at once, or calls back what works. */
static void *map_and_unmap(void *unused)
{
    char name[] = "cutXXXXXX";
    int fd = mkstemp(name);

    unlink(name);
    while (fd >= 0 && !atomic_load(&is_over)) {
        int one = open("/proc/self/exe", O_RDONLY);
        char head[4096];
        long n = read(one, head, sizeof head);
        close(one);
        n = n > 0 ? pwrite(fd, head, (size_t)n, 0) : 0;
        char *p = mmap(NULL, 16384, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
        sched_yield();
        if (n < 0 || ftruncate(fd, 0) != 0 || p == MAP_FAILED)
            break;
        sched_yield();
        munmap(p, 16384);
    }
    close(fd);
    return unused;
}

static void *load_and_unload(void *path)
{
    while (!atomic_load(&is_over)) {
        void *library = dlopen(path, RTLD_NOW);
        int (*outer)(int) = NULL;
        if (library == NULL)
            break;
        *(void **)&outer = dlsym(library, "outer");
        outer(1);
        dlclose(library);
    }
    return path;
}

#ifdef __x86_64__
/* call *%rdi, as a JIT compiler would put it where no file is: walks through it look for new code.
 */
static void *call_from_nowhere(void *unused)
{
    static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3};

    while (!atomic_load(&is_over)) {
        unsigned char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        void (*call)(void (*)(void)) = NULL;
        memcpy(p, code, sizeof code);
        *(unsigned char **)&call = p;
        for (int i = 0; i < 20; i++)
            call(work_a_little);
        munmap(p, 4096);
    }
    return unused;
}
#endif

static void tell_storm(double seconds)
{
    static char library[] = "../libstorm.so";
    void *(*const acts[])(void *) = {map_and_unmap, load_and_unload,
#ifdef __x86_64__
                                     call_from_nowhere,
#endif
                                     load_and_unload};
    enum { ACTS = sizeof acts / sizeof acts[0] };
    pthread_t t[ACTS];

    for (int i = 0; i < ACTS; i++)
        pthread_create(&t[i], NULL, acts[i], library);
    work(seconds);
    atomic_store(&is_over, true);
    for (int i = 0; i < ACTS; i++)
        pthread_join(t[i], NULL);
    tell("the storm is over\n");
}

int main(int argc, char **argv)
{
    pthread_t t;

    if (argc > 2)
        return become(argv);
    tell_state("start");
    work(0.03);
    tell_files();
    int error = pthread_create(&t, NULL, work_apart, NULL);
    if (error == 0)
        pthread_join(t, NULL);
    void *memory = malloc(4 << 20);
    tell("thread %d, memory %d\n", error, memory != NULL);
    free(memory);
    tell_signals();
    if (argc > 1)
        tell_storm(atof(argv[1]));
    signal(SIGPIPE, SIG_IGN);
    tell("err %ld\n", (long)write(2, "to error\n", 9));
    signal(SIGPIPE, SIG_DFL);
    tell_state("end");
    puts("to output");
    return 7;
}
