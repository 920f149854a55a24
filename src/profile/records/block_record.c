/* block_record - executions of basic blocks
 *
 * A record of the magic format, version 1, which has any number of blocks:
 *
 *     u32 blocks, then for each: word address, word executions
 *
 * Version 0, which is read only: the same number; a file name; then for each block address and
 * executions as 8 bytes, the high ones first on every machine, names of function and file, and a
 * line number of 4 bytes. Settled with the oracle; tests/unit/test_gmon_io.c keeps the example.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/records/record_kind.h"

#include <inttypes.h>

/* ---- layout --------------------------------------------------------------------------------- */

enum { BLOCK_0_BYTES = 16 + 1 + 1 + 4 }; /* of a block in version 0, at least */

static size_t block_bytes(size_t word_bytes)
{
    return 2 * word_bytes;
}

/* Take a block of version 0; the cursor fails where it is cut short. */
static void take_block_0(struct cursor *c, uint64_t *address, uint64_t *count)
{
    struct cursor numbers = *c;

    numbers.big_endian = true;
    *address = cursor_u64(&numbers);
    *count = cursor_u64(&numbers);
    cursor_take(c, 16);
    cursor_skip_string(c);
    cursor_skip_string(c);
    cursor_take(c, 4);
}

static void put_block(const struct gmon_output *o, const struct gmon_part *block)
{
    if (block->number % UINT32_MAX == 0) { /* the number of blocks in a record has 4 bytes */
        uint64_t left = block->total - block->number;

        gmon_put_number(o, GMON_TAG_BB_COUNT, 1);
        gmon_put_number(o, left < UINT32_MAX ? left : UINT32_MAX, 4);
    }
    gmon_put_word(o, block->key.first);
    gmon_put_word(o, block->count);
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool skip(struct cursor *c, size_t word_bytes, int32_t version)
{
    uint32_t n = cursor_u32(c);
    uint64_t address, count;

    if (version != 0)
        return n <= cursor_left(c) / block_bytes(word_bytes) &&
               cursor_take(c, n * block_bytes(word_bytes));
    cursor_skip_string(c);
    for (uint32_t i = 0; i < n && !c->failed; i++)
        take_block_0(c, &address, &count);
    return !c->failed;
}

static bool read_blocks_0(struct gmon_input *in, uint32_t n)
{
    struct cursor *c = &in->cursor;

    cursor_skip_string(c);
    for (uint32_t i = 0; i < n && !c->failed; i++) {
        size_t at = c->pos;
        uint64_t address, count;

        take_block_0(c, &address, &count);
        if (c->failed)
            break;
        if (in->target->word_bytes == 4 && address > UINT32_MAX)
            return diag_error(in->diag, in->path,
                              "the block's address 0x%" PRIx64
                              " at offset %zu has more than the 32 bits of the image's; name the "
                              "image that the file belongs to",
                              address, at);
        profile_add_block(in->profile, address, count, in->diag);
    }
    return !c->failed ||
           gmon_report_short(in, "a list of basic blocks", (uint64_t)n * BLOCK_0_BYTES + 1);
}

static bool bb_read_rec(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    size_t word = in->target->word_bytes;
    uint32_t n;

    if (cursor_left(c) < 4)
        return gmon_report_short(in, "a number of basic blocks", 4);
    n = cursor_u32(c);
    in->profile->has_blocks = true;
    if (in->info->version == 0)
        return read_blocks_0(in, n);
    if (n > cursor_left(c) / block_bytes(word))
        return gmon_report_short(in, "a list of basic blocks", (uint64_t)n * block_bytes(word));
    for (uint32_t i = 0; i < n; i++) {
        uint64_t address = cursor_word(c, word);

        profile_add_block(in->profile, address, cursor_word(c, word), in->diag);
    }
    return true;
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool check(struct gmon_output *o, const struct profile *p)
{
    return gmon_check_counts(o, p->block_counts, p->blocks.n, gmon_word_max(o->target));
}

static void write_blocks(struct gmon_output *o, const struct profile *p)
{
    gmon_put_counts(o, &p->blocks, p->block_counts, gmon_word_max(o->target), put_block);
}

const struct record_kind block_record = {
    .name = "basic-block count",
    .tag = GMON_TAG_BB_COUNT,
    .skip = skip,
    .read = bb_read_rec,
    .check = check,
    .write = write_blocks,
    .merge = profile_merge_blocks,
    .release = profile_release_blocks,
};
