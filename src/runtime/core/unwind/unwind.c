/* unwind.c - walks a stack, frame by frame, from the leaf to the beginning of the thread
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/unwind.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/unwind/unwind_memory.h"

enum {
    MOST_SKIPPED = 64, /* frames of the runtime that are left out of a stack */
    GENERATIONS = 256, /* generations that a row tells apart */
    ENTRY_BYTES = 64   /* bytes of code at the program's entry point, which nobody has called */
};

/* Results of a step up the stack. */
enum step {
    STEP_DONE,
    STEP_END,      /* there is no caller */
    STEP_NO_TABLE, /* nothing says where the caller is, or a register that says it is unknown */
    STEP_OFF_STACK /* the caller's frame would be where no stack is */
};

size_t gm_walker_size(unsigned depth)
{
    return sizeof(struct gm_walker) + depth * sizeof(struct gm_frame);
}

struct gm_walker *gm_walker_take(unsigned depth)
{
    struct gm_walker *first = atomic_load_explicit(&gm.walkers, memory_order_acquire), *w;

    for (w = first; w != NULL; w = w->older)
        if (atomic_load_explicit(&w->is_taken, memory_order_relaxed) == 0 &&
            atomic_exchange_explicit(&w->is_taken, 1, memory_order_acquire) == 0)
            return w;
    w = gm_map(gm_walker_size(depth));
    if (w == NULL)
        return NULL;
    atomic_store_explicit(&w->is_taken, 1, memory_order_relaxed);
    do {
        w->older = first;
    } while (!atomic_compare_exchange_weak_explicit(&gm.walkers, &first, w, memory_order_release,
                                                    memory_order_relaxed));
    return w;
}

void gm_walker_give(struct gm_walker *w)
{
    atomic_store_explicit(&w->is_taken, 0, memory_order_release);
}

/* ---- a step --------------------------------------------------------------------------------- */

/* Returns true if the CFA is above the last frame's. If calls do not push, a function may take
 * nothing of the stack: then the CFA may be equal, and its return address is still in the link
 * register. */
static bool is_above(const struct gm_walker *w, uintptr_t cfa)
{
    if (GM_CALL_PUSHES == 0 && gm_is_known(&w->now, GM_RETURN_COLUMN) && cfa == w->cfa)
        return true;
    return cfa % GM_WORD == 0 && cfa > w->cfa && cfa - w->cfa < GM_MOST_STACK;
}

/* Returns true if the caller's frame may be at this CFA, which a register tells. A function may
 * have moved to another stack, as __morestack does (-fsplit-stack). Then its frame register is on
 * the one that it has left, at any distance. */
static bool may_be_there(struct gm_walker *w, unsigned by, uintptr_t cfa)
{
    enum { SAVED = 256 }; /* bytes below the CFA for registers */

    if (is_above(w, cfa))
        return true;
    if (by != GM_FP || w->is_exact || w->is_guessed || cfa % GM_WORD != 0 || cfa <= w->cfa)
        return false;
    w->low = cfa - SAVED;
    return true;
}

/* Takes the caller's pc from the register in which a call leaves it. The caller's value of that
 * register is then lost. */
static bool return_by_link(struct gm_registers *r)
{
    if (GM_CALL_PUSHES != 0)
        return true;
    if (!gm_is_known(r, GM_RETURN_COLUMN))
        return false;
    gm_set_register(r, GM_PC, r->value[GM_RETURN_COLUMN]);
    r->known &= ~GM_BIT(GM_RETURN_COLUMN);
    return true;
}

/* Steps to the caller in the ordinary case, in place: registers that are not in the row stay as
 * they are. */
static enum step step_by_row(struct gm_walker *w, const struct gm_row *row)
{
    struct gm_registers *r = &w->now;

    if (!gm_is_known(r, row->cfa_register))
        return STEP_NO_TABLE;
    uintptr_t cfa = r->value[row->cfa_register] + (uintptr_t)(intptr_t)row->cfa_offset, word;
    if (!may_be_there(w, row->cfa_register, cfa) ||
        (GM_CALL_PUSHES != 0 && !gm_read_word(w, cfa - GM_CALL_PUSHES, &r->value[GM_PC])))
        return STEP_OFF_STACK;
    for (int i = 0; i < GM_KEPT; i++) {
        if (row->saved[i] == 0)
            continue;
        if (gm_read_word(w, cfa - row->saved[i] * (uintptr_t)GM_WORD, &word))
            gm_set_register(r, gm_kept[i], word);
        else
            r->known &= ~GM_BIT(gm_kept[i]);
    }
    if (!return_by_link(r))
        return STEP_OFF_STACK;
    r->value[GM_PC] = gm_return_address(r->value[GM_PC]);
    r->value[GM_SP] = cfa - GM_CFA_ABOVE;
    r->known &= GM_KEPT_MASK | GM_BIT(GM_SP) | GM_BIT(GM_PC);
    w->cfa = cfa;
    w->is_exact = false;
    return r->value[GM_PC] != 0 ? STEP_DONE : STEP_END;
}

/* Restores one register of the caller. The register is unknown if its place cannot be read. */
static void get_back(struct gm_walker *w, unsigned number, uintptr_t cfa)
{
    const struct gm_rules *r = &w->memory.rules;
    int64_t value = r->value[number];
    uintptr_t at = cfa + (uintptr_t)value;

    w->next.known &= ~GM_BIT(number);
    switch (r->rule[number]) {
    case GM_UNDEFINED:
        return;
    case GM_SUM:
        break;
    case GM_REGISTER:
        if (value < 0 || value >= GM_REGISTERS || !gm_is_known(&w->now, (unsigned)value))
            return;
        at = w->now.value[value];
        break;
    case GM_SAVED:
        if (!gm_read_word(w, at, &at))
            return;
        break;
    default:
        if (!gm_compute(w, value, cfa, &at) ||
            (r->rule[number] == GM_SAVED_AT && !gm_read_word(w, at, &at)))
            return;
        break;
    }
    gm_set_register(&w->next, number, at);
}

/* Steps to the caller by the rules of the frame of `row`. A signal handler may be on another stack
 * than the code it interrupted. Tables of our hooks describe the pc separately, because the
 * functions that call hooks need the link register, too. The index of ARM describes calls: at other
 * places its rules must lead to a call.
 */
static enum step step_by_rules(struct gm_walker *w, const struct gm_row *row)
{
    const struct gm_rules *r = &w->memory.rules;
    uintptr_t cfa, target;

    enum gm_source source = gm_rules_here(w, row->object, row->address);
    if (source == GM_NO_SOURCE || source == GM_NO_CALLER)
        return STEP_NO_TABLE;
    if (source == GM_BY_TABLE && r->rule[GM_RETURN_COLUMN] == GM_UNDEFINED)
        return STEP_END;
    if (r->is_cfa_computed) {
        if (!gm_compute(w, r->cfa_value, 0, &cfa))
            return STEP_NO_TABLE;
    } else {
        if (!gm_is_known(&w->now, r->cfa_register))
            return STEP_NO_TABLE;
        cfa = w->now.value[r->cfa_register] + (uintptr_t)r->cfa_value;
    }
    if (!w->info.is_signal && !may_be_there(w, r->is_cfa_computed ? GM_SP : r->cfa_register, cfa))
        return STEP_OFF_STACK;
    w->next = w->now;
    w->next.known &= GM_KEPT_MASK;
    gm_set_register(&w->next, GM_SP, cfa - GM_CFA_ABOVE);
    for (unsigned i = 0; i < GM_REGISTERS; i++)
        if (r->rule[i] != GM_SAME)
            get_back(w, i, cfa);
    bool has_pc = source == GM_BY_TABLE && w->info.return_register == GM_PC;
    if ((!has_pc && !return_by_link(&w->next)) || !gm_is_known(&w->next, GM_PC) ||
        !gm_is_known(&w->next, GM_SP))
        return STEP_OFF_STACK;
    if (source == GM_BY_INDEX && w->is_exact && !gm_is_behind_call(w->next.value[GM_PC], &target))
        return STEP_OFF_STACK;
    w->next.value[GM_PC] = gm_return_address(w->next.value[GM_PC]);
    if (w->info.is_signal)
        w->low = w->next.value[GM_SP] - GM_RED_ZONE;
    w->now = w->next;
    w->cfa = w->now.value[GM_SP];
    w->is_exact = w->info.is_signal;
    return w->now.value[GM_PC] != 0 ? STEP_DONE : STEP_END;
}

/* Steps out of a signal handler that returns to code without a table. */
static bool step_by_signal(struct gm_walker *w)
{
    const struct gm_registers *r = &w->now;

    if (!gm_signal_caller(r->value[GM_PC], r->value[GM_SP], &w->next))
        return false;
    w->now = w->next;
    w->cfa = w->now.value[GM_SP];
    w->low = w->cfa - GM_RED_ZONE;
    w->is_exact = true;
    return true;
}

/* Steps to the caller. A guess sets what is missing, or takes the step itself. A guess is also made
 * if a leaf's table misleads: that of longjmp describes registers that are not on the stack. It is
 * made, too, if an earlier guess may have been wrong. */
static enum step step(struct gm_walker *w, const struct gm_row *row)
{
    enum step done = STEP_NO_TABLE;

    if ((row->flags & (GM_ROW_ENDS | GM_ROW_NO_TABLE)) == GM_ROW_ENDS || w->is_bottom)
        return STEP_END;
    if ((row->flags & GM_ROW_NO_TABLE) != 0 && step_by_signal(w))
        return STEP_DONE;
    if ((row->flags & GM_ROW_NO_TABLE) == 0)
        done = (row->flags & GM_ROW_COMPLEX) != 0 ? step_by_rules(w, row) : step_by_row(w, row);
    if (done != STEP_NO_TABLE && !(done == STEP_OFF_STACK && (w->is_exact || w->is_guessed)))
        return done;
    if (w->now.value[GM_PC] - gm.entry < ENTRY_BYTES)
        return STEP_END;
    enum gm_guess guess = gm_guess(w, row);
    if (guess == GM_GUESS_NOTHING && (row->flags & GM_ROW_ENDS) != 0)
        return STEP_END;
    w->is_guessed = true;
    switch (guess) {
    case GM_GUESS_REGISTER:
        return step_by_row(w, row);
    case GM_GUESS_CALLER:
        return w->now.value[GM_PC] != 0 ? STEP_DONE : STEP_END;
    default:
        return done;
    }
}

/* ---- the walk ------------------------------------------------------------------------------- */

static void begin(struct gm_walker *w)
{
    const struct gm_registers *from = w->from;
    unsigned generation = gm_objects_generation();

    if (generation / GENERATIONS != w->generation / GENERATIONS)
        for (size_t i = 0; i < GM_ROWS; i++)
            w->row[i].address = 0;
    w->generation = generation;
    w->now = *from;
    w->cfa = from->value[GM_SP];
    w->low = w->cfa - GM_RED_ZONE;
    w->copied_bytes = 0;
    w->returns.begin = w->returns.end = 0;
    w->is_exact = true;
    w->is_bottom = false;
    w->is_guessed = false;
    w->is_callers = gm_is_callers_time(from->value[GM_PC]);
    w->has_unknown = false;
    w->n = 0;
}

/* Adds the frame of this row. Returns false if there would be too many frames. */
static bool note(struct gm_walker *w, const struct gm_row *row)
{
    struct gm_frame *f = &w->frame[w->n];

    if ((row->flags & GM_ROW_OWN) != 0 && (w->n > 0 || w->is_callers))
        return true;
    if (w->n == w->depth)
        return false;
    w->n++;
    *f = (struct gm_frame){.object = row->object};
    if ((row->flags & GM_ROW_OWN) != 0) {
        f->object = GM_OBJECT_PROFILER;
        return true;
    }
    w->has_unknown |= f->object == GM_OBJECT_ANONYMOUS;
    f->key = gm_frame_key(f->object, row->address) + !w->is_exact;
    return true;
}

/* Returns the row of the walk's current place. A return address at the very beginning of a
 * function, behind no code, was put there by hand: by makecontext and similar functions, for which
 * the stack begins there, or by the kernel, for signals. */
static const struct gm_row *row_here(struct gm_walker *w)
{
    uintptr_t pc = w->now.value[GM_PC];
    const struct gm_row *row = gm_row_of(w, pc - !w->is_exact);

    if ((row->flags & GM_ROW_NO_TABLE) == 0 || w->is_exact ||
        !gm_rules_of(w, gm_object_at(pc), pc) || w->info.begin != pc)
        return row;
    w->is_exact = true;
    w->is_bottom = !w->info.is_signal;
    return gm_row_of(w, pc);
}

/* Returns true if this place is in a function that only a C library's start-up code calls. That
 * code has no table in some libraries, such as musl, and its callers are of no interest. */
static bool is_outermost(struct gm_walker *w, uintptr_t address)
{
    unsigned object = gm_object_at(address);

    return object < gm_object_count() && gm_frame_info(gm_object(object), address, &w->info) &&
           (w->info.begin == gm.main || w->info.begin == gm.thread_main);
}

static enum gstack_end climb(struct gm_walker *w)
{
    uintptr_t callee = 0;

    for (unsigned steps = 0; steps < w->depth + MOST_SKIPPED; steps++) {
        const struct gm_row *row = row_here(w);
        if (!note(w, row))
            return GSTACK_TOO_DEEP;
        if ((row->flags & GM_ROW_NO_TABLE) != 0 && callee != 0 && is_outermost(w, callee))
            return w->is_guessed ? GSTACK_GUESSED : GSTACK_COMPLETE;
        callee = row->address;
        switch (step(w, row)) {
        case STEP_DONE:
            break;
        case STEP_END:
            return w->is_guessed ? GSTACK_GUESSED : GSTACK_COMPLETE;
        case STEP_NO_TABLE:
            return GSTACK_NO_UNWIND;
        default:
            return GSTACK_OFF_STACK;
        }
    }
    return GSTACK_TOO_DEEP;
}

void gm_walk_there(struct gm_walker *w)
{
    if (gm_objects_generation() == 0)
        gm_find_new_code();
    begin(w);
    w->end = climb(w);
    if (w->has_unknown && gm_find_new_code()) {
        begin(w);
        w->end = climb(w);
    }
}

enum gstack_end gm_walk(struct gm_walker *w, const struct gm_registers *from, unsigned depth,
                        struct gm_frame **frames, unsigned *n)
{
    w->from = from;
    w->depth = depth;
#ifndef GM_ONE_STACK /* defined in tests with sanitizers, which know only one stack */
    if (from->known != (GM_BIT(GM_PC) | GM_BIT(GM_SP)))
        GM_CALL_ON_STACK(gm_walk_there, w, w->own_stack + GM_OWN_STACK);
    else /* the watching thread has room; valgrind takes a move to higher memory for a return */
#endif
        gm_walk_there(w);
    *frames = w->frame;
    *n = w->n;
    return w->end;
}
