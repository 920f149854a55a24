/* image_text.c - compiles the image language into an ELF file
 *
 * Role, input and output: see image_text.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image_text.h"

#include "elf_image.h"
#include "tool_words.h"

#include <stdlib.h>
#include <string.h>

struct machine {
    const char *name;
    unsigned number; /* e_machine */
};

static const struct machine machines[] = {
    {"i386", 3},     {"x86-64", 62}, {"arm", 40},   {"aarch64", 183}, {"riscv", 243},
    {"mips", 8},     {"ppc", 20},    {"ppc64", 21}, {"s390", 22},     {"sparc", 2},
    {"sparcv9", 43}, {"m68k", 4},    {"sh", 42},    {"ia64", 50},     {"loongarch", 258},
};

/* A string that a strtab statement has placed. */
struct placed {
    char *s;
    uint32_t at; /* offset in .strtab */
};

struct compiler {
    struct words ws;
    struct elf_image im;
    bool machine_given;
    struct placed *placed; /* searched one by one, because there are few */
    size_t n_placed;
};

static unsigned machine_number(struct compiler *c)
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (words_take(&c->ws, machines[i].name))
            return machines[i].number;
    return (unsigned)words_num_max(&c->ws, 0xffff);
}

static bool looks_like_code(const char *name)
{
    return strcmp(name, ".text") == 0 || strcmp(name, ".init") == 0 || strcmp(name, ".fini") == 0 ||
           strncmp(name, ".plt", 4) == 0 || strncmp(name, ".text.", 6) == 0;
}

static void do_section(struct compiler *c)
{
    struct words *ws = &c->ws;
    struct elf_section *s = elf_add_section(&c->im, words_str(ws));
    bool filled = false;

    s->vma = words_num(ws);
    s->size = words_num_max(ws, UINT64_C(1) << 40);
    s->claim = s->size;
    s->code = looks_like_code(s->name);
    s->write = !s->code;
    while (words_more(ws)) {
        if (words_take(ws, "code")) {
            s->code = true;
            s->write = false;
        } else if (words_take(ws, "data")) {
            s->code = false;
            s->write = true;
        } else if (words_take(ws, "rodata")) {
            s->code = s->write = false;
        } else if (words_take(ws, "nobits")) {
            s->nobits = true;
        } else if (words_take(ws, "fill")) {
            s->fill = (unsigned char)words_num_max(ws, 255);
            filled = true;
        } else if (words_take(ws, "hex")) {
            words_hex(ws, &s->hex);
        } else if (words_take(ws, "claim")) {
            s->claim = words_num(ws);
        } else {
            words_die(ws, "section: unknown word '%s'", words_str(ws));
        }
    }
    if (!filled)
        s->fill = s->code ? 0x90 : 0;
    if (!s->nobits && s->size > UINT32_MAX)
        words_die(ws, "a section of this size must be nobits");
}

static int section_index(struct compiler *c)
{
    const char *name = words_str(&c->ws);

    for (size_t i = 0; i < c->im.n_sec; i++)
        if (strcmp(c->im.sec[i].name, name) == 0)
            return (int)i;
    words_die(&c->ws, "no section '%s' yet", name);
}

static uint32_t string_offset(struct compiler *c, const char *name)
{
    for (size_t i = 0; i < c->n_placed; i++)
        if (strcmp(c->placed[i].s, name) == 0)
            return c->placed[i].at;
    return elf_add_string(&c->im, name);
}

static bool take_attribute(struct words *ws, struct elf_symbol *y)
{
    static const struct {
        const char *word;
        unsigned char bind, type; /* 255: unchanged */
        int place;                /* 0: unchanged */
    } list[] = {
        {"local", 0, 255, 0},
        {"global", 1, 255, 0},
        {"weak", 2, 255, 0},
        {"unique", 10, 255, 0},
        {"notype", 255, 0, 0},
        {"object", 255, 1, 0},
        {"func", 255, 2, 0},
        {"section", 255, 3, 0},
        {"file", 255, 4, PLACE_ABS},
        {"ifunc", 255, 10, 0},
        {"undef", 255, 255, PLACE_UNDEF},
        {"abs", 255, 255, PLACE_ABS},
        {"common", 255, 255, PLACE_COMMON},
    };

    if (words_take(ws, "hidden")) {
        y->visibility = 2;
        return true;
    }
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (!words_take(ws, list[i].word))
            continue;
        if (list[i].bind != 255)
            y->bind = list[i].bind;
        if (list[i].type != 255)
            y->type = list[i].type;
        if (list[i].place != 0)
            y->place = list[i].place;
        return true;
    }
    return false;
}

static void do_sym(struct compiler *c)
{
    struct words *ws = &c->ws;
    struct elf_symbol *y = elf_add_symbol(&c->im);

    y->name = string_offset(c, words_str(ws));
    y->value = words_num(ws);
    y->bind = 1;
    y->type = 2;
    while (words_more(ws)) {
        if (words_take(ws, "in"))
            y->place = section_index(c);
        else if (!take_attribute(ws, y))
            y->size = words_num(ws);
    }
}

static void do_strtab(struct compiler *c)
{
    while (words_more(&c->ws)) {
        const char *s = words_str(&c->ws);
        c->placed = xrealloc_array(c->placed, c->n_placed + 1, sizeof *c->placed);
        struct placed *p = &c->placed[c->n_placed++];
        p->s = xmemdup0(s, strlen(s));
        p->at = elf_add_string(&c->im, s);
    }
}

static void do_funcs(struct compiler *c)
{
    struct words *ws = &c->ws;
    uint64_t n = words_num_max(ws, 100000000);
    const char *prefix = words_str(ws);
    uint64_t base = words_num(ws);
    uint64_t step = words_num(ws);
    bool local = words_take(ws, "local");

    if (strlen(prefix) > 200)
        words_die(ws, "prefix too long");
    for (uint64_t i = 0; i < n; i++) {
        char name[256];
        struct elf_symbol *y = elf_add_symbol(&c->im);
        snprintf(name, sizeof name, "%s%llu", prefix, (unsigned long long)i);
        y->name = elf_add_string(&c->im, name);
        y->value = base + i * step;
        y->size = step;
        y->bind = local ? 0 : 1;
        y->type = 2;
    }
}

static void statement(struct compiler *c)
{
    static const char *const classes[] = {"32", "64", NULL};
    static const char *const endians[] = {"little", "big", NULL};
    static const char *const types[] = {"rel", "exec", "dyn", NULL};
    static const char *const orders[] = {"sorted", "raw", NULL};
    static const char *const answers[] = {"yes", "no", NULL};
    struct words *ws = &c->ws;

    if (words_take(ws, "sym")) {
        do_sym(c);
    } else if (words_take(ws, "section")) {
        do_section(c);
    } else if (words_take(ws, "funcs")) {
        do_funcs(c);
    } else if (words_take(ws, "strtab")) {
        do_strtab(c);
    } else if (words_take(ws, "class")) {
        c->im.wide = words_choice(ws, classes) == 1;
    } else if (words_take(ws, "endian")) {
        c->im.big = words_choice(ws, endians) == 1;
    } else if (words_take(ws, "machine")) {
        c->im.machine = machine_number(c);
        c->machine_given = true;
    } else if (words_take(ws, "type")) {
        c->im.type = (unsigned)words_choice(ws, types) + 1;
    } else if (words_take(ws, "entry")) {
        c->im.entry = words_num(ws);
    } else if (words_take(ws, "flags")) {
        c->im.flags = (uint32_t)words_num_max(ws, UINT32_MAX);
    } else if (words_take(ws, "symtab")) {
        c->im.no_symtab = words_choice(ws, answers) == 1;
    } else if (words_take(ws, "order")) {
        c->im.raw_order = words_choice(ws, orders) == 1;
    } else {
        words_die(ws, "unknown statement '%s'", words_str(ws));
    }
    words_done(ws);
}

void image_compile(const char *name, const char *text, size_t len, struct buf *out)
{
    struct compiler c = {0};

    words_init(&c.ws, name, text, len);
    elf_image_init(&c.im);
    while (words_line(&c.ws))
        statement(&c);
    if (!c.machine_given)
        c.im.machine = c.im.wide ? 62 : 3;
    elf_write(&c.im, out);
    for (size_t i = 0; i < c.n_placed; i++)
        free(c.placed[i].s);
    free(c.placed);
    elf_image_release(&c.im);
    words_release(&c.ws);
}
