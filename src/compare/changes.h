/* changes - finds what differs between two profiles of a program
 *
 * Role: computes what --compare shows. Each side is a list of functions with times and calls from
 * any source. Functions of the two sides are paired, and each pair gets a verdict. The caller
 * provides the functions and their shown names.
 *
 * A side may be several runs: times are then averages of one run, and calls those of all. Runs of
 * both sides that were made in turn are compared in pairs (compare/statistics.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPARE_CHANGES_H
#define COMPARE_CHANGES_H

#include "analysis/time_kind.h"
#include "names/names.h"

/* A time of a run. */
struct changes_time {
    double mean;     /* mean of the runs, in seconds or another dimension of the data */
    double variance; /* variance of single runs; 0 if there is one run */
    double *runs;    /* time of each run, in the order of changes_side.ended; part of
                      * changes_side.times. NULL: 0 in each, or not known */
};

/* Calls of a function in all runs. */
struct changes_calls {
    uint64_t others, self; /* calls by other functions, and by itself */
    uint64_t least, most;  /* sums of both, in the run with the fewest calls and in the run with the
                            * most */
};

struct changes_function {
    const char *name;  /* linker's name; not owned */
    const char *file;  /* source file, or NULL; not owned */
    unsigned line;     /* line number in line mode; else 0 */
    uint32_t symbol;   /* number of the symbol for the side's names */
    const char *shown; /* shown name if the side has no names; not owned */
    bool is_used;      /* the function has time or calls */
    bool is_left_out;  /* a filter leaves the function out, on both sides */
    bool is_outside;   /* the function is of a library, and known by its time alone */
    struct changes_time self, inclusive;
    double moved; /* part of the mean of self that callees had, which are gone (changes_init) */
    struct changes_calls calls;
};

/* A call: the part of the callee's self time that it took on behalf of the caller. */
struct changes_arc {
    uint32_t caller, callee; /* numbers in changes_side.functions */
    double part;             /* 0 to 1 */
};

struct changes_side {
    struct changes_function *functions; /* functions by address, or in the order of a file; owned */
    size_t n;
    struct changes_arc *arcs; /* calls of the base; a function's come behind those of its callees;
                               * owned; NULL: not known */
    size_t n_arcs;
    struct changes_time total; /* time of all functions, and of code outside functions */
    double samples;            /* samples of all runs */
    double sample;             /* time that a sample stands for; several ticks at once are one
                                * sample */
    unsigned time_runs;        /* runs that have times; 0: none has */
    double *ended;             /* when each of these runs ended, in seconds since any time, the
                                * same for both sides; ascending; owned; NULL: not known */
    double *times;             /* memory of changes_time.runs; owned */
    unsigned call_runs;        /* runs that have calls */
    bool leaves_out_unused;    /* functions that are not listed exist, too */
    bool is_unfiltered;        /* no filter has left anything out */
    bool in_ticks;             /* times are in ticks, since the data have no rate */
    bool is_measured;          /* inclusive times are measured */
    enum time_kind kind;       /* what the times are of */
    double rate;               /* ticks a second; 0: not known */
    double rate_had;           /* samples that came in a second; 0: not known */
    const char *dimension;     /* "seconds"; not owned */
    const char *source;        /* first file, for messages; not owned */
    const struct names *names; /* names to show; NULL: those in `shown` */
};

enum change_verdict {
    CHANGE_NONE, /* the difference is within noise, or there is no time or spread to judge it by */
    CHANGE_SLOWER,
    CHANGE_FASTER,
    CHANGE_NEW, /* the function did not exist before */
    CHANGE_GONE
};

struct change {
    const struct changes_function *before, *after; /* function on each side; NULL: missing */
    double difference;                             /* difference of self times */
    double reach;                                  /* possible error of the difference, in both
                                                    * directions */
    enum change_verdict verdict;
    bool calls_differ;
    bool is_shared; /* other functions have the same name, so the file is shown, too */
};

/* The error of each test of a family. */
struct change_error {
    double probability;
    double quantile; /* of the probability, for sig_reach */
};

struct changes {
    const struct changes_side *before, *after;
    struct change *at; /* changes, sorted by the certain part of the difference, its size less
                        * reach: the largest first; owned */
    size_t n;
    struct change *left_out; /* pairs that a filter leaves out, in the memory of `at` */
    size_t n_left_out;
    double *moved;             /* times of runs that were moved to callers (changes_init); owned */
    double time_left_out;      /* self time, in the base, of functions left out on the other side */
    struct change total;       /* change of the total times; its functions are NULL */
    struct change_error error; /* of the verdicts: that of all together is SIG_ERROR */
    double differ;   /* deviation of runs that all functions show together, relative to their
                      * time; at least SIG_RUNS_DIFFER */
    bool has_times;  /* both sides have */
    bool has_spread; /* a side has several runs, so differences of times have verdicts */
    bool in_turn;    /* runs of both sides were made in turn, and are compared in pairs */
    bool has_calls;
};

/* Pairs the functions of both sides and judges them; the sides must outlive the changes. Functions
 * left out on one side are in no pair, and their time is subtracted from an unfiltered base.
 * Functions with equal linker names are a pair, even if they moved. If several share a name, pairs
 * are made by path of the file, then by base name of the file. The rest is paired by order if both
 * sides have the same number. A function that has more time than before may contain callees that
 * are gone: the time that these took for it is added to what it had. A function of a library has a
 * time of 0 on the side that lacks it. Fails, after reporting, if the sides count in different
 * units. O(n log n) */
bool changes_init(struct changes *c, struct changes_side *before, const struct changes_side *after,
                  struct diag *d);

/* Returns true if a side of a change has the function, be it unused. */
bool change_exists(const struct changes_function *side);

/* Returns the new function of a pair, or the old one if the function is gone. */
const struct changes_function *changes_either(const struct change *at);

/* Returns true if the function has time or calls on a side. */
bool change_is_used(const struct change *at);

/* Returns the shown name of changes_either, and sets its syntax, unless `syntax` is NULL. Valid
 * until the names of the sides are released. */
const char *changes_name(const struct changes *c, const struct change *at,
                         enum name_syntax *syntax);

/* Returns the word for the verdict, or "" if there are no times to compare, or one run a side. */
const char *changes_verdict(const struct changes *c, const struct change *at);

/* Returns the error of each of `tests` tests, so that it is `family` for all of them. */
struct change_error changes_error(double family, size_t tests);

/* Sets difference, reach and verdict of two times, with that error. */
void changes_judge(const struct changes *c, const struct change_error *error, struct change *at,
                   const struct changes_time *before, const struct changes_time *after);

void changes_release(struct changes *c);
void changes_side_release(struct changes_side *side);

#endif
