/* pprof - writes the profile for pprof and other readers of its files (--export=pprof)
 *
 * The format: proto/profile.proto of https://github.com/google/pprof. Functions, places and texts
 * have numbers. A new one is written at once, in front of the sample that names it; readers accept
 * fields in any order.
 *
 * A place is a function and an address, with its line. It is in a mapping: the image, or a library
 * of the call stacks. The address of a caller is that of its call's last byte. Inlined code is a
 * further function of the place. The same function in another file is another function, since the
 * format has one file for each.
 *
 * A sample has a stack and three values: samples, calls, time. No sample has both time and calls:
 *
 *   - Call stacks become samples with time. Without call stacks a function's time stands alone, by
 *     the addresses of the histogram's bins.
 *   - Calls become samples of two places, the beginning of the callee and the call in the caller.
 *     Calls of a function by itself are left out, as in every column of calls.
 *
 * So the times of all functions are right, with stacks or without; nothing is made up; and numbers
 * of calls are there, too. Readers take the last type of value for the one to show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/arith.h"
#include "base/gzip.h"
#include "base/mem.h"
#include "base/pair_map.h"
#include "base/text_map.h"
#include "base/utf8_put.h"
#include "export/pprof_mapping.h"
#include "export/protobuf.h"
#include "view/paths.h"

#include <math.h>

enum profile_field {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING = 6,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    PROFILE_COMMENT = 13,
    PROFILE_DEFAULT_SAMPLE_TYPE = 14
};

enum type_field { TYPE_TYPE = 1, TYPE_UNIT = 2 };

enum sample_field { SAMPLE_PLACES = 1, SAMPLE_VALUES = 2 };

enum mapping_field {
    MAPPING_ID = 1,
    MAPPING_START = 2,
    MAPPING_LIMIT = 3,
    MAPPING_OFFSET = 4,
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

enum { PENDING_BYTES = 1 << 15 };

/* Places that are not symbols, as numbers behind all symbols. */
#define SYMBOL_CUT (UINT32_MAX - 1)
#define SYMBOL_UNKNOWN (UINT32_MAX - 2)

struct writer {
    const struct results *r;
    struct diag *d;
    struct gzip *file;              /* owned */
    struct sink pending;            /* fields that are not packed yet; owned */
    struct sink message;            /* message being built; owned */
    struct sink scratch;            /* part of the message, or a text made valid; owned */
    struct stack_frames frames;     /* listed call stacks by address; owned */
    struct pprof_mappings mappings; /* files of the places; owned */
    struct text_map texts;          /* all texts; number 0 is empty */
    struct sink strings;            /* texts as they will be written; owned */
    struct pair_map functions;      /* (linker's name or symbol, file) -> number - 1 */
    uint64_t *of_symbol;            /* by symbol: number of its function; 0: none so far; owned */
    struct names_inlined inlined;   /* names of inlined functions; zeros if there are none; owned */
    struct pair_map rows;           /* (address of an inlined function's name, of its file's) */
    uint64_t *of_row;               /* numbers of these functions; owned */
    size_t n_rows, rows_cap;
    struct pair_map places; /* (symbol and module, address) -> number - 1 */
};

/* A line of the source in a function. Zero-initialised: no line is known. */
struct place_line {
    const char *file;    /* NULL: not known */
    const char *inlined; /* result of line_row_inlined */
    unsigned line;
};

/* ---- fields and texts ---- */

static void pack_pending(struct writer *w)
{
    gzip_bytes(w->file, w->pending.buf, w->pending.used);
    sink_clear(&w->pending);
}

/* Appends the message w->message to the profile, as a field. */
static void append(struct writer *w, enum profile_field field)
{
    proto_bytes(&w->pending, field, w->message.buf, w->message.used);
    sink_clear(&w->message);
    if (w->pending.used >= PENDING_BYTES)
        pack_pending(w);
}

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (!utf8_is_unsafe(code))
        sink_bytes(out, at, bytes);
    else
        for (size_t i = 0; i < bytes; i++)
            utf8_put_escape(out, "\\x", (unsigned char)at[i], 2);
}

/* Returns the number of a text; NULL is the empty text. Control characters, and bytes that are not
 * valid UTF-8, are written as \xNN. */
static uint64_t number_text(struct writer *w, const char *text)
{
    size_t n = w->texts.n;
    uint32_t number;

    sink_clear(&w->scratch);
    utf8_put(&w->scratch, text ? text : "", SIZE_MAX, put_character);
    sink_char(&w->scratch, '\0');
    number = text_map_add(&w->texts, w->scratch.buf, w->d);
    if (number == n)
        proto_bytes(&w->strings, PROFILE_STRING, w->scratch.buf, w->scratch.used - 1);
    return number;
}

/* Returns the number of a function's name. pprof breaks labels at dots, so `...' becomes one
 * character, which has three bytes, too. */
static uint64_t number_name(struct writer *w, const char *name)
{
    static const char dots[] = "...", ellipsis[] = "\xe2\x80\xa6";
    LOCAL char *text = mem_copy_string(w->d, name, strlen(name));

    for (char *at = text; (at = strstr(at, dots)) != NULL;)
        memcpy(at, ellipsis, sizeof ellipsis - 1);
    return number_text(w, text);
}

/* ---- what the values are, and where they are from ---- */

static void put_type(struct writer *w, enum profile_field field, const char *name, const char *unit)
{
    proto_number(&w->message, TYPE_TYPE, number_text(w, name));
    proto_number(&w->message, TYPE_UNIT, number_text(w, unit));
    append(w, field);
}

/* Writes the types of values. That of times is CPU time, elapsed time, or the dimension of the
 * data. */
static void put_types(struct writer *w)
{
    const struct results *r = w->r;
    const char *time = "cpu";
    char unit[64] = "nanoseconds";

    if (r->figures.unit == FIGURES_TICKS && r->figures.total > 0) {
        time = "ticks";
        snprintf(unit, sizeof unit, "count");
    } else if (strcmp(r->facts.hist.dimension, "seconds") != 0) {
        time = r->facts.hist.dimension;
        snprintf(unit, sizeof unit, "nano%s", time);
    } else if (r->figures.kind == TIME_ELAPSED) {
        time = "wall";
    }
    put_type(w, PROFILE_SAMPLE_TYPE, "samples", "count");
    put_type(w, PROFILE_SAMPLE_TYPE, "calls", "count");
    put_type(w, PROFILE_SAMPLE_TYPE, time, unit);
    put_type(w, PROFILE_PERIOD_TYPE, time, unit);
    if (r->facts.hist.rate > 0 && 1e9 / r->facts.hist.rate < 0x1p62)
        proto_number(&w->pending, PROFILE_PERIOD, (uint64_t)llrint(1e9 / r->facts.hist.rate));
    proto_number(&w->pending, PROFILE_DEFAULT_SAMPLE_TYPE, number_text(w, time));
}

static void put_comment(struct writer *w, const char *text)
{
    uint64_t number = number_text(w, text);

    proto_numbers(&w->pending, PROFILE_COMMENT, &number, 1);
}

static void put_origin(struct writer *w)
{
    const struct figures *f = &w->r->figures;
    LOCAL_BY(sink_release) struct sink total = sink_in_memory(w->d);

    figures_print_time(f, &total, f->total);
    sink_string(&total, " seconds");
    figures_print_kind(w->r, &total);
    if (f->kind != TIME_OTHER)
        put_comment(w, sink_text(&total));
    if (results_are_measured(w->r))
        put_comment(w, "inclusive times are measured, from call stacks");
    else
        put_comment(w, "inclusive times are not known: there are no call stacks, and cum is flat");
}

/* ---- mappings ---- */

/* Writes the mappings. All that is known of their code is written, too, so readers need not look
 * for the files. */
static void put_mappings(struct writer *w)
{
    for (uint64_t i = 0; i < w->mappings.n; i++) {
        const struct pprof_mapping *mapping = &w->mappings.list[i];
        LOCAL char *id = build_id_text(mapping->id, w->d);
        struct sink *m = &w->message;

        proto_number(m, MAPPING_ID, i + 1);
        proto_number(m, MAPPING_START, mapping->base + mapping->at.start);
        proto_number(m, MAPPING_LIMIT, mapping->base + mapping->at.end);
        proto_number(m, MAPPING_OFFSET, mapping->at.offset);
        proto_number(m, MAPPING_FILE, number_text(w, mapping->file));
        proto_number(m, MAPPING_BUILD_ID, number_text(w, id));
        for (unsigned has = MAPPING_HAS_FUNCTIONS; has <= MAPPING_HAS_INLINES; has++)
            proto_number(m, has, 1);
        append(w, PROFILE_MAPPING);
    }
}

/* ---- functions ---- */

/* Returns true if pprof would take the name for a C++ template. pprof drops the text in brackets,
 * unless the linker's name differs; nothing would be left of `<external>`. */
static bool looks_like_template(const char *name)
{
    return strpbrk(name, "<>[]") != NULL || strstr(name, "::") != NULL;
}

/* Returns the number of a function. `key` is the number of its linker's name, or another unique
 * number. */
static uint64_t number_function(struct writer *w, uint64_t key, uint64_t name, uint64_t system,
                                const char *file, unsigned start)
{
    uint64_t in = number_text(w, file);
    size_t known = w->functions.n;
    uint64_t number = (uint64_t)pair_map_add(&w->functions, key, in, w->d) + 1;

    if (number <= known)
        return number;
    proto_number(&w->message, FUNCTION_ID, number);
    proto_number(&w->message, FUNCTION_NAME, name);
    proto_number(&w->message, FUNCTION_SYSTEM_NAME, system);
    proto_number(&w->message, FUNCTION_FILE, in);
    proto_number(&w->message, FUNCTION_START_LINE, start);
    append(w, PROFILE_FUNCTION);
    return number;
}

static uint64_t make_function(struct writer *w, uint32_t symbol)
{
    const struct results *r = w->r;
    const char *shown = symbol == SYMBOL_CUT       ? PATHS_CUT
                        : symbol == SYMBOL_UNKNOWN ? FIGURES_UNKNOWN
                                                   : names_shown(&r->program.names, symbol);
    uint64_t name = number_name(w, shown), system = 0;
    const struct image_line *begin;
    const char *raw;

    if (symbol >= r->program.symtab.n_code)
        return number_function(w, (uint64_t)symbol << 32, name, 0, NULL, 0);
    begin = &r->program.lines.at[symbol];
    raw = r->program.symtab.symbols[symbol].name;
    if (strcmp(shown, raw) != 0 || !looks_like_template(raw))
        system = number_text(w, raw);
    /* if symbols are lines, several of them are one function, and none tells its first line */
    return number_function(w, number_text(w, raw), name, system, begin->file,
                           begin->file && !r->style.by_line ? begin->line : 0);
}

/* Returns the number of a symbol's function, or of its stand-in. The name, which may be long, is
 * read once for all places of the symbol. */
static uint64_t function_of(struct writer *w, uint32_t symbol)
{
    uint64_t *known = symbol < w->r->program.symtab.n ? &w->of_symbol[symbol] : NULL;

    if (!known)
        return make_function(w, symbol);
    if (*known == 0)
        *known = make_function(w, symbol);
    return *known;
}

/* Returns the number of an inlined function. If the function is not known, the file of the code
 * stands for it. */
static uint64_t find_inlined(struct writer *w, const struct place_line *at)
{
    const struct sym_lines *lines = &w->r->program.lines;
    uint32_t symbol = NO_SYMBOL;
    LOCAL char *name = NULL;
    uint64_t system;

    if (!at->inlined) {
        system = number_text(w, diag_basename(at->file));
        return number_function(w, system, system, system, at->file, 0);
    }
    if (!w->inlined.names)
        names_inlined_init(&w->inlined, &w->r->program.names, &w->r->program.rows, w->d);
    symbol = names_inlined_symbol(&w->inlined, at->inlined);
    if (symbol != NO_SYMBOL && lines->at[symbol].file &&
        strcmp(lines->at[symbol].file, at->file) == 0)
        return function_of(w, symbol);
    name = names_inlined_shown(&w->inlined, at->inlined);
    system = number_text(w, at->inlined);
    return number_function(w, system, number_name(w, name), system, at->file, 0);
}

/* Does the same, and reads names, which may be long, once. */
static uint64_t inlined_function(struct writer *w, const struct place_line *at)
{
    uint32_t row = pair_map_add(&w->rows, (uintptr_t)at->inlined, (uintptr_t)at->file, w->d);

    if (row == w->n_rows) {
        uint64_t number = find_inlined(w, at);

        *mem_push(w->d, w->of_row, w->n_rows, w->rows_cap) = number;
    }
    return w->of_row[row];
}

/* ---- places ---- */

/* Writes a frame of the place that is being made. */
static void put_frame(struct writer *w, uint64_t function, unsigned line)
{
    sink_clear(&w->scratch);
    proto_number(&w->scratch, LINE_FUNCTION, function);
    proto_number(&w->scratch, LINE_LINE, line);
    proto_bytes(&w->message, LOCATION_LINE, w->scratch.buf, w->scratch.used);
}

/* Returns the line of an address in a function. */
static struct place_line line_at(const struct results *r, uint32_t symbol, uint64_t address)
{
    const struct image_line *own = &r->program.lines.at[symbol];
    const struct line_row *row;

    if (address == NO_ADDRESS || symbol >= r->program.symtab.n_code)
        return (struct place_line){0};
    if (r->style.by_line) /* the symbol is a line */
        return (struct place_line){.file = own->file, .line = own->line};
    row = line_rows_at(&r->program.rows, address);
    if (!row || !row->file)
        return (struct place_line){0};
    return (struct place_line){row->file, line_row_inlined(row, &r->program.symtab.symbols[symbol]),
                               row->line};
}

/* Returns the number of a place: an address of a symbol in a module (stack_node.module), by its
 * file. Inlined code, and code of another file than the function's, has a frame of its own in the
 * place. */
static uint64_t number_place(struct writer *w, uint32_t symbol, uint64_t module, uint64_t address)
{
    const struct results *r = w->r;
    bool has_code = symbol < r->program.symtab.n_code, is_inlined;
    uint64_t mapping =
        address != NO_ADDRESS && (has_code || module > 0) ? w->mappings.of_module[module] : 0;
    const char *own = has_code ? r->program.lines.at[symbol].file : NULL;
    size_t known = w->places.n;
    uint64_t number, function, inlined = 0;
    struct place_line line;

    address = mapping ? address : NO_ADDRESS;
    number = (uint64_t)pair_map_add(&w->places, (uint64_t)symbol << 32 | module, address, w->d) + 1;
    if (number <= known)
        return number;
    line = line_at(r, symbol, address);
    is_inlined = line.inlined || (line.file && own && strcmp(line.file, own) != 0);
    function = function_of(w, symbol);
    if (is_inlined)
        inlined = inlined_function(w, &line);
    proto_number(&w->message, LOCATION_ID, number);
    proto_number(&w->message, LOCATION_MAPPING, mapping);
    if (mapping)
        address += w->mappings.list[mapping - 1].base;
    proto_number(&w->message, LOCATION_ADDRESS, address); /* pprof finds symbols at 0 */
    if (is_inlined)
        put_frame(w, inlined, line.line);
    put_frame(w, function, is_inlined ? 0 : line.line);
    append(w, PROFILE_LOCATION);
    return number;
}

/* ---- samples ---- */

/* Writes a sample at the `n` places of `stack`, the innermost first. The largest value is that of a
 * signed integer. */
static void put_sample(struct writer *w, const uint64_t *stack, size_t n, uint64_t samples,
                       uint64_t calls, uint64_t time)
{
    uint64_t values[] = {samples, calls, time};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i] > INT64_MAX)
            values[i] = INT64_MAX;
    proto_numbers(&w->message, SAMPLE_PLACES, stack, n);
    proto_numbers(&w->message, SAMPLE_VALUES, values, sizeof values / sizeof *values);
    append(w, PROFILE_SAMPLE);
}

/* Writes a sample in the image without callers, unless it is empty. */
static void put_alone(struct writer *w, uint32_t symbol, uint64_t address, uint64_t samples,
                      uint64_t time)
{
    uint64_t place;

    if (samples == 0 && time == 0)
        return;
    place = number_place(w, symbol, 0, address);
    put_sample(w, &place, 1, samples, 0, time);
}

/* Writes the functions' own samples, by addresses, without callers. */
static void put_functions(struct writer *w)
{
    const struct figures *f = &w->r->figures;
    const struct line_times *times = &w->r->facts.line_times;

    for (uint32_t s = 0; s < w->r->program.symtab.n; s++) {
        for (size_t i = times->first[s]; i < times->first[s + 1]; i++)
            put_alone(w, s, times->at[i].address, f->line_samples[i], f->line_self[i]);
        if (times->first[s] == times->first[s + 1])
            put_alone(w, s, NO_ADDRESS, f->functions[s].samples, f->functions[s].self);
    }
}

/* Writes calls at the call site, and at the beginning of the callee. */
static void put_calls(struct writer *w)
{
    const struct call_graph *g = w->r->views.calls;
    const struct call_sites *sites = w->r->views.sites;

    for (uint32_t a = 0; a < g->n_counted; a++) {
        const struct cg_arc *arc = &g->arcs[a];
        uint64_t begin = w->r->program.symtab.symbols[arc->child].address;

        if (!figures_has_arc(&w->r->figures, arc) || arc->parent == arc->child)
            continue;
        for (size_t i = sites->first[a]; i < sites->first[a + 1]; i++) {
            const struct call_site *c = &sites->at[i];
            uint64_t stack[2];

            if (c->count == 0)
                continue;
            stack[0] = number_place(w, arc->child, 0, begin);
            stack[1] = number_place(w, arc->parent, 0, c->address > 0 ? c->address - 1 : 0);
            put_sample(w, stack, 2, 0, c->count, 0);
        }
    }
}

/* ---- whole stacks ---- */

/* Writes the paths of call stacks. `stack` has room for all frames. */
static void put_paths(struct writer *w, const struct paths *p, uint64_t *stack)
{
    for (uint32_t i = 0; i < p->n; i++) {
        size_t depth = 0;

        if (p->at[i].time == 0 && p->at[i].samples == 0)
            continue;
        for (uint32_t at = i; at != NO_PATH; at = p->at[at].parent) {
            const struct pair_key *place = &w->frames.places.keys[p->at[at].place];

            stack[depth++] = number_place(w, p->at[at].symbol, place->first, place->second);
        }
        put_sample(w, stack, depth, p->at[i].samples, 0, p->at[i].time);
    }
}

/* Writes time without a path: functions below a place that says so. */
static void put_cut(struct writer *w, const struct paths *p)
{
    const struct figures *f = &w->r->figures;
    char text[128];

    for (uint32_t i = 0; i < f->n_listed; i++) {
        uint32_t s = f->order[i];
        uint64_t stack[2];

        if (p->cut[s] == 0 && p->cut_samples[s] == 0)
            continue;
        stack[0] = number_place(w, s, 0, NO_ADDRESS);
        stack[1] = number_place(w, SYMBOL_CUT, 0, NO_ADDRESS);
        put_sample(w, stack, 2, p->cut_samples[s], 0, p->cut[s]);
    }
    if (p->cut_total > 0) {
        snprintf(text, sizeof text,
                 "stacks too small to be made are left out: " PATHS_CUT " has their %" PRIu64
                 " of %" PRIu64 " in all",
                 p->cut_total, f->total);
        put_comment(w, text);
    }
}

/* ---- all ---- */

/* Writes the times, with whatever is known of stacks. */
static void put_times(struct writer *w)
{
    LOCAL_BY(paths_release) struct paths p = {0};
    LOCAL uint64_t *stack = NULL;

    if (!results_are_measured(w->r)) {
        put_functions(w);
        return;
    }
    paths_init(&p, w->r, &w->frames, w->d);
    stack = mem_alloc(w->d, (size_t)p.n + 1, sizeof *stack);
    put_paths(w, &p, stack);
    put_cut(w, &p);
}

bool pprof_print(const struct results *r, struct sink *out, struct diag *d)
{
    const struct sink empty = sink_in_memory(d);
    struct writer w = {.r = r,
                       .d = d,
                       .file = gzip_open(out, d),
                       .pending = empty,
                       .message = empty,
                       .scratch = empty,
                       .strings = empty};

    if (results_are_measured(r))
        stack_frames_init(&w.frames, &r->program.modules, &r->program.filter, r->views.stacks.rate,
                          STACKS_PLACES, d);
    w.of_symbol = mem_alloc(d, r->program.symtab.n, sizeof *w.of_symbol);
    pprof_mappings_init(&w.mappings, r, &w.frames.places, d);
    number_text(&w, NULL);
    put_types(&w);
    put_origin(&w);
    put_mappings(&w);
    put_times(&w);
    put_alone(&w, SYMBOL_UNKNOWN, NO_ADDRESS, r->figures.unknown_samples, r->figures.unknown);
    put_calls(&w);
    pack_pending(&w);
    gzip_bytes(w.file, w.strings.buf, w.strings.used);
    gzip_close(w.file, true);
    sink_release(&w.pending);
    sink_release(&w.message);
    sink_release(&w.scratch);
    sink_release(&w.strings);
    text_map_release(&w.texts);
    names_inlined_release(&w.inlined);
    pair_map_release(&w.rows);
    free(w.of_row);
    pair_map_release(&w.functions);
    free(w.of_symbol);
    pair_map_release(&w.places);
    pprof_mappings_release(&w.mappings);
    stack_frames_release(&w.frames);
    return true;
}
