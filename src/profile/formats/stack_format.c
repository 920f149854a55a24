/* stack_format - call stacks of samples: a header, sections, and a checksum
 *
 * include/gmon_stacks.h has the layout. The sections are gone through twice: first for their
 * lengths, the end and the checksum, so that nothing of a file that is cut short or damaged is
 * added, then for what is in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/stack_format.h"

#include "profile/formats/gmon_format.h"
#include "profile/formats/stack_input.h"
#include "profile/formats/stack_output.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

enum { CHECKSUM_BYTES = 4 };

/* Of a file that is cut off within the mark, what is left of it must do. */
static bool detect(const struct cursor *start, const struct gmon_target *target, uint64_t size)
{
    static const char name[] = "gstack";
    size_t bytes = start->size < GSTACK_MAGIC_BYTES ? start->size : (size_t)GSTACK_MAGIC_BYTES;

    (void)target;
    (void)size;
    return bytes >= sizeof name - 1 && memcmp(start->data, GSTACK_MAGIC, bytes) == 0;
}

static bool is_lower(uint8_t c)
{
    return c >= 'a' && c <= 'z';
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool read_header(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    const uint8_t *magic;
    uint8_t major, minor;

    c->big_endian = false;
    if (c->size < GSTACK_HEADER_BYTES)
        return gmon_report_short(in, "a stack file's header", GSTACK_HEADER_BYTES);
    magic = cursor_take(c, GSTACK_MAGIC_BYTES);
    if (memcmp(magic, GSTACK_MAGIC, GSTACK_MAGIC_BYTES) != 0)
        return diag_error(in->diag, in->path,
                          "does not begin with \"gstack\", as a stack file does; name the file "
                          "that the profiled program wrote");
    major = cursor_u8(c);
    minor = cursor_u8(c);
    cursor_u16(c);
    in->info->version = major;
    return major == GSTACK_MAJOR ||
           diag_error(in->diag, in->path,
                      "is a stack file of version %d.%d, and %d is known; use a newer gprof", major,
                      minor, GSTACK_MAJOR);
}

/* A section. */
struct section {
    uint8_t tag;
    size_t start; /* of its tag */
    size_t end;   /* behind its payload, which the cursor stands on */
};

static bool report_length(struct gmon_input *in, size_t at)
{
    struct cursor *c = &in->cursor;
    bool is_cut = c->pos == c->size;

    c->pos = at;
    return is_cut ? gmon_report_short(in, "the length of a section", cursor_left(c) + 1)
                  : diag_error(in->diag, in->path,
                               "bad length of a section at offset %zu; the file is corrupt, so "
                               "run the program again",
                               at);
}

/* Take the next section's tag and length. */
static bool take_section(struct gmon_input *in, struct section *s)
{
    struct cursor *c = &in->cursor;
    uint64_t length;

    s->start = c->pos;
    if (cursor_left(c) == 0)
        return diag_error(in->diag, in->path,
                          "unexpected end of file at offset %zu: the end section is missing; run "
                          "the program again and let it end normally",
                          c->pos);
    s->tag = cursor_u8(c);
    length = cursor_leb128(c);
    if (c->failed)
        return report_length(in, s->start + 1);
    if (length > cursor_left(c))
        return gmon_report_short(in, "a section", length);
    s->end = c->pos + (size_t)length;
    return true;
}

static bool check_end(struct gmon_input *in, const struct section *s)
{
    struct cursor *c = &in->cursor;
    uint32_t checksum = (uint32_t)crc32_z(0, c->data, s->start), found;

    if (s->end - c->pos != CHECKSUM_BYTES || s->end != c->size)
        return diag_error(in->diag, in->path,
                          "the end section at offset %zu is not the end of the file; the file is "
                          "corrupt, so run the program again",
                          s->start);
    found = cursor_u32(c);
    return found == checksum ||
           diag_error(in->diag, in->path,
                      "the checksum at offset %zu is %08" PRIx32 ", but that of what is in front "
                      "of it is %08" PRIx32 "; the file is corrupt, so run the program again",
                      c->pos - CHECKSUM_BYTES, found, checksum);
}

/* From the first section on: whether all of them are there and unharmed. */
static bool check_sections(struct gmon_input *in)
{
    struct section s = {0};

    while (take_section(in, &s)) {
        if (s.tag == GSTACK_END)
            return check_end(in, &s);
        if (s.tag != GSTACK_MODULES && s.tag != GSTACK_TREE && !is_lower(s.tag))
            return diag_error(in->diag, in->path,
                              "unknown section 0x%02x at offset %zu; use a newer gprof, or, if the "
                              "file is corrupt, run the program again",
                              s.tag, s.start);
        in->cursor.pos = s.end;
    }
    return false;
}

/* Adds the sections to the profile; all are there. */
static bool read_sections(struct gmon_input *in)
{
    struct stack_input input = {
        .path = in->path, .stacks = &in->profile->stacks, .info = in->info, .diag = in->diag};
    struct section s = {0};
    bool ok = true;

    if (!input.stacks->file)
        input.stacks->file = in->path;
    while (ok && take_section(in, &s) && s.tag != GSTACK_END) {
        input.c = in->cursor;
        input.c.size = s.end;
        if (s.tag == GSTACK_MODULES)
            ok = stack_read_modules(&input);
        else if (s.tag == GSTACK_TREE)
            ok = stack_read_tree(&input);
        in->cursor.pos = s.end;
        in->info->records[GMON_RECORD_STACKS] += s.tag == GSTACK_TREE;
    }
    stack_input_release(&input);
    return ok;
}

static bool read_file(struct gmon_input *in)
{
    size_t start;

    if (!read_header(in))
        return false;
    start = in->cursor.pos;
    if (!check_sections(in))
        return false;
    in->cursor.pos = start;
    return read_sections(in);
}

bool stack_peek_modules(const uint8_t *start, size_t bytes, struct stack_data *stacks,
                        struct diag *d)
{
    struct gmon_file_info info = {0};
    struct gmon_input in = {
        .cursor = {.data = start, .size = bytes}, .path = "", .info = &info, .diag = d};
    struct stack_input input = {.path = in.path, .stacks = stacks, .info = &info, .diag = d};
    struct section s = {0};
    bool ok = false;

    if (!detect(&in.cursor, NULL, bytes) || !read_header(&in))
        return false;
    while (take_section(&in, &s)) {
        if (s.tag == GSTACK_MODULES) {
            input.c = in.cursor;
            input.c.size = s.end;
            ok = stack_read_modules(&input);
            break;
        }
        if (!is_lower(s.tag))
            break;
        in.cursor.pos = s.end;
    }
    stack_input_release(&input);
    return ok;
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool holds(const struct profile *p)
{
    return p->stacks.n_trees > 0;
}

static bool write_file(struct gmon_output *o, const struct profile *p)
{
    struct sink file;

    sink_init(&file, -1, o->diag);
    stack_put(&file, &p->stacks, o->diag);
    stack_put_end(&file, (uint32_t)crc32_z(0, (const Bytef *)file.buf, file.used));
    sink_bytes(o->sink, file.buf, file.used);
    sink_release(&file);
    return true;
}

const struct gmon_format stack_format = {.name = "stacks",
                                         .detect = detect,
                                         .read = read_file,
                                         .write = write_file,
                                         .suffix = GSTACK_SUFFIX,
                                         .holds = holds};
