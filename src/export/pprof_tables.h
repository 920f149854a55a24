/* pprof_tables - numbers the functions, places and texts that a pprof profile refers to
 *
 * Role: pprof.c writes samples, and asks here for the number of each place that they name. New ones
 * are written at once, in front of the sample; readers accept fields in any order. The format:
 * proto/profile.proto of https://github.com/google/pprof.
 *
 * A place is a function and, if that is known, a line. It is in a mapping: the image, or a library
 * of the call stacks. A line of inlined code from another file makes a further function of that
 * file with the same name, since the format has one file for each function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_PPROF_TABLES_H
#define EXPORT_PPROF_TABLES_H

#include "base/gzip.h"
#include "base/pair_map.h"
#include "base/text_map.h"
#include "base/sink.h"
#include "view/report.h"

#include <stdbool.h>
#include <stdint.h>

/* Places that are no nodes of the call graph, as numbers behind all nodes. */
#define PPROF_CUT (UINT32_MAX - 1)
#define PPROF_UNKNOWN (UINT32_MAX - 2)

struct pprof_tables {
    const struct report *r;
    struct gzip *file;         /* owned */
    struct sink pending;       /* fields that are not packed yet; owned */
    struct sink message, part; /* messages being built; owned */
    struct sink clean;         /* current text, made valid for all readers; owned */
    struct text_map texts;     /* all texts; number 0 is empty */
    struct sink strings;       /* texts as they will be written; owned */
    struct pair_map functions; /* (linker's name or node, file) -> number - 1 */
    struct text_map raw;       /* linker's names of symbols, if code was inlined; else empty */
    uint32_t *named;           /* first symbol of each name, by number in raw; owned */
    struct pair_map places;    /* (node and inlined function, file and line) -> number - 1 */
    struct diag *d;
};

/* Starts a profile in `out`. */
void pprof_tables_init(struct pprof_tables *t, const struct report *r, struct sink *out,
                       struct diag *d);

/* Writes the mappings. To be called once. */
void pprof_mappings(struct pprof_tables *t);

/* Returns the number of a text; NULL is the empty text. Control characters, and bytes that are no
 * valid UTF-8, are written as \xNN. */
uint64_t pprof_text(struct pprof_tables *t, const char *text);

/* A line of the source in a function. Zero-initialised: no line is known. */
struct pprof_line {
    const char *file;    /* NULL: not known */
    const char *inlined; /* result of line_row_inlined */
    unsigned line;
};

/* Returns the number of a place: a line of a node. Inlined code, and code of another file than the
 * function's, has a frame of its own in the place. */
uint64_t pprof_place(struct pprof_tables *t, uint32_t node, const struct pprof_line *at);

/* The values of a sample, in the order of the sample types. */
struct pprof_values {
    uint64_t samples, calls, time;
};

/* Writes a sample at the `n` places of `stack`, the innermost first. */
void pprof_sample(struct pprof_tables *t, const uint64_t *stack, size_t n,
                  const struct pprof_values *v);

/* Appends the message t->message to the profile, as a field. */
void pprof_append(struct pprof_tables *t, unsigned field);

/* Writes the texts, ends the file and releases the tables. */
void pprof_tables_finish(struct pprof_tables *t);

/* ---- numbers of fields ---- */

enum pprof_profile {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING = 6,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    PROFILE_COMMENT = 13,
    PROFILE_DEFAULT_SAMPLE_TYPE = 14
};

#endif
