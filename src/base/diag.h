/* diag - reports errors and warnings, a line each
 *
 * Role: collects errors and warnings as single lines `PROGRAM: FILE: what; remedy` on one stream.
 * Functions that can fail take a `struct diag *`, report here, and return false (or NULL); they
 * never print, exit or abort by themselves, unless memory runs out (base/mem.h). A NULL diag is
 * quiet: for work whose failure is not an error.
 *
 * A struct diag is more than errors and warnings: a function that has one can also show a status
 * line (diag_status) and, under --debug, trace what it does (base/trace.h). The three are needed in
 * the same places: separated, the trace would be a second parameter of every function. Therefore a
 * function that takes a struct diag may print even when it succeeds.
 *
 * Nearly every header includes this one, directly or through another, and gets the standard types
 * from here, and what the C library does with them: inttypes.h, stdbool.h, stddef.h, stdio.h,
 * stdlib.h, string.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIAG_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define DIAG_COLD __attribute__((cold))

/* Marks a variable of a block: when the block ends, `release` is called with its address. The
 * variable is initialised where the block begins, or before the block may end. */
#define LOCAL_BY(release) __attribute__((cleanup(release)))

struct trace; /* base/trace.h */

enum { DIAG_LOG_BYTES = 65536 };

/* Reported lines, kept for reports that list them. */
struct diag_log {
    char text[DIAG_LOG_BYTES]; /* the lines, each with a NUL behind it */
    size_t used;
    size_t dropped; /* lines that found no room */
};

struct diag {
    const char *program;       /* base name of argv[0], not owned */
    FILE *stream;              /* destination of the lines; NULL: they are only counted; not
                                * owned */
    size_t errors;             /* lines reported by diag_error and diag_system */
    size_t warnings;           /* lines reported by diag_warning */
    bool has_status;           /* a line of diag_status is shown */
    const struct trace *trace; /* bits that are traced, and the trace's destination; NULL: no trace;
                                * not owned */
    struct diag_log *log;      /* second destination, which keeps lines; NULL: none; not owned */
};

/* One reported line. */
struct diag_line {
    const char *text; /* the line without the program's name and `warning: '; part of the log */
    bool is_warning;  /* true: a warning; false: an error */
};

/* Returns the base name of a path: what follows its last `/`; never NULL. Points into `path`. */
const char *diag_basename(const char *path);

/* Starts reporting. `argv0` may hold directories and must outlive the diag; NULL or "" counts as
 * "gprof". */
void diag_init(struct diag *d, const char *argv0, FILE *stream);

/* Reports an error, one line. `file` is the file that the error is about, or NULL. What must not
 * reach a terminal (utf8_is_unsafe) is shown as `?`, so that a hostile file name cannot forge a
 * second line. Always returns false, so that a caller can say `return diag_error(...)`. */
bool diag_error(struct diag *d, const char *file, const char *fmt, ...) DIAG_PRINTF(3, 4);

/* Reports a failed system call as diag_error does: the line ends with the text of `errnum`. */
bool diag_system(struct diag *d, const char *file, int errnum, const char *remedy);

/* Reports something doubtful; the run goes on and its exit status is unchanged. */
void diag_warning(struct diag *d, const char *file, const char *fmt, ...) DIAG_PRINTF(3, 4);

/* Writes the lines of `from`, which were kept in the `size` bytes at `text`, and adds their
 * counts. */
void diag_pass_on(struct diag *d, const struct diag *from, const char *text, size_t size);

/* Shows a line of text on a terminal until the next call or the next report; NULL removes it. */
void diag_status(struct diag *d, const char *fmt, ...) DIAG_PRINTF(2, 3);

/* Gets the next kept line, in the order of reporting; `*place` is 0 at first. Returns false if
 * there is no further line; d->log->dropped is the number of lines that were not kept. */
bool diag_next_line(const struct diag *d, size_t *place, struct diag_line *line);

/* ---- progress: a line on a terminal that shows how much of long work is done ----
 *
 * The line is shown if messages go to a terminal and the work has lasted for a second. Each
 * message, and the end of the work, removes the line. */

struct progress {
    struct diag *diag; /* diag that shows the line; not owned */
    const char *what;  /* name of the counted things, in the plural; not owned */
    size_t total;      /* number of things; 0: not known */
    uint64_t next;     /* time to show the line next, in milliseconds; UINT64_MAX: never */
};

/* Starts the progress line of `total` things, called `what`. */
void progress_start(struct progress *p, struct diag *d, size_t total, const char *what);

/* Notes that `done` of the things are done. Cheap enough to be called for each file. */
void progress_tell(struct progress *p, size_t done);

/* Removes the line when the work is over. */
void progress_end(struct progress *p);

#endif
