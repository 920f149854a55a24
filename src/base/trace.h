/* trace - prints what the stages do, under --debug
 *
 * Role: a run that is traced prints, between the lines of its report, what each stage found and
 * decided, with the numbers: `[stage] text`, a line each. A struct diag carries the trace (diag.h
 * says why), so every function that can report can trace. The trace is always compiled in. If it is
 * off, its only cost is trace_on(); a loop over the input asks once, before it starts, or traces in
 * a second pass. Traced lines do not count as printed: without them the report is the same, byte
 * for byte.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_TRACE_H
#define BASE_TRACE_H

#include "base/sink.h"

/* Stages that can be traced: the bits of --debug, numbered as in the manual of GNU gprof. */
enum trace_bit {
    TRACE_DFN = 1 << 1,          /* depth-first search, and its topological order */
    TRACE_CYCLES = 1 << 2,       /* functions of each cycle */
    TRACE_TALLY = 1 << 4,        /* call sites becoming arcs */
    TRACE_ARC_ORDER = 1 << 5,    /* reasons for the order of arcs in an entry */
    TRACE_SAMPLES = 1 << 6,      /* data files, and samples becoming times */
    TRACE_IMAGE = 1 << 7,        /* symbols and source lines of the image */
    TRACE_STATIC_CALLS = 1 << 8, /* calls found in the code */
    TRACE_LOOKUP = 1 << 9,       /* which function holds an address */
    TRACE_PROPAGATION = 1 << 10, /* times flowing from callees to callers */
    TRACE_BLOCKS = 1 << 11,      /* counts of basic blocks */
    TRACE_SYMBOLS = 1 << 12,     /* the finished symbol table, and symbol specifications */
    TRACE_ANNOTATION = 1 << 13   /* annotated source files */
};

struct trace {
    unsigned bits;    /* bits of enum trace_bit; other bits mean nothing */
    struct sink *out; /* destination of the lines: the report's own sink; not owned */
};

/* Returns true if `bit` is traced. */
static inline bool trace_on(const struct diag *d, enum trace_bit bit)
{
    return d && d->trace && (d->trace->bits & (unsigned)bit);
}

/* Writes one line. To be called only if trace_on() returns true and the report is at the start of a
 * line. `stage` is the name of the stage's function. Control characters are shown as `?`, and a
 * line of more than 8 KiB is cut. */
void trace_line(const struct diag *d, const char *stage, const char *fmt, ...)
    DIAG_PRINTF(3, 4) DIAG_COLD;

#endif
