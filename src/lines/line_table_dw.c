/* line_table_dw - reads the line table of a unit: its files, and its rows one by one
 *
 * The DWARF standard (versions 2 to 5, "Line Number Information") calls the rows of a table the
 * output of a program for a small machine. libdw runs the whole program and keeps 100 bytes of each
 * row, before it tells even the names of the files. Rows are not kept here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_table_dw.h"

#include "base/arith.h"
#include "base/mem.h"

#include <dwarf.h>
#include <limits.h>

/* ---- the head of a table: directories and files ---- */

/* Returns an integer in LEB128. Unlike those of cursor_leb128 it may take more bytes than it needs,
 * as linkers pad some, and bits above 64 are lost. */
static uint64_t take_leb128(struct cursor *c, bool is_signed)
{
    enum { BITS = 7, VALUE = 0x7f, SIGN = 0x40, MORE = 0x80, ALL = 64 };
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;

    do {
        byte = cursor_u8(c);
        if (shift < ALL)
            value |= (uint64_t)(byte & VALUE) << shift;
        shift += BITS;
    } while (byte & MORE);
    if (is_signed && (byte & SIGN) && shift < ALL)
        value |= UINT64_MAX << shift;
    return value;
}

/* Returns the text at `offset` of a section, or NULL, with the sticky error. */
static const char *text_at(struct cursor *c, const struct line_bytes *section, uint64_t offset)
{
    if (offset < section->size)
        return (const char *)section->at + offset;
    c->failed = true;
    return NULL;
}

/* Returns a text of the given form, or NULL, with the sticky error. */
static const char *take_text(struct line_table *t, uint64_t form)
{
    struct cursor *c = &t->c;
    const char *text = (const char *)c->data + c->pos;

    if (form == DW_FORM_line_strp)
        return text_at(c, &t->sections.line_texts, cursor_word(c, t->offset_bytes));
    if (form == DW_FORM_strp)
        return text_at(c, &t->sections.texts, cursor_word(c, t->offset_bytes));
    if (form == DW_FORM_string)
        cursor_skip_string(c);
    else
        c->failed = true;
    return c->failed ? NULL : text;
}

/* Returns a number of the given form, or passes over a value that is not a number and returns 0. */
static uint64_t take_number(struct line_table *t, uint64_t form)
{
    enum { BYTES_16 = 16 };
    struct cursor *c = &t->c;
    uint64_t bytes;

    switch (form) {
    case DW_FORM_udata:
        return take_leb128(c, false);
    case DW_FORM_data1:
        return cursor_u8(c);
    case DW_FORM_data2:
        return cursor_u16(c);
    case DW_FORM_data4:
        return cursor_u32(c);
    case DW_FORM_data8:
        return cursor_u64(c);
    case DW_FORM_data16:
        bytes = BYTES_16;
        break;
    case DW_FORM_block:
        bytes = take_leb128(c, false);
        break;
    default:
        take_text(t, form);
        return 0;
    }
    if (bytes > cursor_left(c))
        c->failed = true;
    else
        cursor_take(c, (size_t)bytes);
    return 0;
}

static void add_directory(struct line_table *t, const char *name, struct diag *d)
{
    *mem_push(d, t->dirs, t->n_dirs, t->dirs_cap) = name;
}

static void add_file(struct line_table *t, const char *name, uint64_t directory, struct diag *d)
{
    if (!name || directory >= t->n_dirs) {
        t->c.failed = true;
        return;
    }
    *mem_push(d, t->files, t->n_files, t->files_cap) =
        (struct line_file){.name = name, .directory = t->dirs[directory]};
}

/* Reads a file as it is described before version 5. */
static void take_file(struct line_table *t, const char *name, struct diag *d)
{
    uint64_t directory = take_leb128(&t->c, false);

    take_leb128(&t->c, false); /* time of the last change */
    take_leb128(&t->c, false); /* size */
    add_file(t, name, directory, d);
}

/* Reads directories and files as they are before version 5: two lists of texts, each ended by an
 * empty text. */
static void read_lists(struct line_table *t, struct diag *d)
{
    const char *name;

    add_directory(t, t->directory, d);
    while ((name = take_text(t, DW_FORM_string)) && *name)
        add_directory(t, name, d);
    add_file(t, "???", 0, d); /* there is no file 0; GNU gprof's listings call it so */
    while ((name = take_text(t, DW_FORM_string)) && *name)
        take_file(t, name, d);
}

/* Reads a list of version 5: directories, or files. Each entry has values of the same kinds, in the
 * same forms. */
static void read_list(struct line_table *t, bool of_files, struct diag *d)
{
    struct cursor *c = &t->c;
    uint64_t kind[UINT8_MAX], form[UINT8_MAX], n;
    unsigned n_kinds = cursor_u8(c);

    for (unsigned i = 0; i < n_kinds; i++) {
        kind[i] = take_leb128(c, false);
        form[i] = take_leb128(c, false);
    }
    n = take_leb128(c, false);
    if (n > cursor_left(c))
        c->failed = true; /* an entry has at least a name */
    for (; n > 0 && !c->failed; n--) {
        const char *name = NULL;
        uint64_t directory = 0;

        for (unsigned i = 0; i < n_kinds; i++) {
            if (kind[i] == DW_LNCT_path)
                name = take_text(t, form[i]);
            else if (kind[i] == DW_LNCT_directory_index)
                directory = take_number(t, form[i]);
            else
                take_number(t, form[i]);
        }
        if (of_files)
            add_file(t, name, directory, d);
        else
            add_directory(t, name, d);
    }
}

/* Sets the cursor to the table at `offset`, behind its length. Returns false if there is none. */
static bool enter(struct line_table *t, uint64_t offset)
{
    const struct line_bytes *section = &t->sections.tables;
    struct cursor *c = &t->c;
    uint64_t bytes;

    if (offset >= section->size)
        return false;
    *c = (struct cursor){.data = section->at,
                         .size = section->size,
                         .pos = (size_t)offset,
                         .big_endian = t->sections.big_endian};
    bytes = cursor_u32(c);
    t->offset_bytes = bytes == UINT32_MAX ? 8 : 4;
    if (t->offset_bytes == 8)
        bytes = cursor_u64(c);
    if (c->failed || bytes > cursor_left(c))
        return false;
    c->size = c->pos + (size_t)bytes;
    return true;
}

static void begin_sequence(struct line_table *t)
{
    t->row = (struct table_row){.line = 1, .file = 1};
    t->operation = 0;
}

bool line_table_open(struct line_table *t, uint64_t offset, const char *directory, struct diag *d)
{
    struct cursor *c = &t->c;
    uint64_t program;

    t->n_dirs = t->n_files = 0;
    t->directory = directory;
    if (!enter(t, offset))
        return false;
    t->version = cursor_u16(c);
    if (t->version < 2 || t->version > 5)
        return false;
    if (t->version == 5)
        cursor_u16(c); /* sizes of an address and of a segment's number */
    program = cursor_word(c, t->offset_bytes);
    program = add_saturated(program, c->pos);
    t->instruction_bytes = cursor_u8(c);
    t->operations = t->version >= 4 ? cursor_u8(c) : 1;
    cursor_u8(c); /* 1: rows begin statements */
    t->line_base = (int8_t)cursor_u8(c);
    t->line_range = cursor_u8(c);
    t->opcode_base = cursor_u8(c);
    if (t->operations == 0 || t->line_range == 0 || t->opcode_base == 0)
        return false;
    t->operands = cursor_take(c, (size_t)t->opcode_base - 1);
    if (t->version < 5) {
        read_lists(t, d);
    } else {
        read_list(t, false, d);
        read_list(t, true, d);
    }
    if (c->failed || program > c->size)
        return false;
    c->pos = (size_t)program;
    begin_sequence(t);
    return true;
}

const char *line_table_path(struct line_table *t, uint64_t number, struct text_map *paths,
                            struct diag *d)
{
    struct line_file *file;
    const char *parts[3]; /* directories, outer ones first, and the name */
    size_t first = 2;
    LOCAL char *path = NULL;
    uint32_t text;

    if (number >= t->n_files)
        return NULL;
    file = &t->files[number];
    if (file->path)
        return file->path;
    parts[2] = file->name;
    if (*parts[first] != '/' && file->directory && *file->directory)
        parts[--first] = file->directory;
    /* before version 5 the first directory is the unit's */
    if (*parts[first] != '/' && t->directory && *t->directory &&
        (t->version >= 5 || file->directory != t->directory))
        parts[--first] = t->directory;
    path = mem_printf(d, "%s%s%s%s%s", first == 0 ? parts[0] : "", first == 0 ? "/" : "",
                      first <= 1 ? parts[1] : "", first <= 1 ? "/" : "", parts[2]);
    text = text_map_add(paths, path, d);
    return file->path = paths->texts[text];
}

/* ---- the program ---- */

/* Moves on by a number of operations. */
static void advance(struct line_table *t, uint64_t operations)
{
    if (t->operations > 1) {
        operations += t->operation;
        t->operation = operations % t->operations;
        operations /= t->operations;
    }
    t->row.address += operations * t->instruction_bytes;
}

/* Runs an instruction that begins with its length. Returns true if it makes a row. */
static bool run_extended(struct line_table *t, struct diag *d)
{
    struct cursor *c = &t->c;
    uint64_t bytes = take_leb128(c, false);
    size_t behind = c->pos + (size_t)bytes;

    if (bytes == 0 || bytes > cursor_left(c)) {
        c->failed = true;
        return false;
    }
    switch (cursor_u8(c)) {
    case DW_LNE_end_sequence:
        t->row.ends = true;
        break;
    case DW_LNE_set_address:
        if (bytes - 1 != 4 && bytes - 1 != 8)
            c->failed = true;
        t->row.address = cursor_word(c, (size_t)bytes - 1);
        t->operation = 0;
        break;
    case DW_LNE_define_file:
        take_file(t, take_text(t, DW_FORM_string), d);
        break;
    default:
        break; /* what it says is not needed, or not known */
    }
    c->pos = behind;
    return t->row.ends;
}

/* Runs an instruction that is not a special opcode. Returns true if it makes a row. */
static bool run_standard(struct line_table *t, uint8_t opcode, struct diag *d)
{
    struct cursor *c = &t->c;

    switch (opcode) {
    case 0:
        return run_extended(t, d);
    case DW_LNS_copy:
        return true;
    case DW_LNS_advance_pc:
        advance(t, take_leb128(c, false));
        break;
    case DW_LNS_advance_line:
        t->row.line += (uint32_t)take_leb128(c, true);
        break;
    case DW_LNS_set_file:
        t->row.file = take_leb128(c, false);
        break;
    case DW_LNS_const_add_pc:
        advance(t, (UINT8_MAX - t->opcode_base) / t->line_range);
        break;
    case DW_LNS_fixed_advance_pc:
        t->row.address += cursor_u16(c);
        t->operation = 0;
        break;
    default: /* columns, marks, and what is not known */
        for (unsigned n = t->operands[opcode - 1]; n > 0; n--)
            take_leb128(c, false);
        break;
    }
    return false;
}

bool line_table_next(struct line_table *t, struct table_row *row, struct diag *d)
{
    struct cursor *c = &t->c;
    bool is_row = false;

    if (t->row.ends)
        begin_sequence(t);
    while (!is_row && cursor_left(c) > 0 && !c->failed) {
        uint8_t opcode = cursor_u8(c);

        is_row = opcode >= t->opcode_base;
        if (is_row) {
            unsigned special = opcode - t->opcode_base;

            advance(t, special / t->line_range);
            t->row.line += (uint32_t)t->line_base + special % t->line_range;
        } else {
            is_row = run_standard(t, opcode, d);
        }
    }
    *row = t->row;
    if (row->line > INT_MAX)
        row->line = 0; /* code before the first line has none */
    return is_row && !c->failed;
}

void line_table_release(struct line_table *t)
{
    free(t->dirs);
    free(t->files);
}
