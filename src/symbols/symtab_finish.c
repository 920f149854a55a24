/* symtab_finish - from the accepted symbols to a table: their order, aliases, extents and look-ups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symtab.h"

#include "base/mem.h"
#include "base/radix.h"
#include "base/search.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- the order ---- */

/* What orders symbols of one address: functions first, then global before static, then lines before
 * symbols of the image, and these as in the image. */
static uint64_t rank_of(const struct symbol *s)
{
    unsigned kind = !s->is_function * 4u + s->is_static * 2u + !s->is_line;

    return (uint64_t)kind << 32 | s->order;
}

static bool by_address(const void *context, uint32_t item, unsigned level, uint64_t *key)
{
    const struct symbol *s = (const struct symbol *)context + item;

    *key = level == 0 ? s->address : rank_of(s);
    return level == 0;
}

static bool is_sorted(const struct symtab *table)
{
    const struct symbol *s = table->symbols;

    for (uint32_t i = 1; i < table->n; i++)
        if (s[i].address <= s[i - 1].address &&
            (s[i].address < s[i - 1].address || rank_of(&s[i]) < rank_of(&s[i - 1])))
            return false;
    return true;
}

/* Programs of one source file, and tables that were sorted before, are in order as they are. */
static void sort_symbols(struct symtab *table, struct diag *d)
{
    uint32_t *items;
    struct symbol *sorted;

    if (is_sorted(table))
        return;
    items = mem_alloc(d, table->n, sizeof *items);
    sorted = mem_alloc(d, table->n, sizeof *sorted);
    for (uint32_t i = 0; i < table->n; i++)
        items[i] = i;
    radix_sort(items, table->n, by_address, table->symbols, d);
    for (uint32_t i = 0; i < table->n; i++)
        sorted[i] = table->symbols[items[i]];
    free(items);
    free(table->symbols);
    table->symbols = sorted;
}

/* ---- one symbol for each address ---- */

/* Of two names for one address, whether the second is the one to show. */
static bool prefer_second(const struct symbol *first, const struct symbol *second)
{
    if (first->is_static != second->is_static)
        return first->is_static;
    if (first->is_function != second->is_function)
        return second->is_function;
    for (size_t i = 0; i < 2; i++) { /* fewer leading underscores: `foo` rather than `__foo` */
        bool l = first->name[i] == '_', r = second->name[i] == '_';
        if (l != r)
            return l;
        if (!l)
            break;
    }
    return false;
}

static void drop_aliases(struct symtab *table, const struct diag *d)
{
    bool traced = trace_on(d, TRACE_SYMBOLS);
    struct symbol *s = table->symbols;
    uint32_t kept = 0;

    for (uint32_t i = 1; i < table->n; i++) {
        uint32_t seen = s[kept].seen;
        bool second;

        if (s[i].address != s[kept].address) {
            if (++kept != i)
                s[kept] = s[i];
            continue;
        }
        second = prefer_second(&s[kept], &s[i]);
        if (traced)
            trace_line(d, "symtab_finalize", "0x%" PRIx64 ": %s, and not its other name %s",
                       s[i].address, s[second ? i : kept].name, s[second ? kept : i].name);
        if (second)
            s[kept] = s[i];
        s[kept].seen = seen < s[i].seen ? seen : s[i].seen;
    }
    table->n = table->n_code = kept + 1;
}

/* ---- extents ---- */

/* A symbol reaches up to the next one, the last one up to `end`. A call of untyped code, such as a
 * label in assembly, is one of the function that contains it. */
static void set_extents(struct symtab *table, uint64_t end)
{
    uint32_t function = NO_SYMBOL;

    for (uint32_t i = 0; i < table->n; i++) {
        struct symbol *s = &table->symbols[i];
        uint64_t next = i + 1 < table->n ? s[1].address : end > s->address ? end : s->address;

        if (!s->is_stub || s->size > next - s->address)
            s->size = next - s->address;
        if (s->is_function)
            function = i;
        s->callee = function;
    }
}

/* The finished table. */
static void trace_table(const struct symtab *table, const struct diag *d)
{
    for (uint32_t i = 0; i < table->n; i++) {
        const struct symbol *s = &table->symbols[i];

        trace_line(d, "symtab_finalize",
                   "%" PRIu32 ": 0x%" PRIx64 ", %" PRIu64 " bytes, %s: %s, %s", i, s->address,
                   s->size, s->name, s->is_static ? "static" : "global",
                   s->is_function ? "a function" : "not typed as a function");
        if (s->callee == NO_SYMBOL)
            trace_line(d, "symtab_finalize", "%" PRIu32 ": calls of it are not counted", i);
        else if (s->callee != i)
            trace_line(d, "symtab_finalize", "%" PRIu32 ": calls of it count for %s", i,
                       table->symbols[s->callee].name);
    }
}

/* ---- look-ups ---- */

/* Make the blocks, as small as possible but no more of them than there are symbols. A look-up then
 * searches the symbols of one block only. A search among all of them would miss the cache at each
 * step, and those of both ends of each arc would take a sixth of the time of a large report. */
static void index_blocks(struct symtab *table, struct diag *d)
{
    const struct symbol *s = table->symbols;
    uint64_t span = s[table->n - 1].address - s->address;
    size_t blocks, block = 0;

    table->block_shift = 0;
    while (span >> table->block_shift >= table->n)
        table->block_shift++;
    blocks = (size_t)(span >> table->block_shift) + 1;
    free(table->block_first);
    table->block_first = mem_alloc(d, blocks + 1, sizeof *table->block_first);
    for (uint32_t i = 0; i < table->n; i++)
        while (block <= (s[i].address - s->address) >> table->block_shift)
            table->block_first[block++] = i;
    table->block_first[blocks] = table->n;
}

void symtab_finalize(struct symtab *table, uint64_t end, struct diag *d)
{
    if (table->n == 0)
        return;
    sort_symbols(table, d);
    drop_aliases(table, d);
    set_extents(table, end);
    if (trace_on(d, TRACE_SYMBOLS))
        trace_table(table, d);
    index_blocks(table, d);
}

uint32_t sym_lookup(const struct symtab *table, uint64_t pc)
{
    const struct symbol *s = table->symbols;
    const uint32_t *first = table->block_first;
    uint32_t n = table->n_code;

    if (n == 0 || pc < s->address)
        return NO_SYMBOL;
    if (pc < s[n - 1].address) {
        first += (pc - s->address) >> table->block_shift;
        n = *first + (uint32_t)count_up_to(&s[*first].address, first[1] - *first, sizeof *s, pc);
    }
    return pc - s[n - 1].address < s[n - 1].size ? n - 1 : NO_SYMBOL;
}

void sym_trace_lookup(const struct symtab *table, uint64_t pc, uint32_t found, const struct diag *d)
{
    if (found == NO_SYMBOL)
        trace_line(d, "sym_lookup", "0x%" PRIx64 " is in no function", pc);
    else
        trace_line(d, "sym_lookup", "0x%" PRIx64 " is in %s, which begins at 0x%" PRIx64, pc,
                   table->symbols[found].name, table->symbols[found].address);
}
