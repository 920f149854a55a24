/* stack_case.h - makes call stacks from text, for tests of what is computed from them
 *
 * Role: included after tap.h. A program with the functions a, b, ... of 16 bytes each, and samples
 * of its stacks, a string each: the outermost frame first, blanks between frames.
 *
 *     a..z         a frame of that function; `b5': 5 bytes behind its beginning; the program begins
 *                  in z
 *     libc libm    a frame of a library; each at another address
 *     vdso anon    code of the kernel's, and of no file
 *     prof         the profiler
 *     ?            code of the program that is in no function
 *
 *     stacks_open(&s, n)                   a program of n functions
 *     stacks_label(&s, 'c')                c is a label without a type: not a function
 *     stacks_add(&s, "a b libc", 2, 5)     2 signals of 5 ticks, complete, to the tree in use
 *     stacks_end(&s, end, "", 2, 5)        the same of walks that ended otherwise; "": no leaf
 *     stacks_analyse(&s, choice)           symbols and frames: s.symbols, s.frames
 *     stacks_close(&s)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STACK_CASE_H
#define STACK_CASE_H

#include "analysis/stack_frames.h"
#include "analysis/stack_symbols.h"
#include "unit.h"

enum {
    STACKS_PROG,
    STACKS_LIBC,
    STACKS_LIBM,
    STACKS_VDSO,
    STACKS_ANON,
    STACKS_PROF,
    STACKS_MODULES,
    STACKS_MOST = 26 /* functions */
};

struct stacks {
    struct symtab symtab;
    struct symbol functions[STACKS_MOST];
    uint32_t n;
    struct stack_data data;
    enum gstack_clock clock; /* clock of the tree in use */
    uint64_t interval_ns;
    struct sym_filter filter;
    uint16_t bits[STACKS_MOST + STACKS_MODULES + 1]; /* bits of the filter */
    struct stack_symbols symbols;
    struct stack_frames frames;
    bool is_analysed;
};

static const uint8_t stacks_id[] = {0xab, 0xcd};
static const struct image stacks_image = {.path = "dir/prog",
                                          .build_id = {stacks_id, sizeof stacks_id},
                                          .entry = UNIT_BASE + 25 * UNIT_STEP};

static inline void stacks_open(struct stacks *s, uint32_t n)
{
    static const char *const names[STACKS_MOST] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                                   "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                                   "s", "t", "u", "v", "w", "x", "y", "z"};
    static const struct stack_module modules[STACKS_MODULES] = {
        {GSTACK_PROGRAM, {stacks_id, sizeof stacks_id}, (char *)(uintptr_t) "/x/prog"},
        {GSTACK_LIBRARY, {0}, (char *)(uintptr_t) "/lib/libc.so.6"},
        {GSTACK_LIBRARY, {0}, (char *)(uintptr_t) "/lib/libm.so.6"},
        {GSTACK_VDSO, {0}, (char *)(uintptr_t) "[vdso]"},
        {GSTACK_ANONYMOUS, {0}, (char *)(uintptr_t) ""},
        {GSTACK_PROFILER, {0}, (char *)(uintptr_t) ""},
    };

    memset(s, 0, sizeof *s);
    s->n = n;
    s->interval_ns = 10000000;
    s->filter = (struct sym_filter){.ids = &no_ids, .bits = s->bits};
    for (uint32_t i = 0; i < n; i++)
        s->functions[i] =
            (struct symbol){.address = unit_address(i), .name = names[i], .is_function = true};
    for (size_t i = 0; i < STACKS_MODULES; i++)
        stack_data_add_module(&s->data, &modules[i], &told.diag);
}

static inline void stacks_label(struct stacks *s, char name)
{
    s->functions[name - 'a'].is_function = false;
}

/* Returns the module of a word, by its first letters, or NULL if the word is a function. */
static inline uint32_t stacks_module(const struct stacks *s, const char *word, size_t length)
{
    static const char *const words[STACKS_MODULES] = {"?", "libc", "libm", "vdso", "anon", "prof"};

    for (uint32_t i = 0; i < STACKS_MODULES; i++)
        if (strlen(words[i]) == length && strncmp(word, words[i], length) == 0)
            return i;
    if (word[0] < 'a' || (uint32_t)(word[0] - 'a') >= s->n)
        unit_die(word);
    return STACKS_PROG;
}

/* Adds the frames to the tree. Returns the node of the last one. */
static inline uint32_t stacks_path(struct stacks *s, struct stack_tree *tree, enum gstack_end end,
                                   const char *text)
{
    uint32_t at = stack_tree_add_node(tree, 0, 0, end, &told.diag);

    for (const char *word = text + strspn(text, " "); *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        uint32_t module = stacks_module(s, word, length);
        uint64_t offset = 0;

        if (*word == '?')
            offset = 0x10;
        else if (module == STACKS_PROG)
            offset = unit_address((uint64_t)(word[0] - 'a')) + strtoul(word + 1, NULL, 10);
        else if (module == STACKS_LIBC || module == STACKS_LIBM)
            offset = 0x5000 + (uint64_t)(word - text);
        at = stack_tree_add_node(tree, at, module + 1, 2 * offset + (word[length] ? 1 : 0),
                                 &told.diag);
        word += length;
    }
    return at;
}

static inline void stacks_end(struct stacks *s, enum gstack_end end, const char *text,
                              uint64_t signals, uint64_t ticks)
{
    struct stack_tree *tree = stack_data_add_tree(&s->data, s->clock, s->interval_ns, &told.diag);

    if (!tree || !stack_tree_add_samples(tree, stacks_path(s, tree, end, text), signals,
                                         signals * ticks, signals * ticks * ticks))
        unit_die(text);
}

static inline void stacks_add(struct stacks *s, const char *text, uint64_t signals, uint64_t ticks)
{
    stacks_end(s, GSTACK_COMPLETE, text, signals, ticks);
}

/* Finds the symbols of the stacks, and adds names to the table. */
static inline bool stacks_name(struct stacks *s)
{
    const struct stack_origin from = {.stacks = &s->data, .image = &stacks_image};
    struct symtab_names names = {.unnamed = NO_SYMBOL, .external = NO_SYMBOL};
    bool ok = stack_symbols_init(&s->symbols, &from, &s->symtab, &names, &told.diag);

    if (ok)
        symtab_add_names(&s->symtab, &names, &told.diag);
    free(names.at);
    return ok;
}

/* Analyses the stacks. May be called again, for another choice. */
static inline bool stacks_analyse(struct stacks *s, enum stack_choice choice)
{
    if (s->is_analysed) {
        stack_frames_release(&s->frames);
    } else {
        unit_symtab(&s->symtab, s->functions, s->n, unit_address(s->n));
        if (!stacks_name(s))
            return false;
    }
    s->is_analysed = true;
    stack_frames_init(&s->frames, &s->symbols, &s->filter, 100, choice, &told.diag);
    return true;
}

/* Returns the number of the symbol of that name. */
static inline uint32_t stacks_symbol(const struct stacks *s, const char *name)
{
    for (uint32_t i = 0; i < s->symtab.n; i++)
        if (strcmp(s->symtab.symbols[i].name, name) == 0)
            return i;
    unit_die(name);
}

static inline void stacks_close(struct stacks *s)
{
    stack_frames_release(&s->frames);
    stack_symbols_release(&s->symbols);
    symtab_release(&s->symtab);
    stack_data_release(&s->data);
}

#endif
