/* names - how symbols are shown: demangled names, files and lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/names.h"

#include "base/mem.h"

#include <stdlib.h>

bool names_init(struct names *n, const struct image *image, const struct symtab *symtab,
                const struct names_style *style, struct diag *d)
{
    *n = (struct names){.image = image, .symtab = symtab, .style = *style};
    n->shown = mem_alloc(d, symtab->n, sizeof *n->shown);
    return n->shown != NULL;
}

bool names_load_lines(struct names *n, struct diag *d)
{
    n->lines = mem_alloc(d, n->symtab->n, sizeof *n->lines);
    if (!n->lines)
        return false;
    for (uint32_t s = 0; s < n->symtab->n; s++) {
        const struct symbol *symbol = &n->symtab->symbols[s];
        if (n->style.with_lines || symbol->is_static)
            core_line(n->image, symbol->address, &n->lines[s]);
    }
    return true;
}

const char *names_shown(struct names *n, uint32_t symbol)
{
    struct shown_name *s = &n->shown[symbol];

    if (!s->text) {
        const char *raw = n->symtab->symbols[symbol].name;
        s->owned = core_demangle(n->image, raw, n->style.demangle);
        s->text = s->owned ? s->owned : raw;
    }
    return s->text;
}

const char *names_file(const struct names *n, uint32_t symbol, unsigned *line)
{
    const struct image_line *l = n->lines ? &n->lines[symbol] : NULL;

    if (!l || !l->file)
        return NULL;
    *line = l->line;
    return n->style.full_path ? l->file : diag_basename(l->file);
}

void names_release(struct names *n)
{
    if (n->shown)
        for (uint32_t s = 0; s < n->symtab->n; s++)
            free(n->shown[s].owned);
    free(n->shown);
    free(n->lines);
    *n = (struct names){0};
}
