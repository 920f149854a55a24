/* pprof_tables - numbers the functions, places and texts that a pprof profile refers to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/pprof_tables.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "export/protobuf.h"
#include "view/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mapping_field {
    MAPPING_ID = 1,
    MAPPING_LIMIT = 3,
    MAPPING_FILE = 5,
    MAPPING_BUILD_ID = 6,
    MAPPING_HAS_FUNCTIONS = 7,
    MAPPING_HAS_FILES = 8,
    MAPPING_HAS_LINES = 9,
    MAPPING_HAS_INLINES = 10
};

enum location_field {
    LOCATION_ID = 1,
    LOCATION_MAPPING = 2,
    LOCATION_ADDRESS = 3,
    LOCATION_LINE = 4
};

enum line_field { LINE_FUNCTION = 1, LINE_LINE = 2 };

enum function_field {
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM_NAME = 3,
    FUNCTION_FILE = 4,
    FUNCTION_START_LINE = 5
};

enum sample_field { SAMPLE_PLACES = 1, SAMPLE_VALUES = 2 };

enum { MAPPING_IMAGE = 1, PENDING_BYTES = 1 << 15 };

void pprof_tables_init(struct pprof_tables *t, const struct report *r, struct sink *out,
                       struct diag *d)
{
    *t = (struct pprof_tables){.r = r, .d = d, .file = gzip_open(out, d)};
    sink_init(&t->pending, -1, d);
    sink_init(&t->message, -1, d);
    sink_init(&t->part, -1, d);
    sink_init(&t->clean, -1, d);
    sink_init(&t->strings, -1, d);
    pprof_text(t, NULL);
}

static void pack_pending(struct pprof_tables *t)
{
    gzip_bytes(t->file, t->pending.buf, t->pending.used);
    sink_clear(&t->pending);
}

void pprof_append(struct pprof_tables *t, unsigned field)
{
    proto_message(&t->pending, field, &t->message);
    sink_clear(&t->message);
    if (t->pending.used >= PENDING_BYTES)
        pack_pending(t);
}

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (!utf8_is_unsafe(code))
        sink_bytes(out, at, bytes);
    else
        for (size_t i = 0; i < bytes; i++)
            sink_printf(out, "\\x%02x", (unsigned char)at[i]);
}

uint64_t pprof_text(struct pprof_tables *t, const char *text)
{
    size_t n = t->texts.n;
    uint32_t number;

    sink_clear(&t->clean);
    utf8_put(&t->clean, text ? text : "", SIZE_MAX, put_character);
    sink_char(&t->clean, '\0');
    number = text_map_add(&t->texts, t->clean.buf, t->d);
    if (number == n)
        proto_bytes(&t->strings, PROFILE_STRING, t->clean.buf, t->clean.used - 1);
    return number;
}

/* Returns the number of a pair in one of the maps, from 1. */
static uint64_t number_pair(struct pprof_tables *t, struct pair_map *map, uint64_t first,
                            uint64_t second, bool *is_new)
{
    size_t before = map->n;
    uint32_t number = pair_map_add(map, first, second, t->d);

    *is_new = map->n > before;
    return (uint64_t)number + 1;
}

/* ---- mappings ---- */

static const char *in_hexadecimal(char *text, size_t room, const uint8_t *id, size_t bytes)
{
    text[0] = '\0';
    for (size_t i = 0; i < bytes && 2 * i + 2 < room; i++)
        snprintf(text + 2 * i, 3, "%02x", id[i]);
    return text;
}

/* Writes a mapping. All addresses are those of the file, so the mapping has all addresses from
 * offset 0 on. Everything is marked as known, so that readers do not look for the file. */
static void put_mapping(struct pprof_tables *t, uint64_t id, const char *file,
                        const uint8_t *build_id, size_t id_bytes)
{
    char text[2 * 64 + 1];
    struct sink *m = &t->message;

    proto_number(m, MAPPING_ID, id);
    proto_number(m, MAPPING_LIMIT, UINT64_MAX);
    proto_number(m, MAPPING_FILE, pprof_text(t, file));
    proto_number(m, MAPPING_BUILD_ID,
                 pprof_text(t, in_hexadecimal(text, sizeof text, build_id, id_bytes)));
    for (unsigned has = MAPPING_HAS_FUNCTIONS; has <= MAPPING_HAS_INLINES; has++)
        proto_number(m, has, 1);
    pprof_append(t, PROFILE_MAPPING);
}

/* Returns the number of a symbol, or of its library, behind those of the image. */
static uint32_t outside_number(const struct report *r, uint32_t symbol)
{
    uint32_t library = symtab_library(&r->symtab, symbol);

    return (library == NO_SYMBOL ? symbol : library) - r->symtab.n_code;
}

/* Returns the module of an outside number, or NULL if the module has no file. */
static const struct stack_module *module_of(const struct report *r, uint32_t number)
{
    const struct stack_module *m = number < r->modules.n_names ? r->modules.modules[number] : NULL;

    return m && m->path[0] ? m : NULL;
}

void pprof_mappings(struct pprof_tables *t)
{
    const struct report *r = t->r;
    const uint8_t *id = NULL;
    size_t bytes = core_build_id(&r->image, &id);

    put_mapping(t, MAPPING_IMAGE, r->image.path, id, bytes);
    for (uint32_t i = 0; i < r->modules.n_names; i++) {
        const struct stack_module *m = module_of(r, i);

        if (m)
            put_mapping(t, MAPPING_IMAGE + 1 + i, m->path, m->id, m->id_bytes);
    }
}

/* Returns the number of a node's mapping, or 0 if it has none. */
static uint64_t mapping_of(const struct report *r, uint32_t node)
{
    uint32_t number;

    if (node < r->symtab.n_code)
        return MAPPING_IMAGE;
    if (node >= r->symtab.n)
        return 0;
    number = outside_number(r, node);
    return module_of(r, number) ? MAPPING_IMAGE + 1 + number : 0;
}

/* ---- functions ---- */

/* Returns true if pprof would take the name for a C++ template. pprof drops the text in brackets,
 * unless the linker's name differs; nothing would be left of `<external>`. */
static bool looks_like_template(const char *name)
{
    return strpbrk(name, "<>[]") != NULL || strstr(name, "::") != NULL;
}

/* Finds the names of a function, or of its stand-in. */
static void find_names(struct pprof_tables *t, uint32_t node, uint64_t *name, uint64_t *system)
{
    const struct report *r = t->r;
    char cycle[PATHS_CYCLE_BYTES];

    if (node < r->symtab.n_code) {
        const char *shown = names_shown(&r->names, node), *raw = r->symtab.symbols[node].name;

        *name = pprof_text(t, shown);
        *system = strcmp(shown, raw) == 0 && looks_like_template(raw) ? 0 : pprof_text(t, raw);
        return;
    }
    *system = 0;
    if (node < r->symtab.n)
        *name = pprof_text(t, names_shown(&r->names, node));
    else if (node == PPROF_CUT)
        *name = pprof_text(t, PATHS_CUT);
    else if (node == PPROF_UNKNOWN)
        *name = pprof_text(t, FIGURES_UNKNOWN);
    else {
        paths_cycle_name(cycle, r, node);
        *name = pprof_text(t, cycle);
    }
}

/* Returns the number of a function. `key` is the number of its linker's name, or another unique
 * number. */
static uint64_t number_function(struct pprof_tables *t, uint64_t key, uint64_t name,
                                uint64_t system, const char *file, unsigned start)
{
    uint64_t in = pprof_text(t, file), number;
    bool is_new;

    number = number_pair(t, &t->functions, key, in, &is_new);
    if (!is_new)
        return number;
    proto_number(&t->message, FUNCTION_ID, number);
    proto_number(&t->message, FUNCTION_NAME, name);
    proto_number(&t->message, FUNCTION_SYSTEM_NAME, system);
    proto_number(&t->message, FUNCTION_FILE, in);
    proto_number(&t->message, FUNCTION_START_LINE, start);
    pprof_append(t, PROFILE_FUNCTION);
    return number;
}

static uint64_t function_of(struct pprof_tables *t, uint32_t node)
{
    const struct report *r = t->r;
    bool has_code = node < r->symtab.n_code;
    uint64_t name, system;

    find_names(t, node, &name, &system);
    /* if symbols are lines, several of them are one function, and none tells its first line */
    return number_function(
        t, has_code ? pprof_text(t, r->symtab.symbols[node].name) : (uint64_t)node << 32, name,
        system, has_code ? r->lines.at[node].file : NULL,
        has_code && r->lines.at[node].file && !r->style.by_line ? r->lines.at[node].line : 0);
}

/* Returns the first symbol of a linker's name, or NO_SYMBOL. O(symbols) for the first one. */
static uint32_t symbol_named(struct pprof_tables *t, const char *raw)
{
    const struct symtab *symtab = &t->r->symtab;
    uint32_t number;

    if (!t->named) {
        t->named = mem_alloc(t->d, symtab->n_code, sizeof *t->named);
        for (uint32_t s = symtab->n_code; s-- > 0;)
            t->named[text_map_add(&t->raw, symtab->symbols[s].name, t->d)] = s;
    }
    number = text_map_find(&t->raw, raw);
    return number == TEXT_MAP_NONE ? NO_SYMBOL : t->named[number];
}

/* Returns the number of an inlined function. If the function is not known, the file of the code
 * stands for it. */
static uint64_t inlined_function(struct pprof_tables *t, const struct pprof_line *at)
{
    const char *raw = at->inlined ? at->inlined : diag_basename(at->file);
    uint32_t symbol = at->inlined ? symbol_named(t, raw) : NO_SYMBOL;
    uint64_t system = pprof_text(t, raw), number;
    char *name = NULL;

    if (symbol != NO_SYMBOL && t->r->lines.at[symbol].file &&
        strcmp(t->r->lines.at[symbol].file, at->file) == 0)
        return function_of(t, symbol);
    if (at->inlined)
        name = core_demangle(&t->r->image, raw, t->r->names.style.demangle);
    number = number_function(t, system, name ? pprof_text(t, name) : system, system, at->file, 0);
    free(name);
    return number;
}

/* ---- places ---- */

/* Writes a frame of the place that is being made. */
static void put_frame(struct pprof_tables *t, uint64_t function, unsigned line)
{
    sink_clear(&t->part);
    proto_number(&t->part, LINE_FUNCTION, function);
    proto_number(&t->part, LINE_LINE, line);
    proto_message(&t->message, LOCATION_LINE, &t->part);
}

uint64_t pprof_place(struct pprof_tables *t, uint32_t node, const struct pprof_line *at)
{
    const struct report *r = t->r;
    bool has_code = node < r->symtab.n_code, is_new, is_inlined;
    const char *own = has_code ? r->lines.at[node].file : NULL;
    struct pprof_line line = *at;
    uint64_t number, function, inlined = 0;

    if (has_code && r->style.by_line) /* the symbol is a line */
        line = (struct pprof_line){.file = own, .line = r->lines.at[node].line};
    if (!line.file)
        line = (struct pprof_line){0};
    is_inlined = line.inlined || (line.file && own && strcmp(line.file, own) != 0);
    number = number_pair(t, &t->places, (uint64_t)node << 32 | pprof_text(t, line.inlined),
                         pprof_text(t, line.file) << 32 | line.line, &is_new);
    if (!is_new)
        return number;
    function = function_of(t, node);
    if (is_inlined)
        inlined = inlined_function(t, &line);
    proto_number(&t->message, LOCATION_ID, number);
    proto_number(&t->message, LOCATION_MAPPING, mapping_of(r, node));
    if (has_code)
        proto_number(&t->message, LOCATION_ADDRESS, r->symtab.symbols[node].address);
    if (is_inlined)
        put_frame(t, inlined, line.line);
    put_frame(t, function, is_inlined ? 0 : line.line);
    pprof_append(t, PROFILE_LOCATION);
    return number;
}

/* ---- samples ---- */

/* Returns the value, or the most that a signed value can be. */
static uint64_t signed_most(uint64_t value)
{
    return value < INT64_MAX ? value : INT64_MAX;
}

void pprof_sample(struct pprof_tables *t, const uint64_t *stack, size_t n,
                  const struct pprof_values *v)
{
    const uint64_t values[] = {signed_most(v->samples), signed_most(v->calls),
                               signed_most(v->time)};

    proto_numbers(&t->message, SAMPLE_PLACES, stack, n);
    proto_numbers(&t->message, SAMPLE_VALUES, values, sizeof values / sizeof *values);
    pprof_append(t, PROFILE_SAMPLE);
}

void pprof_tables_finish(struct pprof_tables *t)
{
    pack_pending(t);
    gzip_bytes(t->file, t->strings.buf, t->strings.used);
    gzip_close(t->file, true);
    sink_release(&t->pending);
    sink_release(&t->message);
    sink_release(&t->part);
    sink_release(&t->clean);
    sink_release(&t->strings);
    text_map_release(&t->texts);
    text_map_release(&t->raw);
    free(t->named);
    pair_map_release(&t->functions);
    pair_map_release(&t->places);
}
