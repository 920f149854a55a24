/* unwind_index.c - the index of .eh_frame: that of .eh_frame_hdr, or one made here
 *
 * Static programs have none: linkers leave it out. One is made in two passes: how many functions
 * are described, then where each begins. It is sorted by a heap, in n log n whatever the order was.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/unwind/unwind_table.h"

struct pair {
    int32_t begin, place; /* relative to the beginning of .eh_frame */
};

/* Lets the pair at `at` sink to its place. */
static void sink(struct pair *heap, size_t n, size_t at)
{
    struct pair one = heap[at];

    for (size_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && heap[child + 1].begin > heap[child].begin)
            child++;
        if (heap[child].begin <= one.begin)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = one;
}

static void sort(struct pair *pair, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sink(pair, n, i);
    while (n-- > 1) {
        struct pair last = pair[n];
        pair[n] = pair[0];
        pair[0] = last;
        sink(pair, n, 0);
    }
}

/* Goes over the entries; `to` NULL: they are only counted. What does not fit in 32 bits, or is not
 * understood, is left out. */
static size_t list(const struct gm_object *object, struct pair *to, size_t room)
{
    uintptr_t base = object->frames.begin;
    struct gm_bytes all = {(const unsigned char *)base, (const unsigned char *)object->frames.end,
                           false};
    struct gm_frame_info info;
    size_t n = 0;

    while (!all.is_bad) {
        uintptr_t place = (uintptr_t)all.at;
        uint64_t length = gm_take(&all, 4);
        if (length == 0)
            break;
        gm_skip(&all, length);
        if (all.is_bad || !gm_frame_info_at(object, place, &info))
            continue;
        intptr_t begin = (intptr_t)(info.begin - base), at = (intptr_t)(place - base);
        if (begin != (int32_t)begin || at != (int32_t)at)
            continue;
        if (to != NULL && n < room)
            to[n] = (struct pair){(int32_t)begin, (int32_t)at};
        n++;
    }
    return n;
}

void gm_table_from_frames(struct gm_object *object, struct gm_span frames)
{
    object->frames = frames;
    size_t n = list(object, NULL, 0);
    struct pair *pair = n > 0 ? gm_map(n * sizeof *pair) : NULL;

    if (pair == NULL)
        return;
    list(object, pair, n);
    sort(pair, n);
    object->table = (uintptr_t)pair;
    object->table_base = frames.begin;
    object->pairs = n;
}

void gm_table_from_header(struct gm_object *object, struct gm_span header, struct gm_span segment)
{
    struct gm_bytes b = {(const unsigned char *)header.begin, (const unsigned char *)header.end,
                         false};
    uint64_t version = gm_take(&b, 1);
    unsigned frames_form = (unsigned)gm_take(&b, 1);
    unsigned count_form = (unsigned)gm_take(&b, 1);
    uint64_t table_form = gm_take(&b, 1);
    uintptr_t frames = gm_take_address(&b, frames_form, header.begin);
    struct gm_span all = {frames, segment.end};

    if (b.is_bad || version != 1 || frames < segment.begin || frames >= segment.end)
        return;
    uintptr_t pairs = gm_take_address(&b, count_form, 0);
    if (b.is_bad || table_form != (GM_PE_DATAREL | GM_PE_SDATA4) ||
        pairs > (size_t)(b.end - b.at) / sizeof(struct pair)) {
        gm_table_from_frames(object, all);
        return;
    }
    object->frames = segment;
    object->table = (uintptr_t)b.at;
    object->table_base = header.begin;
    object->pairs = pairs;
}
