/* symtab - the functions of an image, by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symtab.h"

#include "base/mem.h"
#include "base/search.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The text that follows the dot at `p`, or the prefix that is put before a clone's number. */
static const char *skip_clone_prefix(const char *p)
{
    static const char *const prefixes[] = {".clone.", ".constprop."};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(p, prefixes[i], length) == 0 && p[length])
            return p + length;
    }
    return p + 1;
}

uint32_t symtab_number_in(const struct symtab *other, const struct symtab *table, uint32_t symbol)
{
    uint32_t low = other->n_code, high = other->n;

    if (symbol < table->n_code)
        return symbol;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(other->symbols[middle].name, table->symbols[symbol].name);

        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_SYMBOL;
}

bool sym_name_is_plain(const char *name)
{
    const char *dot;

    if (!*name || strchr(name, '$'))
        return false;
    dot = strchr(name, '.');
    while (dot) {
        const char *digits = skip_clone_prefix(dot);
        const char *p = digits + strspn(digits, "0123456789");

        if (*p == '\0')
            return true;
        if (*p != '.' || p == digits)
            return false;
        dot = p;
    }
    return true;
}

/* Why the rules leave the symbol out; NULL when they accept it. */
static const char *refusal(const struct image_symbol *s, const struct symtab_rules *rules)
{
    if (rules->external || !s->is_local)
        return NULL;
    if (rules->drop_static)
        return "static, which -a drops";
    if (rules->drop_non_functions && !s->is_function)
        return "not typed as a function, which -D drops";
    return sym_name_is_plain(s->name) ? NULL : "named like a part of a function";
}

/* By address; at one address functions first, then global before static, then lines before symbols
 * of the image, and these as in the image. */
static int by_address(const void *left, const void *right)
{
    const struct symbol *l = left, *r = right;

    if (l->address != r->address)
        return l->address < r->address ? -1 : 1;
    if (l->is_function != r->is_function)
        return l->is_function ? -1 : 1;
    if (l->is_static != r->is_static)
        return l->is_static ? 1 : -1;
    if (l->is_line != r->is_line)
        return l->is_line ? -1 : 1;
    return l->order < r->order ? -1 : 1;
}

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

/* A call of untyped code, such as a label in assembly, is one of the function that contains it. */
static void find_callees(struct symtab *table)
{
    uint32_t function = NO_SYMBOL;

    for (uint32_t i = 0; i < table->n; i++) {
        if (table->symbols[i].is_function)
            function = i;
        table->symbols[i].callee = function;
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

/* Make the blocks, as small as possible but no more of them than there are symbols. A look-up then
 * searches the symbols of one block only. A search among all of them would miss the cache at each
 * step, and those of both ends of each arc would take a sixth of the time of a large report. */
static bool index_blocks(struct symtab *table, struct diag *d)
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
    if (!table->block_first)
        return false;
    for (uint32_t i = 0; i < table->n; i++)
        while (block <= (s[i].address - s->address) >> table->block_shift)
            table->block_first[block++] = i;
    table->block_first[blocks] = table->n;
    return true;
}

/* A symbol reaches up to `end`, where the next one begins. */
static void set_end(struct symbol *s, uint64_t end)
{
    if (!s->is_stub || s->size > end - s->address)
        s->size = end - s->address;
}

bool symtab_finalize(struct symtab *table, uint64_t end, struct diag *d)
{
    bool traced = trace_on(d, TRACE_SYMBOLS);
    struct symbol *s = table->symbols;
    uint32_t kept = 0;

    if (table->n == 0)
        return true;
    qsort(s, table->n, sizeof *s, by_address);
    s[0].seen = s[0].order;
    for (uint32_t i = 1; i < table->n; i++) {
        uint32_t seen = s[kept].seen;
        bool second;

        s[i].seen = s[i].order;
        if (s[i].address != s[kept].address) {
            s[++kept] = s[i];
            continue;
        }
        second = prefer_second(&s[kept], &s[i]);
        if (traced)
            trace_line(d, "symtab_finalize", "0x%" PRIx64 ": %s, and not its other name %s",
                       s[i].address, s[second ? i : kept].name, s[second ? kept : i].name);
        if (second)
            s[kept] = s[i];
        s[kept].seen = seen < s[i].order ? seen : s[i].order;
    }
    table->n = table->n_code = kept + 1;
    for (uint32_t i = 0; i < kept; i++)
        set_end(&s[i], s[i + 1].address);
    find_callees(table);
    set_end(&s[kept], end > s[kept].address ? end : s[kept].address);
    if (traced)
        trace_table(table, d);
    return index_blocks(table, d);
}

/* The name of the symbol by the map: its own, that of its object file, or NULL: it is left out. */
static const char *mapped_name(const struct symtab_rules *rules, const char *name, bool *is_mapped)
{
    const struct map_entry *entry =
        rules->map && !rules->external ? map_file_find(rules->map, name) : NULL;

    *is_mapped = entry != NULL;
    if (!entry)
        return name;
    return entry->is_first ? entry->object : NULL;
}

/* Gather what the rules accept; returns where the last symbol ends. */
static uint64_t gather(struct symtab *table, const struct image_symbol *symbols, size_t n,
                       const struct symtab_rules *rules, const struct diag *d)
{
    bool traced = trace_on(d, TRACE_IMAGE);
    uint64_t last = 0, end = 0;

    for (size_t i = 0; i < n; i++) {
        const struct image_symbol *from = &symbols[i];
        struct symbol to = {
            .address = from->address,
            .order = (uint32_t)i,
            .is_function = from->is_function,
            .is_static = from->is_local,
            .is_compressed = from->is_compressed,
        };
        const char *refused = refusal(from, rules);
        bool is_mapped = false;

        if (!refused) {
            to.name = mapped_name(rules, from->name, &is_mapped);
            to.is_mapped = is_mapped;
            if (!to.name)
                refused = "not the first of its object file in the map";
        }
        if (traced)
            trace_line(d, "symtab_init", "0x%" PRIx64 ": %s: %s%s%s", from->address, from->name,
                       refused ? "left out: " : "accepted", refused ? refused : "",
                       to.is_mapped && !refused ? " under its object file's name" : "");
        if (!to.name)
            continue;
        table->symbols[table->n++] = to;
        if (from->address >= last) {
            last = from->address;
            end = from->section_end;
        }
    }
    return end;
}

bool symtab_init(struct symtab *table, const struct image *image, const struct symtab_rules *rules,
                 struct diag *d)
{
    const struct ext_syms *e = rules->external;
    const struct image_symbol *symbols = e ? e->symbols : image->symbols;
    size_t n = e ? e->n_symbols : image->n_symbols;
    uint64_t end;

    *table = (struct symtab){0};
    if (n >= NO_SYMBOL)
        return diag_error(d, e ? e->path : image->path,
                          "has %zu symbols, more than can be numbered; strip it of some", n);
    table->symbols = mem_alloc(d, n, sizeof *table->symbols);
    if (!table->symbols)
        return false;
    end = gather(table, symbols, n, rules, d);
    if (table->n == 0 && (rules->drop_static || rules->drop_non_functions))
        return diag_error(d, image->path,
                          "no function is left; leave out -a and -D, or use a program that "
                          "was not stripped");
    if (table->n == 0 && n > 0)
        return diag_error(d, image->path,
                          "no function is left; leave out -R, or use a program that was not "
                          "stripped");
    if (table->n == 0)
        return diag_error(d, image->path,
                          "file has no symbols; use the program as linked, before "
                          "strip removed its symbol table, or name the directory of its debug file "
                          "with --symbol-directory");
    return symtab_finalize(table, end, d);
}

void symtab_drop_last(struct symtab *table)
{
    if (table->n > 1)
        table->n_code = --table->n;
}

/* Whether both rows are about the same function, by file and name. */
static bool same_function(const struct line_row *l, const struct line_row *r)
{
    return strcmp(l->file, r->file) == 0 && strcmp(l->function, r->function) == 0;
}

/* A symbol for the code from `row` on, which is in `function` of the table, if it is in any. Where
 * the row before was about the same function, by the debug information, the symbol is static as its
 * one was: a label within the function, a symbol of the table, too, does not make its line static.
 */
static struct symbol line_symbol(const struct line_row *row, const struct symbol *function,
                                 const struct symbol *before)
{
    return (struct symbol){
        .address = row->address,
        .name = row->function,
        .is_line = true,
        .is_static = before ? before->is_static : function && function->is_static,
        .is_compressed = function && function->is_compressed,
    };
}

bool symtab_add_lines(struct symtab *table, const struct line_rows *rows, struct diag *d)
{
    const struct line_row *previous = NULL;
    const struct symbol *last = &table->symbols[table->n - 1];
    uint64_t end = last->address + last->size;
    size_t n = table->n, cap = n;
    struct symbol *grown;

    if (rows->n >= NO_SYMBOL - n)
        return diag_error(d, NULL, "%zu source lines are more than can be numbered", rows->n);
    grown = mem_grow(d, table->symbols, &cap, n + rows->n, sizeof *grown);
    if (!grown)
        return false;
    table->symbols = grown;
    for (size_t i = 0; i < rows->n; i++) {
        const struct line_row *row = &rows->at[i];
        bool same = previous && row->file && row->function && same_function(previous, row);
        uint32_t function;

        if (!row->file || !row->function || (same && previous->line == row->line))
            continue;
        previous = row;
        function = sym_lookup(table, row->address);
        grown[n] = line_symbol(row, function == NO_SYMBOL ? NULL : &grown[function],
                               same ? &grown[n - 1] : NULL);
        grown[n].order = (uint32_t)n;
        n++;
    }
    table->n = (uint32_t)n;
    return symtab_finalize(table, end, d);
}

bool symtab_add_stubs(struct symtab *table, const struct image_stub *stubs, size_t n,
                      struct diag *d)
{
    const struct symbol *last = &table->symbols[table->n - 1];
    uint64_t end = last->address + last->size;
    size_t cap = table->n;
    struct symbol *grown;

    table->is_exact = true;
    if (n == 0)
        return true;
    if (n >= NO_SYMBOL - table->n)
        return diag_error(d, NULL, "%zu stubs are more than can be numbered", n);
    grown = mem_grow(d, table->symbols, &cap, table->n + n, sizeof *grown);
    if (!grown)
        return false;
    table->symbols = grown;
    for (size_t i = 0; i < n; i++) {
        end = stubs[i].end > end ? stubs[i].end : end;
        grown[table->n] = (struct symbol){.address = stubs[i].start,
                                          .size = stubs[i].end - stubs[i].start,
                                          .name = stubs[i].name,
                                          .order = table->n,
                                          .is_function = true,
                                          .is_stub = true};
        table->n++;
    }
    return symtab_finalize(table, end, d);
}

bool symtab_add_names(struct symtab *table, char *const *names, size_t n, struct diag *d)
{
    size_t cap = table->n;
    struct symbol *grown;

    if (n >= NO_SYMBOL - table->n)
        return diag_error(d, NULL, "%zu libraries are more than can be numbered", n);
    grown = mem_grow(d, table->symbols, &cap, table->n + n, sizeof *grown);
    if (!grown)
        return false;
    table->symbols = grown;
    for (size_t i = 0; i < n; i++) {
        grown[table->n] = (struct symbol){.name = names[i],
                                          .order = table->n,
                                          .seen = table->n,
                                          .is_function = true,
                                          .callee = table->n};
        table->n++;
    }
    return true;
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

void symtab_release(struct symtab *table)
{
    free(table->symbols);
    free(table->block_first);
    *table = (struct symtab){0};
}
