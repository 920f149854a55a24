/* stack_frames - makes one tree of functions from the call stacks
 *
 * Role: the input of all readers of measured stacks: measured times, and exports of whole stacks.
 * From the trees of addresses, one for each interval, it makes a single tree of functions (of
 * lines, in line mode), with the sums of the samples:
 *
 *   - Of the clocks there are, it is the stacks of one: CPU time if there is any.
 *   - Frames of one library that follow each other are one: what the library does inside of itself
 *     is its own affair. Frames of a function that calls itself are as many as there were.
 *
 * With STACKS_PLACES a frame is a function at one address, that of its call or of its samples.
 *
 * To walk the tree, go over `at` from GSTACK_ENDS on. A caller comes before its callees, so one
 * pass from the last frame to the first adds up subtrees. To write whole stacks, follow `parent`
 * from each frame with samples of its own up to a number below GSTACK_ENDS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STACK_FRAMES_H
#define ANALYSIS_STACK_FRAMES_H

#include "analysis/stack_symbols.h"
#include "base/arith.h"
#include "gmon_stacks.h"
#include "symbols/sym_filter.h"

/* A sum of samples: number of signals, their ticks, and the sum of the squares of each signal's
 * ticks (statistics.h). The rate of ticks is in struct stack_frames. */
struct stack_sum {
    double ticks, squares;
    uint64_t signals;
};

static inline void stack_sum_add(struct stack_sum *to, const struct stack_sum *from)
{
    to->ticks += from->ticks;
    to->squares += from->squares;
    to->signals = add_saturated(to->signals, from->signals);
}

struct stack_frame {
    uint32_t parent;      /* number of the caller's frame, less than the frame's own; for the
                           * outermost frame, the gstack_end of the stack, below GSTACK_ENDS */
    uint32_t function;    /* number of the symbol; NO_SYMBOL for the ends themselves */
    uint32_t place;       /* number in stack_frames.places; only with STACKS_PLACES, else 0 */
    struct stack_sum own; /* samples in the function itself, when called in this way */
};

/* Samples at an address. */
struct stack_leaf {
    uint64_t address;  /* address in the image; for other code it has no meaning */
    double ticks;      /* ticks of the samples */
    uint32_t function; /* number of its symbol */
};

struct stack_frames {
    struct stack_frame *at; /* frames; the first GSTACK_ENDS stand for the ways in which walks
                             * ended, and have no samples; owned */
    uint32_t n;
    size_t cap;
    struct stack_leaf *leaves; /* samples by address, only with STACKS_LISTED; an address may
                                * repeat; owned */
    size_t n_leaves, leaves_cap;
    struct pair_map places; /* (stack_node.module, address in the module): of calls, that of a byte
                             * of the call; only with STACKS_PLACES */
    /* Sum of the samples of the tree, without those that the listings leave out (STACKS_LISTED). */
    struct stack_sum total;
    /* Sums of all samples of the clock. */
    struct stack_sum all, by_end[GSTACK_ENDS];
    enum gstack_clock clock;
    uint64_t interval_ns; /* interval of the clock; 0: there were several intervals */
    double rate;          /* ticks a second */
    double missing;       /* ticks that were due, but came without a signal */
    uint64_t lost;        /* samples with only their leaf recorded; included in the tree */
    uint64_t runs;        /* number of processes */
    double elapsed;       /* seconds that these ran for; 0: not known of all */
    double other_clock;   /* seconds of the clock that is left out; 0: there is only one clock */
};

enum stack_choice {
    STACKS_ALL,    /* all samples */
    STACKS_PLACES, /* STACKS_LISTED, by address */
    STACKS_LISTED  /* what the classic listings show. Samples in functions that the flat profile
                    * leaves out (-p, -P, the profiler's own) are dropped. An arc that -k (or an arc
                    * given to -q or -Q) leaves out does not exist: what it led to stands at the
                    * beginning of a stack, and the callers have none of its time. With -n and -N,
                    * time is handed on from callee to caller as in an estimate: a function hands on
                    * if -n selects it, or if its caller does and -N does not name it. Samples in
                    * other functions are dropped; their callees that hand on begin a stack. So do
                    * functions called by a library in which the thread began (_start ->
                    * <libc.so.6> -> main): else all time would be the library's */
};

/* Makes the tree. `rate` is the rate to count in, that of the histogram; 0: that of the stacks.
 * O(nodes), without recursion. */
void stack_frames_init(struct stack_frames *f, const struct stack_symbols *symbols,
                       const struct sym_filter *filter, double rate, enum stack_choice choice,
                       struct diag *d);

void stack_frames_release(struct stack_frames *f);

#endif
