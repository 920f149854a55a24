/* acts_files.c - acts of acts.c on descriptors, files and memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include "acts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436 /* Linux 5.9; headers may be older */
#endif

enum { DESCRIPTORS = 16, PAGE = 65536 }; /* those that are used; a multiple of all sizes of pages */

static int some_fd(void)
{
    return (int)below(DESCRIPTORS);
}

static const char *some_file(void)
{
    static const char *const names[] = {"f0", "f1", "f2", "f3"};

    return names[below(4)];
}

/* ---- new and old descriptors ----------------------------------------------------------------- */

static void act_open(void)
{
    static const int more[] = {0, O_TRUNC, O_APPEND, O_CLOEXEC, O_EXCL, O_NONBLOCK};
    static const char *const others[] = {"/dev/null", "/", "missing/x", "/proc/self/status",
                                         "/dev/zero"};
    const char *other = others[below(5)];
    int flags = more[below(6)];

    if (below(3) == 0) {
        result(open(other, O_RDONLY | flags), "%s %x", other, (unsigned)flags);
    } else {
        const char *name = some_file();
        result(open(name, O_RDWR | O_CREAT | flags, 0666), "%s %x", name, (unsigned)flags);
    }
}

static void act_make(void)
{
    int two[2] = {-1, -1}, r;

    switch (below(8)) {
    case 0:
        r = eventfd(below(2), EFD_NONBLOCK);
        break;
    case 1:
        r = epoll_create1(0);
        break;
    case 2:
        r = memfd_create("m", 0);
        break;
    case 3:
        r = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
        break;
    case 4:
        r = inotify_init1(IN_NONBLOCK);
        break;
    case 5:
        r = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, two);
        break;
    default:
        r = pipe2(two, below(2) == 0 ? O_CLOEXEC : 0);
    }
    result(r, "%d %d", two[0], two[1]);
}

static void act_close(void)
{
    int fd = some_fd();

    result(close(fd), "%d", fd);
}

static void act_close_range(void)
{
    unsigned first = below(DESCRIPTORS);

    if (below(2) == 0)
        result(syscall(SYS_close_range, first, TRANSCRIPT - 1, 0), "from %u", first);
    else
        for (unsigned i = first; i < TRANSCRIPT; i++)
            close((int)i);
}

static void act_dup(void)
{
    int fd = some_fd(), to = some_fd();

    switch (below(4)) {
    case 0:
        result(dup(fd), "%d", fd);
        break;
    case 1:
        result(dup2(fd, to), "%d to %d", fd, to);
        break;
    case 2:
        result(dup3(fd, to, O_CLOEXEC), "%d to %d, close on exec", fd, to);
        break;
    default:
        result(fcntl(fd, F_DUPFD, to), "%d from %d", fd, to);
    }
}

static void act_fcntl(void)
{
    int fd = some_fd();
    struct flock lock = {.l_type = F_WRLCK, .l_len = 1};

    switch (below(5)) {
    case 0:
        result(fcntl(fd, F_SETFD, (int)below(2)), "close on exec %d", fd);
        break;
    case 1:
        result(fcntl(fd, F_GETFD), "flags of %d", fd);
        break;
    case 2:
        result(fcntl(fd, F_SETFL, O_NONBLOCK), "non-blocking %d", fd);
        break;
    case 3:
        result(fcntl(fd, F_SETLK, &lock), "lock %d", fd);
        break;
    default:
        result(flock(fd, LOCK_SH | LOCK_NB), "flock %d", fd);
    }
}

static void act_poll(void)
{
    struct pollfd p[DESCRIPTORS];
    char seen[8 * DESCRIPTORS] = "";
    size_t n = 0;

    for (int i = 0; i < DESCRIPTORS; i++)
        p[i] = (struct pollfd){.fd = i, .events = POLLIN | POLLOUT};
    int r = poll(p, DESCRIPTORS, 0);
    for (int i = 0; i < DESCRIPTORS; i++)
        n += (size_t)snprintf(seen + n, sizeof seen - n, " %x", (unsigned)p[i].revents);
    result(r, "%s", seen);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Nothing is read or written that would have to be waited for. */
static void act_write(void)
{
    static const char text[] = "some words of a program\n";
    int fd = some_fd();
    size_t size = 1 + below(sizeof text - 1);
    struct pollfd p = {.fd = fd, .events = POLLOUT};

    make_harmless(SIGPIPE);
    make_harmless(SIGXFSZ);
    if (survives(SIGPIPE) && survives(SIGXFSZ) && poll(&p, 1, 0) == 1 && (p.revents & POLLIN) == 0)
        result(write(fd, text + sizeof text - 1 - size, size), "%d %zu", fd, size);
}

static void act_read(void)
{
    char bytes[32] = "";
    int fd = some_fd();
    struct pollfd p = {.fd = fd, .events = POLLIN};

    if (poll(&p, 1, 0) == 1 && (p.revents & (POLLIN | POLLHUP)) != 0) {
        ssize_t n = read(fd, bytes, 8);
        for (ssize_t i = 0; i < n; i++)
            bytes[i] = bytes[i] < ' ' || bytes[i] > '~' ? '.' : bytes[i];
        result(n, "%d '%.8s'", fd, bytes);
    }
}

/* The file of standard error is longer with libgmon's messages in it. */
static void act_seek(void)
{
    int fd = some_fd(), how = (int)below(3);
    struct stat file = {.st_ino = 0}, errors = {.st_ino = 0};

    fstat(fd, &file);
    fstat(2, &errors);
    if (fd > 2 && (file.st_dev != errors.st_dev || file.st_ino != errors.st_ino))
        result(lseek(fd, below(8), how), "%d %d", fd, how);
}

static void act_truncate(void)
{
    const char *name = some_file();
    unsigned size = below(3) * (PAGE / 2);

    make_harmless(SIGXFSZ);
    if (survives(SIGXFSZ))
        result(truncate(name, size), "%s %u", name, size);
}

static void act_name(void)
{
    const char *from = some_file(), *to = some_file();
    struct stat st = {.st_size = 0};
    int r;

    switch (below(7)) {
    case 0:
        result(unlink(from), "unlink %s", from);
        break;
    case 1:
        result(rename(from, to), "rename %s %s", from, to);
        break;
    case 2:
        result(link(from, to), "link %s %s", from, to);
        break;
    case 3:
        result(symlink(from, to), "symlink %s %s", from, to);
        break;
    case 4:
        result(chmod(from, 0400 + below(0100)), "chmod %s", from);
        break;
    case 5:
        result(mkdir("d", 0777), "mkdir");
        break;
    default:
        r = stat(from, &st);
        result(r, "stat %s %o %lld", from, (unsigned)st.st_mode,
               (long long)(S_ISDIR(st.st_mode) ? 0 : st.st_size));
    }
}

static void act_umask(void)
{
    mode_t mask = (mode_t)below(0100);

    say("%o, was %o", (unsigned)mask, (unsigned)umask(mask));
}

static void act_stdio(void)
{
    FILE *f;

    switch (below(4)) {
    case 0:
        printf("a line of stdio %u\n", below(1000));
        break;
    case 1:
        fprintf(stderr, "a line of errors %u\n", below(1000));
        break;
    case 2:
        make_harmless(SIGPIPE);
        if (survives(SIGPIPE) && survives(SIGXFSZ))
            result(fflush(stdout), "flushed");
        break;
    default:
        f = tmpfile();
        say("temporary %d", f != NULL ? fileno(f) : -errno);
        if (f != NULL)
            fclose(f);
    }
}

const struct act file_acts[] = {{"open", act_open},         {"make", act_make},
                                {"close", act_close},       {"close range", act_close_range},
                                {"dup", act_dup},           {"fcntl", act_fcntl},
                                {"poll", act_poll},         {"write", act_write},
                                {"read", act_read},         {"seek", act_seek},
                                {"truncate", act_truncate}, {"name", act_name},
                                {"umask", act_umask},       {"stdio", act_stdio},
                                {"report", report},         {0}};

/* ---- memory ---------------------------------------------------------------------------------- */

enum { REGIONS = 4 };
static struct region {
    char *at; /* NULL: none */
    size_t pages;
} regions[REGIONS];

static sigjmp_buf after_fault;

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)context;
    say("  fault %d code %d", number, info->si_code);
    siglongjmp(after_fault, 1);
}

static struct region *some_region(void)
{
    return &regions[below(REGIONS)];
}

static void act_map(void)
{
    static const int modes[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_READ | PROT_EXEC,
                                PROT_NONE};
    struct region *r = some_region();
    size_t pages = 1 + below(4);
    int mode = modes[below(4)], fd = -1;

    if (r->at != NULL)
        return;
    if (below(2) == 0 && (fd = open(some_file(), O_RDWR | O_CREAT, 0666)) < 0) {
        result(-1, "open");
        return;
    }
    void *at =
        mmap(NULL, pages * PAGE, mode, fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE, fd, 0);
    result(at == MAP_FAILED ? -1 : 0, "%d: %d mode %d", (int)(r - regions), fd, mode);
    if (fd >= 0)
        close(fd);
    if (at != MAP_FAILED)
        *r = (struct region){at, pages};
}

static void act_unmap(void)
{
    struct region *r = some_region();

    if (r->at != NULL)
        result(munmap(r->at, r->pages * PAGE), "%d", (int)(r - regions));
    r->at = NULL;
}

static void act_protect(void)
{
    struct region *r = some_region();
    int mode = (int)below(4);

    if (r->at != NULL)
        result(mprotect(r->at, PAGE, mode), "%d mode %d", (int)(r - regions), mode);
}

static void act_remap(void)
{
    struct region *r = some_region();
    size_t pages = 1 + below(6);

    if (r->at == NULL)
        return;
    void *at = mremap(r->at, r->pages * PAGE, pages * PAGE, MREMAP_MAYMOVE);
    result(at == MAP_FAILED ? -1 : 0, "%d", (int)(r - regions));
    if (at != MAP_FAILED)
        *r = (struct region){at, pages};
}

static void act_advise(void)
{
    struct region *r = some_region();
    unsigned char in[4096 / 4];

    if (r->at == NULL)
        return;
    result(madvise(r->at, r->pages * PAGE, MADV_DONTNEED), "%d", (int)(r - regions));
    memset(in, 0, sizeof in);
    result(mincore(r->at, PAGE, in), "in memory");
}

/* Reads or writes a byte, which may fault. */
static void act_touch(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK}, segv, bus;
    struct region *r = some_region();

    if (r->at == NULL)
        return;
    action.sa_sigaction = on_fault;
    sigaction(SIGSEGV, &action, &segv);
    sigaction(SIGBUS, &action, &bus);
    if (sigsetjmp(after_fault, 1) == 0) {
        volatile char *at = r->at + below((unsigned)r->pages) * PAGE;
        bool is_read = below(2) == 0;
        if (!is_read)
            *at = 1;
        say("%d: %d", (int)(r - regions), is_read ? *at : 1);
    }
    sigaction(SIGSEGV, &segv, NULL);
    sigaction(SIGBUS, &bus, NULL);
}

static void act_allocate(void)
{
    size_t size = (size_t)1 << (4 + below(22));
    char *p = malloc(size);

    say("%zu %d", size, p != NULL);
    if (p != NULL)
        memset(p, 1, size < PAGE ? size : PAGE);
    free(p);
}

/* What a JIT compiler's agent does: code in a file that has no pages yet, and work. */
static void act_agent(void)
{
    int fd = memfd_create("code", 0);

    if (fd < 0)
        return;
    void *at = mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    close(fd);
    result(at == MAP_FAILED ? -1 : 0, "map");
    burn(5);
    if (at != MAP_FAILED)
        result(munmap(at, PAGE), "unmap");
}

const struct act memory_acts[] = {
    {"map", act_map},           {"unmap", act_unmap},   {"protect", act_protect},
    {"remap", act_remap},       {"advise", act_advise}, {"touch", act_touch},
    {"allocate", act_allocate}, {"agent", act_agent},   {0}};
