/* diag - the one way in which anything below main tells the user something
 *
 * Role: collects errors and warnings as single lines `PROGRAM: FILE: what; remedy` on one stream.
 * Functions that can fail take a `struct diag *`, report here, and return false (or NULL); they
 * never print, exit or abort by themselves, unless memory is out (base/mem.h).
 *
 * A struct diag is more than errors and warnings: a function that has one can also show a status
 * line (diag_status) and, under --debug, trace what it does (base/trace.h). The three go together
 * because they are needed in the same places: a second parameter for the trace would stand in every
 * signature. So no function that takes a struct diag may be assumed to be silent when it succeeds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define DIAG_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define DIAG_COLD __attribute__((cold))
#else
#define DIAG_PRINTF(fmt, first)
#define DIAG_COLD
#endif

struct trace; /* base/trace.h */

enum { DIAG_LOG_BYTES = 65536 };

/* The lines that were reported, for reports that list them. */
struct diag_log {
    char text[DIAG_LOG_BYTES]; /* each with a NUL behind it */
    size_t used;
    size_t dropped; /* lines that found no room */
};

struct diag {
    const char *program;       /* base name of argv[0], not owned */
    FILE *stream;              /* where the lines go; NULL counts them only; not owned */
    size_t errors;             /* lines reported by diag_error and diag_system */
    size_t warnings;           /* lines reported by diag_warning */
    bool has_status;           /* a line of diag_status is shown */
    const struct trace *trace; /* what is traced, and where to; NULL: nothing; not owned */
    struct diag_log *log;      /* where lines are kept, too; NULL: nowhere; not owned */
};

/* A line that was reported. */
struct diag_line {
    const char *text; /* without the program's name and `warning: '; of the log */
    bool is_warning;  /* else it is an error */
};

/* Returns the base name of a path: what follows its last `/`; never NULL. Points into `path`. */
const char *diag_basename(const char *path);

/* Starts reporting. `argv0` may hold directories and must outlive the diag; NULL or "" counts as
 * "gprof". */
void diag_init(struct diag *d, const char *argv0, FILE *stream);

/* Reports an error, one line. `file` is the file it is about, or NULL. Control characters in the
 * text are shown as `?`, so that a hostile file name cannot forge a second line. Returns false,
 * always, so that a caller can say `return diag_error(...)`. */
bool diag_error(struct diag *d, const char *file, const char *fmt, ...) DIAG_PRINTF(3, 4);

/* The same for a caller that has its arguments in a va_list. */
bool diag_verror(struct diag *d, const char *file, const char *fmt, va_list ap) DIAG_PRINTF(3, 0);

/* The same for a failed system call: appends the text of `errnum` to the line. */
bool diag_system(struct diag *d, const char *file, int errnum, const char *remedy);

/* Reports something doubtful; the run goes on and its exit status is unchanged. */
void diag_warning(struct diag *d, const char *file, const char *fmt, ...) DIAG_PRINTF(3, 4);

/* Adds the counts of `from`, whose lines were kept in the `size` bytes at `text`, and writes these.
 */
void diag_pass_on(struct diag *d, const struct diag *from, const char *text, size_t size);

/* Shows a line of text on a terminal until the next call or the next report; NULL removes it. */
void diag_status(struct diag *d, const char *fmt, ...) DIAG_PRINTF(2, 3);

/* The next line of those that are kept, in the order in which they were reported; `*place` is 0 at
 * first. False when there is none; then d->log->dropped tells how many more there were. */
bool diag_next_line(const struct diag *d, size_t *place, struct diag_line *line);

/* ---- progress: one line on a terminal that shows how far long work has come ----
 *
 * Nothing is shown unless messages go to a terminal and the work has lasted for a second; the line
 * is removed at the end, and by every message in between. */

struct progress {
    struct diag *diag; /* where the line is shown; not owned */
    const char *what;  /* the things that are counted, in the plural; not owned */
    size_t total;      /* how many there are; 0: that is not known */
    uint64_t next;     /* when to show the line next, in milliseconds; UINT64_MAX: never */
};

/* Starts the work: `total` things, called `what`. */
void progress_start(struct progress *p, struct diag *d, size_t total, const char *what);

/* `done` of the things are done. Cheap enough to be called for each file. */
void progress_tell(struct progress *p, size_t done);

/* The work is over: remove the line. */
void progress_end(struct progress *p);

#endif
