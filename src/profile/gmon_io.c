/* gmon_io - reading of data files: format, dispatch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/gmon_io.h"

#include "base/gunzip.h"
#include "base/trace.h"
#include "profile/gmon_records.h"

#include <string.h>
#include <unistd.h>

bool gmon_has_magic(const struct cursor *c)
{
    return c->size >= GMON_MAGIC_BYTES && memcmp(c->data, GMON_MAGIC, GMON_MAGIC_BYTES) == 0;
}

enum { LD_PROFILE_VERSION = 0x1ffff }; /* glibc's dynamic linker writes that */

/* Header of the magic format. The spare bytes are never looked at: writers leave junk there. */
static bool read_magic_header(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;

    if (c->size < GMON_HEADER_BYTES)
        return gmon_defect(
            in,
            "file too short to be a gmon file: %zu bytes, at least %d are needed; run "
            "the program again",
            c->size, GMON_HEADER_BYTES);
    if (!gmon_has_magic(c))
        return gmon_defect(in, "file has bad magic cookie: it does not begin with "
                               "\"gmon\"; try -O auto or -O bsd");
    cursor_take(c, GMON_MAGIC_BYTES);
    in->info->version = (int32_t)cursor_u32(c);
    if (in->info->version == LD_PROFILE_VERSION)
        return gmon_defect(in, "is of a shared library, as LD_PROFILE has it written; use sprof");
    if (in->info->version != 0 && in->info->version != GMON_VERSION)
        return gmon_defect(
            in,
            "file has unsupported version %d, 0 and 1 are known; was it written on a "
            "machine of the image's byte order?",
            in->info->version);
    cursor_take(c, GMON_SPARE_BYTES);
    return true;
}

static bool read_magic_file(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;

    if (!read_magic_header(in))
        return false;
    if (cursor_left(c) == 0)
        diag_warning(in->diag, in->path,
                     "has a header and no records; the program was ended before it could write "
                     "them");
    while (cursor_left(c) > 0) {
        uint8_t tag = cursor_u8(c);
        bool ok;

        switch (tag) {
        case GMON_TAG_TIME_HIST:
            ok = hist_read_rec(in);
            break;
        case GMON_TAG_CG_ARC:
            ok = cg_read_rec(in);
            break;
        case GMON_TAG_BB_COUNT:
            ok = bb_read_rec(in);
            break;
        default:
            ok = gmon_defect(
                in,
                "found bad tag %d at offset %zu, 0 to 2 are known; the file is corrupt, "
                "or of a program with another word size or byte order",
                tag, c->pos - 1);
        }
        if (!ok)
            return false;
    }
    return true;
}

/* The file's bytes, unpacked; the name `-' is standard input. */
static bool read_bytes(struct file_bytes *b, const char *path, struct diag *d)
{
    static const char remedy[] = "run the profiled program first, or name its data file";
    bool ok = strcmp(path, "-") == 0 ? file_read_open(b, STDIN_FILENO, path, remedy, d)
                                     : file_read_all(b, path, remedy, d);

    return ok && (!gunzip_recognise(b->data, b->size) || gunzip(b, path, d));
}

bool gmon_out_read(struct profile *p, const char *path, enum gmon_format format,
                   const struct gmon_target *target, struct file_bytes *scratch,
                   struct gmon_file_info *info, struct diag *d)
{
    struct gmon_input in = {.path = path, .target = target, .profile = p, .info = info, .diag = d};
    bool ok;

    *info = (struct gmon_file_info){0};
    if (!read_bytes(scratch, path, d))
        return false;
    in.cursor = (struct cursor){
        .data = scratch->data, .size = scratch->size, .big_endian = target->big_endian};
    if (trace_on(d, TRACE_SAMPLES))
        trace_line(d, "gmon_out_read", "%s: %zu bytes", path, scratch->size);
    if (format == GMON_FORMAT_MAGIC || (format == GMON_FORMAT_AUTO && gmon_has_magic(&in.cursor)))
        ok = read_magic_file(&in);
    else if (format == GMON_FORMAT_AUTO && bb_out_recognise(&in.cursor))
        ok = bb_out_read_file(&in);
    else
        ok = bsd_read_file(&in, format);
    return ok && profile_check_ranges(p, d);
}
