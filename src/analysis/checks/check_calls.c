/* check_calls - tells why calls are missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "image/core_code.h"
#include "image/core_symbols.h"

/* Returns true if callers are in the image, and what they call is outside of it. */
bool check_leaving_calls(const struct evidence *e, struct sink *detail)
{
    const struct pair_map *arcs = &e->profile->arcs;
    uint64_t start = e->image->code_start, end = e->image->code_end;
    bool leaves = false;

    (void)detail;
    for (size_t i = 0; i < arcs->n; i++) {
        uint64_t site = arcs->keys[i].first, callee = arcs->keys[i].second;

        if (site < start || site >= end)
            return false;
        leaves |= callee < start || callee >= end;
    }
    return leaves;
}

/* Returns true if a function in which samples were taken is inlined, by the debug information. */
bool check_inlined(const struct evidence *e, struct sink *detail)
{
    const struct histogram *h = e->only;
    unsigned tries = 64;
    struct image_line line;

    (void)detail;
    if (!h || h->n_bins == 0 || !core_open_lines(e->image, NULL))
        return false;
    for (uint32_t i = 0; i < h->n_bins && tries > 0; i++) {
        uint64_t address = h->low + (uint64_t)((double)(h->high - h->low) * i / h->n_bins);
        uint32_t s = h->bins[i] > 0 ? sym_lookup(e->symtab, address) : NO_SYMBOL;
        const char *name = s == NO_SYMBOL ? NULL : e->symtab->symbols[s].name;

        tries -= name != NULL;
        if (name && core_line(e->image, address, &line) && line.function &&
            !strstr(name, line.function) && !strstr(line.function, name))
            return true;
    }
    return false;
}

/* Returns true if some function begins with the NOP that -mnop-mcount makes of a call. */
bool check_nop_hooks(const struct evidence *e, struct sink *detail)
{
    static const uint8_t nop[] = {0x0f, 0x1f, 0x44, 0x00, 0x00};
    static const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
    const struct symtab *symtab = e->symtab;
    struct image_code code;

    (void)detail;
    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (core_code(e->image, symtab->symbols[s].address, &code, NULL) &&
            code.address == symtab->symbols[s].address && code.size >= sizeof nop + sizeof endbr) {
            size_t at = memcmp(code.bytes, endbr, sizeof endbr) == 0 ? sizeof endbr : 0;

            if (memcmp(code.bytes + at, nop, sizeof nop) == 0)
                return true;
        }
    return false;
}

/* While one thread counts a call, glibc's runtime drops the calls of all other threads. Three
 * properties tell glibc's data: there is no build ID, which libgmon would have noted; there are 100
 * samples a second; all call sites are rounded to 16 bytes from the start of the histogram. The
 * data do not tell of threads, but a program that names functions that start threads probably has
 * some. */
bool check_lost_calls(const struct evidence *e, struct sink *detail)
{
    enum { ROUNDING = 16 /* bytes */, RATE = 100 /* samples a second */ };
    const struct profile *p = e->profile;

    (void)detail;
    if (e->image->build_id.n == 0 || p->n_hists == 0 || p->hists[0].rate != RATE || p->arcs.n == 0)
        return false;
    for (size_t i = 0; i < p->arcs.n; i++)
        if ((p->arcs.keys[i].first - p->hists[0].low) % ROUNDING != 0)
            return false;
    return true;
}
