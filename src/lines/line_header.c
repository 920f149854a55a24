/* line_header - the header of a line table: its directories and files, and what its program needs
 *
 * Bounds: a cursor goes over the bytes of the table alone; names must end within their section.
 * Numbers of directories and files are held by the bytes that they must have at least.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_program.h"

#include "base/cursor.h"
#include "base/mem.h"

#include <string.h>

/* Kinds of content and forms that tables of version 5 name, as the standard numbers them. */
enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };
enum {
    FORM_BLOCK2 = 0x03,
    FORM_BLOCK4 = 0x04,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_DATA8 = 0x07,
    FORM_STRING = 0x08,
    FORM_BLOCK = 0x09,
    FORM_BLOCK1 = 0x0a,
    FORM_DATA1 = 0x0b,
    FORM_STRP = 0x0e,
    FORM_UDATA = 0x0f,
    FORM_DATA16 = 0x1e,
    FORM_LINE_STRP = 0x1f
};

/* The kinds of content of a list of version 5, each with its form; more than these have no use. */
enum { MAX_CONTENTS = 8 };

struct contents {
    unsigned n;
    uint64_t kind[MAX_CONTENTS], form[MAX_CONTENTS];
};

struct header_reader {
    struct cursor c; /* from the table's first byte to its last one */
    struct line_program *p;
    const struct line_sections *s;
    size_t offset_bytes; /* 4, or 8 in tables of the 64-bit form */
    struct diag *d;
    bool no_memory;
};

static bool add_directory(struct header_reader *r, const char *name)
{
    struct line_program *p = r->p;
    const char **at = mem_grow(r->d, p->dirs, &p->dirs_cap, p->n_dirs + 1, sizeof *at);

    if (!at) {
        r->no_memory = r->c.failed = true;
        return false;
    }
    p->dirs = at;
    at[p->n_dirs++] = name;
    return true;
}

static bool add_file(struct header_reader *r, const char *name, uint64_t directory)
{
    struct line_program *p = r->p;
    struct line_file *at;

    if (!name || directory >= p->n_dirs) {
        r->c.failed = true;
        return false;
    }
    at = mem_grow(r->d, p->files, &p->files_cap, p->n_files + 1, sizeof *at);
    if (!at) {
        r->no_memory = r->c.failed = true;
        return false;
    }
    p->files = at;
    at[p->n_files++] = (struct line_file){name, p->dirs[directory]};
    return true;
}

/* A text of the table; NULL, with the sticky error, where it has no end. */
static const char *take_string(struct cursor *c)
{
    const char *text = (const char *)c->data + c->pos;

    cursor_skip_string(c);
    return c->failed ? NULL : text;
}

/* The text at `offset` of a section; NULL, with the sticky error, where it is none. */
static const char *text_at(struct cursor *c, const struct line_bytes *section, uint64_t offset)
{
    if (!section->at || offset >= section->size ||
        !memchr(section->at + offset, '\0', section->size - (size_t)offset)) {
        c->failed = true;
        return NULL;
    }
    return (const char *)section->at + offset;
}

/* Directories and files before version 5: lists of texts, each of which ends with an empty one. */
static void read_lists(struct header_reader *r, const char *directory)
{
    const char *name;

    if (!add_directory(r, directory))
        return;
    while ((name = take_string(&r->c)) != NULL && *name)
        if (!add_directory(r, name))
            return;
    /* there is no file 0; libdw calls it so, and GNU gprof's listings have it by this name */
    if (!add_file(r, "???", 0))
        return;
    r->p->files[0].directory = NULL;
    while ((name = take_string(&r->c)) != NULL && *name) {
        uint64_t number = cursor_leb128(&r->c);

        cursor_leb128(&r->c); /* time of the last change */
        cursor_leb128(&r->c); /* size */
        if (r->c.failed || !add_file(r, name, number))
            return;
    }
}

static void read_contents(struct header_reader *r, struct contents *contents, bool of_files)
{
    unsigned paths = 0, directories = 0;

    contents->n = cursor_u8(&r->c);
    if (contents->n > MAX_CONTENTS)
        r->c.failed = true;
    for (unsigned i = 0; i < contents->n && !r->c.failed; i++) {
        contents->kind[i] = cursor_leb128(&r->c);
        contents->form[i] = cursor_leb128(&r->c);
        paths += contents->kind[i] == CONTENT_PATH;
        directories += contents->kind[i] == CONTENT_DIRECTORY;
    }
    if (paths != 1 || directories != of_files)
        r->c.failed = true;
}

/* The text of that form; NULL, with the sticky error, where it is of another one. */
static const char *take_text(struct header_reader *r, uint64_t form)
{
    switch (form) {
    case FORM_STRING:
        return take_string(&r->c);
    case FORM_LINE_STRP:
        return text_at(&r->c, &r->s->text, cursor_word(&r->c, r->offset_bytes));
    case FORM_STRP:
        return text_at(&r->c, &r->s->strings, cursor_word(&r->c, r->offset_bytes));
    default:
        r->c.failed = true;
        return NULL;
    }
}

static uint64_t take_number(struct header_reader *r, uint64_t form)
{
    switch (form) {
    case FORM_UDATA:
        return cursor_leb128(&r->c);
    case FORM_DATA1:
        return cursor_u8(&r->c);
    case FORM_DATA2:
        return cursor_u16(&r->c);
    default:
        r->c.failed = true;
        return 0;
    }
}

/* Pass over what is of no interest: times, sizes, checksums and what a vendor has added. */
static void skip(struct header_reader *r, uint64_t form)
{
    static const uint8_t bytes[] = {
        [FORM_DATA1] = 1, [FORM_DATA2] = 2, [FORM_DATA4] = 4, [FORM_DATA8] = 8, [FORM_DATA16] = 16};
    uint64_t n = form < sizeof bytes ? bytes[form] : 0;

    if (form == FORM_UDATA) {
        cursor_leb128(&r->c);
        return;
    }
    if (form == FORM_STRING || form == FORM_LINE_STRP || form == FORM_STRP) {
        take_text(r, form);
        return;
    }
    if (form == FORM_BLOCK)
        n = cursor_leb128(&r->c);
    else if (form == FORM_BLOCK1)
        n = cursor_u8(&r->c);
    else if (form == FORM_BLOCK2)
        n = cursor_u16(&r->c);
    else if (form == FORM_BLOCK4)
        n = cursor_u32(&r->c);
    else if (n == 0)
        r->c.failed = true;
    if (n > cursor_left(&r->c))
        r->c.failed = true;
    else
        cursor_take(&r->c, (size_t)n);
}

/* A list of version 5: directories, or files. An entry takes a byte at least. */
static void read_list(struct header_reader *r, bool of_files)
{
    struct contents contents = {0};
    uint64_t n;

    read_contents(r, &contents, of_files);
    n = cursor_leb128(&r->c);
    if (n == 0 || n > cursor_left(&r->c))
        r->c.failed = true;
    for (; n > 0 && !r->c.failed; n--) {
        const char *name = NULL;
        uint64_t directory = 0;

        for (unsigned i = 0; i < contents.n; i++) {
            if (contents.kind[i] == CONTENT_PATH)
                name = take_text(r, contents.form[i]);
            else if (contents.kind[i] == CONTENT_DIRECTORY)
                directory = take_number(r, contents.form[i]);
            else
                skip(r, contents.form[i]);
        }
        if (r->c.failed)
            return;
        if (of_files)
            add_file(r, name, directory);
        else
            add_directory(r, name);
    }
}

/* Set the cursor to the table at `offset`, to what follows its length; false where it is none. */
static bool enter_table(struct header_reader *r, uint64_t offset)
{
    const struct line_bytes *section = &r->s->table;
    struct cursor *c = &r->c;
    uint64_t length;

    if (!section->at || offset >= section->size)
        return false;
    *c = (struct cursor){.data = section->at,
                         .size = section->size,
                         .pos = (size_t)offset,
                         .big_endian = r->s->big_endian};
    length = cursor_u32(c);
    r->offset_bytes = 4;
    if (length == UINT32_MAX) {
        length = cursor_u64(c);
        r->offset_bytes = 8;
    } else if (length >= 0xfffffff0) {
        return false; /* reserved */
    }
    if (c->failed || length > cursor_left(c))
        return false;
    c->size = c->pos + (size_t)length;
    return true;
}

/* Whether the opcodes take what the standard says; libdw refuses the others. */
static bool has_standard_arguments(const struct line_header *h)
{
    static const uint8_t standard[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    size_t n = (size_t)h->opcode_base - 1;

    return memcmp(h->arguments, standard, n < sizeof standard ? n : sizeof standard) == 0;
}

/* The fields between the header's length and its lists. */
static void read_fields(struct header_reader *r, struct line_header *h)
{
    struct cursor *c = &r->c;
    uint8_t statements; /* whether rows are of statements at first */

    h->instruction_bytes = cursor_u8(c);
    h->operations = r->p->version >= 4 ? cursor_u8(c) : 1;
    statements = cursor_u8(c);
    h->line_base = (int8_t)cursor_u8(c);
    h->line_range = cursor_u8(c);
    h->opcode_base = cursor_u8(c);
    if (h->operations == 0 || statements > 1 || h->line_range == 0 || h->opcode_base < 10) {
        c->failed = true;
        return;
    }
    h->arguments = cursor_take(c, (size_t)h->opcode_base - 1);
    if (!c->failed && !has_standard_arguments(h))
        c->failed = true;
}

bool line_header_read(struct line_header *h, struct line_program *p, const struct line_sections *s,
                      uint64_t offset, const char *directory, bool *taken, struct diag *d)
{
    struct header_reader r = {.p = p, .s = s, .d = d};
    struct cursor *c = &r.c;
    uint64_t length;
    size_t start;

    *taken = false;
    p->n_dirs = p->n_files = 0;
    if (!enter_table(&r, offset))
        return true;
    p->version = cursor_u16(c);
    if (p->version < 2 || p->version > 5)
        return true;
    if (p->version == 5 && (cursor_u8(c) != h->address_bytes || cursor_u8(c) != 0))
        return true; /* addresses of another size than the unit's, or with segments */
    length = cursor_word(c, r.offset_bytes);
    start = c->pos;
    read_fields(&r, h);
    if (c->failed)
        return true;
    if (p->version < 5) {
        read_lists(&r, directory);
    } else {
        read_list(&r, false);
        if (!c->failed)
            read_list(&r, true);
    }
    h->big_endian = s->big_endian;
    h->at = c->data + c->pos;
    h->end = c->data + c->size;
    *taken = !c->failed && c->pos - start == length;
    return !r.no_memory;
}
