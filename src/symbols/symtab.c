/* symtab - the functions of an image, by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symtab.h"

#include "base/mem.h"
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
    if (s->is_indirect)
        return "it chooses a function";
    if (rules->external || !s->is_local)
        return NULL;
    if (rules->drop_static)
        return "static, which -a drops";
    if (rules->drop_non_functions && !s->is_function)
        return "not typed as a function, which -D drops";
    return sym_name_is_plain(s->name) ? NULL : "named like a part of a function";
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
            .seen = (uint32_t)i,
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

/* Makes room for `n` more symbols. */
static void make_room(struct symtab *table, size_t n, struct diag *d)
{
    size_t cap = table->n ? table->n : n;

    if (n >= NO_SYMBOL - table->n)
        mem_too_many(d, NO_SYMBOL);
    table->symbols = mem_grow(d, table->symbols, &cap, table->n + n, sizeof *table->symbols);
}

bool symtab_init(struct symtab *table, const struct image *image, const struct symtab_rules *rules,
                 struct diag *d)
{
    const struct ext_syms *e = rules->external;
    const struct image_symbol *symbols = e ? e->symbols : image->symbols;
    size_t n = e ? e->n_symbols : image->n_symbols;
    uint64_t end;

    *table = (struct symtab){0};
    make_room(table, n, d);
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
    symtab_finalize(table, end, d);
    return true;
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

void symtab_add_lines(struct symtab *table, const struct line_rows *rows, struct diag *d)
{
    const struct line_row *previous = NULL;
    const struct symbol *last = &table->symbols[table->n - 1];
    uint64_t end = last->address + last->size;
    uint32_t n = table->n;
    uint32_t order = 0; /* behind that of all functions */

    for (uint32_t i = 0; i < n; i++)
        if (table->symbols[i].order >= order)
            order = table->symbols[i].order + 1;
    make_room(table, rows->n, d);
    for (size_t i = 0; i < rows->n; i++) {
        const struct line_row *row = &rows->at[i];
        bool same = previous && row->file && row->function && same_function(previous, row);
        struct symbol *s = table->symbols;
        uint32_t function;

        if (!row->file || !row->function || (same && previous->line == row->line))
            continue;
        previous = row;
        function = sym_lookup(table, row->address);
        s[n] =
            line_symbol(row, function == NO_SYMBOL ? NULL : &s[function], same ? &s[n - 1] : NULL);
        s[n].order = s[n].seen = order++;
        n++;
    }
    table->n = n;
    symtab_finalize(table, end, d);
}

void symtab_add_stubs(struct symtab *table, const struct image_stub *stubs, size_t n,
                      struct diag *d)
{
    const struct symbol *last = &table->symbols[table->n - 1];
    uint64_t end = last->address + last->size;

    table->is_exact = true;
    if (n == 0)
        return;
    make_room(table, n, d);
    for (size_t i = 0; i < n; i++) {
        end = stubs[i].end > end ? stubs[i].end : end;
        table->symbols[table->n] = (struct symbol){.address = stubs[i].start,
                                                   .size = stubs[i].end - stubs[i].start,
                                                   .name = stubs[i].name,
                                                   .order = table->n,
                                                   .seen = table->n,
                                                   .is_function = true,
                                                   .is_stub = true};
        table->n++;
    }
    symtab_finalize(table, end, d);
}

void symtab_add_names(struct symtab *table, char *const *names, size_t n, struct diag *d)
{
    make_room(table, n, d);
    for (size_t i = 0; i < n; i++) {
        table->symbols[table->n] = (struct symbol){.name = names[i],
                                                   .order = table->n,
                                                   .seen = table->n,
                                                   .is_function = true,
                                                   .callee = table->n};
        table->n++;
    }
}

void symtab_release(struct symtab *table)
{
    free(table->symbols);
    free(table->block_first);
    *table = (struct symtab){0};
}
