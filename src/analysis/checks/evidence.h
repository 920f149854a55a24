/* evidence - collects what image and data tell about the cause of an empty or doubtful report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHECKS_EVIDENCE_H
#define ANALYSIS_CHECKS_EVIDENCE_H

#include "analysis/call_graph.h"
#include "analysis/checks/image_traits.h"
#include "analysis/hist.h"
#include "analysis/stack_frames.h"
#include "base/sink.h"
#include "symbols/sym_lines.h"

enum { FEW_SAMPLES = 10 }; /* least number of samples to warn of */

/* Kinds of figures that a report can show, as bits. */
enum shown_figures {
    SHOWS_TIMES = 1 << 0, /* samples, or times computed from samples */
    SHOWS_CALLS = 1 << 1, /* calls, or executions */
    SHOWS_LINES = 1 << 2, /* source lines; any report does with --line */
    SHOWS_BLOCKS = 1 << 3 /* executions of basic blocks, with --line or without it */
};

/* Facts, as bits beside those of enum image_trait. */
enum fact {
    CAN_RUN = TRAITS << 0,        /* libgmon can be preloaded, and did not write the data */
    IS_STRIPPED = TRAITS << 1,    /* not all functions have names, though none is left out */
    BUILD_UNKNOWN = TRAITS << 2,  /* the image or some data file has no build ID, and the samples'
                                   * range does not tell */
    BUILD_DIFFERS = TRAITS << 3,  /* another build than the image wrote some of the data */
    IS_BEHIND_MAIN = TRAITS << 4, /* `only` begins at the start-up code, and main is before */
    IS_MOVED = TRAITS << 5,       /* `only` has the length of the code, and none of the code */
    OF_LIBGMON = TRAITS << 6,     /* libgmon wrote some of the data */
    HAS_STACKS = TRAITS << 7,     /* times are measured */
    UNREAD_STACKS = TRAITS << 8,  /* call stacks are there, and --estimated leaves them out */
    NO_HISTOGRAM = TRAITS << 9,   /* there are arcs, and neither samples nor stacks */
    NO_SAMPLE = TRAITS << 10,     /* all bins are 0, and the time is not known to be in libraries */
    FEW_TICKS = TRAITS << 11,     /* less than FEW_SAMPLES */
    UNCOUNTED = TRAITS << 12,     /* there are samples, and neither calls nor counts of blocks */
    CALLS_HOOK = TRAITS << 13,    /* code compiled with -pg calls a hook; not set if there are arcs,
                                   * or the data are of another build */
    NO_ARCS = TRAITS << 14,       /* nothing tells callers */
    UNKNOWN_CALLS = TRAITS << 15, /* calls from or to unknown functions */
    IS_EMPTY = TRAITS << 16,      /* neither samples nor calls */
    OWN_LIBRARIES = TRAITS << 17, /* the image needs libraries of the user's own, and CAN_RUN */
    IS_STATIC = TRAITS << 18, /* the C library is part of the program, so nothing is preloaded */
    UNUSED_BLOCKS = TRAITS << 19, /* counts of blocks that no report looks at */
    TIMES_ALONE = TRAITS << 20    /* the C library starts the program, which was not linked with
                                   * -pg. No bit is left: a further fact is a check (causes.h) */
};

/* Data, results and facts of a run. */
struct evidence {
    const struct image *image;
    const struct profile *profile; /* NULL: there are no data, and nothing of what follows */
    const struct symtab *symtab;
    const struct sym_lines *lines;  /* lines that were needed */
    const struct hist_result *hist; /* ticks by symbol, without filters. Symbols are functions and,
                                     * from n_code on, libraries; with --line the lines of a
                                     * function (is_line) follow it, and have its ticks */
    const struct call_graph *graph; /* nodes are functions (with --line, callers are lines) with
                                     * their calls and self_calls. Calls from outside all
                                     * functions, as of main, and arcs that -k, -q or -Q leave out,
                                     * are only in profile->arcs, by address */
    const struct stack_frames *stacks; /* all stacks; NULL: times are not measured */
    const char *data;                  /* path of the first data file, for messages */
    bool is_alone;                     /* no other data file was given */
    unsigned figures;                  /* shown_figures bits of all requested reports */
    bool by_line;                      /* --line is given; without it no listing uses basic
                                        * blocks */
    bool drops_clones;                 /* local functions count only if they have plain names */
    bool estimated;                    /* --estimated: call stacks are not read */
    bool no_lines;                     /* lines were not asked for (-S, --no-lines) */
    bool lacks_functions;              /* -a, -R or -S: some of the image are left out */

    /* ---- found by evidence_find ---- */
    unsigned facts;                    /* bits of enum image_trait and enum fact */
    const struct profile_build *other; /* first build that is not the image's; may be NULL */
    const struct histogram *only;      /* the histogram, if there is one and no more, or NULL */
    struct sink libraries;             /* names of OWN_LIBRARIES, with commas between them */
};

/* Collects the facts. O(symbols + arcs), and O(code) if there are no arcs. */
void evidence_find(struct evidence *e, struct diag *d);

void evidence_release(struct evidence *e);

/* Returns true if the code has a direct call, or, if `of_hook`, a call of a hook that the image
 * defines. Code that cannot be read has none. O(code). */
bool has_call(const struct evidence *e, bool of_hook);

#endif
