/* line_program - decodes the line table of a unit: which line the code at each address is of
 *
 * Why it is fast: what the opcodes of one byte add to address and line is looked up, not divided
 * out; a row takes 16 bytes; and most tables are in order when they have been read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_program.h"

#include "base/cursor.h"
#include "base/mem.h"
#include "base/radix.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Opcodes of the standard, and behind LNS_EXTENDED and a length those of the second list. */
enum {
    LNS_EXTENDED,
    LNS_COPY,
    LNS_ADVANCE_PC,
    LNS_ADVANCE_LINE,
    LNS_SET_FILE,
    LNS_SET_COLUMN,
    LNS_NEGATE_STMT,
    LNS_SET_BASIC_BLOCK,
    LNS_CONST_ADD_PC,
    LNS_FIXED_ADVANCE_PC,
    LNS_SET_PROLOGUE_END,
    LNS_SET_EPILOGUE_BEGIN,
    LNS_SET_ISA
};
enum {
    LNE_END_SEQUENCE = 1,
    LNE_SET_ADDRESS,
    LNE_DEFINE_FILE,
    LNE_SET_DISCRIMINATOR,
    LNE_INLINED_CALL = 0x90, /* of nvcc; libdw reads these two, and only that knows them */
    LNE_SET_FUNCTION_NAME
};

/* What libdw keeps of a row has so many bits; it refuses a table that has more, and so do we. */
enum { MAX_COLUMN = 0xffff, MAX_ISA = 0xff, MAX_DISCRIMINATOR = 0xffffff, MAX_FILE = 0x3fffffff };

/* The machine. */
struct machine {
    const struct line_header *h;
    struct line_program *p;
    const uint8_t *at, *end; /* what it has not run */
    uint64_t address;
    uint32_t operation; /* of those at the address */
    uint32_t file, line;
    size_t sequence; /* number of the first row of the sequence */
    bool failed;     /* here is what this does not take */
    bool no_memory;
    uint16_t skip[256]; /* by opcode: what it adds to the number of operations ... */
    uint32_t step[256]; /* ... and to the line */
    struct diag *d;
};

static uint64_t long_uleb(struct machine *m)
{
    uint64_t value = 0;

    for (unsigned shift = 0; m->at < m->end; shift += 7) {
        uint8_t byte = *m->at++;

        if (shift > 49)
            break; /* no number of a line table is that large */
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    m->failed = true;
    return 0;
}

static inline uint64_t take_uleb(struct machine *m)
{
    return m->at < m->end && *m->at < 0x80 ? *m->at++ : long_uleb(m);
}

/* Signed: the bit below the top one of the last byte goes on to the left. */
static int64_t take_sleb(struct machine *m)
{
    const uint8_t *start = m->at;
    uint64_t value = take_uleb(m);
    unsigned bits = 7 * (unsigned)(m->at - start);

    if (!m->failed && value >> (bits - 1) & 1)
        return (int64_t)value - (INT64_C(1) << bits);
    return (int64_t)value;
}

/* A number that must not be greater than `most`. */
static uint32_t take_up_to(struct machine *m, uint32_t most)
{
    uint64_t value = take_uleb(m);

    if (value > most)
        m->failed = true;
    return (uint32_t)value;
}

static bool grow(struct machine *m)
{
    struct line_program *p = m->p;
    struct line_program_row *rows =
        mem_grow(m->d, p->rows, &p->rows_cap, p->n_rows + 1, sizeof *rows);

    if (!rows) {
        m->no_memory = m->failed = true;
        return false;
    }
    p->rows = rows;
    return true;
}

static inline void add_row(struct machine *m)
{
    struct line_program *p = m->p;
    size_t n = p->n_rows;

    if (m->line > INT_MAX || n == UINT32_MAX)
        m->failed = true;
    if (n == p->rows_cap && !grow(m))
        return;
    if (n > 0 && p->rows[n - 1].address > m->address)
        p->sorted = false;
    p->rows[n] = (struct line_program_row){m->address, m->line, m->file << 1};
    p->n_rows = n + 1;
}

static void begin_sequence(struct machine *m)
{
    m->address = 0;
    m->operation = 0;
    m->file = m->line = 1;
    m->sequence = m->p->n_rows;
}

/* The end of a sequence comes before the rows of its address. As no other sequence is gone through,
 * all that is moved in a table is not more than its rows. */
static void end_sequence(struct machine *m)
{
    struct line_program *p = m->p;
    struct line_program_row end;
    size_t n = p->n_rows;

    add_row(m);
    if (m->failed)
        return;
    end = p->rows[n];
    end.file |= 1;
    for (; n > m->sequence && p->rows[n - 1].address == end.address; n--)
        p->rows[n] = p->rows[n - 1];
    p->rows[n] = end;
    if (n > 0 && n == m->sequence && p->rows[n - 1].address == end.address &&
        !(p->rows[n - 1].file & 1))
        p->sorted = false;
    begin_sequence(m);
}

/* Go on by so many operations. */
static inline void advance(struct machine *m, uint64_t operations)
{
    if (m->h->operations > 1) {
        operations += m->operation;
        m->operation = (uint32_t)(operations % m->h->operations);
        operations /= m->h->operations;
    }
    m->address += operations * m->h->instruction_bytes;
}

/* libdw computes with 32 bits. */
static uint64_t take_advance(struct machine *m)
{
    uint64_t operations = take_uleb(m);

    if (operations > (UINT32_MAX >> 8) - UINT8_MAX)
        m->failed = true;
    return operations;
}

static uint64_t take_fixed(struct machine *m, size_t bytes)
{
    struct cursor c = {
        .data = m->at, .size = (size_t)(m->end - m->at), .big_endian = m->h->big_endian};
    uint64_t value = bytes == 2 ? cursor_u16(&c) : cursor_word(&c, bytes);

    m->at += c.pos;
    m->failed = m->failed || c.failed;
    return value;
}

/* libdw takes the length for a single byte. */
static void run_extended(struct machine *m)
{
    size_t left = (size_t)(m->end - m->at);
    const uint8_t *behind;
    uint8_t length;

    if (left == 0 || (length = *m->at++) == 0 || length >= 0x80 || length > left - 1) {
        m->failed = true;
        return;
    }
    behind = m->at + length;
    switch (*m->at++) {
    case LNE_END_SEQUENCE:
        end_sequence(m);
        break;
    case LNE_SET_ADDRESS:
        m->address = take_fixed(m, m->h->address_bytes);
        m->operation = 0;
        break;
    case LNE_SET_DISCRIMINATOR:
        take_up_to(m, MAX_DISCRIMINATOR);
        break;
    case LNE_DEFINE_FILE: /* no compiler writes it, and version 5 has none */
    case LNE_INLINED_CALL:
    case LNE_SET_FUNCTION_NAME:
        m->failed = true;
        break;
    default:
        m->at = behind;
        break;
    }
    if (m->at != behind)
        m->failed = true;
}

static inline void advance_line(struct machine *m)
{
    int64_t lines = take_sleb(m);

    if (lines > INT_MAX || lines < INT_MIN)
        m->failed = true;
    m->line += (uint32_t)lines;
}

/* An opcode that stands for itself. */
static inline void run_standard(struct machine *m, uint8_t opcode)
{
    switch (opcode) {
    case LNS_EXTENDED:
        run_extended(m);
        break;
    case LNS_COPY:
        add_row(m);
        break;
    case LNS_ADVANCE_PC:
        advance(m, take_advance(m));
        break;
    case LNS_ADVANCE_LINE:
        advance_line(m);
        break;
    case LNS_SET_FILE:
        m->file = take_up_to(m, MAX_FILE);
        break;
    case LNS_SET_COLUMN:
        take_up_to(m, MAX_COLUMN);
        break;
    case LNS_NEGATE_STMT:
    case LNS_SET_BASIC_BLOCK:
    case LNS_SET_PROLOGUE_END:
    case LNS_SET_EPILOGUE_BEGIN:
        break;
    case LNS_CONST_ADD_PC:
        advance(m, m->skip[255]);
        break;
    case LNS_FIXED_ADVANCE_PC:
        m->address += take_fixed(m, 2);
        m->operation = 0;
        break;
    case LNS_SET_ISA:
        take_up_to(m, MAX_ISA);
        break;
    default:
        for (unsigned n = m->h->arguments[opcode - 1]; n > 0 && !m->failed; n--)
            take_uleb(m);
        break;
    }
}

static void run(struct machine *m)
{
    const unsigned base = m->h->opcode_base;

    begin_sequence(m);
    while (m->at < m->end && !m->failed) {
        uint8_t opcode = *m->at++;

        if (opcode < base) {
            run_standard(m, opcode);
        } else {
            advance(m, m->skip[opcode]);
            m->line += m->step[opcode];
            add_row(m);
        }
    }
}

bool line_program_read(struct line_program *p, const struct line_sections *s, uint64_t offset,
                       size_t address_bytes, const char *directory, bool *taken, struct diag *d)
{
    struct line_header h = {.address_bytes = address_bytes};
    struct machine m = {.h = &h, .p = p, .d = d};

    p->n_rows = 0;
    p->sorted = true;
    if (!line_header_read(&h, p, s, offset, directory, taken, d))
        return false;
    if (!*taken)
        return true;
    for (unsigned i = h.opcode_base; i < 256; i++) {
        m.skip[i] = (uint16_t)((i - h.opcode_base) / h.line_range);
        m.step[i] = (uint32_t)h.line_base + (i - h.opcode_base) % h.line_range;
    }
    m.at = h.at;
    m.end = h.end;
    run(&m);
    *taken = !m.failed;
    return !m.no_memory;
}

/* A row's place: by address, and at one address ends come first. */
static bool level_of_row(const void *context, uint32_t item, unsigned level, uint64_t *key)
{
    const struct line_program_row *row = (const struct line_program_row *)context + item;

    *key = level == 0 ? row->address : !(row->file & 1);
    return level == 0;
}

/* Whether l's place is behind that of r. */
static bool is_behind(const struct line_program_row *l, const struct line_program_row *r)
{
    return l->address != r->address ? l->address > r->address : !(l->file & 1) && (r->file & 1);
}

/* Put the rows of all runs in order behind `to`, a run being rows that lie in order already. False
 * where two runs overlap. */
static bool join_runs(const struct line_program *p, struct line_program_row *to,
                      const uint32_t *heads, size_t n_heads)
{
    const struct line_program_row *at = p->rows;
    size_t n = 0;

    for (size_t h = 0; h < n_heads; h++) {
        size_t i = heads[h];

        if (n > 0 && !is_behind(&at[i], &to[n - 1]))
            return false;
        do
            to[n++] = at[i++];
        while (i < p->n_rows && !is_behind(&at[i - 1], &at[i]));
    }
    return true;
}

/* The sorted rows are put behind `to`; `numbers` has room for a number for each row. */
static bool sort_rows(const struct line_program *p, struct line_program_row *to, uint32_t *numbers,
                      struct diag *d)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_rows; i++)
        if (i == 0 || is_behind(&p->rows[i - 1], &p->rows[i]))
            numbers[n++] = (uint32_t)i;
    if (!radix_sort(numbers, n, level_of_row, p->rows, d))
        return false;
    if (join_runs(p, to, numbers, n))
        return true;
    for (size_t i = 0; i < p->n_rows; i++)
        numbers[i] = (uint32_t)i;
    if (!radix_sort(numbers, p->n_rows, level_of_row, p->rows, d))
        return false;
    for (size_t i = 0; i < p->n_rows; i++)
        to[i] = p->rows[numbers[i]];
    return true;
}

/* Sort the rows, which are not in order. */
static bool sort_all(struct line_program *p, struct diag *d)
{
    struct line_program_row *to = mem_alloc(d, p->n_rows, sizeof *to);
    uint32_t *numbers = mem_alloc(d, p->n_rows, sizeof *numbers);
    bool ok = to && numbers && sort_rows(p, to, numbers, d);

    free(numbers);
    if (!ok) {
        free(to);
        return false;
    }
    free(p->rows);
    p->rows = to;
    p->rows_cap = p->n_rows;
    return true;
}

bool line_program_sort(struct line_program *p, struct diag *d)
{
    if (!p->sorted && !sort_all(p, d))
        return false;
    p->sorted = true;
    if (p->n_rows > 0)
        p->rows[p->n_rows - 1].file |= 1;
    return true;
}

void line_program_release(struct line_program *p)
{
    free(p->dirs);
    free(p->files);
    free(p->rows);
    *p = (struct line_program){0};
}
