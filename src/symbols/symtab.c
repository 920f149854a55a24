/* symtab - finds the functions of an image, by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symtab.h"

#include "base/radix.h"
#include "base/search.h"
#include "base/trace.h"
#include "image/core_unwind.h"
#include "symbols/clones.h"

/* Returns the text that follows the dot at `p`, or the prefix that is put before a clone's number.
 */
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

/* Returns why the rules leave the symbol out; NULL if they accept it. */
static const char *refusal(const struct image_symbol *s, const struct symtab_rules *rules)
{
    if (s->is_indirect && !rules->is_exact)
        return "it chooses a function";
    if (s->is_mark && rules->is_exact)
        return "the linker's mark";
    if (rules->external || !s->is_local)
        return NULL;
    if (rules->drop_static)
        return "static, which -a drops";
    if (rules->drop_non_functions && !s->is_function)
        return "not typed as a function, which -D drops";
    if ((rules->is_exact || rules->lists_clones) && (s->is_function || s->is_indirect))
        return NULL;
    return sym_name_is_plain(s->name) ? NULL : "named like a part of a function";
}

/* Gathers the symbols that the rules accept. Returns the end of the last symbol. */
static uint64_t gather(struct symtab *table, const struct image_symbol *symbols, size_t n,
                       const struct symtab_rules *rules, const struct diag *d)
{
    const struct map_file *map = rules->external ? NULL : rules->map;
    bool traced = trace_on(d, TRACE_IMAGE);
    uint64_t last = 0, end = 0;

    for (size_t i = 0; i < n; i++) {
        const struct image_symbol *from = &symbols[i];
        const char *refused = refusal(from, rules);
        const struct map_entry *entry = map && !refused ? map_file_find(map, from->name) : NULL;

        if (entry && !entry->is_first)
            refused = "not the first of its object file in the map";
        if (traced)
            trace_line(d, "symtab_init", "0x%" PRIx64 ": %s: %s%s%s", from->address, from->name,
                       refused ? "left out: " : "accepted", refused ? refused : "",
                       entry && !refused ? " under its object file's name" : "");
        if (refused)
            continue;
        table->symbols[table->n++] = (struct symbol){
            .address = from->address,
            .name = entry ? entry->object : from->name,
            .order = (uint32_t)i,
            .seen = (uint32_t)i,
            .size = rules->is_exact ? from->size : 0,
            .is_function = from->is_function || from->is_indirect,
            .is_static = from->is_local,
            .is_compressed = from->is_compressed,
            .is_mapped = entry != NULL,
        };
        if (from->address >= last) {
            last = from->address;
            end = from->section_end;
        }
    }
    return end;
}

/* ---- the order ---- */

/* Returns a key that orders symbols of one address: functions first, then global before static,
 * then lines before symbols of the image, then the order in the image. */
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
    uint32_t i = 1;

    while (i < table->n &&
           (s[i - 1].address < s[i].address ||
            (s[i - 1].address == s[i].address && rank_of(&s[i - 1]) <= rank_of(&s[i]))))
        i++;
    return i >= table->n;
}

static void sort_symbols(struct symtab *table, struct diag *d)
{
    LOCAL uint32_t *items = NULL;
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
    free(table->symbols);
    table->symbols = sorted;
}

/* ---- symbols come in ---- */

/* Makes room for `n` more symbols. */
static void make_room(struct symtab *table, size_t n, struct diag *d)
{
    size_t cap = table->symbols ? table->n : n;

    if (n >= NO_SYMBOL - table->n)
        mem_too_many(d, NO_SYMBOL);
    table->symbols = mem_grow(d, table->symbols, &cap, table->n + n, sizeof *table->symbols);
}

/* Appends a function, for which there is room. */
static void append(struct symtab *table, struct symbol s)
{
    s.order = s.seen = table->n;
    s.is_function = true;
    table->symbols[table->n++] = s;
}

/* Adds the linker's stubs. Returns the end of the last symbol, which was `end` before. */
static uint64_t add_stubs(struct symtab *table, const struct symtab_rules *rules, uint64_t end,
                          struct diag *d)
{
    make_room(table, rules->n_stubs, d);
    for (size_t i = 0; i < rules->n_stubs; i++) {
        const struct image_stub *stub = &rules->stubs[i];

        end = stub->end > end ? stub->end : end;
        append(table, (struct symbol){.address = stub->start,
                                      .size = stub->end - stub->start,
                                      .name = stub->name,
                                      .is_stub = true});
    }
    return end;
}

/* Returns a copy of a name that the image does not have. */
static const char *keep_name(struct symtab *table, const char *name, struct diag *d)
{
    uint32_t number = text_map_add(&table->texts, name, d);

    return table->texts.texts[number];
}

/* Leaves those of `n` ascending ranges that begin in no symbol. A symbol without a size has one
 * byte. The table must be sorted. Returns the number of these. */
static size_t leave_unnamed(const struct symtab *table, struct image_range *ranges, size_t n)
{
    uint32_t next = 0;
    uint64_t taken = 0; /* first address that is in no symbol up to here */
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        for (; next < table->n && table->symbols[next].address <= ranges[i].start; next++) {
            const struct symbol *s = &table->symbols[next];
            uint64_t end = add_saturated(s->address, s->size ? s->size : 1);

            taken = end > taken ? end : taken;
        }
        if (ranges[i].start >= taken)
            ranges[kept++] = ranges[i];
    }
    return kept;
}

/* Adds the functions that only the unwind tables tell of. Returns the end of the last symbol, which
 * was `end` before. */
static uint64_t add_unwound(struct symtab *table, const struct image *image, uint64_t end,
                            struct diag *d)
{
    const char *base = diag_basename(image->path);
    LOCAL struct image_range *ranges = NULL;
    size_t n = core_unwind(image, &ranges, d);

    sort_symbols(table, d);
    n = leave_unnamed(table, ranges, n);
    make_room(table, n, d);
    for (size_t i = 0; i < n; i++) {
        LOCAL char *name = mem_printf(d, "%s+0x%" PRIx64, base, ranges[i].start);

        append(table, (struct symbol){.address = ranges[i].start,
                                      .size = ranges[i].end - ranges[i].start,
                                      .name = keep_name(table, name, d),
                                      .is_static = true,
                                      .is_unwound = true});
        end = ranges[i].end > end ? ranges[i].end : end;
    }
    return end;
}

/* Adds one symbol for all code, `<prog>` in the image prog. Returns its end. */
static uint64_t add_all_code(struct symtab *table, const struct image *image, struct diag *d)
{
    LOCAL char *name = mem_printf(d, "<%s>", diag_basename(image->path));

    make_room(table, 1, d);
    append(table, (struct symbol){.address = image->code_start,
                                  .size = image->code_end - image->code_start,
                                  .name = keep_name(table, name, d),
                                  .is_unwound = true});
    return image->code_end;
}

/* Returns the end of the last symbol. */
static uint64_t end_of(const struct symtab *table)
{
    const struct symbol *last = &table->symbols[table->n - 1];

    return last->address + last->size;
}

/* Ends symbols at the end of their section, so that _init has nothing of .text. A symbol in no
 * section has no such end. */
static void end_in_sections(struct symtab *table, const struct image_symbol *symbols)
{
    for (uint32_t i = 0; i < table->n; i++) {
        struct symbol *s = &table->symbols[i];
        uint64_t end = s->is_stub || s->is_unwound ? 0 : symbols[s->order].section_end;

        if (end > s->address && s->size > end - s->address)
            s->size = end - s->address;
    }
}

/* Reports that of `n` symbols of the image no function is left. Returns false. */
static bool report_empty(const struct image *image, const struct symtab_rules *rules, size_t n,
                         struct diag *d)
{
    bool drops = rules->drop_static || rules->drop_non_functions;

    if (n == 0 && !drops)
        return diag_error(d, image->path,
                          "file has no symbols; use the program as linked, before strip, or "
                          "--symbol-directory=DIR with its debug file");
    return diag_error(d, image->path,
                      "no function is left; leave out %s, or use a program that was not stripped",
                      drops ? "-a and -D" : "-R");
}

bool symtab_can_init(const struct image *image, const struct symtab_rules *rules, struct diag *d)
{
    if (image->n_symbols == 0 && !rules->may_be_stripped)
        return report_empty(image, rules, 0, d);
    if (image->n_symbols == 0)
        diag_warning(d, image->path,
                     "has no symbols: the names of its functions are not known; use the program "
                     "before strip, or its debug file");
    return true;
}

/* Makes one symbol of each line of a function stand for the others: that of the function itself, or
 * else the first one. A line is the function's in its clones, and where it is inlined, too. */
static void join_lines(struct symtab *table, const struct line_rows *rows, struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map names = {0};
    /* (function's name, and line; file) -> number of the line */
    LOCAL_BY(pair_map_release) struct pair_map lines = {0};
    LOCAL uint32_t *line_of = mem_alloc(d, table->n, sizeof *line_of);   /* number + 1; 0: none */
    LOCAL uint32_t *standing = mem_alloc(d, table->n, sizeof *standing); /* symbols by line */
    const char *name = NULL;
    uint32_t function = 0;

    table->owner = mem_alloc(d, table->n, sizeof *table->owner);
    for (uint32_t i = 0; i < table->n; i++) {
        const struct symbol *s = &table->symbols[i];
        const struct line_row *row = line_rows_at(rows, s->address);
        uint32_t known = (uint32_t)lines.n, number;

        if (!row || !row->file || !row->function)
            continue;
        if (row->function != name) {
            size_t length =
                table->n_groups > 0 ? clone_read(row->function).length : strlen(row->function);

            function = text_map_add_bytes(&names, row->function, length, d);
        }
        name = row->function;
        number = (uint32_t)pair_map_add(&lines, (uint64_t)function << 32 | row->line,
                                        (uintptr_t)row->file, d);
        line_of[i] = number + 1;
        if (number == known || (!s->is_line && !s->is_clone))
            standing[number] = i;
    }
    for (uint32_t i = 0; i < table->n; i++) {
        const struct symbol *s = &table->symbols[i];

        table->owner[i] = line_of[i] && (s->is_line || s->is_clone) ? standing[line_of[i] - 1] : i;
    }
}

/* Adds the symbols of line mode. If the row before is of the same function, by the debug
 * information, a line's symbol is static if that of the row before is. So a label within the
 * function does not make its line static. */
static void add_lines(struct symtab *table, const struct line_rows *rows, bool joins_lines,
                      struct diag *d)
{
    const struct line_row *previous = NULL;
    uint64_t end = end_of(table);
    uint32_t n = table->n;
    uint32_t order = 0; /* order behind that of all functions */

    for (uint32_t i = 0; i < n; i++)
        if (table->symbols[i].order >= order)
            order = table->symbols[i].order + 1;
    make_room(table, rows->n, d);
    table->is_by_line = true;
    for (size_t i = 0; i < rows->n; i++) {
        const struct line_row *row = &rows->at[i];
        bool same = previous && row->file && row->function && previous->file == row->file &&
                    strcmp(previous->function, row->function) == 0;
        struct symbol *s = table->symbols;
        const struct symbol *function;
        uint32_t number;

        if (!row->file || !row->function || (same && previous->line == row->line))
            continue;
        previous = row;
        number = sym_find(table, row->address);
        function = number == NO_SYMBOL ? NULL : &s[number];
        s[n] = (struct symbol){
            .address = row->address,
            .size = function ? function->address + function->size - row->address : 0,
            .name = row->function,
            .order = order,
            .seen = order,
            .is_line = true,
            .is_static = same ? s[n - 1].is_static : function && function->is_static,
            .is_compressed = function && function->is_compressed,
        };
        order++;
        n++;
    }
    table->n = n;
    symtab_finalize(table, end, d);
    if (joins_lines)
        join_lines(table, rows, d);
}

void symtab_add_names(struct symtab *table, const struct symtab_names *names, struct diag *d)
{
    make_room(table, names->n, d);
    table->rows = mem_alloc(d, names->n, sizeof *table->rows);
    for (uint32_t i = 0; i < names->n; i++) {
        table->rows[i] = table->n_code + names->at[i].row;
        append(table, (struct symbol){.name = names->at[i].name, .callee = table->n});
    }
    table->unnamed = names->unnamed == NO_SYMBOL ? 0 : table->n_code + names->unnamed;
    table->external = names->external == NO_SYMBOL ? 0 : table->n_code + names->external;
    table->external_site = names->external_site;
}

/* Adds what is made when the functions are known: lines, and names of code outside of the image. */
static bool add_others(struct symtab *table, const struct symtab_rules *rules, struct diag *d)
{
    struct symtab_names names = {.unnamed = NO_SYMBOL, .external = NO_SYMBOL};
    bool ok = true;

    if (rules->lines) {
        if (table->n > 1 && rules->asks && !rules->asks->stays(rules->asks->context, table))
            table->n_code = --table->n;
        add_lines(table, rules->lines, rules->joins_lines, d);
    }
    if (rules->asks)
        ok = rules->asks->find_names(rules->asks->context, table, &names);
    if (ok && names.n > 0)
        symtab_add_names(table, &names, d);
    free(names.at);
    return ok;
}

bool symtab_init(struct symtab *table, const struct image *image, const struct symtab_rules *rules,
                 struct diag *d)
{
    const struct ext_syms *e = rules->external;
    const struct image_symbol *symbols = e ? e->symbols : image->symbols;
    size_t n = e ? e->n_symbols : image->n_symbols;
    uint64_t end;

    *table = (struct symtab){.is_exact = rules->is_exact,
                             .is_library = rules->is_library,
                             .is_partial = rules->is_partial,
                             .has_sizes = rules->is_exact && !rules->drop_static &&
                                          !rules->drop_non_functions && !rules->map,
                             .prefix = image->prefix};
    make_room(table, n, d);
    end = gather(table, symbols, n, rules, d);
    if (table->n == 0 && !rules->may_be_stripped && !rules->is_unwound)
        return report_empty(image, rules, n, d);
    if (rules->is_exact && !rules->lists_clones && !rules->map) {
        sort_symbols(table, d);
        clones_group(table, symbols, d);
    }
    end = add_stubs(table, rules, end, d);
    if (rules->is_unwound)
        end = add_unwound(table, image, end, d);
    if (table->n == 0 && rules->may_be_stripped)
        end = add_all_code(table, image, d);
    if (table->n == 0)
        return report_empty(image, rules, n, d);
    symtab_finalize(table, end, d);
    if (table->has_sizes) {
        end_in_sections(table, symbols);
        table->code_start = image->code_start;
        table->code_end = image->code_end;
    }
    return add_others(table, rules, d);
}

void symtab_release(struct symtab *table)
{
    free(table->symbols);
    free(table->block_first);
    free(table->owner);
    free(table->rows);
    text_map_release(&table->texts);
    *table = (struct symtab){0};
}

/* ---- one symbol for each address ---- */

/* Returns true if, of two names for one address, the second is the one to show. */
static bool prefer_second(const struct symtab *table, const struct symbol *first,
                          const struct symbol *second)
{
    if (first->is_clone != second->is_clone && !second->is_line)
        return first->is_clone;
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
    return table->is_library && strcspn(second->name, "@") < strcspn(first->name, "@");
}

/* Gives the symbol that is kept the group of another name for its address. */
static void take_group(struct symbol *kept, const struct symbol *other)
{
    if (kept->group)
        return;
    kept->group = other->group;
    kept->is_clone = other->is_clone;
    kept->is_part = other->is_part;
    kept->is_callback = other->is_callback;
}

/* Leaves out labels within functions: symbols without a type in front of the function's end. */
static void drop_labels(struct symtab *table, const struct diag *d)
{
    struct symbol *s = table->symbols;
    uint32_t kept = 0;
    uint64_t end = 0;

    for (uint32_t i = 0; i < table->n; i++) {
        if (s[i].is_function && s[i].address + s[i].size > end)
            end = s[i].address + s[i].size;
        if (s[i].is_function || s[i].is_line || s[i].address >= end)
            s[kept++] = s[i];
        else if (trace_on(d, TRACE_SYMBOLS))
            trace_line(d, "symtab_finalize", "0x%" PRIx64 ": %s is a label in a function",
                       s[i].address, s[i].name);
    }
    table->n = kept;
}

static void drop_aliases(struct symtab *table, const struct diag *d)
{
    bool traced = trace_on(d, TRACE_SYMBOLS);
    struct symbol *s = table->symbols;
    uint32_t kept = 0;

    for (uint32_t i = 1; i < table->n; i++) {
        uint32_t seen = s[kept].seen;
        uint64_t size = s[kept].size;
        bool second;

        if (s[i].address != s[kept].address) {
            if (++kept != i)
                s[kept] = s[i];
            continue;
        }
        second = prefer_second(table, &s[kept], &s[i]);
        if (traced)
            trace_line(d, "symtab_finalize", "0x%" PRIx64 ": %s, and not its other name %s",
                       s[i].address, s[second ? i : kept].name, s[second ? kept : i].name);
        if (second) {
            take_group(&s[i], &s[kept]);
            s[kept] = s[i];
        } else {
            take_group(&s[kept], &s[i]);
        }
        s[kept].size = size > s[i].size ? size : s[i].size;
        s[kept].seen = seen < s[i].seen ? seen : s[i].seen;
    }
    table->n = table->n_code = kept + 1;
}

/* ---- extents ---- */

/* Sets sizes and callees. A symbol without a size of its own reaches up to the next one, the last
 * one up to `end`. A call of untyped code, such as a label in assembly, counts for the function
 * that contains it. If labels were left out, untyped code is a function of its own. */
static void set_extents(struct symtab *table, uint64_t end)
{
    uint32_t function = NO_SYMBOL;

    for (uint32_t i = 0; i < table->n; i++) {
        struct symbol *s = &table->symbols[i];
        uint64_t next = i + 1 < table->n ? s[1].address : end > s->address ? end : s->address;
        bool is_sized = s->is_stub || table->is_partial || (table->has_sizes && s->size > 0);

        if (!is_sized || s->size > next - s->address)
            s->size = next - s->address;
        if (s->is_function || (table->is_exact && !s->is_line))
            function = i;
        s->callee = function;
    }
}

/* Finds the symbols that stand for clones. Lines of clones are matched by file and line. */
static void find_owners(struct symtab *table, struct diag *d)
{
    const struct symbol *s = table->symbols;
    LOCAL uint32_t *standing = NULL;

    free(table->owner);
    table->owner = NULL;
    if (table->n_groups == 0 || table->is_by_line)
        return;
    standing = mem_alloc(d, (size_t)table->n_groups + 1, sizeof *standing);
    table->owner = mem_alloc(d, table->n, sizeof *table->owner);
    for (uint32_t i = 0; i < table->n; i++)
        if (!s[i].is_clone)
            standing[s[i].group] = i + 1;
    for (uint32_t i = 0; i < table->n; i++)
        table->owner[i] = s[i].is_clone && standing[s[i].group] ? standing[s[i].group] - 1 : i;
}

/* Traces the finished table. */
static void trace_table(const struct symtab *table, const struct diag *d)
{
    for (uint32_t i = 0; i < table->n; i++) {
        const struct symbol *s = &table->symbols[i];

        trace_line(d, "symtab_finalize",
                   "%" PRIu32 ": 0x%" PRIx64 ", %" PRIu64 " bytes, %s: %s, %s; calls count for %s",
                   i, s->address, s->size, s->name, s->is_static ? "static" : "global",
                   s->is_function ? "a function" : "not typed as a function",
                   s->callee == NO_SYMBOL ? "nothing" : table->symbols[s->callee].name);
    }
}

/* ---- look-ups ---- */

/* Makes the blocks, as small as possible, but no more blocks than symbols. A look-up then searches
 * the symbols of one block only. A search among all symbols would miss the cache at each step, and
 * looking up arcs would take a sixth of the time of a large report. */
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
    if (table->is_exact)
        drop_labels(table, d);
    drop_aliases(table, d);
    set_extents(table, end);
    find_owners(table, d);
    if (trace_on(d, TRACE_SYMBOLS))
        trace_table(table, d);
    index_blocks(table, d);
}

uint32_t sym_find(const struct symtab *table, uint64_t pc)
{
    const struct symbol *s = table->symbols;
    const uint32_t *first = table->block_first;
    uint32_t n = table->n_code;

    if (n == 0 || pc < s->address)
        return NO_SYMBOL;
    if (pc < s[n - 1].address) {
        first += (pc - s->address) >> table->block_shift;
        n = *first + (uint32_t)count_up_to(&s[*first], first[1] - *first, sizeof *s, pc);
    }
    return pc - s[n - 1].address < s[n - 1].size ? n - 1 : NO_SYMBOL;
}

uint32_t sym_lookup(const struct symtab *table, uint64_t pc)
{
    uint32_t found = sym_find(table, pc);

    return found == NO_SYMBOL ? found : symtab_owner(table, found);
}

/* Returns the function of a symbol, which may be a line of it. */
static const struct symbol *function_of(const struct symtab *table, uint32_t symbol)
{
    const struct symbol *s = &table->symbols[symbol];

    return s->is_line && s->callee != NO_SYMBOL ? &table->symbols[s->callee] : s;
}

bool symtab_is_call(const struct symtab *table, uint32_t caller, uint32_t callee)
{
    const struct symbol *from, *to;

    if (table->n_groups == 0 || caller == NO_SYMBOL || callee == NO_SYMBOL)
        return true;
    from = function_of(table, caller);
    to = function_of(table, callee);
    return !to->is_callback && !(to->is_part && !from->is_part && to->group == from->group);
}

void sym_trace_lookup(const struct symtab *table, uint64_t pc, uint32_t found, const struct diag *d)
{
    if (found == NO_SYMBOL)
        trace_line(d, "sym_lookup", "0x%" PRIx64 " is in no function", pc);
    else
        trace_line(d, "sym_lookup", "0x%" PRIx64 " is in %s, which begins at 0x%" PRIx64, pc,
                   table->symbols[found].name, table->symbols[found].address);
}
