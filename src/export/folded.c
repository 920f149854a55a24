/* folded - writes call stacks for flame graphs (--export=folded)
 *
 * Each stack is a line: functions from the outermost one, with `;' between them, a blank, and the
 * time. Tools split a line at its last blank, and take two numbers at its end for a difference, so
 * names hold neither `;' nor a blank in front of a digit. flamegraph.pl knows no comments, so the
 * first frame of estimated stacks tells that they are estimated, and nothing tells that times are
 * nanoseconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "base/utf8.h"
#include "view/paths.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (code == ';')
        sink_char(out, ':');
    else if (code == ' ' && ((at[1] >= '0' && at[1] <= '9') || at[1] == '\0'))
        sink_char(out, '_');
    else
        utf8_put_safe(out, code, at, bytes);
}

static void put_name(struct sink *out, const char *name)
{
    utf8_put(out, *name ? name : "[unknown]", SIZE_MAX, put_character);
}

/* Prints the time without a path. */
static void put_rest(const struct report *r, struct sink *out, const struct paths *p,
                     const char *root)
{
    for (uint32_t i = 0; i < r->figures.n_shown; i++) {
        uint32_t s = r->figures.order[i];

        if (p->cut[s] == 0)
            continue;
        sink_printf(out, "%s" PATHS_CUT ";", root);
        put_name(out, names_shown(&r->names, s));
        sink_printf(out, " %" PRIu64 "\n", p->cut[s]);
    }
    if (r->figures.unknown > 0)
        sink_printf(out, "%s" FIGURES_UNKNOWN " %" PRIu64 "\n", root, r->figures.unknown);
}

bool folded_print(const struct report *r, struct sink *out, struct diag *d)
{
    bool measured = r->figures.origin == CG_MEASURED;
    const char *root = measured ? "" : "[estimated];";
    struct paths p;
    uint32_t *nodes; /* frames of a path, the innermost first */
    char cycle[PATHS_CYCLE_BYTES];

    if (measured)
        paths_measured(&p, r, d);
    else
        paths_estimated(&p, r, d);
    nodes = mem_alloc(d, p.n, sizeof *nodes);
    for (uint32_t i = 0; i < p.n; i++) {
        uint32_t depth = 0;

        if (p.at[i].time == 0)
            continue;
        sink_string(out, root);
        for (uint32_t path = i; path != NO_PATH; path = p.at[path].parent)
            nodes[depth++] = p.at[path].node;
        while (depth-- > 0) {
            put_name(out, paths_name(cycle, r, nodes[depth]));
            sink_char(out, depth > 0 ? ';' : ' ');
        }
        sink_u64(out, p.at[i].time, 0);
        sink_char(out, '\n');
    }
    put_rest(r, out, &p, root);
    free(nodes);
    paths_release(&p);
    return true;
}
