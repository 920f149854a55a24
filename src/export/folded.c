/* folded - call stacks for flame graphs (--export=folded)
 *
 * A line a stack: functions from the outermost one, `;' between them, a blank, the time. Tools
 * split a line at its last blank, and take two numbers at its end for a difference, so names hold
 * neither
 * `;' nor a blank in front of a digit. There are no comments, as flamegraph.pl knows none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/report.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>

static void put_name(struct sink *out, const char *name)
{
    if (!*name)
        sink_string(out, "[unknown]");
    while (*name) {
        uint32_t code;
        size_t bytes = utf8_next(name, &code);

        if (code == ';')
            sink_char(out, ':');
        else if (code == UTF8_DAMAGED || utf8_is_control(code))
            sink_char(out, '?');
        else if (code == ' ' && ((name[1] >= '0' && name[1] <= '9') || name[1] == '\0'))
            sink_char(out, '_');
        else
            sink_bytes(out, name, bytes);
        name += bytes;
    }
}

/* Print the frames from the outermost one to `frame`; `path` has room for all. */
static void put_stack(const struct report *r, struct sink *out, uint32_t frame, uint32_t *path)
{
    uint32_t depth = 0;

    for (; frame >= GSTACK_ENDS; frame = r->listed->at[frame].parent)
        path[depth++] = r->listed->at[frame].function;
    while (depth-- > 0) {
        put_name(out, names_shown(r->names, path[depth]));
        sink_char(out, depth > 0 ? ';' : ' ');
    }
}

bool folded_print(const struct report *r, struct sink *out, struct diag *d)
{
    const struct stack_frames *f = r->listed;
    double *ticks = mem_alloc(d, f->n, sizeof *ticks);
    uint64_t *time = mem_alloc(d, f->n, sizeof *time);
    uint32_t *path = mem_alloc(d, f->n, sizeof *path);
    bool ok = ticks && time && path;

    for (uint32_t i = GSTACK_ENDS; ok && i < f->n; i++)
        ticks[i] = f->at[i].own.ticks;
    if (ok)
        figures_spread(r->figures->total, ticks, f->n, time);
    for (uint32_t i = GSTACK_ENDS; ok && i < f->n; i++) {
        if (time[i] == 0)
            continue;
        put_stack(r, out, i, path);
        sink_u64(out, time[i], 0);
        sink_char(out, '\n');
    }
    free(ticks);
    free(time);
    free(path);
    return ok;
}
