/* arc_record - arcs of the call graph: calls from one place to one function
 *
 * A record of the magic format:
 *
 *     word call site, word callee, u32 calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/records/record_kind.h"

/* Bytes of a record behind its tag. */
static size_t arc_bytes(size_t word_bytes)
{
    return 2 * word_bytes + 4;
}

static bool skip(struct cursor *c, size_t word_bytes, int32_t version)
{
    (void)version;
    return cursor_take(c, arc_bytes(word_bytes)) != NULL;
}

static bool cg_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    uint64_t from, self;

    if (cursor_left(c) < arc_bytes(word))
        return gmon_report_short(in, "an arc", arc_bytes(word));
    from = cursor_word(c, word);
    self = cursor_word(c, word);
    profile_add_arc(in->profile, from, self, cursor_u32(c), in->diag);
    return true;
}

static void put_arc(const struct gmon_output *o, const struct gmon_part *arc)
{
    gmon_put_number(o, GMON_TAG_CG_ARC, 1);
    gmon_put_word(o, arc->key.first);
    gmon_put_word(o, arc->key.second);
    gmon_put_number(o, arc->count, 4);
}

static bool check(struct gmon_output *o, const struct profile *p)
{
    return gmon_check_counts(o, p->arc_counts, p->arcs.n, UINT32_MAX);
}

static void write_arcs(struct gmon_output *o, const struct profile *p)
{
    gmon_put_counts(o, &p->arcs, p->arc_counts, UINT32_MAX, put_arc);
}

const struct record_kind arc_record = {
    .name = "call-graph",
    .tag = GMON_TAG_CG_ARC,
    .skip = skip,
    .read = cg_read_rec,
    .check = check,
    .write = write_arcs,
    .merge = profile_merge_arcs,
    .release = profile_release_arcs,
};
