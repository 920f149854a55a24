/* unwind_memory.h - lays out the inside of a walker: everything that a walk keeps off the stack
 *
 * Role: shared by unwind*.c only. A tick must take little of the stack that it interrupts, so all
 * of a walk's memory is here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_MEMORY_H
#define GMON_UNWIND_MEMORY_H

#include "runtime/core/os.h"
#include "runtime/core/unwind/unwind.h"
#include "runtime/core/unwind/unwind_rules.h"

enum {
    GM_ROWS = 4096,
    GM_EXPRESSION_STACK = 32,
    GM_OWN_STACK = 4096,
    GM_STACK_COPY = 2 * GM_LEAST_PAGE, /* bytes that are copied at a time */
    GM_MOST_WORDS = 1024               /* words of the stack searched for a return address */
};

/* Registers that a function returns unchanged. */
static const uint8_t gm_kept[] = {GM_KEPT_REGISTERS};
enum { GM_KEPT = sizeof gm_kept };

/* Cached rules of a place in the code. */
struct gm_row {
    uintptr_t address;  /* 0: the row is free */
    int32_t cfa_offset; /* CFA - cfa_register */
    uint16_t object;
    uint8_t cfa_register;
    uint8_t generation;     /* low bits of the generation of the objects */
    uint8_t flags;          /* enum gm_row_flags */
    uint8_t saved[GM_KEPT]; /* by register: distance below the CFA, in words; 0: unchanged */
};

enum gm_row_flags {
    GM_ROW_NO_TABLE = 1, /* only the object is known */
    GM_ROW_ENDS = 2,     /* there is no caller; with NO_TABLE: unless a guess finds one */
    GM_ROW_COMPLEX = 4,  /* the rules do not fit into a row: run them */
    GM_ROW_OWN = 8       /* the runtime's own code */
};

/* A word of the stack that is a return address. */
struct gm_return {
    uintptr_t at;      /* address of the word */
    uintptr_t target;  /* target of the call; 0: not known */
    uintptr_t through; /* target, or where that entry of a procedure linkage table leads */
};

/* Return addresses in a stretch of the stack. They are kept because the next frame's search mostly
 * covers the same stretch. */
struct gm_returns {
    uintptr_t begin, end; /* range of the stretch */
    unsigned first, last; /* numbers, modulo GM_MOST_WORDS */
    struct gm_return call[GM_MOST_WORDS];
};

enum gm_guess { GM_GUESS_NOTHING, GM_GUESS_REGISTER, GM_GUESS_CALLER };

struct gm_walker {
    struct gm_walker *older;   /* the walker that was made before; it never changes */
    _Atomic uint32_t is_taken; /* 1 while somebody uses the walker */
    struct gm_registers now;  /* registers of the current frame */
    struct gm_registers next; /* registers of its caller that are computed so far */
    const struct gm_registers *from;
    bool is_exact;  /* true if now.pc is the place in the code, false if it is a return address */
    bool is_bottom; /* true if the frame has no caller */
    bool is_guessed;
    bool is_callers;           /* true if the walk begins in code whose time is the caller's */
    bool has_unknown;          /* true if some frame is in no object */
    uintptr_t cfa;             /* CFA of the last frame; the next one must lie above */
    uintptr_t low;             /* lowest address that is read */
    unsigned generation;       /* generation of the objects when the rows were made */
    unsigned n, depth;         /* frames so far, and upper bound */
    enum gstack_end end;       /* reason why the walk ended */
    struct gm_frame_info info; /* table entry of the last place that was looked up */
    struct gm_rules_memory memory;
    uint64_t stack[GM_EXPRESSION_STACK];                                /* stack of an expression */
    unsigned char own_stack[GM_OWN_STACK] __attribute__((aligned(16))); /* the walk's own stack */
    uintptr_t copied;    /* address on the stack that `copy` was read from */
    size_t copied_bytes; /* valid bytes of `copy` */
    uintptr_t copy[GM_STACK_COPY / GM_WORD];
    struct gm_returns returns; /* return addresses of this walk */
    unsigned doublings;        /* of the number of rows in use */
    unsigned filled;           /* rows filled in since the last doubling */
    struct gm_row row[GM_ROWS];
    struct gm_frame frame[];
};

#pragma GCC visibility push(hidden)

/* unwind.c: walks, on a stack of its own, because it needs more stack than a tick may take. */
void gm_walk_there(struct gm_walker *w);

/* unwind_expression.c: computes the expression whose block is at `block`. Its stack begins with
 * `cfa`, or is empty if cfa is 0. Returns false if the expression is hostile, or a register is not
 * known.
 */
bool gm_compute(struct gm_walker *w, int64_t block, uintptr_t cfa, uintptr_t *value);

/* unwind_rows.c: returns the row of a place, from the cache or a new one. Valid until the next
 * call. */
const struct gm_row *gm_row_of(struct gm_walker *w, uintptr_t address);

/* unwind_rows.c: finds w->info and w->memory.rules of a place. Returns false if there is no table.
 */
bool gm_rules_of(struct gm_walker *w, unsigned object, uintptr_t address);

/* unwind_rows.c: finds w->info.is_signal and w->memory.rules of the walk's current place. Returns
 * the source of the rules. */
enum gm_source {
    GM_NO_SOURCE,
    GM_BY_TABLE, /* right at every instruction */
    GM_BY_INDEX, /* the exception index of ARM: right at calls */
    GM_NO_CALLER /* the index says that nobody calls, which it also says of code without tables */
};
enum gm_source gm_rules_here(struct gm_walker *w, unsigned object, uintptr_t address);

/* unwind_guess.c: returns true if `address` follows a call. *target is the target of the call; 0:
 * not known.
 */
bool gm_is_behind_call(uintptr_t address, uintptr_t *target);

/* unwind_guess.c: finds the caller by frame pointers or a search if there is no table, or the table
 * needs a register that is not known. `now` becomes the caller's registers, or gets that
 * register. */
enum gm_guess gm_guess(struct gm_walker *w, const struct gm_row *row);

#pragma GCC visibility pop

enum { GM_MOST_STACK = 1 << 28 }; /* bytes; frames further apart are not on one stack */

/* Reads a word of the stack. Returns false if the address is none of the stack, or cannot be read.
 * The word is read from a copy: coroutines have stacks anywhere, other threads unmap theirs, and a
 * wrong guess leads anywhere. */
static inline bool gm_read_word(struct gm_walker *w, uintptr_t at, uintptr_t *word)
{
    if (at % GM_WORD != 0 || at < w->low || at - w->low > GM_MOST_STACK)
        return false;
    if (at - w->copied >= w->copied_bytes) {
        w->copied = at & ~(uintptr_t)(GM_LEAST_PAGE - 1);
        w->copied_bytes = gm_copy(w->copy, w->copied, sizeof w->copy);
    }
    if (at - w->copied >= w->copied_bytes)
        return false;
    *word = w->copy[(at - w->copied) / GM_WORD];
    return true;
}

#define GM_BIT(number) ((gm_register_set)1 << (number))

static inline bool gm_is_known(const struct gm_registers *r, unsigned number)
{
    return number < GM_REGISTERS && (r->known >> number & 1) != 0;
}

static inline void gm_set_register(struct gm_registers *r, unsigned number, uintptr_t value)
{
    r->value[number] = value;
    r->known |= GM_BIT(number);
}

#endif
