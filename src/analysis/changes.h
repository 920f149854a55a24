/* changes - finds what differs between two profiles of a program
 *
 * Role: what --compare shows. Each side is a list of functions with their times and calls, wherever
 * these come from; functions of the two sides are paired, and each pair gets a verdict. Which
 * functions there are, and their names as users see them, others know.
 *
 * A side may be several runs: times are those of one run on the average, and so are calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_CHANGES_H
#define ANALYSIS_CHANGES_H

#include "base/diag.h"
#include "symbols/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A time of a run. */
struct changes_time {
    double mean;     /* of the runs, in seconds or what else the data count in */
    double variance; /* of single runs about it; 0 where there is one */
};

/* How often something was called in all runs. */
struct changes_calls {
    uint64_t others, self; /* by other functions, and by itself */
    uint64_t least, most;  /* both together, in the run with the fewest and in that with the most */
};

struct changes_function {
    const char *name;  /* the linker's; not owned */
    const char *file;  /* its source file, or NULL; not owned */
    unsigned line;     /* in line mode; else 0 */
    uint32_t symbol;   /* what the side's names know it by */
    const char *shown; /* how it is shown where the side has no names; not owned */
    bool is_used;      /* it has time or calls */
    bool is_left_out;  /* by a filter, which holds for both sides */
    struct changes_time self, inclusive;
    struct changes_calls calls;
};

struct changes_side {
    struct changes_function *functions; /* by address, or as a file lists them; owned */
    size_t n;
    struct changes_time total; /* of all functions and of what belongs to none */
    double samples;            /* of all runs */
    double sample;             /* what a sample stands for; one of several ticks is one */
    unsigned time_runs;        /* runs that have times; 0: none has */
    unsigned call_runs;        /* runs that have calls */
    bool is_whole;             /* what is not listed does not exist; else it is not used */
    bool is_unfiltered;        /* no filter has left anything out */
    bool in_ticks;             /* times are in ticks, as the data tell no rate */
    bool is_measured;          /* inclusive times are */
    double rate;               /* ticks a second; 0: not known */
    const char *dimension;     /* "seconds"; not owned */
    const char *source;        /* the first file, for messages; not owned */
    const struct names *names; /* how functions are shown; NULL: as they say */
};

enum change_verdict {
    CHANGE_NONE, /* within noise, or there is no time to compare */
    CHANGE_SLOWER,
    CHANGE_FASTER,
    CHANGE_NEW, /* the function was not there before */
    CHANGE_GONE
};

struct change {
    const struct changes_function *before, *after; /* NULL: it is not there */
    double difference;                             /* of self times */
    double reach;                                  /* the difference may be less or more by this */
    enum change_verdict verdict;
    bool calls_differ;
    bool is_shared; /* other functions have that name, too, so that its file has to be told */
};

struct changes {
    const struct changes_side *before, *after;
    struct change *at; /* by what is certain of the difference, loss or gain, that is, its size less
                          reach: the largest first; owned */
    size_t n;
    struct change total; /* of the total times; its functions are NULL */
    double error;        /* the error of each test, so that all together have SIG_ERROR */
    double quantile;     /* what sig_reach wants of it */
    bool has_times;      /* both sides have */
    bool has_calls;
};

/* Pairs the functions of both sides and judges them; the sides must outlive the changes. What is
 * left out on either side is in no pair, and its time is taken from an unfiltered base. Functions
 * of one linker's name on either side are a pair, wherever they moved. Of several that share a
 * name, those of one file are, then those of one file name; what is left is paired by order if both
 * sides have as many. `more_tests`: how many tests besides these the error is to hold for. Fails,
 * after reporting, if the sides count in different units. O(n log n) */
bool changes_init(struct changes *c, struct changes_side *before, const struct changes_side *after,
                  size_t more_tests, struct diag *d);

/* Returns how a function of a pair is shown: as it is called now, or was if it is gone. Valid until
 * the names of the sides are released. */
const char *changes_name(const struct changes *c, const struct change *at);

/* Returns what the verdict is called; "" if there are no times to compare. */
const char *changes_verdict(const struct changes *c, const struct change *at);

/* Returns true if a time has grown to more than `ratio` times what it was, beyond noise. */
bool changes_grew(const struct changes *c, const struct changes_time *before,
                  const struct changes_time *after, double ratio);

void changes_release(struct changes *c);
void changes_side_release(struct changes_side *side);

#endif
