/* sections - listings that are made in pieces, several of them at once where they are long
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/sections.h"

#include "base/pieces.h"
#include "report/labels.h"

/* Fewer lines than about this are printed before another thread has begun. */
enum { FEW_LINES = 1 << 14 };

struct section {
    const struct section_kind *kind;
    void *prepared; /* owned */
    size_t n_pieces;
};

/* The sections of a run. */
struct sections {
    const struct report *r;
    struct section at[SECTIONS_MAX];
    size_t n;
};

static bool prepare_section(struct sections *s, size_t i, struct diag *d)
{
    struct section *at = &s->at[i];

    at->prepared = at->kind->prepare(s->r, &at->n_pieces, d);
    return at->prepared != NULL;
}

/* The number of the piece among those of all sections. */
static bool print_piece(void *context, size_t piece, struct sink *out, struct diag *d)
{
    const struct sections *s = context;
    size_t i = 0;

    while (piece >= s->at[i].n_pieces)
        piece -= s->at[i++].n_pieces;
    if (i > 0 && piece == 0)
        sink_string(out, "\f\n");
    return s->at[i].kind->print(s->at[i].prepared, piece, out, d);
}

static void release_section(struct section *at)
{
    at->kind->release(at->prepared);
    at->prepared = NULL;
}

/* One after the other, so that memory holds what one of them needs. */
static bool print_in_turn(struct sections *s, struct sink *out, struct diag *d)
{
    bool ok = true;

    for (size_t i = 0; ok && i < s->n; i++) {
        struct section *at = &s->at[i];

        if (i > 0)
            sink_string(out, "\f\n");
        ok = prepare_section(s, i, d);
        for (size_t k = 0; ok && k < at->n_pieces; k++)
            ok = at->kind->print(at->prepared, k, out, d);
        release_section(at);
    }
    return ok;
}

/* Names are kept where they were first asked for, which threads must not do side by side: so all
 * that are shown are asked for before. */
static void load_names(const struct report *r)
{
    const struct cg_entry *entries = r->view->entries;

    for (uint32_t s = 0; s < r->symtab->n; s++)
        if (r->flat->ticks[s] != 0 || r->graph->nodes[s].calls || r->style.show_unused ||
            (entries &&
             (labels_has(r, s) || entries[s].shown.self != 0 || entries[s].shown.children != 0)))
            names_shown(r->names, s);
}

/* What can be prepared side by side, and writes nothing: the names with what asks for them, and
 * each of the others. */
static bool prepare_beside(void *context, size_t piece, struct sink *out, struct diag *d)
{
    struct sections *s = context;
    bool ok = true;

    (void)out;
    if (piece > 0)
        return s->at[piece - 1].kind->asks_for_names || prepare_section(s, piece - 1, d);
    load_names(s->r);
    for (size_t i = 0; ok && i < s->n; i++)
        ok = !s->at[i].kind->asks_for_names || prepare_section(s, i, d);
    return ok;
}

static bool print_by_threads(struct sections *s, size_t threads, struct sink *out, struct diag *d)
{
    const struct pieces beside = {prepare_beside, s, s->n + 1};
    struct pieces all = {print_piece, s, 0};
    bool ok = pieces_write(&beside, threads, out, d);

    for (size_t i = 0; i < s->n; i++)
        all.n += s->at[i].n_pieces;
    ok = ok && pieces_write(&all, threads, out, d);
    for (size_t i = 0; i < s->n; i++)
        release_section(&s->at[i]);
    return ok;
}

/* At most how many lines there are to print, roughly. */
static size_t count_lines(const struct report *r)
{
    return (size_t)r->symtab->n + 2 * (size_t)r->graph->n_arcs;
}

bool sections_print(const struct section_kind *const *kinds, size_t n, const struct report *r,
                    struct sink *out, struct diag *d)
{
    struct sections s = {.r = r, .n = n};
    size_t threads = d->trace || count_lines(r) < FEW_LINES ? 1 : pieces_threads(r->jobs);

    for (size_t i = 0; i < n; i++)
        s.at[i].kind = kinds[i];
    return threads > 1 ? print_by_threads(&s, threads, out, d) : print_in_turn(&s, out, d);
}
