/* case_files.c - makes the files of -R and -S of a random test case
 *
 * Role: writes a map from functions to object files, and a list of symbols that replaces the
 * image's own. Functions at the guard's address are not in the map, and are the last of the list:
 * GNU gprof gives no samples to the last one. With -s there is no map, because GNU gprof drops arcs
 * whose ends the map removes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "case.h"

#include <string.h>

/* Returns a function of the image below the guard, or NULL. */
static const struct case_func *random_func(const struct testcase *c, struct prng *r)
{
    const struct case_func *f = &c->func[prng_below(r, c->n_func)];

    if (f->addr >= c->guard || f->name[0] == '\0' || strpbrk(f->name, " \t\n") != NULL)
        return NULL;
    return f;
}

static void make_map(struct testcase *c, struct prng *r)
{
    static const char *const objects[] = {"a.o", "b.o", "lib.a", "_c.o", "dir/d e.o"};
    uint64_t lines = prng_range(r, 2, 25), n_objects = prng_range(r, 1, 5);
    const char *object = objects[0];

    for (uint64_t i = 0; i < lines; i++) {
        const struct case_func *f = random_func(c, r);
        const char *name = f == NULL || prng_chance(r, 5) ? "nosuch" : f->name;
        if (prng_chance(r, 60))
            object = objects[prng_below(r, n_objects)];
        if (prng_chance(r, 5))
            buf_str(&c->map, "No symbols in x.o\n");
        if (i > 0 && prng_chance(r, 5))
            buf_str(&c->map, "\n");
        buf_printf(&c->map, "%s:%016llx T %s\n", object, (unsigned long long)prng_below(r, 4096),
                   name);
    }
}

static void make_syms(struct testcase *c, struct prng *r)
{
    uint64_t lines = prng_range(r, 1, 30);

    for (uint64_t i = 0; i < lines; i++) {
        const struct case_func *f = random_func(c, r);
        uint64_t address = c->code_low + prng_below(r, c->guard - c->code_low);
        char type = "TTTtttWDb"[prng_below(r, 9)];
        if (f != NULL && prng_chance(r, 70))
            address = f->addr;
        buf_printf(&c->syms, prng_chance(r, 20) ? "0x%llx %c " : "%016llx %c ",
                   (unsigned long long)address, type);
        if (f != NULL && prng_chance(r, 70))
            buf_printf(&c->syms, "%s\n", f->name);
        else
            buf_printf(&c->syms, "s%llu%s\n", (unsigned long long)prng_below(r, 30),
                       prng_chance(r, 10) ? " file.c:3" : "");
        if (prng_chance(r, 8))
            buf_str(&c->syms, "                 U printf\n");
    }
    buf_printf(&c->syms, "%llx T main\n", (unsigned long long)c->code_low);
    buf_printf(&c->syms, "%llx T guard\n", (unsigned long long)c->guard);
}

void case_make_files(struct testcase *c)
{
    struct prng r = {c->seed * 4 + 0xf11e5};
    bool map, syms;

    prng_next(&r);
    map = prng_chance(&r, 40);
    syms = prng_chance(&r, 30);
    if (map && case_has(c, FAM_FILEORDER) && (!c->sum || case_has(c, FAM_SUMARCS)))
        make_map(c, &r);
    if (syms && case_has(c, FAM_EXTSYMS))
        make_syms(c, &r);
}
