/* static_calls - finds calls in the machine code and adds them as arcs without a count
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/static_calls.h"

#include "analysis/hist.h"
#include "base/arith.h"
#include "base/trace.h"
#include "decode/code_map.h"
#include "decode/find_call.h"
#include "image/core_code.h"

/* State of a search through all functions. */
struct search {
    const struct symtab *symtab;
    const struct image *image;
    struct code_map map;
    struct pair_map found; /* (caller, callee), symbol numbers, in the order found */
    struct diag *diag;
};

/* Finds the function that a call to `target` enters, in *callee, or NO_SYMBOL if none starts
 * there. */
static bool find_callee(const struct search *s, uint64_t target, uint32_t *callee)
{
    const struct isa *isa = &s->image->isa;
    const struct call_decoder *decoder = find_call_decoder(isa->machine);
    struct image_code code;
    uint64_t start, entry;

    *callee = sym_find(s->symtab, target);
    if (trace_on(s->diag, TRACE_LOOKUP))
        sym_trace_lookup(s->symtab, target, *callee, s->diag);
    if (*callee != NO_SYMBOL && s->symtab->symbols[*callee].is_stub) /* a stub is not a function of
                                                                      * the program */
        *callee = NO_SYMBOL;
    if (*callee == NO_SYMBOL)
        return true;
    start = s->symtab->symbols[*callee].address;
    if (target == start)
        return true;
    if (!core_code(s->image, start, &code, s->diag))
        return false;
    entry = decoder->local_entry ? decoder->local_entry(isa, code.bytes, code.size) : 0;
    if (code.address != start || target - start != entry)
        *callee = NO_SYMBOL;
    return true;
}

/* Traces a call of `callee`. If the call does not count, `callee` is NO_SYMBOL. */
static void trace_call(const struct search *s, uint32_t caller, const struct call *call,
                       uint32_t callee)
{
    if (trace_on(s->diag, TRACE_STATIC_CALLS))
        trace_line(s->diag, "find_call", "0x%" PRIx64 " in %s calls 0x%" PRIx64 ", %s", call->site,
                   s->symtab->symbols[caller].name, call->target,
                   callee == NO_SYMBOL ? "left out: no function begins there"
                                       : s->symtab->symbols[callee].name);
}

/* Finds the calls in one stretch of code of one kind. */
static bool search_stretch(struct search *s, uint32_t caller, struct find_call *walk)
{
    struct call call;

    while (find_call_next(walk, &call)) {
        uint32_t callee;
        if (!find_callee(s, call.target, &callee))
            return false;
        trace_call(s, caller, &call, callee);
        if (callee != NO_SYMBOL && symtab_is_call(s->symtab, caller, callee))
            pair_map_add(&s->found, symtab_owner(s->symtab, caller),
                         symtab_owner(s->symtab, callee), s->diag);
    }
    return true;
}

/* Finds the calls in `code`, which one section holds and whose first byte starts an instruction. */
static bool search_code(struct search *s, uint32_t caller, struct image_code code)
{
    /* Thumb code without marks is known by its symbols */
    enum code_kind fallback = s->symtab->symbols[caller].is_compressed ? CODE_THUMB : CODE_NORMAL;

    while (code.size > 0) {
        struct find_call walk;
        uint64_t stop;
        enum code_kind kind = code_map_at(&s->map, code.address, fallback, &stop);
        size_t bytes = stop - code.address < code.size ? (size_t)(stop - code.address) : code.size;

        find_call_init(&walk, &s->image->isa, kind, code.bytes, bytes, code.address);
        if (!search_stretch(s, caller, &walk))
            return false;
        code.bytes += bytes;
        code.address += bytes;
        code.size -= bytes;
    }
    return true;
}

/* Finds the calls of a function. Code behind it up to the next function belongs to it, even in
 * further sections. */
static bool search_function(struct search *s, uint32_t number)
{
    const struct symbol *f = &s->symtab->symbols[number];
    uint64_t at = f->address, end = add_saturated(f->address, f->size);

    while (at < end) {
        struct image_code code;
        if (!core_code(s->image, at, &code, s->diag))
            return false;
        if (code.size == 0 || code.address >= end)
            break;
        if (code.size > end - code.address)
            code.size = (size_t)(end - code.address);
        if (!search_code(s, number, code))
            return false;
        at = code.address + code.size;
    }
    return true;
}

/* Returns true if calls can be found in the image at all. */
static bool is_searchable(const struct image *image, struct diag *d)
{
    bool is_known = find_call_decoder(image->isa.machine)->decode != NULL;

    if (!is_known)
        diag_warning(d, image->path,
                     "its machine's call instructions are not known; -c adds nothing");
    else if (image->relocatable)
        diag_warning(d, image->path,
                     "is not linked, so its calls have no targets yet and -c adds nothing; name "
                     "the linked program");
    return is_known && !image->relocatable;
}

static bool search_all(struct search *s)
{
    bool ok = true;

    code_map_init(&s->map, s->image, s->diag);
    for (uint32_t i = 0; ok && i < s->symtab->n_code; i++)
        ok = search_function(s, i);
    code_map_release(&s->map);
    return ok;
}

bool static_calls_concern(const struct symtab *symtab, uint32_t symbol, const struct image *image)
{
    struct search s = {.symtab = symtab, .image = image}; /* unreadable code is reported later */
    bool ok, found = false;

    ok = is_searchable(image, NULL) && search_all(&s);
    for (size_t i = 0; ok && !found && i < s.found.n; i++)
        found = s.found.keys[i].first == symbol || s.found.keys[i].second == symbol;
    pair_map_release(&s.found);
    return found;
}

bool static_calls_add(struct call_graph *g, const struct image *image, struct diag *d)
{
    struct search s = {.symtab = g->symtab, .image = image, .diag = d};
    bool ok;

    if (!is_searchable(image, d))
        return true;
    ok = search_all(&s);
    if (ok)
        cg_add_arcs(g, s.found.keys, s.found.n, d);
    pair_map_release(&s.found);
    return ok;
}

/* ---- other data of a symbol ------------------------------------------------------------------ */

static bool is_inside(const struct symbol *symbol, uint64_t address)
{
    return address >= symbol->address && address - symbol->address < symbol->size;
}

bool symbol_has_data(const struct symtab *symtab, uint32_t number, const struct profile *profile)
{
    const struct symbol *symbol = &symtab->symbols[number];
    LOCAL_BY(hist_result_release) struct hist_result hist = {0};
    bool found;

    hist_assign_samples(&hist, profile, symtab, NULL, NULL, NULL);
    found = hist.ticks[symtab_owner(symtab, number)] > 0;
    for (size_t i = 0; !found && i < profile->arcs.n; i++)
        found = is_inside(symbol, profile->arcs.keys[i].first) ||
                is_inside(symbol, profile->arcs.keys[i].second);
    for (size_t i = 0; !found && i < profile->blocks.n; i++)
        found = is_inside(symbol, profile->blocks.keys[i].first);
    return found;
}
