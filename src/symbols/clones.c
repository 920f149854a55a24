/* clones - finds which symbols are copies or parts of another function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/clones.h"

#include "base/search.h"

/* ---- names ---------------------------------------------------------------------------------- */

enum suffix_kind {
    SUFFIX_NONE,
    SUFFIX_COPY,
    SUFFIX_PART,
    SUFFIX_CALLBACK,
    SUFFIX_COLD,
    SUFFIX_NUMBER
};

/* Suffixes of gcc and clang behind a dot, mostly followed by another dot and a number. */
static const struct {
    const char *word;
    enum suffix_kind kind;
} suffixes[] = {
    {"isra", SUFFIX_COPY},
    {"constprop", SUFFIX_COPY},
    {"clone", SUFFIX_COPY},
    {"simdclone", SUFFIX_COPY},
    {"localalias", SUFFIX_COPY},
    {"resolver", SUFFIX_COPY},
    {"specialized", SUFFIX_COPY},
    {"argprom", SUFFIX_COPY},
    {"argelim", SUFFIX_COPY},
    {"retelim", SUFFIX_COPY},
    {"part", SUFFIX_PART},
    {"_omp_fn", SUFFIX_CALLBACK},
    {"omp_outlined", SUFFIX_CALLBACK},
    {"omp_outlined_debug__", SUFFIX_CALLBACK},
    {"actor", SUFFIX_CALLBACK},
    {"destroy", SUFFIX_CALLBACK},
    {"resume", SUFFIX_CALLBACK},
    {"cleanup", SUFFIX_CALLBACK},
    {"cold", SUFFIX_COLD},
    {"lto_priv", SUFFIX_NUMBER},
    {"llvm", SUFFIX_NUMBER},
    {"__uniq", SUFFIX_NUMBER},
};

/* Returns the offset of the last word in the first `end` bytes, behind its dot, or 0 if there is
 * none. */
static size_t last_word(const char *name, size_t end)
{
    while (end > 1 && name[end - 1] != '.')
        end--;
    return end > 1 ? end : 0;
}

/* Reads the suffix at the end of the first `end` bytes, with its number. Sets *begin to the offset
 * of its dot. */
static enum suffix_kind read_suffix(const char *name, size_t end, size_t *begin)
{
    size_t word = last_word(name, end);
    bool is_number = word > 0 && word < end && strspn(name + word, "0123456789") >= end - word;

    if (word == 0)
        return SUFFIX_NONE;
    *begin = word - 1;
    if (is_number) {
        end = word - 1;
        word = last_word(name, end);
    }
    for (size_t i = 0; word > 0 && i < sizeof suffixes / sizeof *suffixes; i++)
        if (strlen(suffixes[i].word) == end - word &&
            strncmp(name + word, suffixes[i].word, end - word) == 0) {
            *begin = word - 1;
            return suffixes[i].kind;
        }
    return is_number ? SUFFIX_NUMBER : SUFFIX_NONE;
}

struct clone_name clone_read(const char *name)
{
    struct clone_name c = {.length = strlen(name), .is_cold = true};
    enum suffix_kind kind;
    size_t begin;

    while ((kind = read_suffix(name, c.length, &begin)) != SUFFIX_NONE && kind != SUFFIX_NUMBER) {
        c.length = begin;
        c.is_part |= kind != SUFFIX_COPY;
        c.is_callback |= kind == SUFFIX_CALLBACK;
        c.is_cold &= kind == SUFFIX_COLD;
        c.has_cold |= kind == SUFFIX_COLD;
    }
    return c;
}

size_t clone_source_length(const char *name)
{
    size_t length = strlen(name), begin;

    while (read_suffix(name, length, &begin) != SUFFIX_NONE)
        length = begin;
    return length;
}

/* ---- groups --------------------------------------------------------------------------------- */

/* A symbol that is a clone, or that has the name of one. */
struct member {
    uint64_t family; /* number of the function's name, and, in the lower half, of its source file;
                      * 0: not known, or the symbol is global */
    uint64_t symbol; /* number of the symbol */
};

struct members {
    struct member *at; /* owned */
    size_t n, cap;
};

struct grouping {
    struct symtab *table;
    const struct image_symbol *symbols;
    struct text_map choosers; /* names of functions that choose a version when the program starts */
    struct text_map stems;    /* names of the functions that clones are of */
    struct members clones;    /* clones by address */
    struct members bases;     /* other functions with names in stems; by family and address */
    struct pair_map families; /* (family, 0) of clones */
    uint32_t *leaders;        /* number of the clone that stands for the function if there is no
                               * other, by family; owned */
    bool *stands_beside;      /* some clone can be beside the function, by family; owned */
    uint32_t *before, *after; /* files of the static functions before and behind each symbol; 0:
                               * none; owned */
    struct diag *diag;
};

enum { GROUPS_MAX = (1 << 22) - 1 };

static uint32_t file_of(const struct grouping *g, uint32_t symbol)
{
    return g->symbols[g->table->symbols[symbol].order].file;
}

static void add_member(struct grouping *g, struct members *to, uint32_t stem, uint32_t symbol)
{
    *mem_push(g->diag, to->at, to->n, to->cap) =
        (struct member){(uint64_t)stem << 32 | file_of(g, symbol), symbol};
}

/* Splits the symbol's name into the function's name and suffixes. */
static struct clone_name read_symbol(struct grouping *g, const char *name)
{
    struct clone_name c = clone_read(name);
    size_t dot = strcspn(name, ".");

    /* f.avx2, f.default, of an f that chooses among them */
    if (g->choosers.n > 0 && dot < c.length) {
        LOCAL char *chooser = mem_copy_string(g->diag, name, dot);

        if (text_map_find(&g->choosers, chooser) != TEXT_MAP_NONE)
            c = (struct clone_name){.length = dot};
    }
    return c;
}

/* Finds the clones. Clang's OpenMP loops have no name, but come behind their function. */
static void find_clones(struct grouping *g)
{
    static const char unnamed[] = ".omp";
    struct symbol *s = g->table->symbols;
    const char *last = NULL, *read = NULL; /* names of the last function, and of the last clone */
    struct clone_name c = {0};             /* of `read`, as is `stem` */
    uint32_t stem = TEXT_MAP_NONE;

    for (uint32_t i = 0; i < g->table->n; i++)
        if (g->symbols[s[i].order].is_indirect)
            text_map_add(&g->choosers, s[i].name, g->diag);
    for (uint32_t i = 0; i < g->table->n; i++) {
        const char *name = s[i].name;

        if (!s[i].is_function)
            continue;
        if (strncmp(name, unnamed, strlen(unnamed)) != 0)
            last = name;
        else if (last)
            name = last;
        if (name == s[i].name && !strchr(name, '.'))
            continue;
        if (name != read) {
            c = read_symbol(g, name);
            stem = TEXT_MAP_NONE;
        }
        read = name;
        if (name == s[i].name && !name[c.length])
            continue;
        if (stem == TEXT_MAP_NONE)
            stem = text_map_add_bytes(&g->stems, name, c.length, g->diag);
        s[i].is_clone = true;
        s[i].is_part = c.is_part || name != s[i].name;
        s[i].is_callback = c.is_callback || name != s[i].name;
        add_member(g, &g->clones, stem, i);
    }
}

static void find_bases(struct grouping *g)
{
    const struct symbol *s = g->table->symbols;

    for (uint32_t i = 0; i < g->table->n; i++) {
        uint32_t stem = s[i].is_function && !s[i].is_clone ? text_map_find(&g->stems, s[i].name)
                                                           : TEXT_MAP_NONE;

        if (stem != TEXT_MAP_NONE)
            add_member(g, &g->bases, stem, i);
    }
    sort_u64_pairs(g->bases.at, g->bases.n, sizeof *g->bases.at);
}

/* Returns the rank of a clone among those that may stand for the function: a copy has all of its
 * code and its first line, unlikely code may begin anywhere. */
static unsigned leader_rank(const struct clone_name *c)
{
    return c->has_cold * 2u + c->is_part;
}

static void find_families(struct grouping *g)
{
    LOCAL uint8_t *ranks = mem_alloc(g->diag, g->clones.n, sizeof *ranks); /* of leaders */

    g->leaders = mem_alloc(g->diag, g->clones.n, sizeof *g->leaders);
    g->stands_beside = mem_alloc(g->diag, g->clones.n, sizeof *g->stands_beside);
    for (size_t i = g->clones.n; i-- > 0;) {
        const struct member *m = &g->clones.at[i];
        uint32_t known = (uint32_t)g->families.n;
        uint32_t family = pair_map_add(&g->families, m->family, 0, g->diag);
        struct clone_name c = clone_read(g->table->symbols[m->symbol].name);
        uint8_t rank = (uint8_t)leader_rank(&c);

        if (family == known || rank <= ranks[family]) {
            g->leaders[family] = (uint32_t)m->symbol;
            ranks[family] = rank;
        }
        g->stands_beside[family] |= !c.is_cold;
    }
}

/* Finds the files before and behind each symbol. For each kind of code, a file's code is in one
 * piece. */
static void find_neighbours(struct grouping *g)
{
    uint32_t n = g->table->n;

    g->before = mem_alloc(g->diag, n, sizeof *g->before);
    g->after = mem_alloc(g->diag, n, sizeof *g->after);
    for (uint32_t i = 0; i < n; i++)
        g->before[i] = file_of(g, i) || i == 0 ? file_of(g, i) : g->before[i - 1];
    for (uint32_t i = n; i-- > 0;)
        g->after[i] = file_of(g, i) || i + 1 == n ? file_of(g, i) : g->after[i + 1];
}

/* Returns true if the position of the global symbol allows that it is of the file, since files are
 * linked one after the other. If the order of files starts again, another kind of code begins. */
static bool may_be_of(const struct grouping *g, uint32_t symbol, uint32_t file)
{
    uint32_t before = g->before[symbol], after = g->after[symbol];

    return file == 0 || (after && before > after) || (before <= file && (!after || file <= after));
}

/* Returns the function of that family that is nearest to a symbol, or NO_SYMBOL. */
static uint32_t nearest(const struct grouping *g, uint64_t family, uint64_t symbol)
{
    const struct member *at = g->bases.at;
    const struct symbol *s = g->table->symbols;
    size_t first = count_below(at, g->bases.n, sizeof *at, family);
    size_t end = count_up_to(at, g->bases.n, sizeof *at, family), behind;

    if (first == end)
        return NO_SYMBOL;
    behind = first + count_up_to(&at[first].symbol, end - first, sizeof *at, symbol);
    if (behind == first ||
        (behind < end && s[at[behind].symbol].address - s[symbol].address <
                             s[symbol].address - s[at[behind - 1].symbol].address))
        return (uint32_t)at[behind].symbol;
    return (uint32_t)at[behind - 1].symbol;
}

/* Returns the function that a clone is of, or the clone itself if none is left. */
static uint32_t base_of(const struct grouping *g, const struct member *m)
{
    uint32_t family = pair_map_find(&g->families, m->family, 0);
    uint32_t base = nearest(g, m->family, m->symbol);

    if (base != NO_SYMBOL)
        return base;
    base = nearest(g, m->family & ~(uint64_t)UINT32_MAX, m->symbol);
    return base != NO_SYMBOL &&
                   (!g->stands_beside[family] || may_be_of(g, base, (uint32_t)m->family))
               ? base
               : g->leaders[family];
}

static void join(struct grouping *g)
{
    struct symbol *s = g->table->symbols;

    for (size_t i = 0; i < g->clones.n; i++) {
        const struct member *m = &g->clones.at[i];
        uint32_t base = base_of(g, m);

        if (s[base].group == 0) {
            if (g->table->n_groups == GROUPS_MAX)
                return;
            s[base].group = ++g->table->n_groups & GROUPS_MAX;
        }
        s[m->symbol].group = s[base].group;
        if (base == m->symbol) {
            s[base].is_clone = false;
            s[base].name = g->stems.texts[m->family >> 32];
        }
    }
}

void clones_group(struct symtab *table, const struct image_symbol *symbols, struct diag *d)
{
    struct grouping g = {.table = table, .symbols = symbols, .diag = d};

    find_clones(&g);
    if (g.clones.n > 0) {
        find_bases(&g);
        find_families(&g);
        find_neighbours(&g);
        join(&g);
    }
    table->texts = g.stems;
    text_map_release(&g.choosers);
    pair_map_release(&g.families);
    free(g.clones.at);
    free(g.bases.at);
    free(g.leaders);
    free(g.stands_beside);
    free(g.before);
    free(g.after);
}
