/* stack_frames - makes one tree of functions of the call stacks
 *
 * Role: what every reader of measured stacks starts from: the measured times, and each export of
 * whole stacks. From the trees of addresses, one for each interval, it makes a single tree of
 * functions (of lines, in line mode), with the sums of the samples:
 *
 *   - Of the clocks there are, it is the stacks of one: CPU time if there is any.
 *   - Frames of one library that follow each other are one: what the library does inside of itself
 *     is its own affair. Frames of a function that calls itself are as many as there were.
 *   - An arc that -k (or an arc given to -q or -Q) leaves out does not exist: what it led to stands
 *     at the beginning of a stack, and the callers have none of its time.
 *
 * To walk the tree go over `at` from GSTACK_ENDS on: a caller comes before what it calls, so one
 * pass from the last to the first adds up subtrees. To write whole stacks, follow `parent` from
 * each frame with samples of its own up to a number below GSTACK_ENDS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ANALYSIS_STACK_FRAMES_H
#define ANALYSIS_STACK_FRAMES_H

#include "analysis/stack_symbols.h"
#include "base/arith.h"
#include "base/diag.h"
#include "gmon_stacks.h"
#include "symbols/sym_filter.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Some samples: how many signals came, the ticks that they stand for, and the sum of the squares of
 * each signal's ticks (statistics.h). Ticks are of the rate of struct stack_frames. */
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
    uint32_t parent;      /* number of the caller's frame, less than its own; below GSTACK_ENDS: it
                             is the outermost, and this is the gstack_end of the stack */
    uint32_t function;    /* number of the symbol; NO_SYMBOL for the ends themselves */
    struct stack_sum own; /* samples that were taken in the function itself, called in this way */
};

/* An address at which samples were taken. */
struct stack_leaf {
    uint64_t address;  /* in the image; of other code it means nothing */
    double ticks;      /* of the samples */
    uint32_t frame;    /* number of the frame that they are samples of */
    uint32_t function; /* number of its symbol */
};

struct stack_frames {
    struct stack_frame *at; /* the first GSTACK_ENDS stand for how walks ended, and have no samples;
                               owned */
    uint32_t n;
    size_t cap;
    struct stack_leaf *leaves; /* the same samples by address, with STACKS_LISTED; an address may
                                  stand there often; owned */
    size_t n_leaves, leaves_cap;
    /* Of the samples of the tree: what the listings leave out (STACKS_LISTED) is not in it. */
    struct stack_sum total;
    /* Of all samples of the clock. */
    struct stack_sum all, by_end[GSTACK_ENDS];
    enum gstack_clock clock;
    uint64_t interval_ns; /* at which that clock ticked; 0: there were several intervals */
    double rate;          /* ticks a second */
    double missing;       /* ticks that were due and came with no signal */
    uint64_t lost;        /* samples whose leaf alone was recorded; they are in the tree */
    uint64_t runs;        /* processes */
    double other_clock;   /* seconds of the clock that is left out; 0: there is no other */
};

enum stack_choice {
    STACKS_ALL,   /* all that happened */
    STACKS_LISTED /* what the classic listings show: samples in functions that the flat profile
                     leaves out (-p, -P, the profiler's own) are dropped. With -n and -N time is
                     handed on from callee to caller only where it would be by estimate: a function
                     hands on if its caller does and it is not named with -N, or if -n selects it;
                     samples in a function that does not are dropped, and functions that it calls
                     and that do stand at the beginning of a stack. So does what is called by a
                     library in which the thread began (_start -> <libc.so.6> -> main): else all
                     time would be the library's, and what the program needs it for could not be
                     seen */
};

/* Makes the tree. `rate`: ticks a second in which to count, those of the histogram; 0: those of the
 * stacks themselves. O(nodes), without recursion. */
void stack_frames_init(struct stack_frames *f, const struct stack_symbols *symbols,
                       const struct sym_filter *filter, double rate, enum stack_choice choice,
                       struct diag *d);

void stack_frames_release(struct stack_frames *f);

#endif
