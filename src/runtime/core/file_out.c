/* file_out.c - writes the bytes of a file: buffers, counts and sums them up
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/file_out.h"
#include "gmon_stacks.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

/* Adds bytes to a CRC-32, four bits at a time, with the reflected polynomial of gzip. */
static uint32_t add_to_sum(uint32_t sum, const unsigned char *from, size_t size)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

    sum = ~sum;
    for (size_t i = 0; i < size; i++) {
        sum ^= from[i];
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return ~sum;
}

void gm_out_flush(struct gm_out *o)
{
    if (o->error == 0)
        o->error = gm_file_write(o->buffer, o->used);
    if (o->is_companion)
        o->sum = add_to_sum(o->sum, o->buffer, o->used);
    else
        o->mark = gstack_sum(o->mark, o->bytes, o->buffer, o->used);
    o->bytes += o->used;
    o->used = 0;
}

void gm_put_bytes(struct gm_out *o, const void *from, size_t size)
{
    const unsigned char *at = from;

    if (o->buffer == NULL) {
        o->bytes += size;
        return;
    }
    for (size_t i = 0; i < size; i++) {
        if (o->used == GM_OUT_BUFFER)
            gm_out_flush(o);
        o->buffer[o->used++] = at[i];
    }
}

/* Leaves a hole in the file in place of pages of zeros: most of a histogram is empty, and a hole
 * costs nearly nothing. Something is always written behind a hole, or the file would be shorter.
 * Returns how many bytes are still to be written. */
static size_t leave_hole(struct gm_out *o, size_t size)
{
    size_t hole = size - 1;

    if (size <= GM_OUT_BUFFER || o->buffer == NULL || o->is_companion || o->error != 0)
        return size;
    gm_out_flush(o);
    if (o->error != 0 || !gm_file_skip(hole))
        return size;
    o->bytes += hole;
    return size - hole;
}

void gm_put_zeros(struct gm_out *o, size_t size)
{
    const struct gm_out_zeros zeros = {0};

    size = leave_hole(o, size);
    for (; size >= sizeof zeros; size -= sizeof zeros) {
        if (o->used + sizeof zeros > GM_OUT_BUFFER)
            gm_out_flush(o);
        *(struct gm_out_zeros *)(void *)(o->buffer + o->used) = zeros;
        o->used += sizeof zeros;
    }
    while (size-- > 0)
        gm_put_u8(o, 0);
}

void gm_put_number(struct gm_out *o, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        gm_put_u8(o, (unsigned)(value & 0x7f) | 0x80);
    gm_put_u8(o, (unsigned)value);
}

/* ---- the file ------------------------------------------------------------------------------- */

void gm_cannot_write(const char *path, const char *why)
{
    bool is_ours = path == gm.own_path || path == gm.library_path; /* not the program's wish */
    bool has_remedy = why[gm_text_until(why, ';')] != 0;

    if (is_ours && gm.has_failed) /* said by an earlier snapshot */
        return;
    gm_say("gmon: cannot write %s: %s%s", path, why,
           is_ours && !has_remedy ? "; GMON_OUT=FILE names another file" : "");
}

bool gm_has_left_start(void)
{
    gm_working_directory(gm.library_path);
    return gm.opt.directory[0] != 0 && gm.library_path[0] != 0 &&
           gm_text_compare(gm.library_path, gm.opt.directory) != 0;
}

/* Names the program's file in the directory of the start, if it was meant for that of the end. A
 * daemon's is often `/', and its user another one. Returns true if the name has changed. */
static bool move_to_start(const char *path)
{
    if (path != gm.own_path || *path == '/' || !gm_has_left_start())
        return false;
    gm_text(gm.library_path, sizeof gm.library_path, "%s%s", gm.opt.directory, path);
    gm_text(gm.own_path, sizeof gm.own_path, "%s", gm.library_path);
    return true;
}

bool gm_out_open(struct gm_out *o, const char *path)
{
    o->buffer = gm.out_buffer;
    o->error = gm_file_open(path, o->is_companion);
    if (o->error != 0 && o->error != GM_FILE_SINK && move_to_start(path))
        o->error = gm_file_open(path, o->is_companion);
    o->is_open = o->error == 0;
    if (o->error == GM_FILE_SINK)
        o->error = 0;
    return o->is_open;
}

int64_t gm_out_close(struct gm_out *o, const char *path)
{
    if (o->is_open) {
        gm_out_flush(o);
        long closed = gm_file_close(o->error == 0);
        if (o->error == 0)
            o->error = closed;
    }
    if (o->error == 0)
        return (int64_t)o->bytes;
    gm_cannot_write(path, gm_error_text(o->error));
    return -1;
}

bool gm_out_publish(const char *path, bool has_companion)
{
    long companion, error = gm_file_publish(path, has_companion, &companion);

    if (companion != 0)
        gm_cannot_write(gm.library_path, gm_error_text(companion));
    if (error != 0)
        gm_cannot_write(path, gm_error_text(error));
    return companion == 0 && error == 0;
}
