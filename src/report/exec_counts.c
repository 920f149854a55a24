/* exec_counts - prints how often each function ran, a line each (--exec-counts)
 *
 * The order is by source file, line and address if both functions' lines are known, else by
 * address. This order is not transitive: functions without lines can be between those of one file.
 * The result depends on the algorithm, so the whole table is merge-sorted from the top down, as GNU
 * gprof was seen to do. The halves are n/2 and n - n/2, and the left one wins ties.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view/results.h"

#include "base/mem.h"

static bool precedes_or_ties(const struct results *r, uint32_t left, uint32_t right)
{
    const struct image_line *l = &r->program.names.lines->at[left];
    const struct image_line *m = &r->program.names.lines->at[right];

    if (l->file && m->file) {
        int order = strcmp(l->file, m->file);
        if (order)
            return order < 0;
        if (l->line != m->line)
            return l->line < m->line;
    }
    return left < right; /* symbol numbers ascend with the addresses */
}

/* Sorts `n` symbols; `scratch` has room for as many. The depth is log2(n), 32 at most. */
static void sort(const struct results *r, uint32_t *symbols, uint32_t n, uint32_t *scratch)
{
    uint32_t middle = n / 2, left = 0, right = middle;

    if (n < 2)
        return;
    sort(r, symbols, middle, scratch);
    sort(r, symbols + middle, n - middle, scratch);
    memcpy(scratch, symbols, n * sizeof *symbols);
    for (uint32_t i = 0; i < n; i++)
        if (left < middle && (right == n || precedes_or_ties(r, scratch[left], scratch[right])))
            symbols[i] = scratch[left++];
        else
            symbols[i] = scratch[right++];
}

static void print_count(const struct results *r, struct sink *out, uint32_t symbol,
                        uint64_t address, uint64_t count)
{
    const struct image_line *where = &r->program.names.lines->at[symbol];
    bool is_left_out =
        count == 0 ? !r->style.show_unused || r->style.min_count > 1 : count < r->style.min_count;

    if (is_left_out)
        return;
    sink_string(out, where->file ? where->file : "<unknown>");
    sink_char(out, ':');
    sink_u64(out, where->file ? where->line : 0, 0);
    sink_string(out, ": (");
    sink_string(out, r->program.symtab.symbols[symbol].name);
    sink_string(out, ":0x");
    sink_hex(out, address);
    sink_string(out, ") ");
    sink_u64(out, count, 0);
    sink_string(out, " executions\n");
}

bool exec_counts_print(const struct results *r, struct sink *out, struct diag *d)
{
    LOCAL uint32_t *symbols = mem_alloc(d, r->program.symtab.n, sizeof *symbols);
    LOCAL uint32_t *scratch = mem_alloc(d, r->program.symtab.n, sizeof *scratch);
    uint32_t n = 0;

    /* symbols that are left out must not be sorted, since they would change the order of others */
    for (uint32_t s = 0; s < r->program.symtab.n_code; s++)
        if (sym_selected(&r->program.filter, SYM_TABLE_EXEC, s))
            symbols[n++] = s;
    sort(r, symbols, n, scratch);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t s = symbols[i];
        size_t n_blocks;
        const struct bb_count *block = bb_of_symbol(&r->facts.blocks, s, &n_blocks);

        print_count(r, out, s, r->program.symtab.symbols[s].address,
                    r->views.calls->nodes[s].calls);
        for (size_t k = 0; k < n_blocks; k++) /* in line mode */
            print_count(r, out, s, block[k].address, block[k].count);
    }
    return true;
}
