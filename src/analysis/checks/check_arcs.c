/* check_arcs - compares the calls of the data with the code of the image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "decode/find_call.h"
#include "image/core_code.h"
#include "image/core_symbols.h"

/* ---- calls that the code of the image cannot have made --------------------------------------- */

/* Both addresses of an arc, as runtimes write them, follow a call. The call site is the return
 * address of the function. The callee is the return address of the hook, which the function calls
 * when it begins. In another build of the program, and in another program, other instructions are
 * at these addresses. An image without any call, as one of symbols alone, proves nothing.
 *
 * Call sites without code prove nothing, and neither do beginnings of functions. Runtimes write
 * beginnings for callers that they do not know, and for callees if the hook is told the function;
 * GNU gprof -s writes them for both. Some runtimes round call sites down to a multiple of up to 16
 * bytes, counted from the start of the histogram. */

enum {
    SAMPLE = 1024,      /* arcs that are looked at */
    ROUNDING = 16,      /* bytes, the most by which a call site is rounded down */
    DOUBTFUL_SHARE = 20 /* more than one call site in 20 without a call is too much */
};

/* Verdict of an address in the data about the image. */
enum verdict { NOTHING, FITS, MISFITS };

struct look {
    const struct evidence *at;
    uint64_t base;                    /* address from which call sites are rounded; UINT64_MAX: not
                                       * known */
    size_t seen, misfits;             /* numbers of call sites; equal ones in a row count once */
    bool callee_fits, callee_misfits; /* of some callee */
};

/* Returns true if a function begins in the byte before `address`, or up to `ahead` bytes behind. */
static bool is_beginning(const struct symtab *t, uint64_t address, size_t ahead)
{
    uint32_t n = sym_lookup(t, address + ahead);

    while (n != NO_SYMBOL && t->symbols[n].address + 1 >= address) {
        if (!t->symbols[n].is_line)
            return true;
        n = n > 0 ? n - 1 : NO_SYMBOL;
    }
    return false;
}

/* Finds the code from FIND_CALL_BEFORE bytes, or fewer at a section's start, before `address` on.
 */
static bool code_around(const struct image *image, uint64_t address, struct image_code *code)
{
    uint64_t start = address < FIND_CALL_BEFORE ? 0 : address - FIND_CALL_BEFORE;

    while (core_code(image, start, code, NULL) && code->size > 0 && code->address < address) {
        if (address - code->address <= code->size)
            return true;
        start = code->address + code->size;
    }
    return false;
}

/* Returns true if a call returns to offset `at` of the code. */
static bool is_return(const struct isa *isa, const struct image_code *code, size_t at)
{
    return at <= code->size &&
           find_call_decoder(isa->machine)->returns_to(isa, code->bytes + at, at);
}

/* Tells if calls end at the address, or up to `ahead` bytes behind it. */
static enum verdict look_at(const struct look *l, uint64_t address, size_t ahead)
{
    const struct isa *isa = &l->at->image->isa;
    struct image_code code;
    size_t before, saved = find_call_decoder(isa->machine)->saved_before;

    if (!code_around(l->at->image, address, &code))
        return NOTHING;
    before = (size_t)(address - code.address);
    for (size_t at = before; at <= before + ahead && at <= code.size; at++)
        if (is_return(isa, &code, at) || (saved > 0 && is_return(isa, &code, at + saved)))
            return FITS;
    return is_beginning(l->at->symtab, address, ahead) ? NOTHING : MISFITS;
}

static void look_at_arc(struct look *l, uint64_t site, uint64_t callee, bool is_new)
{
    uint64_t offset = (l->base == UINT64_MAX ? 0 : site - l->base) | ROUNDING;
    size_t ahead = (size_t)(offset & (~offset + 1)) - 1; /* most bytes of rounding */
    enum verdict verdict;

    if (is_beginning(l->at->symtab, callee, 0)) /* its writer may write no return addresses */
        return;
    verdict = look_at(l, callee, 0);
    l->callee_fits |= verdict == FITS;
    l->callee_misfits |= verdict != FITS;
    verdict = is_new ? look_at(l, site, ahead) : NOTHING;
    l->seen += verdict != NOTHING;
    l->misfits += verdict == MISFITS;
}

static void look_at_arcs(struct look *l)
{
    const struct pair_map *arcs = &l->at->profile->arcs;
    uint64_t tags = machine_tag_bits(l->at->image->isa.machine), last = 0;

    for (size_t i = 0; i < arcs->n; i += (arcs->n + SAMPLE - 1) / SAMPLE) {
        uint64_t site = arcs->keys[i].first & ~tags;

        look_at_arc(l, site, arcs->keys[i].second & ~tags, site != last);
        last = site;
    }
}

/* Returns the address from which call sites are rounded. */
static uint64_t rounding_base(const struct profile *p)
{
    uint64_t least = UINT64_MAX;

    if (p->n_hists > 0)
        return p->n_hists == 1 ? p->hists[0].low : UINT64_MAX;
    for (size_t i = 0; i < p->arcs.n; i++)
        least = p->arcs.keys[i].first < least ? p->arcs.keys[i].first : least;
    return least;
}

/* Looks at no more than SAMPLE arcs, and only if all functions are known. */
static bool look_at_all(struct look *l)
{
    const struct image *image = l->at->image;

    if (l->at->profile->arcs.n == 0 || image->relocatable || l->at->lacks_functions ||
        core_is_stripped(image) || !find_call_decoder(image->isa.machine)->returns_to)
        return false;
    l->base = rounding_base(l->at->profile);
    look_at_arcs(l);
    return true;
}

bool check_unprofiled(const struct evidence *e, struct sink *detail)
{
    struct look l = {.at = e};

    (void)detail;
    return look_at_all(&l) && l.callee_misfits && !l.callee_fits && has_call(e, false);
}

/* One call site that misfits proves nothing, as a runtime may write it for callers that it does not
 * know. */
bool check_other_calls(const struct evidence *e, struct sink *detail)
{
    struct look l = {.at = e};

    if (!look_at_all(&l) || l.misfits <= 1 || l.misfits * DOUBTFUL_SHARE <= l.seen ||
        !has_call(e, false))
        return false;
    sink_printf(detail, "%zu of %zu", l.misfits, l.seen);
    return true;
}
