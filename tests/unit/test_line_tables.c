/* test_line_tables - line tables that are read here give the rows that libdw's reading gives
 *
 * All rows of an image are listed twice, once with libdw alone. Then the same of the image with
 * bytes of its line tables changed: what is damaged is libdw's to judge, so that there is no
 * difference either.
 *
 * Use: test_line_tables [IMAGE...]    without images there is nothing to compare
 *      LINE_TABLES_RUNS=N             changes of each image; default 40
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/elf_table.h"
#include "lines/line_rows.h"

#include "named_images.h"
#include "tool_prng.h"

/* The rows of all code, or *listed is false: whole tables cannot be read. */
static void list(struct line_rows *rows, const struct image *image, struct line_request *request,
                 bool libdw_alone, bool *listed)
{
    struct diag quiet = {0};

    *rows = (struct line_rows){0};
    request->libdw_alone = libdw_alone;
    if (!line_rows_list(rows, image, request, listed, &quiet))
        abort();
}

static bool same_text(const char *l, const char *r)
{
    return l == r || (l && r && strcmp(l, r) == 0);
}

static bool same_rows(const struct line_rows *l, const struct line_rows *r)
{
    for (size_t i = 0; i < l->n && i < r->n; i++) {
        const struct line_row *a = &l->at[i], *b = &r->at[i];

        if (a->address != b->address || a->line != b->line || !same_text(a->file, b->file) ||
            !same_text(a->function, b->function)) {
            diag("row %zu: 0x%llx %s:%u %s, with libdw 0x%llx %s:%u %s", i,
                 (unsigned long long)a->address, a->file ? a->file : "-", a->line,
                 a->function ? a->function : "-", (unsigned long long)b->address,
                 b->file ? b->file : "-", b->line, b->function ? b->function : "-");
            return false;
        }
    }
    if (l->n != r->n)
        diag("%zu rows, with libdw %zu", l->n, r->n);
    return l->n == r->n;
}

/* Whether the rows of the file are alike in all kinds of requests; *n becomes how many there are.
 */
static bool agree(const char *path, size_t *n)
{
    static const bool kinds[] = {false, true};
    struct diag quiet = {0};
    struct image image;
    bool is_image = core_init(&image, path, &quiet), alike = true;

    *n = 0;
    for (size_t i = 0; i < UNIT_COUNT(kinds) && is_image && !image.relocatable; i++) {
        struct line_request request = {.end = UINT64_MAX, .no_functions = kinds[i]};
        struct line_rows ours, libdw;
        bool listed = false, listed_by_libdw = false;

        list(&ours, &image, &request, false, &listed);
        list(&libdw, &image, &request, true, &listed_by_libdw);
        alike = alike && listed == listed_by_libdw && same_rows(&ours, &libdw);
        *n += ours.n;
        line_rows_release(&ours);
        line_rows_release(&libdw);
    }
    core_release(&image);
    return alike;
}

/* Where the image's line tables are in its file: two numbers of bytes. */
static bool find_tables(const char *path, size_t *from, size_t *bytes)
{
    struct diag quiet = {0};
    struct elf_table t = {0};
    struct elf_section section;

    *bytes = 0;
    if (elf_table_open(&t, path, &quiet) && t.is_open)
        for (size_t i = 0; i < t.n_sections; i++)
            if (elf_table_section(&t, i, &section) && strcmp(section.name, ".debug_line") == 0) {
                *from = (size_t)section.offset;
                *bytes = (size_t)section.size;
            }
    elf_table_release(&t);
    return *bytes > 0;
}

/* Change some bytes of the tables, most of them where the first one begins. */
static void change(struct buf *file, size_t from, size_t bytes, uint64_t seed)
{
    static const uint8_t values[] = {0, 1, 2, 3, 5, 10, 13, 0x7f, 0x80, 0xff};
    struct prng r = {.state = seed};

    for (unsigned n = 1 + (unsigned)prng_below(&r, 3); n > 0; n--) {
        size_t at = from + (size_t)prng_below(&r, prng_below(&r, 2) && bytes > 256 ? 256 : bytes);
        uint64_t what = prng_next(&r);

        if (at < file->len)
            file->p[at] = (uint8_t)(what & 1 ? file->p[at] ^ 1U << (what >> 1) % 8
                                             : values[(what >> 1) % UNIT_COUNT(values)]);
    }
}

static void compare(const char *name, const struct buf *file, size_t runs)
{
    size_t n, from, bytes, bad = 0, same_number = 0, changed;
    struct buf copy = {0};

    unit_spew("image", file->p, file->len);
    ok(agree("image", &n), "%s: all rows are alike", name);
    if (!find_tables("image", &from, &bytes))
        runs = 0;
    for (size_t i = 0; i < runs && bad < 3; i++) {
        copy.len = 0;
        buf_put(&copy, file->p, file->len);
        change(&copy, from, bytes, i + 1);
        unit_spew("changed", copy.p, copy.len);
        if (!agree("changed", &changed)) {
            diag("change %zu", i + 1);
            bad++;
        }
        same_number += changed == n;
    }
    buf_release(&copy);
    ok(bad == 0, "%s: and where they are damaged", name);
    note("%s: %zu rows; as many in %zu of %zu damaged ones", name, n, same_number, runs);
}

int main(int argc, char **argv)
{
    compare_named(argc, argv, compare, runs_of("LINE_TABLES_RUNS", 40));
    if (argc == 1)
        ok(true, "no images were named");
    return done_testing();
}
