/* stack_record - call stacks of samples
 *
 * No record of the magic format: they have files of their own, formats/stack_format.c. One of what
 * is counted for --file-info is a tree: the stacks of one clock and interval.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/records/record_kind.h"

#include "base/sink.h"

static bool stacks_fit(const struct profile *p, const struct profile *from, struct diag *d)
{
    return stack_data_fits(&p->stacks, &from->stacks, d);
}

static void merge_stacks(struct profile *p, struct profile *from, struct diag *d)
{
    stack_data_merge(&p->stacks, &from->stacks, d);
}

static void release_stacks(struct profile *p)
{
    stack_data_release(&p->stacks);
}

static void put_count(struct sink *out, uint64_t n, const char *what, const char *behind)
{
    sink_u64(out, n, 0);
    sink_char(out, ' ');
    sink_string(out, what);
    sink_string(out, n == 1 ? "" : "s");
    sink_string(out, behind);
}

/* How the walks of the samples ended. */
static void describe_ends(struct sink *out, const struct gmon_stack_info *s)
{
    static const char *const ways[GSTACK_ENDS] = {
        [GSTACK_COMPLETE] = "complete",
        [GSTACK_GUESSED] = "guessed",
        [GSTACK_NO_UNWIND] = "ended at code without unwind information",
        [GSTACK_OFF_STACK] = "ended off the stack",
        [GSTACK_TOO_DEEP] = "too deep",
        [GSTACK_NO_MEMORY] = "of the leaf alone",
    };
    const char *separator = ": ";
    double complete = (double)s->ends[GSTACK_COMPLETE] / (double)s->signals;

    sink_string(out, "\t  ");
    sink_fixed(out, 100 * complete, 0, 1);
    sink_string(out, " % complete");
    for (size_t i = 0; i < GSTACK_ENDS; i++)
        if (s->ends[i] > 0) {
            sink_string(out, separator);
            sink_u64(out, s->ends[i], 0);
            sink_char(out, ' ');
            sink_string(out, ways[i]);
            separator = ", ";
        }
    sink_char(out, '\n');
}

static void describe(struct sink *out, const struct gmon_file_info *info)
{
    static const char *const clocks[GSTACK_CLOCKS] = {
        [GSTACK_CPU] = "processor time", [GSTACK_WALL] = "elapsed time"};

    for (size_t i = 0; i < GSTACK_CLOCKS; i++) {
        const struct gmon_stack_info *s = &info->stacks[i];

        if (s->runs == 0 && s->nodes == 0 && s->missing == 0)
            continue;
        sink_char(out, '\t');
        sink_string(out, clocks[i]);
        sink_string(out, " of ");
        put_count(out, s->runs, "run", ": ");
        put_count(out, s->signals, "sample", " of ");
        put_count(out, s->ticks, "tick", " in ");
        put_count(out, s->nodes, "node", ", ");
        put_count(out, s->missing, "tick", " missing\n");
        if (s->signals > 0)
            describe_ends(out, s);
    }
}

const struct record_kind stack_record = {
    .name = "call-stack",
    .tag = RECORD_UNTAGGED,
    .fits = stacks_fit,
    .merge = merge_stacks,
    .describe = describe,
    .release = release_stacks,
};
