/* case_image.c - makes the image of a random test case
 *
 * Role: writes image text (image_text.h) with 1-30 functions at odd addresses in one to three code
 * sections, with aliases, symbols that are no functions, and names that are hard to handle.
 *
 * The last function, the guard, is global, alone at its address and behind everything else: GNU
 * gprof loses the last symbol's samples, so cases keep samples below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "case.h"

#include "tool_words.h"

#include <string.h>

struct maker {
    struct testcase *c;
    struct prng r;
    struct buf head;    /* statements before the symbols */
    struct buf symbols; /* sym statements */
    struct buf strings; /* the strtab statement's names */
    uint64_t at;        /* address of the next function */
    unsigned serial;    /* makes names unique */
};

static const char *const mangled[] = {
    "_Z3abci",
    "_Z3abcv",
    "_ZN3foo3barEv",
    "_ZN3foo3barEi",
    "_ZNSt6vectorIiSaIiEE9push_backERKi",
    "_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE",
    "_RNvC6_123foo3bar",
    "_D3std5stdio7writelnFZv",
    "_Z1fIiEvT_",
    "_ZTv0_n24_N1A1fEv",
    "_Z3abci.cold",
    "_Z",
    "ada__calendar__clock",
    "pkg__proc__2",
    "_ada_main",
    "_ZN1AC1Ev",
    "_ZN1AC2Ev",
    "_ZN1AD0Ev",
};

static const char *const special[] = {
    "main",
    "mcount",
    "_mcount",
    "__mcount",
    "__mcount_internal",
    "__mcleanup",
    "_gprof_mcount",
    "_mcleanup",
    ".mcount",
    "__fentry__",
    "etext",
    "_etext",
    "_start",
    "<locore>",
    "a b",
    "A",
    "a",
    "_",
    "__",
    "___",
    ".",
    "$",
    "a$b",
    "name_that_is_much_longer_than_any_column_of_the_index_page",
    "\xc3\xa9t\xc3\xa9",
    "f(int)",
    "1abc",
    "foo@plt",
    "foo@@VERS_1",
};

static const char *const dotted[] = {
    ".1",
    ".1.2",
    ".clone.7",
    ".constprop.0",
    ".clone.7.constprop.2",
    ".1.constprop.3",
    ".",
    ".1.",
    ".cold",
    ".isra.0",
    ".part.0",
    ".1x",
    ".x1",
    ".lto_priv.0",
    ".constprop.0.cold",
    ".clone.",
    ".part.0.constprop.0",
    ".clone.x",
    "..1",
    ".constprop.",
};

static const char *pick_string(struct prng *r, const char *const *list, size_t n)
{
    return list[prng_below(r, n)];
}

#define PICK_STRING(r, list) pick_string(r, list, sizeof(list) / sizeof *(list))

static void make_name(struct maker *m, bool local, char *out, size_t room)
{
    unsigned kind = (unsigned)prng_below(&m->r, 100);
    unsigned n = prng_chance(&m->r, 6) ? 1 : m->serial++;

    if (kind < 50)
        snprintf(out, room, "%c%u", (int)('a' + prng_below(&m->r, 6)), n);
    else if (kind < 60)
        snprintf(out, room, "_f%u", n);
    else if (kind < 65)
        snprintf(out, room, "__f%u", n);
    else if (kind < 68)
        snprintf(out, room, ".f%u", n);
    else if (kind < 76)
        snprintf(out, room, "%s", PICK_STRING(&m->r, special));
    else if (kind < 86)
        snprintf(out, room, "%s", PICK_STRING(&m->r, mangled));
    else
        snprintf(out, room, "s%u%s", n, local || n % 2 ? PICK_STRING(&m->r, dotted) : "");
}

static void put_symbol(struct maker *m, const char *name, uint64_t addr, uint64_t size,
                       const char *bind, const char *type)
{
    buf_str(&m->symbols, "sym ");
    words_quote(&m->symbols, name, strlen(name));
    buf_printf(&m->symbols, " 0x%llx %llu %s %s", (unsigned long long)addr,
               (unsigned long long)size, bind, type);
    buf_str(&m->symbols, "\n");
    /* a local dotted name is followed by a harmless string: see families, "dotted" */
    if (strcmp(bind, "local") == 0 && strchr(name, '.') != NULL && !case_has(m->c, FAM_DOTTED)) {
        buf_str(&m->strings, " ");
        words_quote(&m->strings, name, strlen(name));
        buf_str(&m->strings, " x");
    }
}

static void put_random_symbol(struct maker *m, uint64_t addr, uint64_t size, char *name,
                              size_t room)
{
    static const char *const binds[] = {"global", "global", "global", "local", "local", "weak"};
    static const char *const types[] = {"func", "func", "func", "func",   "func",
                                        "func", "func", "func", "notype", "object"};
    const char *bind = PICK_STRING(&m->r, binds);

    make_name(m, *bind == 'l', name, room);
    if (prng_chance(&m->r, 20))
        size = prng_below(&m->r, 9);
    const char *type = PICK_STRING(&m->r, types);
    /* GNU gprof gives calls in data files to functions, but those of -c to symbols of any type */
    put_symbol(m, name, addr, size, bind, case_has(m->c, FAM_STATIC) ? "func" : type);
}

static uint64_t random_size(struct maker *m)
{
    switch (prng_below(&m->r, 6)) {
    case 0:
        return 16 * prng_range(&m->r, 1, 8);
    case 1:
        return prng_range(&m->r, 1, 4);
    case 2:
        return prng_range(&m->r, 1, 400);
    default:
        return prng_range(&m->r, 1, 64);
    }
}

/* Puts one function with its aliases. */
static void put_function(struct maker *m)
{
    struct testcase *c = m->c;
    struct case_func *f = &c->func[c->n_func++];
    bool first = c->n_func == 1;
    char alias[160];

    f->addr = m->at;
    f->size = random_size(m);
    m->at += f->size;
    if (first && c->sum) { /* with -s every arc must have a known caller */
        make_name(m, false, f->name, sizeof f->name);
        put_symbol(m, f->name, f->addr, f->size, "global", "func");
        return;
    }
    put_random_symbol(m, f->addr, f->size, f->name, sizeof f->name);
    while (prng_chance(&m->r, 12))
        put_random_symbol(m, f->addr, f->size, alias, sizeof alias);
}

static void put_guard(struct maker *m)
{
    static const char *const names[] = {"guard", "_guard", "zlast", "__fini_last"};
    struct testcase *c = m->c;
    struct case_func *f = &c->func[c->n_func++];

    f->addr = c->guard = m->at;
    f->size = prng_range(&m->r, 1, 64);
    m->at += f->size;
    snprintf(f->name, sizeof f->name, "%s", PICK_STRING(&m->r, names));
    put_symbol(m, f->name, f->addr, f->size, "global", "func");
}

/* Puts the section's bytes: some functions start with a call of a later one. Calls are whole and go
 * forwards only: GNU gprof misses other calls, or finds too many. */
static void put_calls(struct maker *m, uint64_t from)
{
    const struct testcase *c = m->c;
    uint64_t at = from;

    buf_str(&m->head, " hex ");
    for (unsigned i = 0; i + 1 < c->n_func; i++) {
        const struct case_func *f = &c->func[i];
        if (f->size < 5 || prng_chance(&m->r, 40))
            continue;
        uint64_t to = c->func[prng_range(&m->r, i + 1, c->n_func - 1)].addr;
        uint64_t distance = to - (f->addr + 5);
        for (; at < f->addr; at++)
            buf_str(&m->head, "90");
        buf_str(&m->head, "e8");
        for (unsigned k = 0; k < 4; k++)
            buf_printf(&m->head, "%02x", (unsigned)(distance >> (8 * k) & 0xff));
        at += 5;
    }
    if (at == from)
        buf_str(&m->head, "90");
}

static void put_section(struct maker *m, const char *name, uint64_t from, const char *kind)
{
    buf_printf(&m->head, "section %s 0x%llx %llu %s", name, (unsigned long long)from,
               (unsigned long long)(m->at - from), kind);
    if (case_has(m->c, FAM_STATIC) && strcmp(name, ".text") == 0)
        put_calls(m, from);
    buf_str(&m->head, "\n");
}

/* Puts N functions in a section of their own, and a gap behind the section. */
static void put_code(struct maker *m, const char *name, unsigned n, bool last)
{
    uint64_t from = m->at;

    if (prng_chance(&m->r, 30))
        m->at += prng_below(&m->r, 20); /* code before the first symbol */
    for (unsigned i = 0; i < n; i++)
        put_function(m);
    if (last)
        put_guard(m);
    else if (m->at == from)
        m->at++;
    put_section(m, name, from, "code");
    if (!last)
        m->at += PICK(&m->r, 0, 0, 1, 16, 100, 0x1000);
}

/* Puts symbols that are no functions, and weak data, which counts as one. */
static void put_noise(struct maker *m)
{
    static const char *const list[] = {
        "sym one.c 0 local file",        "sym two.c 0 local file",
        "sym undefined 0 undef notype",  "sym weakundef 0 weak notype undef",
        "sym absolute 4660 abs notype",  "sym shared 8 8 common object",
        "sym \"\" 0 local notype undef",
    };
    uint64_t inside = m->c->code_low + prng_below(&m->r, m->c->guard - m->c->code_low + 1);

    while (prng_chance(&m->r, 40))
        buf_printf(&m->symbols, "%s\n", PICK_STRING(&m->r, list));
    if (inside < m->c->guard && prng_chance(&m->r, 10))
        put_symbol(m, "resolver", inside, 4, "global", "ifunc");
    if (inside < m->c->guard && prng_chance(&m->r, 10))
        put_symbol(m, "only", inside, 4, "unique", "object");
    if (inside < m->c->guard && prng_chance(&m->r, 10))
        put_symbol(m, "", inside, 0, "local", "section");
    if (prng_chance(&m->r, 15)) {
        m->at += 0x100 - m->at % 0x100;
        uint64_t from = m->at;
        m->at += 64;
        put_section(m, ".data", from, "data");
        put_symbol(m, "data_start", from, 0, prng_chance(&m->r, 50) ? "weak" : "global", "notype");
        put_symbol(m, "table", from + 8, 8, "local", "object");
    }
}

static uint64_t random_base(struct maker *m)
{
    if (case_has(m->c, FAM_KERNEL) && prng_chance(&m->r, 30))
        return m->c->wide ? UINT64_C(0xffffffff81000000) : 0xc0100000;
    if (m->c->wide && prng_chance(&m->r, 10))
        return UINT64_C(0x555555554000) + prng_below(&m->r, 3);
    return PICK(&m->r, 0x401000, 0x401000, 0x401003, 0x8048000, 0x1000, 0x1ff1, 0x64);
}

void case_make_image(struct testcase *c)
{
    static const char *const after[] = {".mine", ".text.hot", ".fini"};
    struct maker m = {.c = c, .r = {c->seed * 4 + 1}};
    bool only_text = case_has(c, FAM_STATIC);

    prng_next(&m.r);
    unsigned n =
        (unsigned)(prng_chance(&m.r, 25) ? prng_range(&m.r, 1, 4) : prng_range(&m.r, 1, 30));
    m.at = c->code_low = random_base(&m);
    unsigned n_init = !only_text && prng_chance(&m.r, 15) ? (unsigned)prng_range(&m.r, 1, 3) : 0;
    /* GNU gprof's symspecs do not find a last function outside .text */
    bool in_text = only_text || ((case_has(c, FAM_SYMSPEC) || case_has(c, FAM_ARCSPEC)) &&
                                 !case_has(c, FAM_LASTSYM));
    unsigned n_after = !in_text && prng_chance(&m.r, 12) ? (unsigned)prng_range(&m.r, 1, 3) : 0;
    if (n_init != 0)
        put_code(&m, ".init", n_init, false);
    put_code(&m, ".text", n, n_after == 0);
    if (n_after != 0)
        put_code(&m, PICK_STRING(&m.r, after), n_after - 1, true);
    put_noise(&m);
    c->code_end = m.at;
    c->guard_callable = (n_after == 0 && !c->sum) || case_has(c, FAM_LASTSYM);

    if (!c->wide)
        buf_str(&c->image, "class 32\n");
    if (c->big)
        buf_printf(&c->image, "endian big\nmachine %s\n", c->wide ? "ppc64" : "ppc");
    if (prng_chance(&m.r, 15))
        buf_str(&c->image, prng_chance(&m.r, 50) ? "type dyn\n" : "type rel\n");
    if (prng_chance(&m.r, 3))
        buf_str(&c->image, "order raw\n");
    buf_put(&c->image, m.head.p, m.head.len);
    if (m.strings.len != 0) {
        buf_str(&c->image, "strtab");
        buf_put(&c->image, m.strings.p, m.strings.len);
        buf_str(&c->image, "\n");
    }
    buf_put(&c->image, m.symbols.p, m.symbols.len);
    buf_release(&m.head);
    buf_release(&m.strings);
    buf_release(&m.symbols);
}
