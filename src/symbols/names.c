/* names - how symbols are shown: demangled names, files and lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/names.h"

#include "base/mem.h"

#include <stdlib.h>

bool names_init(struct names *n, const struct image *image, const struct symtab *symtab,
                const struct sym_lines *lines, const struct names_style *style, struct diag *d)
{
    *n = (struct names){.image = image, .symtab = symtab, .lines = lines, .style = *style};
    n->shown = mem_alloc(d, symtab->n, sizeof *n->shown);
    return n->shown != NULL;
}

const char *names_shown(const struct names *n, uint32_t symbol)
{
    struct shown_name *s = &n->shown[symbol];

    if (!s->text) {
        const char *raw = n->symtab->symbols[symbol].name;
        s->owned = core_demangle(n->image, raw, n->style.demangle);
        s->text = s->owned ? s->owned : raw;
    }
    return s->text;
}

const char *names_full(const struct names *n, uint32_t symbol)
{
    struct shown_name *s = &n->shown[symbol];

    if (!s->full && n->style.demangle != DEMANGLE_NONE) {
        s->full = names_shown(n, symbol);
    } else if (!s->full) {
        const char *raw = n->symtab->symbols[symbol].name;
        s->full_owned = core_demangle(n->image, raw, DEMANGLE_AUTO);
        s->full = s->full_owned ? s->full_owned : raw;
    }
    return s->full;
}

size_t names_fit(const struct names *n, uint32_t symbol, size_t columns, char *out)
{
    return name_fit(names_shown(n, symbol), NAME_COLONS, columns, out);
}

const char *names_file(const struct names *n, uint32_t symbol, unsigned *line)
{
    const struct image_line *l = &n->lines->at[symbol];

    if (!l->file)
        return NULL;
    *line = l->line;
    return n->style.full_path ? l->file : diag_basename(l->file);
}

void names_release(struct names *n)
{
    if (n->shown)
        for (uint32_t s = 0; s < n->symtab->n; s++) {
            free(n->shown[s].owned);
            free(n->shown[s].full_owned);
        }
    free(n->shown);
    *n = (struct names){0};
}
