/* test_line_program - line tables made by hand: each version, form and byte order, and what is left
 * to libdw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_program.h"

#include "tool_buf.h"
#include "unit.h"

/* How a table is written. */
struct kind {
    unsigned version;
    bool wide; /* offsets of 8 bytes */
    bool big_endian;
    unsigned address_bytes;
};

static void put(struct buf *b, const struct kind *k, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        uint8_t byte = (uint8_t)(value >> 8 * (k->big_endian ? bytes - 1 - i : i));

        buf_put(b, &byte, 1);
    }
}

static void put_bytes(struct buf *b, const char *bytes, size_t n)
{
    buf_put(b, bytes, n);
}

#define PUT(b, text) put_bytes(b, text, sizeof(text) - 1)

static const char texts[] = "\0/dir\0inc\0a.c\0b.h"; /* at 1, 6, 10 and 14 */

/* Directories and files: a.c in /dir and b.h in inc. */
static void put_lists(struct buf *b, const struct kind *k)
{
    static const unsigned dirs[] = {1, 6}, files[] = {10, 10, 14};
    unsigned bytes = k->wide ? 8 : 4;

    if (k->version < 5) {
        PUT(b, "inc\0\0a.c\0\0\0\0b.h\0\1\0\0\0");
        return;
    }
    PUT(b, "\1\1\x1f\2"); /* the path, of form line_strp; two directories */
    for (size_t i = 0; i < UNIT_COUNT(dirs); i++)
        put(b, k, dirs[i], bytes);
    PUT(b, "\3\1\x1f\2\x0b\5\x1e\3"); /* path, directory of form data1, checksum; three files */
    for (size_t i = 0; i < UNIT_COUNT(files); i++) {
        put(b, k, files[i], bytes);
        PUT(b, "\0sixteen bytes...");
        b->p[b->len - 17] = i == 2;
    }
}

/* Each opcode that is taken. The operand of set_address is of the kind's bytes. */
static void put_program(struct buf *b, const struct kind *k)
{
    char length = (char)(k->address_bytes + 1);

    PUT(b, "\0");
    put_bytes(b, &length, 1);
    PUT(b, "\2");
    put(b, k, 0x1000, k->address_bytes);
    PUT(b,
        "\3\x0a\1"                 /* line 11 at 0x1000, file 1 */
        "\5\x07\6\7\x0a\x0b\x0c\1" /* column, statement, block, prologue, epilogue, isa: no row */
        "\0\2\4\3"                 /* discriminator */
        "\4\2\x20"   /* file 2; special: opcode 32 adds 1 to the address, 0 to the line */
        "\x08\1"     /* const_add_pc: 17 more, in 0x1012 */
        "\2\x80\1\1" /* advance_pc by 128: 0x1092 */
        "\3\x7f\1"); /* line 10, at the same address */
    PUT(b, "\x09");
    put(b, k, 0x100, 2);  /* fixed_advance_pc: 0x1192 */
    PUT(b, "\x0d\3\1\2\3" /* an opcode that only the header knows, with 1 operand... */
    );
    b->len -= 3; /* ... of one byte */
    PUT(b, "\1\0\4\x80"
           "xyz"          /* row; unknown extended opcode */
           "\2\4\0\1\1"); /* 4 more; end of the sequence at 0x1196 */
    PUT(b, "\1");         /* a new sequence: address 0, line 1, file 1 */
    PUT(b, "\0\1\1");     /* and its end there, which comes before it */
}

static void make(struct buf *table, const struct kind *k)
{
    struct buf header = {0}, all = {0};
    unsigned bytes = k->wide ? 8 : 4;

    PUT(&header, "\1");
    if (k->version >= 4)
        PUT(&header, "\1");
    /* statements; from -5 on, 14 lines; opcodes from 14 on are special; their operands */
    PUT(&header, "\1\xfb\x0e\x0e\0\1\1\1\1\0\0\0\1\0\0\1\1");
    put_lists(&header, k);
    put(&all, k, k->version, 2);
    if (k->version >= 5) {
        put(&all, k, k->address_bytes, 1);
        put(&all, k, 0, 1);
    }
    put(&all, k, header.len, bytes);
    buf_put(&all, header.p, header.len);
    put_program(&all, k);
    if (k->wide)
        put(table, k, UINT32_MAX, 4);
    put(table, k, all.len, bytes);
    buf_put(table, all.p, all.len);
    buf_release(&header);
    buf_release(&all);
}

static bool read_table(struct line_program *p, const struct buf *table, size_t at,
                       const struct kind *k)
{
    const struct line_sections s = {.table = {(const uint8_t *)table->p, table->len},
                                    .text = {(const uint8_t *)texts, sizeof texts},
                                    .big_endian = k->big_endian};
    struct diag d;
    bool taken;

    diag_init(&d, "test", stderr);
    if (!line_program_read(p, &s, at, k->address_bytes, "/dir", &taken, &d) ||
        !line_program_sort(p, &d))
        abort();
    return taken;
}

static void check_rows(const struct line_program *p, const char *name)
{
    static const struct line_program_row expected[] = {
        {0, 1, 3},       {0, 1, 2},      {0x1000, 11, 2}, {0x1001, 10, 4}, {0x1012, 10, 4},
        {0x1092, 10, 4}, {0x1092, 9, 4}, {0x1192, 9, 4},  {0x1196, 9, 5},
    };
    bool alike = p->n_rows == UNIT_COUNT(expected);

    for (size_t i = 0; i < p->n_rows; i++) {
        const struct line_program_row *row = &p->rows[i], *e = &expected[i];

        if (i < UNIT_COUNT(expected) && row->address == e->address && row->line == e->line &&
            row->file == e->file)
            continue;
        diag("row %zu: 0x%llx line %u file %u", i, (unsigned long long)row->address,
             (unsigned)row->line, (unsigned)row->file);
        alike = false;
    }
    ok(alike, "%s: the rows", name);
}

static void test_kind(const struct kind *k)
{
    struct line_program p = {0};
    struct buf table = {0};
    char name[80];
    size_t second, cut = 0;

    snprintf(name, sizeof name, "version %u, %s, %s endian, %u bytes", k->version,
             k->wide ? "64-bit form" : "32-bit form", k->big_endian ? "big" : "little",
             k->address_bytes);
    make(&table, k);
    second = table.len;
    make(&table, k);
    ok(read_table(&p, &table, 0, k) && read_table(&p, &table, second, k), "%s: taken", name);
    check_rows(&p, name);
    is_uint(p.n_dirs, 2, "directories");
    is_uint(p.n_files, 3, "files");
    is_str(p.files[2].name, "b.h", "file 2");
    is_str(p.files[2].directory, "inc", "its directory");
    is_str(p.files[1].directory, "/dir", "that of file 1");
    for (size_t i = 0; i < second; i++) { /* a table that is cut short is none */
        struct buf part = {0};

        buf_put(&part, table.p, i);
        cut += read_table(&p, &part, 0, k);
        buf_release(&part);
    }
    is_uint(cut, 0, "cut short");
    line_program_release(&p);
    buf_release(&table);
}

/* What libdw is asked for: a byte of the program or of the header is replaced. */
static void test_refused(const char *what, const char *from, const char *to, size_t n)
{
    static const struct kind k = {4, false, false, 8};
    struct line_program p = {0};
    struct buf table = {0};
    char *at;

    make(&table, &k);
    at = memmem(table.p, table.len, from, n);
    if (!at)
        abort();
    memcpy(at, to, n);
    ok(!read_table(&p, &table, 0, &k), "left to libdw: %s", what);
    line_program_release(&p);
    buf_release(&table);
}

#define REFUSED(what, from, to) test_refused(what, from, to, sizeof(from) - 1)

int main(void)
{
    for (unsigned version = 2; version <= 5; version++)
        for (unsigned form = 0; form < 8; form++)
            test_kind(&(struct kind){version, form & 1, form & 2, form & 4 ? 4 : 8});
    REFUSED("version 6", "\4\0", "\6\0");
    REFUSED("no bytes for an instruction's operations", "\1\1\1\xfb", "\1\0\1\xfb");
    REFUSED("no range of lines", "\xfb\x0e\x0e", "\xfb\0\x0e");
    REFUSED("an opcode with other operands", "\0\1\1\1\1\0", "\0\1\1\2\1\0");
    REFUSED("a directory that is none", "b.h\0\1", "b.h\0\2");
    REFUSED("a file defined by an opcode", "\0\4\x80xyz", "\0\4\3xyz");
    REFUSED("an address of 2 bytes", "\0\x09\2", "\0\3\2");
    REFUSED("a discriminator shorter than its opcode", "\0\2\4\3", "\0\3\4\3");
    REFUSED("a column of more than 16 bits", "\5\x07\6\7\x0a", "\5\xff\xff\xff\x0a");
    REFUSED("a line below 0", "\3\x7f\1", "\3\x40\1");
    return done_testing();
}
