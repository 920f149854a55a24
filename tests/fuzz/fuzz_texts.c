/* fuzz_texts - fuzzes the readers of texts
 *
 * Input: a digit that chooses the reader, then the text:
 *     0  symbols (-S)
 *     1  the map of functions to object files (-R)
 *     2  the words of a command line, separated by newlines or NULs
 *     3  a log with dumps of data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/text_dump.h"
#include "dump_lines.h"
#include "fuzz_profile.h"
#include "image_text.h"
#include "options.h"
#include "symbols/sym_files.h"
#include "symbols/symtab.h"

#include <ctype.h>

enum { WORDS_MAX = 200, DUMPED_AGAIN = 10000 };

const double fuzz_input_cost = 0.25; /* four readers share the inputs */

static struct image image; /* image whose code must contain all symbols */

/* ---- symbols ---- */

static void check_table(const struct ext_syms *e, const struct symtab *table)
{
    FUZZ_CHECK(table->n > 0 && table->n <= e->n_symbols);
    for (uint32_t i = 0; i < table->n; i++) {
        const struct symbol *s = &table->symbols[i];

        FUZZ_CHECK(s->order < e->n_symbols && s->address == e->symbols[s->order].address);
        FUZZ_CHECK(i == 0 || table->symbols[i - 1].address < s->address);
        FUZZ_CHECK(s->size == 0 || sym_lookup(table, s->address) == i);
        FUZZ_CHECK(s->size == 0 || s->size - 1 <= UINT64_MAX - s->address);
        FUZZ_CHECK(s->size == 0 || sym_lookup(table, s->address + (s->size - 1)) == i);
    }
}

/* Checks that names are words, addresses ascend in the table, and every symbol is found. */
static void try_symbols(const uint8_t *data, size_t size)
{
    struct diag d = fuzz_diag();
    struct ext_syms e;
    struct symtab table = {0};
    const struct symtab_rules rules = {.external = &e};

    unit_spew("symbols", data, size);
    if (ext_syms_read(&e, "symbols", &image, &d)) {
        for (size_t i = 0; i < e.n_symbols; i++) {
            FUZZ_CHECK(*e.symbols[i].name && !strpbrk(e.symbols[i].name, " \t\n\v\f\r"));
            FUZZ_CHECK(e.symbols[i].section_end >= e.symbols[i].address);
        }
        if (symtab_init(&table, &image, &rules, &d))
            check_table(&e, &table);
        symtab_release(&table);
        FUZZ_CHECK(d.errors == 0);
    } else {
        FUZZ_CHECK(d.errors == 1);
    }
    ext_syms_release(&e);
}

/* ---- maps ---- */

/* Checks that every function is found again. */
static void check_map(const struct map_file *m, size_t size)
{
    size_t firsts = 0;

    FUZZ_CHECK(m->n_entries > 0 && m->n_entries <= size);
    for (size_t i = 0; i < m->n_entries; i++) {
        const struct map_entry *e = &m->entries[i], *found = map_file_find(m, e->function);

        FUZZ_CHECK(*e->object && e->number < m->n_entries);
        FUZZ_CHECK(found && strcmp(found->function, e->function) == 0);
        FUZZ_CHECK(i == 0 || strcmp(m->entries[i - 1].function, e->function) <= 0);
        firsts += e->is_first;
    }
    FUZZ_CHECK(firsts > 0);
}

static void try_map(const uint8_t *data, size_t size)
{
    struct diag d = fuzz_diag();
    struct map_file m;

    unit_spew("map", data, size);
    if (map_file_read(&m, "map", &d))
        check_map(&m, size);
    else
        FUZZ_CHECK(d.errors == 1);
    map_file_release(&m);
}

/* ---- command lines ---- */

/* Parses a copy of the words, because the parser permutes them. */
static enum options_result parse(struct options *o, char *const *words, size_t n, uint64_t *printed)
{
    char *argv[WORDS_MAX + 2] = {(char[]){"gprof"}};
    struct diag d = fuzz_diag();
    struct sink out;
    enum options_result result;

    memcpy(argv + 1, words, (n + 1) * sizeof *words);
    sink_init(&out, -1, &d);
    result = options_parse(o, (int)n + 1, argv, &out, &d);
    FUZZ_CHECK((d.errors > 0) == (result == OPTIONS_ERROR));
    FUZZ_CHECK((out.used > 0) == (result == OPTIONS_DONE));
    *printed = out.written;
    sink_release(&out);
    return result;
}

/* Checks that only an error is reported, and that a command line means the same the second time. */
static void try_words(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    char *words[WORDS_MAX + 1], *text = fuzz_text(&in);
    size_t n = fuzz_words(text, size, words, WORDS_MAX);
    struct options first = {0}, second = {0};
    uint64_t printed, printed_again;
    enum options_result result = parse(&first, words, n, &printed);

    FUZZ_CHECK(parse(&second, words, n, &printed_again) == result && printed == printed_again);
    if (result == OPTIONS_RUN) {
        FUZZ_CHECK(first.input.image);
        FUZZ_CHECK(first.input.files.n_names > 0 || first.input.files.n_lists > 0);
        FUZZ_CHECK(first.input.files.n_names <= n + 1 && first.input.files.n_lists <= n);
        FUZZ_CHECK(first.input.files.n_names == 0 || first.input.files.names[0]);
        FUZZ_CHECK((first.explicit & ~first.reports) == 0);
        FUZZ_CHECK(!(first.style.by_line && first.external_symbols));
        FUZZ_CHECK(first.reports == second.reports && first.explicit == second.explicit);
        FUZZ_CHECK(strcmp(first.input.image, second.input.image) == 0);
        FUZZ_CHECK(first.input.files.n_names == second.input.files.n_names);
        FUZZ_CHECK(first.ids.n == second.ids.n);
        FUZZ_CHECK(first.style.width == second.style.width &&
                   first.style.min_count == second.style.min_count);
        FUZZ_CHECK(first.sources.n == second.sources.n);
    }
    options_release(&first);
    options_release(&second);
    free(text);
}

/* ---- dumps ---- */

static void check_again(const uint8_t *data, size_t size, size_t choice)
{
    struct diag d = fuzz_diag();
    struct buf text = {0};
    struct file_bytes out = {0};
    struct text_dump log = {.path = "log"};

    dump_lines(&text, data, size, choice & 1, 1 + choice / 2 % 70, choice & 2 ? "> " : "",
               choice & 4 ? "\r\n" : "\n");
    log.data = text.p;
    log.size = text.len;
    FUZZ_CHECK(text_dump_recognise(text.p, text.len));
    FUZZ_CHECK(text_dump_next(&log, &out, &d) == TEXT_DUMP_FOUND);
    FUZZ_CHECK(out.size == size && (size == 0 || memcmp(out.data, data, size) == 0));
    FUZZ_CHECK(text_dump_next(&log, &out, &d) == TEXT_DUMP_NONE);
    file_bytes_release(&out);
    buf_release(&text);
}

/* Returns true if a line may stand for more zeros than the memory of a fuzzer has room for: only a
 * whole gprof limits that. */
static bool has_flood(const uint8_t *data, size_t size)
{
    enum { DIGITS_MOST = 6 };

    for (size_t i = 0; i + 2 + DIGITS_MOST < size; i++) {
        size_t digits = 0;

        while (data[i] == '0' && data[i + 1] == '*' && digits <= DIGITS_MOST &&
               isxdigit(data[i + 2 + digits]))
            digits++;
        if (digits > DIGITS_MOST)
            return true;
    }
    return false;
}

/* Checks that a dump that is found lies within its limits, and is the same after it was dumped
 * again, in hex and in base64, with lines of any length. Checks that the input itself comes back
 * from a dump, too. */
static void try_log(const uint8_t *data, size_t size)
{
    struct text_dump log = {.data = data, .size = size, .path = "log"};
    struct diag d = fuzz_diag();
    struct file_bytes out = {0};
    enum text_dump_result result;

    if (has_flood(data, size))
        return;
    while ((result = text_dump_next(&log, &out, &d)) == TEXT_DUMP_FOUND) {
        FUZZ_CHECK(out.size < out.cap || out.size == 0);
        FUZZ_CHECK(log.pos <= size && text_dump_recognise(data, size));
        if (out.size < DUMPED_AGAIN)
            check_again(out.data, out.size, size);
    }
    FUZZ_CHECK((result == TEXT_DUMP_BAD) == (d.errors == 1));
    check_again(data, size, size);
    file_bytes_release(&out);
}

/* ---- the target ---- */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char text[] = "section .text 0x1000 0x1000\n"
                               "section .init 0x4000 0x10 code\n"
                               "sym main 0x1000\n";
    struct diag d;
    struct buf file = {0};

    (void)argc;
    (void)argv;
    fuzz_silence();
    fuzz_enter_directory();
    image_compile("image", text, sizeof text - 1, &file);
    buf_save(&file, "image");
    buf_release(&file);
    d = fuzz_diag();
    FUZZ_CHECK(core_init(&image, "image", &d));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(const uint8_t *, size_t) = {try_symbols, try_map, try_words,
                                                               try_log};

    if (size > 0)
        readers[(uint8_t)(data[0] - '0') % UNIT_COUNT(readers)](data + 1, size - 1);
    return 0;
}
