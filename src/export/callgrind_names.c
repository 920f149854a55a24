/* callgrind_names - functions, files and objects as lines of the Callgrind format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/callgrind_names.h"

#include "base/mem.h"
#include "base/pair_map.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

void callgrind_put_text(struct sink *out, const char *text, size_t most)
{
    const char *start = text;
    size_t plain = utf8_plain(text);

    if (plain > 0 && plain <= most && !text[plain]) {
        sink_short(out, text, plain);
        return;
    }
    if (!*text)
        sink_string(out, CALLGRIND_UNKNOWN);
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code);

        if ((size_t)(text - start) + bytes > most)
            break;
        if (code == UTF8_DAMAGED || utf8_is_control(code))
            sink_char(out, '?');
        else if (code == ' ' && (text == start || !text[1]))
            sink_char(out, '_');
        else
            sink_bytes(out, text, bytes);
        text += bytes;
    }
}

static void put_number(struct sink *out, const char *key, size_t number)
{
    sink_string(out, key);
    sink_literal(out, "=(");
    sink_u64(out, number, 0);
    sink_char(out, ')');
}

static bool put_text_of(struct text_map *map, struct sink *out, const char *key, const char *text,
                        struct diag *d)
{
    size_t n = map->n;
    uint32_t number = text_map_add(map, text, d);

    put_number(out, key, (size_t)number + 1);
    if (number == n) {
        sink_char(out, ' ');
        callgrind_put_text(out, text, SIZE_MAX);
    }
    sink_char(out, '\n');
    return true;
}

bool callgrind_put_file(struct callgrind_names *n, struct sink *out, const char *key,
                        const char *file, struct diag *d)
{
    return put_text_of(&n->files, out, key, file, d);
}

bool callgrind_put_object(struct callgrind_names *n, struct sink *out, const char *key,
                          const char *object, struct diag *d)
{
    return put_text_of(&n->objects, out, key, object, d);
}

/* ---- what a symbol is of ---- */

const char *callgrind_file(const struct callgrind_names *n, uint32_t symbol)
{
    const char *file = n->report->lines.at[symbol].file;

    return file && *file ? file : CALLGRIND_UNKNOWN;
}

/* The name of a library's code is `<LIBRARY>': that says enough. */
const char *callgrind_object(const struct callgrind_names *n, uint32_t symbol)
{
    const struct symtab *symtab = &n->report->symtab;

    return symbol < symtab->n_code ? n->report->image.path : symtab->symbols[symbol].name;
}

/* ---- functions ---- */

/* How many functions have the name, file and object of another one. */
struct groups {
    struct text_map names, files;
    struct pair_map pairs; /* (name, file) -> number of the group */
    uint32_t *of_symbol;   /* owned */
    uint32_t *members;     /* by group; owned */
};

static bool group(struct groups *g, const struct callgrind_names *n, struct diag *d)
{
    const struct report *r = n->report;

    g->of_symbol = mem_alloc(d, r->symtab.n, sizeof *g->of_symbol);
    g->members = mem_alloc(d, r->symtab.n, sizeof *g->members);
    if (!g->of_symbol || !g->members)
        return false;
    for (uint32_t s = 0; s < r->symtab.n; s++) {
        uint32_t name, file;

        if (!r->figures.functions[s].is_shown)
            continue;
        name = text_map_add(&g->names, names_shown(&r->names, s), d);
        file = text_map_add(&g->files, callgrind_file(n, s), d);
        g->of_symbol[s] = pair_map_add(&g->pairs, name, file, d);
        if (g->of_symbol[s] == PAIR_MAP_FAILED)
            return false;
        g->members[g->of_symbol[s]]++;
    }
    return true;
}

/* Numbers up to the groups' are those of groups; behind are those of functions of larger ones. The
 * last one is FIGURES_UNKNOWN's. */
static bool number(struct callgrind_names *n, const struct groups *g, struct diag *d)
{
    const struct report *r = n->report;
    uint32_t next = (uint32_t)g->pairs.n + 1;

    n->id = mem_alloc(d, r->symtab.n, sizeof *n->id);
    n->has_address = mem_alloc(d, r->symtab.n, sizeof *n->has_address);
    n->is_written = mem_alloc(d, (size_t)r->symtab.n + g->pairs.n + 2, sizeof *n->is_written);
    if (!n->id || !n->has_address || !n->is_written)
        return false;
    for (uint32_t s = 0; s < r->symtab.n; s++) {
        if (!r->figures.functions[s].is_shown)
            continue;
        n->has_address[s] = !r->style.by_line && g->members[g->of_symbol[s]] > 1;
        n->id[s] = n->has_address[s] ? next++ : g->of_symbol[s] + 1;
    }
    n->unknown = next;
    return true;
}

bool callgrind_names_init(struct callgrind_names *n, const struct report *r, struct diag *d)
{
    struct groups g = {0};
    bool ok;

    *n = (struct callgrind_names){.report = r};
    ok = group(&g, n, d) && number(n, &g, d);
    text_map_release(&g.names);
    text_map_release(&g.files);
    pair_map_release(&g.pairs);
    free(g.of_symbol);
    free(g.members);
    return ok;
}

void callgrind_put_function(struct callgrind_names *n, struct sink *out, const char *key,
                            uint32_t symbol)
{
    if (symbol == NO_SYMBOL) {
        put_number(out, key, n->unknown);
        sink_string(out, " " FIGURES_UNKNOWN "\n");
        return;
    }
    put_number(out, key, n->id[symbol]);
    if (!n->is_written[n->id[symbol]]) {
        n->is_written[n->id[symbol]] = true;
        sink_char(out, ' ');
        callgrind_put_text(out, names_shown(&n->report->names, symbol), SIZE_MAX);
        if (n->has_address[symbol]) {
            sink_string(out, " [0x");
            sink_hex(out, n->report->symtab.symbols[symbol].address);
            sink_char(out, ']');
        }
    }
    sink_char(out, '\n');
}

void callgrind_names_release(struct callgrind_names *n)
{
    text_map_release(&n->files);
    text_map_release(&n->objects);
    free(n->id);
    free(n->is_written);
    free(n->has_address);
    *n = (struct callgrind_names){0};
}
