/* case.c - makes a random small test case: its shape, and the names of the families
 *
 * Role, input and output: see case.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "case.h"

#include <string.h>

static const struct {
    const char *name, *text;
} families[] = {
#define X(id, name, text) {name, text},
    CASE_FAMILIES(X)
#undef X
};

bool case_has(const struct testcase *c, enum case_family family)
{
    return (c->families & (unsigned)family) != 0;
}

unsigned case_parse_families(const char *list)
{
    unsigned set = 0;

    while (*list != '\0') {
        size_t n = strcspn(list, ",");
        unsigned found = 0;
        for (unsigned i = 0; i < FAM_COUNT; i++)
            if (strlen(families[i].name) == n && memcmp(families[i].name, list, n) == 0)
                found = 1u << i;
        if (n == 3 && memcmp(list, "all", 3) == 0)
            found = (1u << FAM_COUNT) - 1;
        if (found == 0)
            die("unknown family '%.*s'", (int)n, list);
        set |= found;
        list += n + (list[n] == ',');
    }
    return set;
}

void case_list_families(FILE *f)
{
    for (unsigned i = 0; i < FAM_COUNT; i++)
        fprintf(f, "%-10s %s\n", families[i].name, families[i].text);
}

static void make_shape(struct testcase *c)
{
    struct prng r = {c->seed * 4 + 0x5eed};

    prng_next(&r);
    c->wide = !prng_chance(&r, 20);
    c->bsd = prng_chance(&r, 15);
    c->sum = prng_chance(&r, 5);
    c->info = prng_chance(&r, 6);
    c->n_data = (unsigned)PICK(&r, 1, 1, 1, 1, 1, 2, 2, 3);
    c->rate = PICK(&r, 100, 100, 100, 100, 100, 100, 1000, 128, 60, 1, 3, 10000, 1000000);
    bool big = prng_chance(&r, 30);
    c->big = big && case_has(c, FAM_BIGENDIAN);
    if (c->bsd && !case_has(c, FAM_BSDINFO))
        c->info = false;
}

void case_make(struct testcase *c, uint64_t seed, unsigned set)
{
    *c = (struct testcase){.seed = seed, .families = set};
    make_shape(c);
    case_make_image(c);
    case_make_data(c);
    case_make_files(c);
    case_make_args(c);
}

void case_release(struct testcase *c)
{
    buf_release(&c->image);
    for (unsigned i = 0; i < CASE_MAX_DATA; i++)
        buf_release(&c->data[i]);
    buf_release(&c->map);
    buf_release(&c->syms);
    buf_release(&c->args);
}
