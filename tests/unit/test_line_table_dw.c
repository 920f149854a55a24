/* test_line_table_dw - tests line tables made by hand: each version, form and byte order, and
 * damage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"

#include "lines/line_table_dw.h"
#include "tool_buf.h"

#include <stdlib.h>
#include <string.h>

static struct diag silent;

/* How a table is written. */
struct kind {
    unsigned version;
    bool wide; /* offsets have 8 bytes */
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

#define PUT(b, text) buf_put(b, text, sizeof(text) - 1)

static const char texts[] = "\0/dir\0inc\0a.c\0b.h"; /* at 1, 6, 10 and 14 */

/* Puts directories and files: a.c in /dir, and b.h in inc. */
static void put_lists(struct buf *b, const struct kind *k)
{
    static const unsigned dirs[] = {1, 6}, files[] = {10, 10, 14};
    unsigned bytes = k->wide ? 8 : 4;

    if (k->version < 5) {
        PUT(b, "inc\0\0a.c\0\0\0\0b.h\0\1\0\0\0");
        return;
    }
    PUT(b, "\1\1\x1f\2"); /* a path of form line_strp; two directories */
    for (size_t i = 0; i < 2; i++)
        put(b, k, dirs[i], bytes);
    /* a path of form strp, a directory of form data1, a checksum, a block; three files */
    PUT(b, "\4\1\x0e\2\x0b\5\x1e\3\x09\3");
    for (size_t i = 0; i < 3; i++) {
        put(b, k, files[i], bytes);
        buf_put(b, i == 2 ? "\1" : "\0", 1);
        PUT(b, "sixteen bytes...\2xy");
    }
}

/* Puts each opcode. The operand of set_address has the kind's size. */
static void put_program(struct buf *b, const struct kind *k)
{
    char bytes = (char)(k->address_bytes + 1);

    PUT(b, "\0");
    buf_put(b, &bytes, 1);
    PUT(b, "\2");
    put(b, k, 0x1000, k->address_bytes);
    PUT(b,
        "\3\x0a\1"                 /* line 11 at 0x1000, file 1 */
        "\5\x07\6\7\x0a\x0b\x0c\1" /* column, statement, block, prologue, epilogue, isa: no row */
        "\0\2\4\3"                 /* discriminator */
        "\4\2\x20"                 /* file 2; special: opcode 32 moves by 1 operation and -1 line */
        "\x08\1"                   /* const_add_pc: 17 more, 0x1012 */
        "\2\x80\1\1"               /* advance_pc by 128: 0x1092 */
        "\3\x7f\1");               /* line 9, at the same address */
    PUT(b, "\x09");
    put(b, k, 0x100, 2);    /* fixed_advance_pc: 0x1192 */
    PUT(b, "\x0d\3\1"       /* an opcode that only the head knows, with its operand; a row */
           "\0\4\x80xyz"    /* an unknown extended opcode */
           "\2\x84\0\0\1\1" /* 4 more, in more bytes than needed; the sequence ends at 0x1196 */
           "\1\0\1\1");     /* a sequence of its own: address 0, line 1, file 1 */
}

static void make(struct buf *table, const struct kind *k)
{
    struct buf head = {0}, all = {0};
    unsigned bytes = k->wide ? 8 : 4;

    PUT(&head, "\1");
    if (k->version >= 4)
        PUT(&head, "\1");
    /* statements; from -5 on, 14 lines; opcodes from 14 on are special; operands of the others */
    PUT(&head, "\1\xfb\x0e\x0e\0\1\1\1\1\0\0\0\1\0\0\1\1");
    put_lists(&head, k);
    put(&all, k, k->version, 2);
    if (k->version >= 5) {
        put(&all, k, k->address_bytes, 1);
        put(&all, k, 0, 1);
    }
    put(&all, k, head.len, bytes);
    buf_put(&all, head.p, head.len);
    put_program(&all, k);
    if (k->wide)
        put(table, k, UINT32_MAX, 4);
    put(table, k, all.len, bytes);
    buf_put(table, all.p, all.len);
    buf_release(&head);
    buf_release(&all);
}

static bool open_table(struct line_table *t, const struct buf *table, size_t at,
                       const struct kind *k)
{
    const struct line_bytes strings = {(const uint8_t *)texts, sizeof texts};

    t->sections = (struct line_sections){.tables = {(const uint8_t *)table->p, table->len},
                                         .line_texts = strings,
                                         .texts = strings,
                                         .big_endian = k->big_endian};
    return line_table_open(t, at, "/dir", &silent);
}

static void check_rows(struct line_table *t, const char *name)
{
    static const struct table_row expected[] = {
        {0x1000, 1, 11, false}, {0x1001, 2, 10, false}, {0x1012, 2, 10, false},
        {0x1092, 2, 10, false}, {0x1092, 2, 9, false},  {0x1192, 2, 9, false},
        {0x1196, 2, 9, true},   {0, 1, 1, false},       {0, 1, 1, true},
    };
    size_t n = 0, wrong = 0;
    struct table_row row;

    for (; line_table_next(t, &row, &silent); n++) {
        const struct table_row *e = &expected[n < 9 ? n : 8];

        if (row.address == e->address && row.file == e->file && row.line == e->line &&
            row.ends == e->ends)
            continue;
        diag("row %zu: 0x%llx line %u file %u", n, (unsigned long long)row.address,
             (unsigned)row.line, (unsigned)row.file);
        wrong++;
    }
    ok(n == 9 && wrong == 0 && !t->c.failed, "%s: rows", name);
}

static void test_kind(const struct kind *k)
{
    struct line_table t = {0};
    struct text_map paths = {0};
    struct buf table = {0};
    char name[80];
    size_t second, cut = 0;

    snprintf(name, sizeof name, "version %u, %s, %s endian, %u bytes", k->version,
             k->wide ? "64-bit form" : "32-bit form", k->big_endian ? "big" : "little",
             k->address_bytes);
    make(&table, k);
    second = table.len;
    make(&table, k);
    ok(open_table(&t, &table, 0, k) && open_table(&t, &table, second, k), "%s: opened", name);
    check_rows(&t, name);
    is_str(line_table_path(&t, 1, &paths, &silent), "/dir/a.c", "a file of the unit's directory");
    is_str(line_table_path(&t, 2, &paths, &silent), "/dir/inc/b.h", "a file of a directory below");
    ok(!line_table_path(&t, 3, &paths, &silent), "no file 3");
    for (table.len = second; table.len-- > 0;)
        cut += open_table(&t, &table, 0, k);
    is_uint(cut, 0, "a table that is cut short is none");
    line_table_release(&t);
    text_map_release(&paths);
    buf_release(&table);
}

/* Replaces some bytes of a table and runs its program. Returns the address at which the first
 * sequence ends, or 0 if the table is damaged. */
static uint64_t run_replaced(const char *from, const char *to, size_t n)
{
    static const struct kind k = {4, false, false, 8};
    struct line_table t = {0};
    struct buf table = {0};
    struct table_row row;
    uint64_t end = 0;
    char *at;

    make(&table, &k);
    at = memmem(table.p, table.len, from, n);
    if (!at)
        abort();
    memcpy(at, to, n);
    if (open_table(&t, &table, 0, &k))
        while (line_table_next(&t, &row, &silent))
            if (row.ends && end == 0)
                end = row.address;
    if (t.c.failed)
        end = 0;
    line_table_release(&t);
    buf_release(&table);
    return end;
}

#define REPLACED(from, to) run_replaced(from, to, sizeof(from) - 1)

int main(void)
{
    for (unsigned version = 2; version <= 5; version++)
        for (unsigned form = 0; form < 8; form++)
            test_kind(&(struct kind){version, form & 1, form & 2, form & 4 ? 4 : 8});
    /* 1 + 17 operations are 6 instructions, 128 are 42, and 4 are one */
    is_uint(REPLACED("\1\1\1\xfb", "\4\3\1\xfb"), 0x1000 + 24 + 168 + 0x100 + 4,
            "instructions of 4 bytes and 3 operations");
    is_uint(REPLACED("\0\4\x80xyz\2\x84\0", "\0\6\3n\0\0\0\0\1"), 0x1192,
            "a file that is defined late");
    is_uint(REPLACED("\4\0", "\6\0"), 0, "version 6");
    is_uint(REPLACED("\1\1\1\xfb", "\1\0\1\xfb"), 0, "no operations in an instruction");
    is_uint(REPLACED("\xfb\x0e\x0e", "\xfb\0\x0e"), 0, "no range of lines");
    is_uint(REPLACED("b.h\0\1", "b.h\0\2"), 0, "a directory that is none");
    is_uint(REPLACED("\0\x09\2", "\0\3\2"), 0, "an address of 2 bytes");
    is_uint(REPLACED("\0\2\4\3", "\0\0\4\3"), 0, "an extended opcode without bytes");
    is_uint(REPLACED("\0\4\x80xyz", "\0\x7f\x80xyz"), 0, "an extended opcode that is too long");
    return done_testing();
}
