/* sleeps.c - a program that waits in each way there is, and says what ended too soon
 *
 * Use: sleeps all            each function below, one after the other, some time each
 *      sleeps threads        two threads sleep, two run
 *      sleeps fork           a child sleeps, its parent waits for it
 *      sleeps exec           sleeps, then becomes `sleeps all`
 *      sleeps many N         N threads sleep for two seconds
 *      sleeps unseen         a thread sleeps that calls nothing instrumented
 *      sleeps pause          sleeps while the profile is paused
 *      sleeps alone          the only thread ends, not the process
 *      sleeps privileges     the kernel hides what the process does
 *      sleeps drops          prints rights of all threads before and after it becomes another user
 *      sleeps descriptors    prints which of them it finds in /proc
 * Each prints a line for each sleep that was cut short, and the time that all took in ms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FUNCTION __attribute__((noinline)) static

enum { ROUNDS = 4, MS = 50 };

extern void moncontrol(int mode);

static int ends[2], sockets[2], polled;
static sem_t never;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static volatile unsigned long sink;

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static struct timespec later(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += MS * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Leaves return addresses all over the stack below, of calls into libc, too. */
FUNCTION unsigned long stir(int depth)
{
    char text[120];

    snprintf(text, sizeof text, "%*d", 100, depth);
    sink += (unsigned long)strlen(text) + (unsigned char)text[99];
    return depth > 0 ? stir(depth - 1) + sink : sink;
}

/* ---- ways to wait -----------------------------------------------------------------------------
 */

/* Each returns 0 if it was not interrupted. */
FUNCTION int in_usleep(void)
{
    return usleep(MS * 1000) == 0 ? 0 : -1;
}
FUNCTION int in_nanosleep(void)
{
    struct timespec t = {0, MS * 1000000L};
    return nanosleep(&t, &t);
}
FUNCTION int in_poll(void)
{
    struct pollfd p = {.fd = ends[0], .events = POLLIN};
    return poll(&p, 1, MS);
}
FUNCTION int in_select(void)
{
    struct timeval t = {0, MS * 1000};
    return select(0, NULL, NULL, NULL, &t);
}
FUNCTION int in_epoll(void)
{
    struct epoll_event e;
    return epoll_wait(polled, &e, 1, MS);
}
FUNCTION int in_semaphore(void)
{
    struct timespec t = later(CLOCK_REALTIME);
    return sem_timedwait(&never, &t) == -1 && errno == ETIMEDOUT ? 0 : -1;
}
FUNCTION int in_condition(void)
{
    struct timespec t = later(CLOCK_REALTIME);
    pthread_mutex_lock(&mutex);
    int error = pthread_cond_timedwait(&condition, &mutex, &t);
    pthread_mutex_unlock(&mutex);
    return error == ETIMEDOUT ? 0 : -1;
}
FUNCTION int in_sigtimedwait(void)
{
    struct timespec t = {0, MS * 1000000L};
    sigset_t none;
    sigemptyset(&none);
    sigaddset(&none, SIGUSR2);
    return sigtimedwait(&none, NULL, &t) == -1 && errno == EAGAIN ? 0 : -1;
}
FUNCTION int in_receive(void)
{
    char c;
    return recv(sockets[0], &c, 1, 0) == -1 && errno == EAGAIN ? 0 : -1;
}
FUNCTION int in_syscall(void)
{
    struct timespec t = {0, MS * 1000000L};
    return (int)syscall(SYS_nanosleep, &t, &t);
}

/* Two that wait for somebody else. */
static pid_t sleeper(int out)
{
    pid_t child = fork();
    if (child == 0) {
        poll(NULL, 0, MS);
        if (out >= 0 && write(out, "x", 1) != 1)
            abort();
        syscall(SYS_exit_group, 0);
    }
    return child;
}
FUNCTION int read_pipe(int fd)
{
    char c;
    return read(fd, &c, 1) == 1 ? 0 : -1;
}
FUNCTION int wait_for(pid_t child)
{
    int status;
    return waitpid(child, &status, 0) == child ? 0 : -1;
}

static void check(const char *what, int result, long begin)
{
    long took = (now() - begin) / 1000;

    if (result != 0 || took < MS - 1)
        printf("%s: %d after %ld ms\n", what, result, took);
}

static void in_each_way(void)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } way[] = {{"usleep", in_usleep},       {"nanosleep", in_nanosleep},
               {"poll", in_poll},           {"select", in_select},
               {"epoll", in_epoll},         {"semaphore", in_semaphore},
               {"condition", in_condition}, {"sigtimedwait", in_sigtimedwait},
               {"receive", in_receive},     {"syscall", in_syscall}};

    for (size_t i = 0; i < sizeof way / sizeof way[0]; i++) {
        stir(20);
        long begin = now();
        check(way[i].name, way[i].run(), begin);
    }
    long begin = now();
    pid_t child = sleeper(-1);
    stir(20);
    check("wait", wait_for(child), begin);
    begin = now();
    child = sleeper(ends[1]);
    stir(20);
    check("read", read_pipe(ends[0]), begin);
    waitpid(child, NULL, 0);
}

static void prepare(void)
{
    struct timeval t = {0, MS * 1000};
    struct epoll_event e = {.events = EPOLLIN};
    sigset_t set;

    sem_init(&never, 0, 0);
    polled = epoll_create1(0);
    if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 ||
        epoll_ctl(polled, EPOLL_CTL_ADD, ends[0], &e) != 0)
        abort();
    setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void all(void)
{
    prepare();
    for (int i = 0; i < ROUNDS; i++)
        in_each_way();
}

/* ---- threads and processes --------------------------------------------------------------------
 */

FUNCTION void sleep_ms(int ms)
{
    long begin = now();

    if (usleep((useconds_t)ms * 1000) != 0 || now() - begin < ms * 1000L)
        printf("sleep_ms: cut short\n");
}

/* Of CPU time. */
FUNCTION void run_ms(int ms)
{
    struct timespec t;
    long end = 0, used;

    do {
        for (int i = 0; i < 1000000; i++)
            sink += (unsigned long)i; /* no call: the time is all here */
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        used = t.tv_sec * 1000 + t.tv_nsec / 1000000;
        end = end == 0 ? used + ms : end;
    } while (used < end);
}

static void *sleeping(void *arg)
{
    sleep_ms(*(int *)arg);
    return NULL;
}

static void *running(void *arg)
{
    run_ms(*(int *)arg);
    return NULL;
}

static void threads(void)
{
    void *(*const what[])(void *) = {sleeping, sleeping, running, running};
    pthread_t thread[4];
    int ms = 600;

    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, what[i], &ms);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
}

FUNCTION void wait_for_threads(pthread_t *thread, int n)
{
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
}

static void many(int n)
{
    pthread_t *thread = calloc((size_t)n, sizeof *thread);
    pthread_attr_t small;
    int ms = 2000;

    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (int i = 0; i < n; i++)
        if (pthread_create(&thread[i], &small, sleeping, &ms) != 0) {
            printf("no thread\n");
            exit(77);
        }
    wait_for_threads(thread, n);
    free(thread);
}

__attribute__((no_instrument_function)) static void *quiet(void *arg)
{
    poll(NULL, 0, *(int *)arg);
    return NULL;
}

static void unseen(void)
{
    pthread_t thread;
    int ms = 500;

    pthread_create(&thread, NULL, quiet, &ms);
    wait_for_threads(&thread, 1);
}

FUNCTION void parent_waits(pid_t child)
{
    waitpid(child, NULL, 0);
}

static void with_child(void)
{
    pid_t child = fork();

    if (child == 0) {
        sleep_ms(500);
        exit(0);
    }
    parent_waits(child);
}

/* ---- what /proc tells -------------------------------------------------------------------------
 */

static void look_around(void)
{
    char names[200] = "";

    sleep_ms(100);
    DIR *d = opendir("/proc/self/fd");
    struct dirent *e;
    while (d != NULL && (e = readdir(d)) != NULL)
        if (e->d_name[0] != '.')
            strcat(strcat(names, " "), e->d_name);
    printf("%s, next %d\n", names, dup(0));
}

/* A line for each thread. */
static void print_rights(void)
{
    DIR *tasks = opendir("/proc/self/task");
    const struct dirent *e;
    char path[64], line[256];

    while (tasks != NULL && (e = readdir(tasks)) != NULL) {
        snprintf(path, sizeof path, "/proc/self/task/%.20s/status", e->d_name);
        FILE *f = e->d_name[0] != '.' ? fopen(path, "r") : NULL;
        while (f != NULL && fgets(line, sizeof line, f) != NULL)
            if (strncmp(line, "Name:", 5) == 0 || strncmp(line, "Uid:", 4) == 0 ||
                strncmp(line, "Groups:", 7) == 0 || strncmp(line, "CapPrm:", 7) == 0)
                printf("%.*s ", (int)strcspn(line, "\n"), line);
        if (f != NULL && fclose(f) == 0)
            printf("\n");
    }
    if (tasks != NULL)
        closedir(tasks);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long begin = now();

    if (strcmp(what, "all") == 0)
        all();
    else if (strcmp(what, "threads") == 0)
        threads();
    else if (strcmp(what, "fork") == 0)
        with_child();
    else if (strcmp(what, "many") == 0)
        many(atoi(argv[2]));
    else if (strcmp(what, "unseen") == 0)
        unseen();
    else if (strcmp(what, "descriptors") == 0)
        look_around();
    else if (strcmp(what, "exec") == 0) {
        sleep_ms(200);
        execl(argv[0], argv[0], "all", (char *)NULL);
    } else if (strcmp(what, "pause") == 0) {
        sleep_ms(200);
        moncontrol(0);
        in_usleep();
        sleep_ms(400);
        moncontrol(1);
        sleep_ms(200);
    } else if (strcmp(what, "alone") == 0) {
        sleep_ms(100);
        syscall(SYS_exit, 5);
    } else if (strcmp(what, "drops") == 0) {
        sleep_ms(300);
        print_rights();
        if (setgid(65534) != 0 || setuid(65534) != 0)
            return 1;
        sleep_ms(300);
        print_rights();
    } else if (strcmp(what, "privileges") == 0) {
        prctl(PR_SET_DUMPABLE, 0);
        sleep_ms(300);
    }
    printf("%ld\n", (now() - begin) / 1000);
    return 0;
}
