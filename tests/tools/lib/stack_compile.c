/* stack_compile.c - compiles statements about call stacks into a stack file
 *
 * Role, input and output: see stack_text.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "stack_model.h"

#include "gmon_stacks.h"
#include "tool_prng.h"

#include <stdlib.h>
#include <string.h>

const char *const stack_kinds[] = {"program", "library", "vdso", "anonymous", "profiler", NULL};
const char *const stack_clocks[] = {"cpu", "wall", NULL};
const char *const stack_ends[] = {"complete", "guessed",   "no-unwind", "off-stack",
                                  "too-deep", "no-memory", NULL};

/* ---- statements ----------------------------------------------------------------------------- */

static uint32_t add_node(struct tree *t, uint32_t parent, uint32_t module, uint64_t key)
{
    if (t->n > 0)
        for (uint32_t i = t->nodes[parent].child; i != 0; i = t->nodes[i].sibling)
            if (t->nodes[i].module == module && t->nodes[i].key == key)
                return i;
    if (t->n == t->cap) {
        t->cap = t->cap * 2 + 16;
        t->nodes = xrealloc_array(t->nodes, t->cap, sizeof *t->nodes);
    }
    uint32_t i = (uint32_t)t->n++;
    t->nodes[i] = (struct node){.parent = parent, .module = module, .key = key, .number = i};
    if (i != 0) {
        t->nodes[i].sibling = t->nodes[parent].child;
        t->nodes[parent].child = i;
    }
    return i;
}

static void do_stacks(struct stack_compiler *s, struct words *ws)
{
    struct tree t = {.runs = 1};

    if (!words_more(ws))
        return;
    t.clock = words_choice(ws, stack_clocks);
    t.interval = words_num(ws);
    while (words_more(ws)) {
        if (words_take(ws, "runs"))
            t.runs = words_num(ws);
        else if (words_take(ws, "missing"))
            t.missing = words_num(ws);
        else if (words_take(ws, "lost"))
            t.lost = words_num(ws);
        else if (words_take(ws, "signals")) {
            t.lies_signals = true;
            t.signals = words_num(ws);
        } else if (words_take(ws, "ticks")) {
            t.lies_ticks = true;
            t.ticks = words_num(ws);
        } else
            words_die(ws, "stacks: unknown word '%s'", words_str(ws));
    }
    add_node(&t, 0, 0, 0);
    s->trees = xrealloc_array(s->trees, s->n_trees + 1, sizeof *s->trees);
    s->trees[s->n_trees++] = t;
}

static void do_module(struct stack_compiler *s, struct words *ws)
{
    struct module m = {.kind = words_choice(ws, stack_kinds), .number = s->n_modules};

    if (!words_take(ws, "-"))
        words_hex(ws, &m.id);
    struct word path = words_next(ws);
    m.path = (struct word){xmemdup0(path.s, path.len), path.len};
    const char *slash = strrchr(m.path.s, '/');
    const char *label = slash ? slash + 1 : path.len ? m.path.s : stack_kinds[m.kind];
    if (words_take(ws, "as"))
        label = words_str(ws);
    m.label = xmemdup0(label, strlen(label));
    s->modules = xrealloc_array(s->modules, s->n_modules + 1, sizeof *s->modules);
    s->modules[s->n_modules++] = m;
}

/* Returns the number of the module + 1. */
static uint32_t find_module(struct stack_compiler *s, struct words *ws, const char *label,
                            size_t length)
{
    for (size_t i = 0; i < s->n_modules; i++)
        if (strlen(s->modules[i].label) == length &&
            memcmp(s->modules[i].label, label, length) == 0)
            return (uint32_t)i + 1;
    words_die(ws, "no module '%.*s'", (int)length, label);
}

static void do_name(struct stack_compiler *s, struct words *ws)
{
    const char *name = words_str(ws);
    uint64_t offset = words_num(ws);
    uint32_t module = 1;

    if (words_more(ws)) {
        const char *label = words_str(ws);
        module = find_module(s, ws, label, strlen(label));
    }
    s->symbols = xrealloc_array(s->symbols, s->n_symbols + 1, sizeof *s->symbols);
    s->symbols[s->n_symbols++] =
        (struct stack_symbol){xmemdup0(name, strlen(name)), module, offset};
}

static const struct stack_symbol *find_symbol(const struct stack_compiler *s, struct words *ws,
                                              const char *name, size_t length)
{
    for (size_t i = s->n_symbols; i-- > 0;)
        if (strlen(s->symbols[i].name) == length && memcmp(s->symbols[i].name, name, length) == 0)
            return &s->symbols[i];
    words_die(ws, "no name '%.*s'", (int)length, name);
}

/* Returns the child of node `parent' that the next word names, which is made if needed. */
static uint32_t add_frame(struct stack_compiler *s, struct words *ws, struct tree *t,
                          uint32_t parent, const char *word, bool is_last)
{
    const char *colon = strchr(word, ':'), *place = colon ? colon + 1 : word;
    uint32_t module = colon ? find_module(s, ws, word, (size_t)(colon - word)) : 1;
    size_t length = strcspn(place, "+=");
    bool is_exact = place[length] == '=' || (place[length] == '\0' && is_last);
    uint64_t offset = 0;

    if (colon && *place == '\0')
        return add_node(t, parent, module, 0);
    if (place[length] != '\0') {
        char *end;
        offset = strtoull(place + length + 1, &end, 0);
        if (*end != '\0' || end == place + length + 1)
            words_die(ws, "'%s': no number behind the sign", word);
    }
    if (length > 0) {
        const struct stack_symbol *symbol = find_symbol(s, ws, place, length);
        offset += symbol->offset;
        module = colon ? module : symbol->module;
    }
    if (module > s->n_modules)
        words_die(ws, "a frame needs a module");
    return add_node(t, parent, module, 2 * offset + !is_exact);
}

static bool is_figure(const char *word)
{
    return strcmp(word, "signals") == 0 || strcmp(word, "ticks") == 0 ||
           strcmp(word, "squares") == 0;
}

/* Returns the sum of the squares of `n' whole numbers that add up to `sum' and are as equal as
 * possible. */
static uint64_t even_squares(uint64_t sum, uint64_t n)
{
    uint64_t each = n ? sum / n : 0, more = n ? sum % n : 0;

    return more * (each + 1) * (each + 1) + (n - more) * each * each;
}

static void do_samples(struct stack_compiler *s, struct words *ws, size_t end)
{
    struct tree *t = &s->trees[s->n_trees - 1];
    uint32_t at = add_node(t, 0, 0, end);
    uint64_t signals = 1, ticks, squares;

    while (words_more(ws) && !is_figure(ws->w[ws->at].s)) {
        const char *word = words_str(ws);
        at = add_frame(s, ws, t, at, word, !words_more(ws) || is_figure(ws->w[ws->at].s));
    }
    if (words_take(ws, "signals"))
        signals = words_num(ws);
    ticks = words_take(ws, "ticks") ? words_num(ws) : signals;
    squares = words_take(ws, "squares") ? words_num(ws) : even_squares(ticks, signals);
    t->nodes[at].signals += signals;
    t->nodes[at].ticks += ticks;
    t->nodes[at].squares += squares;
}

static void do_random(struct stack_compiler *s, struct words *ws)
{
    uint64_t n = words_num(ws);
    struct prng r = {words_num(ws)};
    uint64_t depth = words_num(ws), functions = words_num(ws);
    struct tree *t = &s->trees[s->n_trees - 1];

    while (n-- > 0) {
        uint32_t at = add_node(t, 0, 0, prng_chance(&r, 98) ? GSTACK_COMPLETE : GSTACK_GUESSED);
        uint64_t function = 0, ticks = prng_range(&r, 1, 4);
        for (uint64_t i = prng_range(&r, 1, depth); i-- > 0;) {
            /* a function calls a few others, and itself */
            at = add_node(t, at, 1, 2 * (0x1000 + 16 * function) + (i > 0));
            function = (function * 3 + prng_below(&r, 4)) % functions;
        }
        t->nodes[at].signals++;
        t->nodes[at].ticks += ticks;
        t->nodes[at].squares += ticks * ticks;
    }
}

/* Puts the mark of the data file at this path. */
static void put_mark(struct buf *payload, const char *path)
{
    struct buf data = {0};

    buf_load(&data, path);
    stack_put_number(payload, data.len);
    stack_put_number(payload, gstack_sum(0, 0, data.p, data.len));
    buf_release(&data);
}

static void do_section(struct stack_compiler *s, struct words *ws)
{
    const char *tag = words_str(ws);
    bool is_first = s->n_modules == 0 && s->n_trees == 0;
    struct buf payload = {0};

    if (words_take(ws, "of"))
        put_mark(&payload, words_str(ws));
    else
        words_hex(ws, &payload);
    stack_put_section(is_first ? &s->before : &s->behind, (unsigned char)*tag, &payload);
}

bool stack_statement(struct stack_compiler **s, struct words *ws)
{
    if (words_take(ws, "stacks") || *s == NULL) {
        if (ws->at == 0)
            return false;
        if (*s == NULL)
            *s = memset(xrealloc_array(NULL, 1, sizeof **s), 0, sizeof **s);
        do_stacks(*s, ws);
        return true;
    }
    if (words_take(ws, "module"))
        do_module(*s, ws);
    else if (words_take(ws, "name"))
        do_name(*s, ws);
    else if (words_take(ws, "section"))
        do_section(*s, ws);
    else if ((*s)->n_trees > 0 && words_take(ws, "random"))
        do_random(*s, ws);
    else {
        for (size_t i = 0; (*s)->n_trees > 0 && stack_ends[i] != NULL; i++)
            if (words_take(ws, stack_ends[i])) {
                do_samples(*s, ws, i);
                return true;
            }
        return false;
    }
    return true;
}
