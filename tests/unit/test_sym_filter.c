/* test_sym_filter - tests which functions each report includes and excludes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_filter.h"
#include "unit.h"

static const char *const excluded[] = {
    "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup", "_gprof_mcount"};
static const char *const ordinary[] = {"main",    "_mcleanup",  "mcleanup",   ".mcount",
                                       "mcount_", "___mcount",  "__fentry__", "__monstartup",
                                       "profil",  "moncontrol", "<locore>",   "gprof_mcount",
                                       "Mcount",  "mcount.1",   "",           "_"};

static void test_defaults(void)
{
    struct symbol symbols[UNIT_COUNT(excluded) + UNIT_COUNT(ordinary)] = {{0}};
    struct symtab table;
    struct sym_filter f;
    uint32_t n = 0;

    for (size_t i = 0; i < UNIT_COUNT(excluded); i++, n++)
        symbols[n] = (struct symbol){.address = n, .name = excluded[i]};
    for (size_t i = 0; i < UNIT_COUNT(ordinary); i++, n++)
        symbols[n] = (struct symbol){.address = n, .name = ordinary[i]};
    unit_symtab(&table, symbols, n, n);
    ok(sym_filter_init(&f, &no_ids, &table, NULL, &told.diag), "a filter");
    for (uint32_t s = 0; s < n; s++) {
        bool left_out = s < UNIT_COUNT(excluded);
        size_t wrong = 0;
        for (enum sym_table table_nr = 0; table_nr < SYM_TABLES; table_nr++) {
            bool in_table = table_nr == SYM_TABLE_FLAT || table_nr == SYM_TABLE_GRAPH ||
                            table_nr == SYM_TABLE_TIME;
            wrong += sym_selected(&f, table_nr, s) != !(left_out && in_table);
            wrong += sym_excluded(&f, table_nr, s) != (left_out && in_table);
            wrong += sym_included(&f, table_nr, s);
        }
        ok(wrong == 0, "\"%s\" is %s", symbols[s].name,
           left_out ? "left out of flat profile, graph and times" : "an ordinary function");
    }
    sym_filter_release(&f);
    ok(!f.bits, "release: empty");
    symtab_release(&table);
}

/* Tests the rule: selected if included, or if nothing is included and it is not excluded; each
 * table is independent. */
static void test_tables(void)
{
    struct symtab table;
    struct sym_filter f;
    size_t wrong = 0;

    unit_functions(&table, 4); /* neither, included, excluded, both */
    sym_filter_init(&f, &no_ids, &table, NULL, &told.diag);
    for (unsigned nr = 0; nr < SYM_TABLES; nr++) {
        memset(f.bits, 0, 4 * sizeof *f.bits);
        memset(f.includes, 0, sizeof f.includes);
        f.bits[2] = f.bits[3] = (uint16_t)(2U << 2 * nr);
        for (unsigned other = 0; other < SYM_TABLES; other++)
            for (uint32_t s = 0; s < 4; s++)
                wrong += sym_selected(&f, other, s) != (other != nr || s < 2);
        f.bits[1] |= (uint16_t)(1U << 2 * nr);
        f.bits[3] |= (uint16_t)(1U << 2 * nr);
        f.includes[nr] = true;
        for (unsigned other = 0; other < SYM_TABLES; other++)
            for (uint32_t s = 0; s < 4; s++)
                wrong += sym_selected(&f, other, s) != (other != nr || s % 2 == 1);
    }
    is_uint(wrong, 0, "six tables, each with its own functions");
    sym_filter_release(&f);
    symtab_release(&table);
}

UNIT_TESTS(test_defaults, test_tables)
