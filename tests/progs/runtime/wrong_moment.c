/* wrong_moment.c - one thread is stopped inside the runtime while another one dumps or forks
 *
 * Linked to the runtime's objects with --wrap=gm_clock, gm_map, gm_unmap, gm_object_found,
 * gm_file_write and gm_write_quietly, so that the moment is certain and not one in a million.
 *
 * Use: wrong_moment SCENE [LIBRARY], with these scenes:
 *
 *   - period: half a second of work; then moncontrol(0), moncontrol(1). A thread writes `snapshot`
 *     when the new period begins.
 *   - fork LIBRARY: the library is used and closed three times, then gmon_reset is called. When
 *     memory is given back meanwhile, a page of ours is mapped there, and main forks a child that
 *     looks at it. Prints how often this was done, and how many children had lost the page.
 *   - list LIBRARY NEW...: a thread adds new libraries to the list, because it has closed one.
 * Meanwhile main forks a child for each library that comes onto the list. The child calls the
 * library once and ends with _exit, which writes with the list that there is. Prints how many
 * children there were, and how many did not end well.
 *   - closefrom: while a data file is written, all descriptors from 3 on are closed, and the
 *     program's file `own` is opened and written.
 *   - instant: the same after the runtime has looked if its descriptor is open.
 *   - inherit: while a data file is written, main forks a child. Prints how many descriptors more
 *     than the program the child has.
 *   - memory: there is no memory for nodes of stacks, and then there is. Prints how many are
 *     counted as made, but are not.
 *   - stateless: a thread without a state has three samples elsewhere. Prints how many are counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include "gmon.h"
#include "runtime/core/samples.h"
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/state.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t __real_gm_clock(int id);
uint64_t __wrap_gm_clock(int id);
void *__real_gm_map(size_t bytes);
void *__wrap_gm_map(size_t bytes);
void __real_gm_unmap(void *memory, size_t bytes);
void __wrap_gm_unmap(void *memory, size_t bytes);
void __real_gm_object_found(const void *info, int kind, const char *path, bool may_go);
void __wrap_gm_object_found(const void *info, int kind, const char *path, bool may_go);
long __real_gm_file_write(const void *from, size_t size);
long __wrap_gm_file_write(const void *from, size_t size);
long __real_gm_write_quietly(long fd, const void *from, size_t size);
long __wrap_gm_write_quietly(long fd, const void *from, size_t size);

static void wait_for(atomic_int *what)
{
    while (atomic_load(what) == 0)
        usleep(1000);
}

/* ---- a dump while a period of sampling begins -------------------------------------------------
 */

static atomic_bool is_beginning;
static atomic_int has_begun;

uint64_t __wrap_gm_clock(int id)
{
    uint64_t now = __real_gm_clock(id);

    if (id == CLOCK_PROCESS_CPUTIME_ID && atomic_exchange(&is_beginning, false)) {
        atomic_store(&has_begun, 1);
        usleep(300000);
    }
    return now;
}

static void *dump(void *unused)
{
    wait_for(&has_begun);
    gmon_dump("snapshot");
    return unused;
}

static void begin_period(void)
{
    pthread_t t;

    while (clock() < CLOCKS_PER_SEC / 2)
        for (volatile int i = 0; i < 100000; i++)
            ;
    moncontrol(0);
    pthread_create(&t, NULL, dump, NULL);
    atomic_store(&is_beginning, true);
    moncontrol(1);
    pthread_join(t, NULL);
}

/* ---- a fork while memory is given back --------------------------------------------------------
 */

static _Thread_local bool is_watched;
static char *volatile ours;
static atomic_int is_ours, is_seen, is_done;

void __wrap_gm_unmap(void *memory, size_t bytes)
{
    __real_gm_unmap(memory, bytes);
    if (!is_watched)
        return;
    ours = mmap(memory, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (ours != memory)
        return;
    atomic_store(&is_seen, 0);
    atomic_store(&is_ours, 1);
    wait_for(&is_seen);
    munmap(memory, bytes);
}

static void *use(void *path)
{
    for (int i = 0; i < 3; i++) {
        int (*f)(int);
        void *library = dlopen(path, RTLD_NOW);
        if (library == NULL)
            break;
        *(void **)&f = dlsym(library, "outer");
        f(1);
        is_watched = true;
        dlclose(library);
        is_watched = false;
    }
    is_watched = true;
    gmon_reset();
    gmon_reset();
    is_watched = false;
    atomic_store(&is_done, 1);
    return NULL;
}

static bool child_has_it(void)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        *ours = 1;
        _exit(0);
    }
    return waitpid(child, &status, 0) == child && status == 0;
}

static void fork_meanwhile(char *library)
{
    int tried = 0, lost = 0;
    pthread_t t;

    pthread_create(&t, NULL, use, library);
    while (!atomic_load(&is_done)) {
        if (atomic_exchange(&is_ours, 0)) {
            tried++;
            lost += !child_has_it();
            atomic_store(&is_seen, 1);
        }
        usleep(1000);
    }
    pthread_join(t, NULL);
    printf("%d %d\n", tried, lost);
}

/* ---- a fork while the list of libraries is made ------------------------------------------------
 */

static _Thread_local bool is_listing;
static atomic_int is_at_library;

void __wrap_gm_object_found(const void *info, int kind, const char *path, bool may_go)
{
    __real_gm_object_found(info, kind, path, may_go);
    if (!is_listing)
        return;
    atomic_store(&is_seen, 0);
    atomic_store(&is_at_library, 1);
    wait_for(&is_seen);
}

/* All but the first library are new when it is closed. */
static void *list(void *paths)
{
    char **path = paths;
    void *again = dlopen(path[0], RTLD_NOW);

    for (int i = 1; path[i] != NULL; i++)
        dlopen(path[i], RTLD_NOW);
    is_listing = true;
    if (again != NULL)
        dlclose(again);
    is_listing = false;
    atomic_store(&is_done, 1);
    return NULL;
}

/* The child is killed where it waits for a lock that nobody has any more. */
static bool child_uses(int (*f)(int))
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        alarm(20);
        f(1);
        _exit(0);
    }
    return waitpid(child, &status, 0) == child && status == 0;
}

static void fork_while_listing(char **paths)
{
    const char *path = paths[0];
    int children = 0, failed = 0;
    int (*f)(int);
    void *library = dlopen(path, RTLD_NOW);
    pthread_t t;

    if (library == NULL)
        return;
    *(void **)&f = dlsym(library, "outer");
    dlclose(dlopen(path, RTLD_NOW)); /* the list is made a first time */
    f(1);
    pthread_create(&t, NULL, list, paths);
    while (!atomic_load(&is_done)) {
        if (atomic_exchange(&is_at_library, 0)) {
            children++;
            failed += !child_uses(f);
            atomic_store(&is_seen, 1);
        }
        usleep(1000);
    }
    pthread_join(t, NULL);
    printf("%d %d\n", children, failed);
}

/* ---- descriptors, while a data file is written -------------------------------------------------
 */

static void (*meanwhile)(void), (*at_write)(void);

static void do_once(void (**what)(void))
{
    void (*act)(void) = *what;

    *what = NULL;
    if (act != NULL)
        act();
}

long __wrap_gm_file_write(const void *from, size_t size)
{
    do_once(&meanwhile);
    return __real_gm_file_write(from, size);
}

long __wrap_gm_write_quietly(long fd, const void *from, size_t size)
{
    do_once(&at_write);
    return __real_gm_write_quietly(fd, from, size);
}

static void close_all(void)
{
    for (int fd = 3; fd < 100; fd++)
        close(fd);
    for (int fd = 0; fd >= 0 && fd < 10;)
        fd = open("own", O_WRONLY | O_CREAT | O_APPEND, 0666);
}

static int at_start;

static int open_descriptors(void)
{
    int n = 0;

    for (int fd = 3; fd < 100; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

static void count_in_child(void)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0)
        _exit(open_descriptors());
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status) - at_start);
}

static void dump_and(void (**when)(void), void (*act)(void))
{
    at_start = open_descriptors();
    *when = act;
    gmon_dump("snapshot");
}

/* ---- no memory for a while --------------------------------------------------------------------
 */

static bool is_full;

void *__wrap_gm_map(size_t bytes)
{
    return is_full ? NULL : __real_gm_map(bytes);
}

/* Another stack each time, of two frames and how the walk ended. */
static bool count_stack(struct gm_stacks *stacks, struct gm_stack_tree *tree)
{
    static struct gm_frame frames[2];

    frames[0].key += 2;
    frames[1].key += 2;
    tree->frames = frames;
    tree->n = 2;
    tree->way = GSTACK_COMPLETE;
    return gm_stack_tree_count(stacks, tree, 1);
}

static void lack_memory(void)
{
    struct gm_stacks *stacks = gm_stacks_new(64, 100000);
    struct gm_stack_tree *tree = gm_stack_tree_new(64);

    while (atomic_load(&stacks->nodes) < 1100) /* a new chunk is due before a larger index */
        count_stack(stacks, tree);
    is_full = true;
    for (int i = 0; i < 1000; i++)
        count_stack(stacks, tree);
    is_full = false;
    uint32_t made = (atomic_load(&stacks->chunks) - 1) * GM_CHUNK_NODES;
    printf("%d\n", (int)(atomic_load(&stacks->nodes) - made));
}

static void charge_elsewhere(void)
{
    moncontrol(0);
    uintptr_t before = atomic_load(&gm.samples);

    gm_charge(NULL, 16, 3);
    printf("%d\n", (int)(atomic_load(&gm.samples) - before));
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "fork") == 0)
        fork_meanwhile(argv[2]);
    else if (argc > 2 && strcmp(argv[1], "list") == 0)
        fork_while_listing(argv + 2);
    else if (argc > 1 && strcmp(argv[1], "closefrom") == 0)
        dump_and(&meanwhile, close_all);
    else if (argc > 1 && strcmp(argv[1], "instant") == 0)
        dump_and(&at_write, close_all);
    else if (argc > 1 && strcmp(argv[1], "inherit") == 0)
        dump_and(&meanwhile, count_in_child);
    else if (argc > 1 && strcmp(argv[1], "memory") == 0)
        lack_memory();
    else if (argc > 1 && strcmp(argv[1], "stateless") == 0)
        charge_elsewhere();
    else
        begin_period();
    return 0;
}
