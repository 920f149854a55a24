/* html_sources - writes source lines of functions, with their time and calls, into a page
 *
 * Facts about lines are listed. The page has only the text of lines around facts, first those of
 * the functions with most time, up to a limit. A source that is not found gets no warning: the page
 * says so in place of the text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/html_sources.h"

#include "base/search.h"
#include "base/utf8_put.h"

enum {
    MOST_FACTS = 200000,
    MOST_LINES = 30000, /* most lines of text, in all */
    MOST_BYTES = 300,   /* most bytes of a line */
    AROUND = 2,         /* lines of text in front of and behind what is known */
    GAP = 30            /* of lines, which is filled with text */
};

/* Time of a line in a function, or its calls of a callee. */
struct fact {
    const char *file;    /* as recorded */
    const char *inlined; /* of line_row_inlined */
    unsigned line;
    uint32_t function; /* number of the function */
    uint32_t callee;   /* number of the callee; NO_SYMBOL: the fact is time */
    uint64_t value;    /* time or calls */
    uint32_t number;   /* number of the file */
};

/* A stretch of lines whose text is wanted; sorted by the first members. */
struct stretch {
    uint64_t file; /* number of the file */
    uint64_t first, last;
};

struct known_lines {
    struct fact *at; /* facts by function; owned */
    size_t n, cap;
    struct stretch *text; /* owned */
    size_t n_text, text_cap;
    const char **files; /* names by number; the list is owned, the names are not */
    uint32_t n_files;
};

/* ---- what html.c needs, too ---- */

struct json_object html_begin_block(struct sink *out, const char *id)
{
    sink_string(out, "<script type=\"application/json\" id=\"");
    sink_string(out, id);
    sink_string(out, "\">");
    return json_begin_lines(out);
}

void html_end_block(struct json_object *block)
{
    json_end(block);
    sink_string(block->out, "</script>\n");
}

/* ---- facts ---- */

/* Adds a fact, unless its file is not known. */
static void add_fact(struct known_lines *f, struct fact fact, struct diag *d)
{
    if (!fact.file)
        return;
    *mem_push(d, f->at, f->n, f->cap) = fact;
}

/* Gathers facts by function, the one with most time first: the times of its lines, which add up to
 * its own, and the calls that it makes. */
static void gather(struct known_lines *f, const struct results *r,
                   const struct html_functions *numbers, struct diag *d)
{
    const struct line_times *times = &r->facts.line_times;
    const struct call_sites *sites = r->views.sites;
    const struct call_graph *g = r->views.calls;

    for (uint32_t i = 0; i < numbers->figured && f->n < MOST_FACTS; i++) {
        uint32_t s = numbers->symbol[i];

        if (s == NO_SYMBOL)
            continue;
        for (size_t k = times->first[s]; k < times->first[s + 1]; k++) {
            const struct line_time *l = &times->at[k];
            uint64_t self = r->figures.line_self[k];

            if (self > 0)
                add_fact(f, (struct fact){l->file, l->inlined, l->line, i, NO_SYMBOL, self, 0}, d);
        }
        for (uint32_t k = g->children.first[s]; k < g->children.first[s + 1]; k++) {
            uint32_t arc = g->children.item[k], callee = numbers->number[g->arcs[arc].child];

            if (arc >= g->n_counted || !figures_has_arc(&r->figures, &g->arcs[arc]))
                continue;
            for (size_t n = sites->first[arc]; n < sites->first[arc + 1]; n++) {
                const struct call_site *c = &sites->at[n];

                add_fact(f, (struct fact){c->file, c->inlined, c->line, i, callee, c->count, 0}, d);
            }
        }
    }
}

/* Lists the files of all facts by name, each once, and numbers them from 0. */
static void number_files(struct known_lines *f, struct diag *d)
{
    const char **files = mem_alloc(d, f->n, sizeof *files);

    for (size_t i = 0; i < f->n; i++)
        files[i] = f->at[i].file;
    qsort(files, f->n, sizeof *files, by_string);
    for (size_t i = 0; i < f->n; i++)
        if (f->n_files == 0 || strcmp(files[i], files[f->n_files - 1]) != 0)
            files[f->n_files++] = files[i];
    for (size_t i = 0; i < f->n; i++) {
        const char **found = bsearch(&f->at[i].file, files, f->n_files, sizeof *files, by_string);

        f->at[i].number = (uint32_t)(found - files);
    }
    f->files = files;
}

/* ---- which text is wanted ---- */

static int by_line(const void *left, const void *right)
{
    const struct fact *l = left, *r = right;
    int order = compare_u64(l->function, r->function);

    order = order ? order : compare_u64(l->number, r->number);
    order = order ? order : compare_u64(l->line, r->line);
    return order ? order : compare_u64(l->callee, r->callee);
}

/* Chooses the lines around the sorted facts, up to MOST_LINES, and sorts the stretches by place. */
static void choose_text(struct known_lines *f, struct diag *d)
{
    uint64_t lines = 0;

    for (size_t i = 0, next; i < f->n && lines < MOST_LINES; i = next) {
        const struct fact *from = &f->at[i], *to = from;
        struct stretch s = {.file = from->number, .first = from->line};

        for (next = i + 1; next < f->n; next++) {
            const struct fact *more = &f->at[next];

            if (more->function != from->function || more->number != from->number ||
                more->line - to->line > GAP)
                break;
            to = more;
        }
        s.first = s.first > AROUND ? s.first - AROUND : 1;
        s.last = (uint64_t)to->line + AROUND;
        lines += s.last - s.first + 1;
        *mem_push(d, f->text, f->n_text, f->text_cap) = s;
    }
    sort_u64_pairs(f->text, f->n_text, sizeof *f->text);
}

/* ---- text ---- */

/* Reads a line without its newline. Returns false at the end of the file. */
static bool read_line(struct source *source, char text[MOST_BYTES + 1])
{
    struct source_line line;
    size_t used = 0;

    if (!source_next(source, &line))
        return false;
    for (size_t i = 0; i < line.bytes && used < MOST_BYTES; i++)
        if (line.text[i] != '\n' && line.text[i] != '\r')
            text[used++] = line.text[i] ? line.text[i] : '?';
    text[used] = '\0';
    return true;
}

/* Writes the lines of one file that are in a stretch from `at` up to `end`; those that follow each
 * other in one list. */
static void put_text(struct source *source, const struct stretch *at, const struct stretch *end,
                     struct json_list *texts)
{
    char text[MOST_BYTES + 1];
    struct json_list list;
    bool is_open = false;

    for (unsigned number = 1; at < end && read_line(source, text); number++) {
        bool is_wanted = number >= at->first;

        if (is_wanted && !is_open) {
            list = json_add_short_list(texts);
            json_add_u64(&list, at->file);
            json_add_u64(&list, number);
        }
        if (is_wanted)
            json_add_string(&list, text);
        else if (is_open)
            json_end_list(&list);
        is_open = is_wanted;
        while (at < end && at->last <= number)
            at++;
    }
    if (is_open)
        json_end_list(&list);
}

/* Warns that the text of `n` files must not be in the page; names the first one. */
static void warn_of_refused(const char *path, const char *why, size_t n, struct diag *d)
{
    char others[64] = "", *real = realpath(path, NULL);

    if (n > 1)
        snprintf(others, sizeof others, ", nor is that of %zu more", n - 1);
    if (real && why == source_unknown)
        diag_warning(d, path, "its text is not put into the page%s: %s; if it is one, add -I %.*s",
                     others, why, (int)(diag_basename(real) - real), real);
    else
        diag_warning(d, path, "its text is not put into the page%s: it is %s", others, why);
    free(real);
}

/* Writes all chosen text. `found`, by file, becomes true if there is any text. */
static void put_texts(const struct results *r, const struct known_lines *f, struct json_object *top,
                      bool *found, struct diag *d)
{
    struct json_list texts = json_begin_list(top, "text");
    const struct source_reader reader = {.search = r->sources, .use = SOURCE_EMBEDDED};
    const char *refused = NULL, *why = NULL;
    size_t n_refused = 0;

    for (size_t i = 0, next = 0; i < f->n_text && !r->style.no_sources; i = next) {
        uint64_t file = f->text[i].file;
        struct source source;

        while (next < f->n_text && f->text[next].file == file)
            next++;
        if (source_open(&source, &reader, f->files[file], d)) {
            found[file] = true;
            put_text(&source, &f->text[i], &f->text[next], &texts);
            source_close(&source);
        } else if (source.refused && (n_refused++ == 0 || why != source_unknown)) {
            refused = f->files[file];
            why = source.refused; /* preferably the reason that the user can change */
        }
    }
    json_end_list(&texts);
    if (refused)
        warn_of_refused(refused, why, n_refused, d);
}

/* ---- the block ---- */

static void put_files(const struct results *r, const struct known_lines *f, const bool *found,
                      struct json_object *top)
{
    struct json_list list = json_begin_list(top, "files");

    for (uint32_t i = 0; i < f->n_files; i++)
        json_add_string(&list, r->program.names.style.full_path ? f->files[i]
                                                                : diag_basename(f->files[i]));
    json_end_list(&list);
    list = json_begin_short_list(top, "found");
    for (uint32_t i = 0; i < f->n_files; i++)
        json_add_u64(&list, found[i]);
    json_end_list(&list);
}

/* Writes the names of the functions that were inlined, and the facts: function, file, line, 0 for
 * time or 1 + the callee, the time or the calls, 0 or 1 + the number of the function that was
 * inlined. */
static void put_facts(const struct results *r, const struct known_lines *f, struct json_object *top,
                      struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map inlined = {0};
    LOCAL_BY(names_inlined_release) struct names_inlined shown = {0};
    struct json_list names = json_begin_list(top, "inlined"), list;

    for (size_t i = 0; i < f->n; i++) {
        size_t n = inlined.n;
        char *name;

        if (!f->at[i].inlined || text_map_add_kept(&inlined, f->at[i].inlined, d) < n)
            continue;
        if (!shown.names)
            names_inlined_init(&shown, &r->program.names, &r->program.rows, d);
        name = names_inlined_shown(&shown, f->at[i].inlined);
        json_add_string(&names, name);
        free(name);
    }
    json_end_list(&names);
    list = json_begin_short_list(top, "facts");
    for (size_t i = 0; i < f->n; i++) {
        const struct fact *fact = &f->at[i];

        json_add_u64(&list, fact->function);
        json_add_u64(&list, fact->number);
        json_add_u64(&list, fact->line);
        json_add_u64(&list, fact->callee == NO_SYMBOL ? 0 : fact->callee + 1);
        json_add_u64(&list, fact->value);
        json_add_u64(&list, fact->inlined ? 1 + text_map_add_kept(&inlined, fact->inlined, d) : 0);
    }
    json_end_list(&list);
}

void html_put_sources(const struct results *r, const struct html_functions *numbers,
                      struct sink *out, struct diag *d)
{
    struct known_lines f = {0};
    struct json_object top;
    LOCAL bool *found = NULL;

    gather(&f, r, numbers, d);
    if (f.n == 0)
        return;
    number_files(&f, d);
    qsort(f.at, f.n, sizeof *f.at, by_line);
    choose_text(&f, d);
    found = mem_alloc(d, f.n_files, sizeof *found);
    top = html_begin_block(out, "sources");
    put_facts(r, &f, &top, d);
    put_texts(r, &f, &top, found, d);
    put_files(r, &f, found, &top);
    html_end_block(&top);
    free(f.at);
    free(f.text);
    free(f.files);
}
