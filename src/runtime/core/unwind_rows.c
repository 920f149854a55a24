/* unwind_rows.c - the cache of a walker: places in the code, and how to get to the caller there
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/state.h"
#include "runtime/core/unwind_exidx.h"
#include "runtime/core/unwind_memory.h"

enum { ROW_BITS = 12, MOST_SAVED = 255, START_BYTES = 96, TRAMPOLINE_BYTES = 64 };
_Static_assert(1 << ROW_BITS == GM_ROWS, "the rows are all used");

static const uint8_t kept[GM_KEPT] = GM_KEPT_REGISTERS;

bool gm_rules_of(struct gm_walker *w, unsigned object, uintptr_t address)
{
    return object < gm_object_count() && gm_frame_info(gm_object(object), address, &w->info) &&
           w->info.return_register == GM_RETURN_COLUMN &&
           gm_rules_at(&w->memory, &w->info, address);
}

/* What the code tells where the walk is; only where code can be read, and is known at all. Code in
 * no object may be a few instructions that lead to a nested function. */
static bool by_code(struct gm_walker *w, unsigned object, uintptr_t address)
{
    const struct gm_object *o = object < gm_object_count() ? gm_object(object) : NULL;
    struct gm_place place = {.at = w->is_exact ? address : address + 1,
                             .is_exact = w->is_exact,
                             .is_own = gm_is_own(address),
                             .mode = gm_mode(&w->now)};

    if (!gm_reads_code() || w->is_code_wrong || (o == NULL && !w->is_exact) ||
        (o != NULL && !o->is_code_readable))
        return false;
    w->info.is_signal = false;
    place.begin = o != NULL ? o->code.begin : address;
    place.end = o != NULL ? o->code.end : address + TRAMPOLINE_BYTES;
    place.may_go = o == NULL || o->may_go;
    return gm_rules_by_code(&w->code, &place, &w->memory.rules);
}

/* The exception index tells of calls; elsewhere it is the last resort. */
static enum gm_source by_exidx(struct gm_walker *w, unsigned object, uintptr_t address)
{
    const struct gm_object *o = object < gm_object_count() ? gm_object(object) : NULL;

    w->info.is_signal = false;
    if (o == NULL || o->index.begin == o->index.end)
        return GM_NO_SOURCE;
    switch (gm_rules_by_exidx(o, address, &w->memory.rules)) {
    case GM_EXIDX_RULES:
        return w->is_exact ? GM_BY_CODE : GM_BY_TABLE;
    case GM_EXIDX_REFUSES:
        return w->is_exact ? GM_NO_SOURCE : GM_NO_CALLER;
    default:
        return GM_NO_SOURCE;
    }
}

/* Between calls tables may be wrong, or missing, and the code is not. */
enum gm_source gm_rules_here(struct gm_walker *w, unsigned object, uintptr_t address)
{
    bool is_first = w->is_exact || gm_is_own(address);

    if (is_first && by_code(w, object, address))
        return GM_BY_CODE;
    if (gm_rules_of(w, object, address))
        return GM_BY_TABLE;
    enum gm_source source = by_exidx(w, object, address);
    if ((source == GM_NO_SOURCE || source == GM_NO_CALLER) && !is_first &&
        by_code(w, object, address))
        source = GM_BY_CODE;
    return source;
}

/* Puts the rules of the ordinary case into the row; false: they are another case. */
static bool pack(struct gm_row *row, const struct gm_rules *r)
{
    if (r->is_cfa_computed || (GM_CALL_PUSHES == 0 && r->rule[GM_PC] != GM_SAME) ||
        r->cfa_value != (int32_t)r->cfa_value || r->rule[GM_SP] != GM_SAME)
        return false;
    if (GM_CALL_PUSHES != 0 && (r->rule[GM_PC] != GM_SAVED || r->value[GM_PC] != -GM_CALL_PUSHES))
        return false;
    row->cfa_register = r->cfa_register;
    row->cfa_offset = (int32_t)r->cfa_value;
    for (int i = 0; i < GM_KEPT; i++) {
        int64_t words = -r->value[kept[i]] / GM_WORD;
        if (r->rule[kept[i]] == GM_SAME)
            continue;
        if (r->rule[kept[i]] != GM_SAVED || r->value[kept[i]] % GM_WORD != 0 || words < 1 ||
            words > MOST_SAVED)
            return false;
        row->saved[i] = (uint8_t)words;
    }
    return true;
}

/* Entries of the procedure linkage table of a static program have no table: the linker writes none
 * for them. The stack there is as the call has left it. */
static bool is_linkage(const struct gm_row *row)
{
    const struct gm_object *o = row->object < gm_object_count() ? gm_object(row->object) : NULL;

    return o != NULL && o->is_code_readable && !o->may_go &&
           o->code.end - row->address >= GM_STUB_BYTES &&
           gm_slot_of_stub((const unsigned char *)row->address, row->address) != 0;
}

/* Nobody has called the code at which the program begins; it has no table on some machines. */
static void fill_without_table(struct gm_row *row)
{
    if (is_linkage(row)) {
        row->cfa_register = GM_SP;
        row->cfa_offset = GM_CALL_PUSHES;
    } else if (gm.entry != 0 && row->address - gm.entry < START_BYTES) {
        row->flags |= GM_ROW_ENDS;
    } else {
        row->flags |= GM_ROW_NO_TABLE;
    }
}

static __attribute__((noinline)) void fill(struct gm_walker *w, struct gm_row *row,
                                           uintptr_t address)
{
    *row = (struct gm_row){.address = address,
                           .object = (uint16_t)gm_object_at(address),
                           .generation = (uint8_t)w->generation};
    if (gm_is_own(address))
        row->flags = GM_ROW_OWN;
    enum gm_source source = gm_rules_here(w, row->object, address);
    if (source == GM_BY_CODE)
        row->flags |= GM_ROW_BY_CODE;
    if (source == GM_NO_CALLER)
        row->flags |= GM_ROW_ENDS;
    else if (source == GM_NO_SOURCE)
        fill_without_table(row);
    else if (w->memory.rules.rule[GM_RETURN_COLUMN] == GM_UNDEFINED && source == GM_BY_TABLE)
        row->flags |= GM_ROW_ENDS;
    else if (w->info.is_signal || !pack(row, &w->memory.rules))
        row->flags |= GM_ROW_COMPLEX;
}

const struct gm_row *gm_row_of(struct gm_walker *w, uintptr_t address)
{
    struct gm_row *row = w->row + (address * UINT64_C(0x9E3779B97F4A7C15) >> (64 - ROW_BITS));

    if (row->address != address || row->generation != (uint8_t)w->generation)
        fill(w, row, address);
    return row;
}
