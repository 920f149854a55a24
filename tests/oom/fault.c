/* fault - makes memory and files fail on demand in a gprof of its own, build/gprof-fault
 *
 * Role: the linker puts these functions between gprof's own code and the C library (the file wraps
 * lists them); calls that libraries make among themselves do not come by, so what fails here is
 * always ours to handle. Works under AddressSanitizer, too.
 * Input: the environment,
 *     FAULT=CALL:ERROR:N     the N-th call of CALL (alloc, open, read, bfd_init, ...) fails with
 * ERROR; KILL ends the program in its place, and any is the name of all calls but alloc
 * FAULT=CALL:ERROR:N+    that and all after it;   CALL:ERROR:%N every N-th FAULT=short reads and
 * writes of one byte each FAULT_REPORT=FILE      at the end: `calls N failed N leaked N open N`, of
 * CALL, of memory and of file descriptors that were not given back With -DFAULT_PRELOAD a library
 * for LD_PRELOAD instead, which fails allocations of the whole process, those of libbfd too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef FAULT_PRELOAD
#define WRAP(name) name
#define REAL(name) __libc_##name
#else
#define WRAP(name) __wrap_##name
#define REAL(name) __real_##name
#endif

enum { BLOCKS = 1 << 18 }; /* of memory that can be watched at a time */

static const struct {
    const char *name;
    int number;
} errors[] = {
    {"EINTR", EINTR},   {"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE},
    {"ENOMEM", ENOMEM}, {"EACCES", EACCES}, {"EDQUOT", EDQUOT}, {"KILL", -1},
};

static struct {
    bool ready, short_io, onwards, every;
    char call[16]; /* what fails; empty: nothing */
    int error;
    unsigned long at, calls, failed;
    long open; /* descriptors */
    void *blocks[BLOCKS];
} fault;

static void prepare(void)
{
    const char *text = getenv("FAULT"), *colon, *number;

    fault.ready = true;
    fault.short_io = text && strcmp(text, "short") == 0;
    colon = text ? strchr(text, ':') : NULL;
    number = colon ? strchr(colon + 1, ':') : NULL;
    if (!number || (size_t)(colon - text) >= sizeof fault.call)
        return;
    memcpy(fault.call, text, (size_t)(colon - text));
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strncmp(errors[i].name, colon + 1, (size_t)(number - colon - 1)) == 0)
            fault.error = errors[i].number;
    fault.every = number[1] == '%';
    fault.at = strtoul(number + 1 + fault.every, NULL, 10);
    fault.onwards = strchr(number, '+') != NULL;
}

/* Count a call; true when it has to fail, errno set. */
static bool fails(const char *call)
{
    if (!fault.ready)
        prepare();
    if (strcmp(call, fault.call) != 0 &&
        (strcmp(fault.call, "any") != 0 || strcmp(call, "alloc") == 0))
        return false;
    fault.calls++;
    if (fault.every ? fault.calls % fault.at != 0
                    : fault.calls != fault.at && !(fault.onwards && fault.calls > fault.at))
        return false;
    fault.failed++;
    if (fault.error < 0)
        kill(getpid(), SIGKILL);
    errno = fault.error;
    return true;
}

/* ---- memory: blocks stand in a hash table, linear probing ---- */

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t n, size_t size);
void *REAL(realloc)(void *old, size_t size);
void *WRAP(malloc)(size_t size);
void *WRAP(calloc)(size_t n, size_t size);
void *WRAP(realloc)(void *old, size_t size);

#ifdef FAULT_PRELOAD

static void *watch(void *p)
{
    return p;
}

static void forget(void *p)
{
    (void)p;
}

#else

static char gone; /* its address marks a place that was used */

static size_t place_of(const void *p)
{
    return (uintptr_t)p / 16 * 0x9e3779b1U % BLOCKS;
}

static void *watch(void *p)
{
    size_t i = place_of(p);

    while (p && fault.blocks[i] && fault.blocks[i] != &gone)
        i = (i + 1) % BLOCKS;
    if (p)
        fault.blocks[i] = p;
    return p;
}

/* Blocks that others have allocated are not in the table. */
static void forget(const void *p)
{
    for (size_t i = place_of(p); p && fault.blocks[i]; i = (i + 1) % BLOCKS) {
        if (fault.blocks[i] == p) {
            fault.blocks[i] = &gone;
            return;
        }
    }
}

void __real_free(void *p);
void __wrap_free(void *p);

void __wrap_free(void *p)
{
    forget(p);
    __real_free(p);
}

#endif

void *WRAP(malloc)(size_t size)
{
    return fails("alloc") ? NULL : watch(REAL(malloc)(size));
}

void *WRAP(calloc)(size_t n, size_t size)
{
    return fails("alloc") ? NULL : watch(REAL(calloc)(n, size));
}

void *WRAP(realloc)(void *old, size_t size)
{
    void *p;

    if (fails("alloc"))
        return NULL;
    forget(old);
    p = REAL(realloc)(old, size);
    return watch(p ? p : old);
}

/* ---- files ---- */

#ifndef FAULT_PRELOAD

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __real_mkstemp64(char *path);
int __wrap_mkstemp64(char *path);
int __wrap_mkstemp(char *path);
int __real_close(int fd);
int __wrap_close(int fd);
ssize_t __real_read(int fd, void *to, size_t bytes);
ssize_t __wrap_read(int fd, void *to, size_t bytes);
ssize_t __real_write(int fd, const void *from, size_t bytes);
ssize_t __wrap_write(int fd, const void *from, size_t bytes);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_pipe(int ends[2]);
int __wrap_pipe(int ends[2]);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_fchmod(int fd, mode_t mode);
int __wrap_fchmod(int fd, mode_t mode);
int __real_stat64(const char *path, struct stat *st);
int __wrap_stat64(const char *path, struct stat *st);
int __wrap_stat(const char *path, struct stat *st);
int __real_fstat64(int fd, struct stat *st);
int __wrap_fstat64(int fd, struct stat *st);
int __wrap_fstat(int fd, struct stat *st);

static int opened(int fd)
{
    fault.open += fd >= 0;
    return fd;
}

int __wrap_open64(const char *path, int flags, ...)
{
    return fails("open") ? -1 : opened(__real_open64(path, flags)); /* gprof creates none here */
}

int __wrap_open(const char *path, int flags, ...)
{
    return __wrap_open64(path, flags);
}

int __wrap_mkstemp64(char *path)
{
    return fails("mkstemp") ? -1 : opened(__real_mkstemp64(path));
}

int __wrap_mkstemp(char *path)
{
    return __wrap_mkstemp64(path);
}

/* close() closes one end, and fclose() the other. */
int __wrap_pipe(int ends[2])
{
    return fails("pipe") || opened(__real_pipe(ends)) != 0 ? -1 : 0;
}

/* As with Linux the descriptor is closed, whatever the result. */
int __wrap_close(int fd)
{
    bool bad = fails("close");
    int error = errno, result = __real_close(fd);

    fault.open -= result == 0;
    if (bad)
        errno = error;
    return bad ? -1 : result;
}

ssize_t __wrap_read(int fd, void *to, size_t bytes)
{
    if (fails("read"))
        return -1;
    return __real_read(fd, to, fault.short_io && bytes > 1 ? 1 : bytes);
}

ssize_t __wrap_write(int fd, const void *from, size_t bytes)
{
    if (fails("write"))
        return -1;
    return __real_write(fd, from, fault.short_io && bytes > 1 ? 1 : bytes);
}

int __wrap_fsync(int fd)
{
    return fails("fsync") ? -1 : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
    return fails("rename") ? -1 : __real_rename(from, to);
}

int __wrap_fchmod(int fd, mode_t mode)
{
    return fails("fchmod") ? -1 : __real_fchmod(fd, mode);
}

int __wrap_stat64(const char *path, struct stat *st)
{
    return fails("stat") ? -1 : __real_stat64(path, st);
}

int __wrap_stat(const char *path, struct stat *st)
{
    return __wrap_stat64(path, st);
}

int __wrap_fstat64(int fd, struct stat *st)
{
    return fails("fstat") ? -1 : __real_fstat64(fd, st);
}

int __wrap_fstat(int fd, struct stat *st)
{
    return __wrap_fstat64(fd, st);
}

/* ---- libbfd ---- */

unsigned __real_bfd_init(void);
unsigned __wrap_bfd_init(void);

/* As a libbfd of another version answers. */
unsigned __wrap_bfd_init(void)
{
    return fails("bfd_init") ? 0 : __real_bfd_init();
}

#endif

/* ---- the end ---- */

__attribute__((destructor)) static void report(void);

#ifndef FAULT_PRELOAD

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

_Noreturn void __wrap__exit(int status)
{
    report();
    __real__exit(status);
}

#endif

static void report(void)
{
    const char *path = getenv("FAULT_REPORT");
    long leaked = 0;
    FILE *f = path ? fopen(path, "w") : NULL;

    if (!f)
        return;
#ifndef FAULT_PRELOAD
    for (size_t i = 0; i < BLOCKS; i++)
        leaked += fault.blocks[i] && fault.blocks[i] != &gone;
#endif
    fprintf(f, "calls %lu failed %lu leaked %ld open %ld\n", fault.calls, fault.failed, leaked,
            fault.open);
    fclose(f);
}
