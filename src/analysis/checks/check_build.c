/* check_build - tells data of another image, or of other addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/causes.h"

#include "base/words.h"

bool check_library(const struct evidence *e, struct sink *detail)
{
    const char *name;
    size_t length =
        profile_other_library(e->other ? e->other->path : e->data, e->image->path, &name);

    sink_bytes(detail, name, length);
    return length > 0;
}

bool check_other_build(const struct evidence *e, struct sink *detail)
{
    enum { SHOWN = GMON_BUILD_ID_BYTES };
    size_t shown = e->image->build_id.n < SHOWN ? e->image->build_id.n : SHOWN;
    char ours[2 * SHOWN + 1], others[2 * SHOWN + 1];

    if (e->other)
        sink_printf(detail, "%s, but %s is of build %s",
                    hexadecimal(ours, e->image->build_id.bytes, shown), e->other->path,
                    hexadecimal(others, e->other->id, shown));
    return e->other != NULL;
}

/* Names the other functions that the samples lack. */
bool check_behind_main(const struct evidence *e, struct sink *detail)
{
    uint32_t others = 0;

    for (uint32_t i = 0; i < e->symtab->n_code; i++) {
        const struct symbol *s = &e->symtab->symbols[i];

        others += s->address >= e->image->text_start && s->address < e->only->low && !s->is_stub &&
                  !s->is_line && strcmp(s->name, "main") != 0;
    }
    if (others > 0)
        sink_printf(detail, " and %" PRIu32 " other function%s", others, others > 1 ? "s" : "");
    return true;
}

bool check_other_range(const struct evidence *e, struct sink *detail)
{
    sink_printf(detail,
                "its code is at 0x%" PRIx64 " to 0x%" PRIx64 ", the samples of %s at 0x%" PRIx64
                " to 0x%" PRIx64,
                e->image->text_start, e->image->text_end, e->only->file, e->only->low,
                e->only->high);
    return true;
}

/* Tells the ranges of all samples and of all functions, if the two have no address in common. */
bool check_elsewhere(const struct evidence *e, struct sink *detail)
{
    const struct symbol *first = e->symtab->symbols, *last = &first[e->symtab->n_code - 1];
    uint64_t low = UINT64_MAX, high = 0, end = add_saturated(last->address, last->size);
    bool overlap = false;

    for (size_t i = 0; i < profile_n_histograms(e->profile); i++) {
        const struct histogram *h = profile_histogram(e->profile, i);

        low = h->low < low ? h->low : low;
        high = h->high > high ? h->high : high;
        overlap |= h->low < end && h->high > first->address;
    }
    if (overlap || low >= high)
        return false;
    sink_printf(detail,
                "0x%" PRIx64 " to 0x%" PRIx64 ", the functions of %s of 0x%" PRIx64
                " to 0x%" PRIx64,
                low, high, e->image->path, first->address, end);
    return true;
}
