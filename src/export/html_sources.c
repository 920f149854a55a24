/* html_sources - source lines of functions, with their time and calls, as a block of JSON in a page
 *
 * What is known of lines is listed as facts. Of the text of the sources only the lines around them
 * are in the page, those of the functions with most time first, up to a bound. A source that is not
 * found is no reason to warn: the page says so where it would show it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/html_data.h"

#include "base/json.h"
#include "base/mem.h"
#include "view/source.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_FACTS = 200000,
    MOST_LINES = 30000, /* of text, in all */
    MOST_BYTES = 300,   /* of a line */
    AROUND = 2,         /* lines of text in front of and behind what is known */
    GAP = 30            /* of lines, which is filled with text */
};

/* Of a line in a function: time, or calls of a callee. */
struct fact {
    const char *file; /* as recorded */
    uint64_t value;   /* time or calls */
    unsigned line;
    uint32_t function; /* its number */
    uint32_t callee;   /* its number; NO_SYMBOL: it is time */
    uint32_t number;   /* of the file */
};

/* Lines of which the text is wanted. */
struct stretch {
    const char *file;
    unsigned first, last;
};

struct facts {
    struct fact *at; /* by function; owned */
    size_t n, cap;
    struct stretch *text; /* owned */
    size_t n_text, text_cap;
    const char **files; /* owned; the names are not */
    uint32_t n_files;
};

/* ---- facts ---- */

static bool add_fact(struct facts *f, const struct fact *fact, struct diag *d)
{
    struct fact *at = mem_grow(d, f->at, &f->cap, f->n + 1, sizeof *at);

    if (!at)
        return false;
    f->at = at;
    at[f->n++] = *fact;
    return true;
}

/* The time of a function's lines, which adds up to its own. */
static bool add_times(struct facts *f, const struct report *r, uint32_t number, uint32_t symbol,
                      struct diag *d)
{
    const struct line_times *times = &r->line_times;
    size_t first = times->first[symbol], n = times->first[symbol + 1] - first;
    double *ticks = mem_alloc(d, n, sizeof *ticks);
    uint64_t *whole = mem_alloc(d, n, sizeof *whole);
    bool ok = ticks && whole;

    for (size_t i = 0; ok && i < n; i++)
        ticks[i] = times->at[first + i].ticks;
    if (ok)
        figures_spread(r->figures.functions[symbol].self, ticks, n, whole);
    for (size_t i = 0; ok && i < n; i++) {
        const struct line_time *line = &times->at[first + i];

        if (line->file && whole[i] > 0)
            ok = add_fact(f,
                          &(struct fact){.file = line->file,
                                         .line = line->line,
                                         .value = whole[i],
                                         .function = number,
                                         .callee = NO_SYMBOL},
                          d);
    }
    free(ticks);
    free(whole);
    return ok;
}

/* The calls that a function makes. */
static bool add_calls(struct facts *f, const struct report *r, const struct html_functions *numbers,
                      uint32_t number, uint32_t symbol, struct diag *d)
{
    const struct call_graph *g = &r->graph;

    for (uint32_t k = g->children.first[symbol]; k < g->children.first[symbol + 1]; k++) {
        uint32_t arc = g->children.item[k];

        if (arc >= g->n_counted || !figures_has_arc(&r->figures, &g->arcs[arc]))
            continue;
        for (size_t i = r->call_sites.first[arc]; i < r->call_sites.first[arc + 1]; i++) {
            const struct call_site *site = &r->call_sites.at[i];

            if (site->file &&
                !add_fact(f,
                          &(struct fact){.file = site->file,
                                         .line = site->line,
                                         .value = site->count,
                                         .function = number,
                                         .callee = numbers->number[g->arcs[arc].child]},
                          d))
                return false;
        }
    }
    return true;
}

/* By function, those with most time first. */
static bool gather(struct facts *f, const struct report *r, const struct html_functions *numbers,
                   struct diag *d)
{
    bool has_times = r->line_times.first;
    bool has_calls = r->call_sites.first;

    for (uint32_t i = 0; i < numbers->figured && f->n < MOST_FACTS; i++) {
        uint32_t s = numbers->symbol[i];

        if (s == NO_SYMBOL)
            continue;
        if ((has_times && !add_times(f, r, i, s, d)) ||
            (has_calls && !add_calls(f, r, numbers, i, s, d)))
            return false;
    }
    return true;
}

/* ---- files ---- */

static int by_name(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* List the files of all facts, each once, and number them from 0. */
static bool number_files(struct facts *f, struct diag *d)
{
    f->files = mem_alloc(d, f->n, sizeof *f->files);
    if (!f->files)
        return false;
    for (size_t i = 0; i < f->n; i++)
        f->files[i] = f->at[i].file;
    if (f->n > 0)
        qsort(f->files, f->n, sizeof *f->files, by_name);
    for (size_t i = 0; i < f->n; i++)
        if (f->n_files == 0 || strcmp(f->files[i], f->files[f->n_files - 1]) != 0)
            f->files[f->n_files++] = f->files[i];
    for (size_t i = 0; i < f->n; i++) {
        const char **found =
            bsearch(&f->at[i].file, f->files, f->n_files, sizeof *f->files, by_name);

        f->at[i].number = (uint32_t)(found - f->files);
        f->at[i].file = *found;
    }
    return true;
}

/* ---- which text is wanted ---- */

static int by_line(const void *left, const void *right)
{
    const struct fact *l = left, *r = right;

    if (l->function != r->function)
        return l->function < r->function ? -1 : 1;
    if (l->number != r->number)
        return l->number < r->number ? -1 : 1;
    if (l->line != r->line)
        return l->line < r->line ? -1 : 1;
    return l->callee < r->callee ? -1 : l->callee > r->callee;
}

static bool add_stretch(struct facts *f, const struct stretch *stretch, struct diag *d)
{
    struct stretch *text = mem_grow(d, f->text, &f->text_cap, f->n_text + 1, sizeof *text);

    if (!text)
        return false;
    f->text = text;
    text[f->n_text++] = *stretch;
    return true;
}

/* The lines around the sorted facts, until there are enough. */
static bool choose_text(struct facts *f, struct diag *d)
{
    uint64_t lines = 0;

    for (size_t i = 0, next; i < f->n && lines < MOST_LINES; i = next) {
        const struct fact *from = &f->at[i], *to = from;
        struct stretch s = {.file = from->file, .first = from->line};

        for (next = i + 1; next < f->n; next++) {
            const struct fact *more = &f->at[next];

            if (more->function != from->function || more->number != from->number ||
                more->line - to->line > GAP)
                break;
            to = more;
        }
        s.first = s.first > AROUND ? s.first - AROUND : 1;
        s.last = to->line < UINT32_MAX - AROUND ? to->line + AROUND : UINT32_MAX;
        lines += (uint64_t)s.last - s.first + 1;
        if (!add_stretch(f, &s, d))
            return false;
    }
    return true;
}

static int by_place(const void *left, const void *right)
{
    const struct stretch *l = left, *r = right;

    if (l->file != r->file) /* of the list of files, so one name is one address */
        return strcmp(l->file, r->file);
    return l->first < r->first ? -1 : l->first > r->first;
}

/* Sort the stretches and join those that overlap. */
static void join_text(struct facts *f)
{
    size_t n = 0;

    if (f->n_text > 0)
        qsort(f->text, f->n_text, sizeof *f->text, by_place);
    for (size_t i = 0; i < f->n_text; i++) {
        struct stretch *last = n > 0 ? &f->text[n - 1] : NULL;

        if (last && last->file == f->text[i].file && f->text[i].first <= last->last) {
            if (f->text[i].last > last->last)
                last->last = f->text[i].last;
        } else {
            f->text[n++] = f->text[i];
        }
    }
    f->n_text = n;
}

/* ---- text ---- */

/* A line of a source as a text that ends with a NUL. */
struct line {
    char text[MOST_BYTES + 1];
    size_t used;
};

static void add_piece(struct line *l, const struct source_piece *piece)
{
    for (size_t i = 0; i < piece->bytes && l->used < MOST_BYTES; i++) {
        char c = piece->text[i];

        if (c == '\n' || c == '\r')
            continue;
        l->text[l->used++] = c ? c : '?';
    }
}

static void put_line(struct line *l, struct json_list *list)
{
    l->text[l->used] = '\0';
    json_add_string(list, l->text);
    l->used = 0;
}

/* The stretches of one file, `n` from `at` on, as far as it has so many lines. */
static void put_text(struct source *source, uint32_t file, const struct stretch *at, size_t n,
                     struct json_list *texts)
{
    struct source_piece piece;
    struct json_list list = {0};
    struct line line = {.used = 0};
    bool is_open = false, more = source_read(source, &piece);
    unsigned number = 0;

    while (more && n > 0) {
        number += piece.starts_line;
        if (number >= at->first) {
            if (!is_open) {
                list = json_add_short_list(texts);
                json_add_u64(&list, file);
                json_add_u64(&list, number);
                is_open = true;
            }
            add_piece(&line, &piece);
        }
        more = source_read(source, &piece);
        if (!is_open || (more && !piece.starts_line))
            continue;
        put_line(&line, &list);
        if (number == at->last) {
            json_end_list(&list);
            is_open = false;
            at++;
            n--;
        }
    }
    if (is_open)
        json_end_list(&list);
}

/* All text that was chosen; `found`: by file, whether there is any. */
static bool put_texts(const struct report *r, const struct facts *f, struct json_object *top,
                      bool *found, struct diag *d)
{
    struct json_list texts = json_begin_list(top, "text");
    struct diag silent = {.program = d->program};
    bool ok = true;

    for (size_t i = 0, next = 0; ok && i < f->n_text; i = next) {
        const char **file =
            bsearch(&f->text[i].file, f->files, f->n_files, sizeof *f->files, by_name);
        struct source source;
        enum source_result result;

        while (next < f->n_text && f->text[next].file == f->text[i].file)
            next++;
        result = source_open(&source, r->sources, f->text[i].file, &silent);
        if (result == SOURCE_FAILED)
            mem_out(d, 0);
        if (result != SOURCE_OPEN)
            continue;
        found[file - f->files] = true;
        put_text(&source, (uint32_t)(file - f->files), &f->text[i], next - i, &texts);
        source_close(&source);
    }
    if (ok)
        json_end_list(&texts);
    return ok;
}

/* ---- the block ---- */

static void put_files(const struct report *r, const struct facts *f, const bool *found,
                      struct json_object *top)
{
    struct json_list list = json_begin_list(top, "files");

    for (uint32_t i = 0; i < f->n_files; i++)
        json_add_string(&list, r->names.style.full_path ? f->files[i] : diag_basename(f->files[i]));
    json_end_list(&list);
    list = json_begin_short_list(top, "found");
    for (uint32_t i = 0; i < f->n_files; i++)
        json_add_u64(&list, found[i]);
    json_end_list(&list);
}

/* Function, file, line, 0 for time or 1 + the callee, and the time or the calls. */
static void put_facts(const struct facts *f, struct json_object *top)
{
    struct json_list list = json_begin_short_list(top, "facts");

    for (size_t i = 0; i < f->n; i++) {
        const struct fact *fact = &f->at[i];

        json_add_u64(&list, fact->function);
        json_add_u64(&list, fact->number);
        json_add_u64(&list, fact->line);
        json_add_u64(&list, fact->callee == NO_SYMBOL ? 0 : fact->callee + 1);
        json_add_u64(&list, fact->value);
    }
    json_end_list(&list);
}

static bool put_block(const struct report *r, const struct facts *f, struct sink *out,
                      struct diag *d)
{
    bool *found = mem_alloc(d, f->n_files, sizeof *found), ok = found;
    struct json_object top;

    if (ok) {
        html_block_begin(out, "sources");
        top = json_begin_lines(out);
        put_facts(f, &top);
        ok = put_texts(r, f, &top, found, d);
        if (ok) {
            put_files(r, f, found, &top);
            json_end(&top);
            html_block_end(out);
        }
    }
    free(found);
    return ok;
}

bool html_put_sources(const struct report *r, const struct html_functions *numbers,
                      struct sink *out, struct diag *d)
{
    struct facts f = {0};
    bool ok = gather(&f, r, numbers, d) && number_files(&f, d);

    if (ok && f.n > 0) {
        qsort(f.at, f.n, sizeof *f.at, by_line);
        ok = choose_text(&f, d);
        if (ok) {
            join_text(&f);
            ok = put_block(r, &f, out, d);
        }
    }
    free(f.at);
    free(f.text);
    free(f.files);
    return ok;
}
