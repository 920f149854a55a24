/* fuzz_ext_syms - fuzz target: symbols from a text file (-S), and the table made of them
 *
 * Input: the file. Checks: names are words, addresses ascend in the table, every symbol is found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "symbols/ext_syms.h"
#include "image_text.h"
#include "symbols/symtab.h"

static struct image image;

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
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
    return 0;
}
