/* limit - ends gprof with one line if a run costs too much, or if a library fails
 *
 * Role: a file can make libbfd, libdw or libiberty take any time and memory, crash, abort or call
 * exit(). No check of a file before they read it finds all such files. So the whole process has one
 * limit of CPU time, of memory and of output, which grows with the files that are opened. If the
 * limit is reached, or if a library fails in a call, gprof removes its temporary files, says in one
 * line what happened, and ends with status 1.
 *
 * Until limit_begin nothing here has an effect, as in unit tests, nor with AddressSanitizer and
 * ThreadSanitizer. The end of the stack is caught in the main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_LIMIT_H
#define BASE_LIMIT_H

#include "base/diag.h"

/* Sets the limit of a run that has opened nothing yet, and catches failures of libraries. From here
 * on `d` has a descriptor of its own, and what libraries write to standard error goes nowhere. To
 * be called once. */
void limit_begin(struct diag *d);

/* Lifts the limit, for --no-limit, before other threads start. Failures of libraries are still
 * caught. */
void limit_lift(void);

/* ---- what a run may cost ---- */

/* Raises the limit by what a file of `bytes` bytes may cost. May be called in any thread. */
void limit_add(uint64_t bytes);

/* Returns the bytes of the file at `path` that count: those on the disk, so that holes in a
 * file do not count. A file that is missing, or is not regular, has none. */
uint64_t limit_bytes_of(const char *path);

/* Raises the limit by what the file at `path` may cost. */
static inline void limit_add_file(const char *path)
{
    limit_add(limit_bytes_of(path));
}

/* Counts bytes that are written to `fd`. Does not return if all output is more than the limit. */
void limit_output(int fd, size_t bytes);

/* Ends the program if the limit is the reason why `bytes` bytes of memory (0: not known) were
 * refused. Else returns. */
void limit_refused(uint64_t bytes);

/* Ends the program with status 1 after the line `PROGRAM: REASON; REMEDY`. Only the first thread
 * that calls this reports. */
_Noreturn void limit_end(const char *program, const char *reason, const char *remedy);

/* Returns the memory that the cgroups of a process allow, in bytes; UINT64_MAX: any. `list` is a
 * file such as /proc/self/cgroup, `root` a directory such as /sys/fs/cgroup. Source: cgroups(7). */
uint64_t limit_of_cgroups(const char *list, const char *root);

/* ---- what the line says ---- */

enum limit_stage {
    LIMIT_DATA, /* where a thread starts */
    LIMIT_WORDS,
    LIMIT_SYMBOLS,
    LIMIT_STACKS,
    LIMIT_LINES,
    LIMIT_NAMES,
    LIMIT_SUM,
    LIMIT_REPORT
};

/* The work that gprof is at. */
struct limit_place {
    enum limit_stage stage;
    const char *file; /* file that the work is about, or NULL; not owned */
};

/* Notes that another work begins. Returns the work around it. */
struct limit_place limit_enter(enum limit_stage stage, const char *file);

/* Notes that gprof goes on with the work around. */
void limit_leave(struct limit_place *around);

/* A variable that is there for what happens at the end of its block. */
#define LIMIT_UNUSED __attribute__((unused))

/* Notes the work of the block that this stands in, up to its end. */
#define LIMIT_STAGE(stage, file)                                                                   \
    LOCAL_BY(limit_leave) LIMIT_UNUSED struct limit_place work_around = limit_enter((stage), (file))

/* Notes that this thread is inside of a call of `library`. Returns the library around it, or NULL.
 * Sets errno to 0, so that limit_lacked_memory can tell what happens from now on. */
const char *limit_enter_library(const char *library);
void limit_leave_library(const char **around);

/* Marks a block as calls of a library, such as "libdw": until the end of the block, failures are
 * the library's. */
#define IN_LIBRARY(library)                                                                        \
    LOCAL_BY(limit_leave_library)                                                                  \
    LIMIT_UNUSED const char *library_around = limit_enter_library(library)

/* Returns true if a call of a library that has just failed was refused memory. To be called in the
 * block of IN_LIBRARY, or directly behind it: it asks errno. */
bool limit_lacked_memory(void);

#endif
