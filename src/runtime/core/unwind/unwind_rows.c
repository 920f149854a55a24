/* unwind_rows.c - caches the way to the caller for places in the code
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/state.h"
#include "runtime/core/unwind/unwind_exidx.h"
#include "runtime/core/unwind/unwind_memory.h"

enum { FIRST_BITS = 7, ROW_BITS = 12, MOST_SAVED = 255, START_BYTES = 96 };
_Static_assert(1 << ROW_BITS == GM_ROWS, "the rows are all used");

bool gm_rules_of(struct gm_walker *w, unsigned object, uintptr_t address)
{
    return object < gm_object_count() && gm_frame_info(gm_object(object), address, &w->info) &&
           (w->info.return_register == GM_RETURN_COLUMN || w->info.return_register == GM_PC) &&
           gm_rules_at(&w->memory, &w->info, address);
}

enum gm_source gm_rules_here(struct gm_walker *w, unsigned object, uintptr_t address)
{
    const struct gm_object *o = object < gm_object_count() ? gm_object(object) : NULL;

    if (gm_rules_of(w, object, address))
        return GM_BY_TABLE;
    w->info.is_signal = false;
    if (o == NULL || o->index.begin == o->index.end)
        return GM_NO_SOURCE;
    switch (gm_rules_by_exidx(o, address, &w->memory.rules)) {
    case GM_EXIDX_RULES:
        return GM_BY_INDEX;
    case GM_EXIDX_REFUSES:
        return GM_NO_CALLER;
    default:
        return GM_NO_SOURCE;
    }
}

/* Packs the rules into the row. Returns false if they are not of the ordinary case. */
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
        int64_t words = -r->value[gm_kept[i]] / GM_WORD;
        if (r->rule[gm_kept[i]] == GM_SAME)
            continue;
        if (r->rule[gm_kept[i]] != GM_SAVED || r->value[gm_kept[i]] % GM_WORD != 0 || words < 1 ||
            words > MOST_SAVED)
            return false;
        row->saved[i] = (uint8_t)words;
    }
    return true;
}

/* Returns true for an entry of the procedure linkage table of a static program. It has no table,
 * because the linker writes none for it. The stack there is as the call has left it. */
static bool is_linkage(const struct gm_row *row)
{
    const struct gm_object *o = row->object < gm_object_count() ? gm_object(row->object) : NULL;

    return o != NULL && o->is_code_readable && !o->may_go &&
           o->code.end - row->address >= GM_STUB_BYTES &&
           gm_slot_of_stub((const unsigned char *)row->address, row->address) != 0;
}

/* Fills in a row for code without a table. The code at which the program begins has no caller, and
 * has no table on some machines. */
static void fill_without_table(struct gm_row *row, bool is_refused)
{
    if (is_linkage(row)) {
        row->cfa_register = GM_SP;
        row->cfa_offset = GM_CALL_PUSHES;
    } else if (gm.entry != 0 && row->address - gm.entry < START_BYTES) {
        row->flags |= GM_ROW_ENDS;
    } else {
        row->flags |= GM_ROW_NO_TABLE;
        if (is_refused)
            row->flags |= GM_ROW_ENDS;
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
    if (source == GM_NO_CALLER || source == GM_NO_SOURCE)
        fill_without_table(row, source == GM_NO_CALLER);
    else if (w->memory.rules.rule[GM_RETURN_COLUMN] == GM_UNDEFINED && source == GM_BY_TABLE)
        row->flags |= GM_ROW_ENDS;
    else if (w->info.is_signal || (source == GM_BY_INDEX && w->is_exact) ||
             !pack(row, &w->memory.rules))
        row->flags |= GM_ROW_COMPLEX;
}

/* Returns the place of an address among the rows in use. They begin as a page of memory or two, and
 * become twice as many after as many have been filled in: most threads need few. Rows in a place
 * from before are not found, and are filled in again. */
static struct gm_row *place_of(struct gm_walker *w, uintptr_t address)
{
    return w->row + (address * UINT64_C(0x9E3779B97F4A7C15) >> (64 - FIRST_BITS - w->doublings));
}

const struct gm_row *gm_row_of(struct gm_walker *w, uintptr_t address)
{
    struct gm_row *row = place_of(w, address);

    if (row->address == address && row->generation == (uint8_t)w->generation)
        return row;
    if (++w->filled > 1U << (FIRST_BITS + w->doublings) && FIRST_BITS + w->doublings < ROW_BITS) {
        w->doublings++;
        w->filled = 0;
        row = place_of(w, address);
    }
    fill(w, row, address);
    return row;
}
