/* fuzz_sym_ids - fuzzes symbol specifications
 *
 * Input: lines; the first letter of each line chooses the table and the half, the rest is the
 * symspec.
 * Checks: sorting and searching finds the same as comparing each symspec with each symbol.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "symbols/sym_filter.h"
#include "symbols/sym_ids.h"

enum { SPECS_MAX = 64, SYMBOLS = 9 };

static struct symtab table;
static struct sym_lines lines;

static const struct {
    const char *name, *file;
    unsigned line;
} known[SYMBOLS] = {
    {"main", "/src/main.c", 10},
    {"parse", "/src/parse.c", 10},
    {"parse", "lib/parse.c", 20},
    {"work", "work.c", 10},
    {"w.part.0", "work.c", 12},
    {"mcount", NULL, 0},
    {"_Z1fv", "a:b.c", 1},
    {"", "", 3},
    {"7up", "7", 7},
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    struct symbol symbols[SYMBOLS] = {0};

    (void)argc;
    (void)argv;
    fuzz_silence();
    lines.at = calloc(SYMBOLS, sizeof *lines.at);
    if (!lines.at)
        abort();
    for (uint32_t i = 0; i < SYMBOLS; i++) {
        symbols[i] =
            (struct symbol){.address = unit_address(i), .name = known[i].name, .is_function = true};
        lines.at[i] = (struct image_line){.file = known[i].file, .line = known[i].line};
    }
    unit_symtab(&table, symbols, SYMBOLS, unit_address(SYMBOLS));
    return 0;
}

static bool names(const struct sym_pattern *p, uint32_t s)
{
    const char *file = known[s].file ? diag_basename(known[s].file) : NULL;

    return (!p->name || strcmp(p->name, known[s].name) == 0) &&
           (!p->file || (file && strcmp(p->file, file) == 0)) &&
           (!p->line || (file && p->line == known[s].line));
}

/* Returns true if some specification of that half of the table names the symbol. */
static bool named_in(const struct sym_ids *ids, enum sym_table t, bool include, uint32_t s)
{
    for (size_t i = 0; i < ids->n; i++)
        if (ids->specs[i].table == t && ids->specs[i].include == include &&
            names(&ids->specs[i].left, s))
            return true;
    return false;
}

static void check_filter(const struct sym_ids *ids, struct diag *d)
{
    struct sym_filter filter;

    FUZZ_CHECK(sym_filter_init(&filter, ids, &table, &lines, d));
    for (uint32_t s = 0; s < SYMBOLS; s++) {
        for (enum sym_table t = 0; t < SYM_TABLES; t++) {
            if (t == SYM_TABLE_ARCS)
                continue;
            FUZZ_CHECK(sym_included(&filter, t, s) == named_in(ids, t, true, s));
            FUZZ_CHECK(sym_excluded(&filter, t, s) || !named_in(ids, t, false, s));
        }
        for (uint32_t to = 0; to < SYMBOLS; to++)
            FUZZ_CHECK(ids->n > 0 || sym_arc_selected(&filter, s, to));
    }
    sym_filter_release(&filter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct diag d = fuzz_diag();
    struct sym_ids ids = {0};
    unsigned seen[SPECS_MAX][2][SYMBOLS] = {0};
    struct sym_matches matches;
    char *words[SPECS_MAX + 1], *text = fuzz_text(&in);
    size_t n = fuzz_words(text, size, words, SPECS_MAX);

    for (size_t i = 0; i < n; i++) {
        unsigned choice = (unsigned char)*words[i];

        if (*words[i])
            sym_id_add(&ids, words[i] + 1, (enum sym_table)(choice / 2 % SYM_TABLES), choice & 1,
                       &d);
    }
    matches = sym_ids_resolve(&ids, &table, &lines, &d);
    for (size_t i = 0; i < matches.n; i++) {
        const struct sym_match *m = &matches.at[i];

        FUZZ_CHECK(m->group < matches.n_groups && m->symbol < SYMBOLS);
        for (size_t spec = 0; spec < ids.n; spec++)
            for (int right = 0; right < 2; right++)
                seen[spec][right][m->symbol] += matches.groups[spec][right] == m->group;
    }
    free(matches.at);
    free(matches.groups);
    for (size_t i = 0; i < ids.n; i++) {
        const struct sym_spec *spec = &ids.specs[i];
        bool has_right =
            spec->table == SYM_TABLE_ARCS && spec->is_arc && !sym_pattern_is_any(&spec->right);

        FUZZ_CHECK(ids.need_lines || !(spec->left.file || spec->left.line));
        for (uint32_t s = 0; s < SYMBOLS; s++) {
            FUZZ_CHECK(seen[i][0][s] == names(&spec->left, s));
            FUZZ_CHECK(seen[i][1][s] == (has_right && names(&spec->right, s)));
        }
    }
    check_filter(&ids, &d);
    FUZZ_CHECK(d.errors == 0);
    sym_ids_release(&ids);
    free(text);
    return 0;
}
