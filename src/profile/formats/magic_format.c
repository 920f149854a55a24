/* magic_format - the data files of most systems: a header with a magic cookie, then tagged records
 *
 *     4 bytes "gmon", u32 version, 12 bytes spare; then to the end of the file, in any order:
 *     u8 tag, and what the tag says: records/
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"
#include "profile/records/record_kind.h"

#include <inttypes.h>
#include <string.h>

enum { LD_PROFILE_VERSION = 0x1ffff }; /* glibc's dynamic linker writes that */

/* ---- layout --------------------------------------------------------------------------------- */

static bool has_magic(const struct cursor *c)
{
    return c->size >= GMON_MAGIC_BYTES && memcmp(c->data, GMON_MAGIC, GMON_MAGIC_BYTES) == 0;
}

/* The version. Of the spare bytes only a marked build-id counts: writers leave junk there. */
static int32_t take_header(struct cursor *c)
{
    uint32_t version;

    cursor_take(c, GMON_MAGIC_BYTES);
    version = cursor_u32(c);
    cursor_take(c, GMON_SPARE_BYTES);
    return (int32_t)version;
}

/* A runtime without an operating system has a fixed memory, and tells what found no room in it. */
static void note_lost(const struct gmon_input *in, const uint8_t *spare)
{
    struct cursor c = {
        .data = spare, .size = GMON_SPARE_BYTES, .big_endian = in->cursor.big_endian};
    uint32_t calls, samples;

    if (memcmp(cursor_take(&c, GMON_LOST_MARK_BYTES), GMON_LOST_MARK, GMON_LOST_MARK_BYTES) != 0)
        return;
    calls = cursor_u32(&c);
    samples = cursor_u32(&c);
    diag_warning(in->diag, in->path,
                 "the runtime lost %" PRIu32 " calls and %" PRIu32
                 " samples for want of memory; give gmon_init more",
                 calls, samples);
}

/* What the header, which has been taken, tells of the program that wrote the file. */
static void note_build(struct gmon_input *in)
{
    const uint8_t *spare = in->cursor.data + GMON_HEADER_BYTES - GMON_SPARE_BYTES;

    in->has_build = memcmp(spare, GMON_BUILD_MARK, GMON_BUILD_MARK_BYTES) == 0;
    in->build.path = in->path;
    memcpy(in->build.id, spare + GMON_BUILD_MARK_BYTES, sizeof in->build.id);
    note_lost(in, spare);
}

/* With the build, if it wrote all of the data. */
static void put_header(const struct gmon_output *o, const struct profile *p)
{
    sink_bytes(o->sink, GMON_MAGIC, GMON_MAGIC_BYTES);
    gmon_put_number(o, GMON_VERSION, 4);
    if (p->n_builds == 1 && !p->has_unknown_build) {
        sink_bytes(o->sink, GMON_BUILD_MARK, GMON_BUILD_MARK_BYTES);
        sink_bytes(o->sink, (const char *)p->builds[0].id, sizeof p->builds[0].id);
    } else {
        sink_repeat(o->sink, '\0', GMON_SPARE_BYTES);
    }
}

/* How many tags there are, from 0 on: their kinds are the first rows of the table. */
static unsigned count_tags(void)
{
    unsigned n = 0;

    while (record_kinds[n] && record_kinds[n]->tag != RECORD_UNTAGGED)
        n++;
    return n;
}

/* ---- recognition ---------------------------------------------------------------------------- */

static bool detect(const struct cursor *start, const struct gmon_target *target, uint64_t size)
{
    (void)target;
    (void)size;
    return has_magic(start);
}

/* Records that are looked at to tell machines apart: so many make no sense by chance. */
enum { LOOKED_AT = 8 };

static bool fits(const struct cursor *file, const struct gmon_target *target)
{
    struct cursor c = {.data = file->data, .size = file->size, .big_endian = target->big_endian};
    unsigned n_tags = count_tags();
    int32_t version;

    if (!has_magic(file))
        return false;
    version = take_header(&c);
    if (version != 0 && version != GMON_VERSION)
        return false;
    for (int i = 0; i < LOOKED_AT && cursor_left(&c) > 0; i++) {
        uint8_t tag = cursor_u8(&c);

        if (tag >= n_tags || !record_kinds[tag]->skip(&c, target->word_bytes, version))
            return false;
    }
    return !c.failed;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool read_header(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;

    if (c->size < GMON_HEADER_BYTES)
        return diag_error(in->diag, in->path,
                          "file too short to be a gmon file: %zu bytes, at least %d are needed; "
                          "run the program again",
                          c->size, GMON_HEADER_BYTES);
    if (!has_magic(c))
        return diag_error(in->diag, in->path,
                          "file has bad magic cookie: it does not begin with "
                          "\"gmon\"; try -O auto or -O bsd");
    in->info->version = take_header(c);
    if (in->info->version == LD_PROFILE_VERSION)
        return diag_error(in->diag, in->path,
                          "is of a shared library, as LD_PROFILE has it written; use sprof");
    if (in->info->version != 0 && in->info->version != GMON_VERSION)
        return diag_error(in->diag, in->path,
                          "file has unsupported version %d, 0 and 1 are known; was it written on a "
                          "machine of the image's byte order?",
                          in->info->version);
    note_build(in);
    return true;
}

static bool read_file(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    unsigned n_tags = count_tags();

    if (!read_header(in))
        return false;
    if (cursor_left(c) == 0)
        diag_warning(in->diag, in->path,
                     "has a header and no records; the program was ended before it could write "
                     "them");
    while (cursor_left(c) > 0) {
        uint8_t tag = cursor_u8(c);

        if (tag >= n_tags)
            return diag_error(
                in->diag, in->path,
                "found bad tag %d at offset %zu, 0 to %u are known; the file is corrupt, "
                "or of a program with another word size or byte order",
                tag, c->pos - 1, n_tags - 1);
        in->info->records[tag]++;
        if (!record_kinds[tag]->read(in))
            return false;
    }
    return true;
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool write_file(struct gmon_output *o, const struct profile *p)
{
    unsigned n_tags = count_tags();

    for (unsigned tag = 0; tag < n_tags; tag++)
        if (!record_kinds[tag]->check(o, p))
            return false;
    put_header(o, p);
    for (unsigned tag = 0; tag < n_tags; tag++)
        record_kinds[tag]->write(o, p);
    return true;
}

const struct gmon_format magic_format = {.name = "magic",
                                         .is_an_option = true,
                                         .detect = detect,
                                         .fits = fits,
                                         .read = read_file,
                                         .write = write_file};
