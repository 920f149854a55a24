/* top_figures - computes the figures of the functions of --top
 *
 * Role: declares what the parts of this report share (--by-file shares the functions that write).
 * top.c summarises the data and chooses the functions. top_heading prints the lines above and below
 * the tables, top_table lays the tables out, and top_columns lists their columns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_TOP_FIGURES_H
#define REPORT_TOP_FIGURES_H

#include "base/sink.h"
#include "view/self_range.h"

enum { MOST_NAMED_PARTS = 3 };

/* Division of all samples, in ticks. */
struct top_parts {
    double all; /* ticks that were due */
    struct {
        uint32_t library; /* symbol of the library */
        double ticks;
    } named[MOST_NAMED_PARTS]; /* libraries with most time, the most first; 0 ticks: none */
    double libraries;          /* ticks in other code outside of the program */
    double profiler;           /* ticks in the profiler, which no report lists */
    double unseen;             /* ticks without a known place */
    double outside;            /* ticks outside all functions */
};

/* Summary of the data. */
struct top_page {
    const struct report *r;
    struct top_parts parts;
    uint64_t samples;   /* number of samples, of all parts */
    unsigned columns;   /* columns of a line */
    bool has_times;     /* the data have samples */
    bool has_inclusive; /* inclusive times are known */
    bool is_measured;   /* inclusive times are measured */
    bool has_arcs;      /* callers are known */
    uint64_t calls;     /* calls of all listed functions; 0: not known */
};

/* Rows of a table: functions in the order of `key`; the first `n` are listed. */
struct top_rows {
    enum sort_key key;
    enum sort_key chosen_by; /* key by which the functions are chosen: `key`, except for texts:
                              * then self time or, without times, calls */
    uint32_t *at;            /* owned */
    bool *is_open;           /* true if the rank is uncertain, by symbol number; owned */
    uint32_t n;
    uint32_t more;     /* number of functions that could be listed, but are left out */
    double more_share; /* share of these in the total of the sort key; 0 for inclusive times and
                        * names */
};

/* Writes the name of a library without the brackets of its symbol: libc.so.6. */
void top_put_library(struct sink *out, const struct symtab *symtab, uint32_t library);

/* Writes the place of a function in the source, ` (FILE:LINE)', if names carry it. */
void top_put_place(struct sink *out, const struct names *names, uint32_t symbol);

/* Returns a function's share, of 1, in the total of that key; 0 if the total is 0. */
double top_share(const struct top_page *p, enum sort_key key, uint32_t symbol);

#endif
