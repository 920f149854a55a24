/* fuzz_line_program - fuzz target: line tables of debug information, as they are decoded here
 *
 * Input: a byte, whose lowest bits choose the byte order and the size of addresses, then
 * .debug_line. Checks: a row for each byte at most, in order once sorted, and none lost by that;
 * names end within their sections; a second reading gives the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "lines/line_program.h"

static const char texts[] = "\0/dir\0inc\0a.c\0b.h";

/* Whether the text, with its NUL, is in the section. */
static bool is_within(const struct line_bytes *section, const char *text)
{
    for (size_t i = 0; i < section->size; i++)
        if ((const char *)section->at + i == text)
            return memchr(text, '\0', section->size - i) != NULL;
    return false;
}

static void check_files(const struct line_program *p, const struct line_sections *s)
{
    for (size_t i = p->version < 5; i < p->n_files && i < 50; i++) {
        FUZZ_CHECK(is_within(&s->table, p->files[i].name) || is_within(&s->text, p->files[i].name));
        FUZZ_CHECK(!p->files[i].directory || strlen(p->files[i].directory) <= s->table.size + 20);
    }
}

static uint64_t sum_of_rows(const struct line_program *p)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < p->n_rows; i++)
        sum += p->rows[i].address * 3 + p->rows[i].line * 5;
    return sum;
}

static void check_order(const struct line_program *p)
{
    for (size_t i = 1; i < p->n_rows; i++) {
        const struct line_program_row *l = &p->rows[i - 1], *r = &p->rows[i];

        FUZZ_CHECK(l->address <= r->address);
        FUZZ_CHECK(l->address < r->address || l->file & 1 || !(r->file & 1) || i + 1 == p->n_rows);
    }
    FUZZ_CHECK(p->n_rows == 0 || p->rows[p->n_rows - 1].file & 1);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct line_sections s = {.table = {data + 1, size ? size - 1 : 0},
                                    .text = {(const uint8_t *)texts, sizeof texts},
                                    .big_endian = size > 0 && data[0] & 1};
    size_t address_bytes = size > 0 && data[0] & 2 ? 4 : 8;
    struct line_program p = {0};
    struct diag d;
    bool taken = false;
    uint64_t sum = 0;

    d = fuzz_diag();
    for (unsigned again = 0; size > 0 && again < 2; again++) {
        FUZZ_CHECK(line_program_read(&p, &s, 0, address_bytes, "/dir", &taken, &d));
        if (!taken)
            break;
        FUZZ_CHECK(p.n_rows <= s.table.size);
        check_files(&p, &s);
        if (again)
            FUZZ_CHECK(sum == sum_of_rows(&p));
        sum = sum_of_rows(&p);
        FUZZ_CHECK(line_program_sort(&p, &d) && sum == sum_of_rows(&p));
        check_order(&p);
    }
    line_program_release(&p);
    return 0;
}
