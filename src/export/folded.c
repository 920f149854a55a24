/* folded - writes call stacks for flame graphs (--export=folded)
 *
 * Each stack is a line: functions from the outermost one, with `;' between them, a blank, and the
 * time. Tools split a line at its last blank, and take two numbers at its end for a difference, so
 * names hold neither `;' nor a blank in front of a digit. flamegraph.pl knows no comments, so
 * nothing tells that times are nanoseconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"
#include "base/utf8_put.h"
#include "view/paths.h"

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
static void put_rest(const struct results *r, struct sink *out, const struct paths *p)
{
    for (uint32_t i = 0; i < r->figures.n_listed; i++) {
        uint32_t s = r->figures.order[i];

        if (p->cut[s] == 0)
            continue;
        sink_string(out, PATHS_CUT ";");
        put_name(out, names_shown(&r->program.names, s));
        sink_printf(out, " %" PRIu64 "\n", p->cut[s]);
    }
    if (r->figures.unknown > 0)
        sink_printf(out, FIGURES_UNKNOWN " %" PRIu64 "\n", r->figures.unknown);
}

bool folded_print(const struct results *r, struct sink *out, struct diag *d)
{
    LOCAL_BY(paths_release) struct paths p = {0};
    LOCAL uint32_t *frames = NULL; /* symbols of a path, the innermost first */

    paths_init(&p, r, &r->views.stacks, d);
    frames = mem_alloc(d, p.n, sizeof *frames);
    for (uint32_t i = 0; i < p.n; i++) {
        uint32_t depth = 0;

        if (p.at[i].time == 0)
            continue;
        for (uint32_t path = i; path != NO_PATH; path = p.at[path].parent)
            frames[depth++] = p.at[path].symbol;
        while (depth-- > 0) {
            put_name(out, names_shown(&r->program.names, frames[depth]));
            sink_char(out, depth > 0 ? ';' : ' ');
        }
        sink_u64(out, p.at[i].time, 0);
        sink_char(out, '\n');
    }
    put_rest(r, out, &p);
    return true;
}
