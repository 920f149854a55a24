/* unwind_table.c - searches .eh_frame_hdr and reads CIE and FDE in .eh_frame
 *
 * A walk calls this with little stack. Each length is compared with the bytes that are left.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/unwind_table.h"
#include "runtime/arch/target.h"
#include "runtime/core/os.h"
#include "runtime/core/sort.h"
#include GM_MACHINE_HEADER

enum {
    PAIR_BYTES = 8,
    LEAST_ENTRY = 12,     /* bytes of an entry: length, place of the CIE, and two numbers */
    MOST_BYTES = 1 << 20, /* upper bound of the bytes of one description */
    MOST_HEAD = 4 + 2 * 8 /* bytes of the header in front of the index */
};

/* ---- entries -------------------------------------------------------------------------------- */

/* Opens the entry at `place` in the object, behind its length. Returns false if the entry does not
 * fit, or ends the list. */
static bool open_entry(const struct gm_object *object, uintptr_t place, struct gm_bytes *b)
{
    enum { HEAD_BYTES = 12 };
    uintptr_t begin = object->frames.begin, end = object->frames.end, moved = object->moved;

    place += moved;
    if (place < begin || place >= end || end - place < HEAD_BYTES)
        return false;
    *b = (struct gm_bytes){(const unsigned char *)place, (const unsigned char *)end, false, moved};
    uint64_t length = gm_take(b, 4);
    if (length == UINT32_MAX)
        length = gm_take(b, 8);
    if (length == 0 || length > MOST_BYTES || length > (size_t)(b->end - b->at))
        return false;
    b->end = b->at + (size_t)length;
    return true;
}

/* Reads the data that the letters of an augmentation announce; `b` follows the letters. */
static void read_augmentation(struct gm_bytes *b, const unsigned char *letters,
                              struct gm_frame_info *info)
{
    for (; *letters != 0 && !b->is_bad; letters++) {
        switch (*letters) {
        case 'R':
            info->encoding = (unsigned)gm_take(b, 1);
            break;
        case 'P': { /* the personality's address is not needed */
            unsigned encoding = (unsigned)gm_take(b, 1);
            if (encoding != GM_PE_OMIT)
                gm_take_address(b, encoding & GM_PE_FORM, 0);
            break;
        }
        case 'L':
            gm_take(b, 1);
            break;
        case 'S':
            info->is_signal = true;
            break;
        case 'B': /* of other machines */
            break;
        default:
            gm_bytes_fail(b);
        }
    }
}

/* Reads the CIE at `place`. Its augmentation is known only if it has its own length. */
static bool read_common(const struct gm_object *object, uintptr_t place, struct gm_frame_info *info)
{
    struct gm_bytes b;

    if (!open_entry(object, place, &b) || gm_take(&b, 4) != 0)
        return false;
    uint64_t version = gm_take(&b, 1);
    const unsigned char *letters = b.at;
    while (gm_take(&b, 1) != 0) {
    }
    if (version == 4 && (gm_take(&b, 1) != sizeof(uintptr_t) || gm_take(&b, 1) != 0))
        return false;
    if (b.is_bad || (version != 1 && version != 3 && version != 4) ||
        (*letters != 0 && *letters != 'z'))
        return false;
    info->code_unit = gm_take_uleb(&b);
    info->data_unit = gm_take_sleb(&b);
    info->return_register = (unsigned)(version == 1 ? gm_take(&b, 1) : gm_take_uleb(&b));
    info->encoding = 0;
    info->is_signal = false;
    info->has_augmentation = *letters == 'z';
    uint64_t bytes = info->has_augmentation ? gm_take_uleb(&b) : 0;
    info->first = b;
    gm_skip(&info->first, bytes);
    if (info->has_augmentation)
        read_augmentation(&b, letters + 1, info);
    return !b.is_bad && !info->first.is_bad;
}

/* Reads the FDE behind `place`, the place of its pointer to the CIE; the pointer counts back from
 * itself. */
static bool read_function(const struct gm_object *object, struct gm_bytes *b,
                          struct gm_frame_info *info)
{
    uintptr_t here = (uintptr_t)b->at - b->moved;
    uint64_t back = gm_take(b, 4);

    if (back == 0 || back > here || !read_common(object, here - (uintptr_t)back, info))
        return false;
    info->begin = gm_take_address(b, info->encoding, 0);
    uintptr_t bytes = gm_take_address(b, info->encoding & GM_PE_FORM, 0);
    info->end = info->begin + bytes;
    if (info->has_augmentation)
        gm_skip(b, gm_take_uleb(b));
    info->function = *b;
    return !b->is_bad && info->end >= info->begin;
}

/* Reads the description at `place`. Returns false if it is not understood. */
static bool read_entry(const struct gm_object *object, uintptr_t place, struct gm_frame_info *info)
{
    struct gm_bytes b;

    return open_entry(object, place, &b) && read_function(object, &b, info);
}

/* ---- the index ------------------------------------------------------------------------------ */

static uintptr_t from_index(const struct gm_object *object, size_t pair, unsigned which)
{
    int32_t n;

    __builtin_memcpy(&n, (const void *)(object->table + pair * PAIR_BYTES + 4 * which), sizeof n);
    return object->table_base + (uintptr_t)(intptr_t)n;
}

bool gm_frame_info(const struct gm_object *object, uintptr_t address, struct gm_frame_info *info)
{
    size_t low = 0, high = object->pairs;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (from_index(object, middle, 0) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && read_entry(object, from_index(object, low - 1, 1), info) &&
           address - info->begin < info->end - info->begin;
}

/* ---- the index --------------------------------------------------------------------------------
 * That of .eh_frame_hdr, or one made here: static programs have none, as linkers leave it out. It
 * is sorted by a heap, in n log n whatever the order was.
 */

struct pair {
    int32_t begin, place; /* offsets from the beginning of .eh_frame */
};

static bool is_before(const struct pair *a, const struct pair *b)
{
    return a->begin < b->begin;
}

GM_DEFINE_SORT(sort, struct pair, is_before)

/* Lists the entries of functions, and returns their number. An entry that does not fit in 32 bits,
 * or is not understood, is left out. */
static size_t list(const struct gm_object *object, struct pair *to, size_t room)
{
    struct gm_bytes all = {(const unsigned char *)object->frames.begin,
                           (const unsigned char *)object->frames.end, false, object->moved};
    uintptr_t base = object->frames.begin - object->moved;
    struct gm_frame_info info;
    size_t n = 0;

    while (!all.is_bad && n < room) {
        uintptr_t place = (uintptr_t)all.at - all.moved;
        uint64_t length = gm_take(&all, 4);
        if (length == 0)
            break;
        gm_skip(&all, length);
        if (all.is_bad || !read_entry(object, place, &info))
            continue;
        intptr_t begin = (intptr_t)(info.begin - base), at = (intptr_t)(place - base);
        if (begin != (int32_t)begin || at != (int32_t)at)
            continue;
        to[n++] = (struct pair){(int32_t)begin, (int32_t)at};
    }
    return n;
}

/* Sets object->frames to what walks read: the memory itself if it was there at the start and is
 * never unloaded, else a copy. Returns false if the memory is gone, or there is no memory for a
 * copy. */
static bool set_frames(struct gm_object *object, struct gm_span frames)
{
    size_t bytes = frames.end - frames.begin;
    void *copy = object->may_go ? gm_map(bytes) : (void *)frames.begin;

    if (copy == NULL)
        return false;
    if (object->may_go && gm_copy(copy, frames.begin, bytes) != bytes) {
        gm_unmap(copy, bytes);
        return false;
    }
    object->moved = (uintptr_t)copy - frames.begin;
    object->frames = (struct gm_span){(uintptr_t)copy, (uintptr_t)copy + bytes};
    return true;
}

void gm_table_from_frames(struct gm_object *object, struct gm_span frames)
{
    size_t room = (frames.end - frames.begin) / LEAST_ENTRY;
    struct pair *pair = set_frames(object, frames) ? gm_map(room * sizeof *pair) : NULL;

    if (pair == NULL)
        return;
    size_t n = list(object, pair, room);
    sort(pair, n);
    object->table = (uintptr_t)pair;
    object->table_base = frames.begin;
    object->pairs = n;
}

void gm_table_from_header(struct gm_object *object, struct gm_span header, struct gm_span segment)
{
    unsigned char head[MOST_HEAD];
    size_t bytes = gm_copy(head, header.begin,
                           header.end - header.begin < MOST_HEAD ? header.end - header.begin
                                                                 : (size_t)MOST_HEAD);
    struct gm_bytes b = {head, head + bytes, false, (uintptr_t)head - header.begin};
    uint64_t version = gm_take(&b, 1);
    unsigned frames_form = (unsigned)gm_take(&b, 1);
    unsigned count_form = (unsigned)gm_take(&b, 1);
    uint64_t table_form = gm_take(&b, 1);
    uintptr_t frames = gm_take_address(&b, frames_form, header.begin);
    struct gm_span all = {frames, segment.end};

    if (b.is_bad || version != 1 || frames < segment.begin || frames >= segment.end)
        return;
    uintptr_t pairs = gm_take_address(&b, count_form, 0), table = (uintptr_t)b.at - b.moved;
    if (b.is_bad || table_form != (GM_PE_DATAREL | GM_PE_SDATA4) ||
        pairs > (header.end - table) / sizeof(struct pair)) {
        gm_table_from_frames(object, all);
        return;
    }
    if (header.begin < frames)
        all.begin = header.begin;
    if (!set_frames(object, all))
        return;
    object->table = table + object->moved;
    object->table_base = header.begin;
    object->pairs = pairs;
}
