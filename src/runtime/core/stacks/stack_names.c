/* stack_names.c - names code that the program has made while it runs
 *
 * Such code is in no object. If the program has written a map of it (gm_code_map()), each place of
 * the stacks in such code gets the name that the map has for it. A name is an object without a file
 * (GSTACK_ANONYMOUS), so it takes the place of a module in the file. The map is read once, a line
 * at a time, and each line looks for the places that it claims.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/os.h"
#include "runtime/core/sort.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/stacks/stack_union.h"
#include "runtime/core/text.h"

/* A place of the stacks in code of no object. */
struct place {
    uintptr_t address;
    const char *name; /* "": no line of the map claims the place, or lines of several names do */
    bool is_claimed;
    uint32_t node;
};

static bool is_lower(const struct place *a, const struct place *b)
{
    return a->address < b->address;
}

static bool is_earlier(const struct place *a, const struct place *b)
{
    return gm_text_compare(a->name, b->name) < 0;
}

GM_DEFINE_SORT(sort_by_address, struct place, is_lower)
GM_DEFINE_SORT(sort_by_name, struct place, is_earlier)

/* ---- places --------------------------------------------------------------------------------- */

static bool has_place(struct gm_stacks *s, uint32_t number)
{
    return gm_stack_is_used(s, number) &&
           gm_stack_node(s, number)->module == GM_OBJECT_ANONYMOUS + 1;
}

/* Stores the places, if `to` is not NULL. Returns their number. */
static size_t list_places(struct gm_stacks *s, struct place *to)
{
    uint32_t chunks = atomic_load(&s->chunks);
    size_t n = 0;

    for (uint32_t i = 0; i < chunks; i++)
        for (uint32_t k = 0; k < s->place[i].seen; k++) {
            uint32_t number = i * GM_CHUNK_NODES + k;
            if (!has_place(s, number))
                continue;
            if (to != NULL)
                to[n] = (struct place){.address = (uintptr_t)(gm_stack_node(s, number)->key / 2),
                                       .name = "",
                                       .node = number};
            n++;
        }
    return n;
}

/* ---- lines of the map ----------------------------------------------------------------------- */

static void claim(struct place *p, const char *name)
{
    if (!p->is_claimed)
        p->name = name;
    else if (gm_text_compare(p->name, name) != 0)
        p->name = "";
    p->is_claimed = true;
}

static void claim_range(struct place *places, size_t n, uintptr_t start, uintptr_t size,
                        const char *name)
{
    size_t first = 0, end = n;

    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (places[middle].address < start)
            first = middle + 1;
        else
            end = middle;
    }
    for (; first < n && places[first].address - start < size; first++)
        claim(&places[first], name);
}

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a' + 10);
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10) : 16;
}

/* Reads a hexadecimal number, which may begin with 0x, and the blank behind it. Returns the text
 * behind these, or NULL if there is no number. */
static char *read_number(char *text, uintptr_t *number)
{
    char *at = text += text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;

    *number = 0;
    for (; digit_of(*at) < 16; at++)
        *number = *number << 4 | digit_of(*at);
    return at > text && *at == ' ' ? at + 1 : NULL;
}

static void read_map(char *map, struct place *places, size_t n)
{
    char *next;

    for (char *line = map; *line != 0; line = next) {
        uintptr_t start, size;
        next = line + gm_text_until(line, '\n');
        if (*next != 0)
            *next++ = 0;
        char *name = read_number(line, &start);
        if (name != NULL)
            name = read_number(name, &size);
        if (name != NULL)
            claim_range(places, n, start, size, name);
    }
}

/* ---- names ---------------------------------------------------------------------------------- */

static void make_names(struct gm_stacks *s, struct place *places, size_t n)
{
    struct gm_stack_names *names = &s->names;
    const char *last = "";

    sort_by_name(places, n);
    names->object_bytes = (n < GM_STACK_NAMES ? n : GM_STACK_NAMES) * sizeof *names->object;
    names->object = gm_map(names->object_bytes);
    for (size_t i = 0; names->object != NULL && i < n; i++) {
        if (*places[i].name == 0)
            continue;
        if (gm_text_compare(last, places[i].name) != 0) {
            if (names->count == GM_STACK_NAMES)
                return;
            last = places[i].name;
            names->object[names->count].kind = GSTACK_ANONYMOUS;
            names->object[names->count].path = last;
            names->count++;
        }
        gm_stack_link(s, places[i].node)->name = names->count;
    }
}

void gm_stack_find_names(struct gm_stacks *s)
{
    struct gm_stack_names *names = &s->names;
    size_t n = list_places(s, NULL), bytes = n * sizeof(struct place);

    *names = (struct gm_stack_names){.count = 0};
    if (n > 0)
        names->text = gm_code_map(&names->text_bytes);
    struct place *places = names->text != NULL ? gm_map(bytes) : NULL;
    if (places == NULL)
        return;
    list_places(s, places);
    sort_by_address(places, n);
    read_map(names->text, places, n);
    make_names(s, places, n);
    gm_unmap(places, bytes);
}

void gm_stack_forget_names(struct gm_stacks *s)
{
    struct gm_stack_names *names = &s->names;

    if (names->text != NULL)
        gm_unmap(names->text, names->text_bytes);
    if (names->object != NULL)
        gm_unmap(names->object, names->object_bytes);
    *names = (struct gm_stack_names){.count = 0};
}
