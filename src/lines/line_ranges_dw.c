/* line_ranges_dw - which addresses hold the code of a unit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include "base/mem.h"
#include "base/search.h"

#include <dwarf.h>
#include <stdlib.h>

/* What .debug_aranges says of a unit. */
struct unit_range {
    uint64_t unit; /* offset of its root entry */
    struct address_range range;
};

static int by_range_low(const void *left, const void *right)
{
    const struct address_range *l = left, *r = right;

    return l->low < r->low ? -1 : l->low > r->low;
}

static void add_range(struct line_reader *r, uint64_t low, uint64_t high)
{
    struct line_ranges *to = &r->ranges;

    to->at = mem_grow(r->diag, to->at, &to->cap, to->n + 1, sizeof *to->at);
    if (low < high)
        to->at[to->n++] = (struct address_range){low, high};
}

static int by_unit(const void *left, const void *right)
{
    const struct unit_range *l = left, *r = right;

    return l->unit < r->unit ? -1 : l->unit > r->unit;
}

/* Reads .debug_aranges, sorted by unit. */
static void list_ranges(struct line_reader *r)
{
    Dwarf_Aranges *table;
    size_t n = 0;

    if (dwarf_getaranges(r->dwarf, &table, &n) != 0)
        n = 0;
    r->ranges.listed = mem_alloc(r->diag, n, sizeof *r->ranges.listed);
    for (size_t i = 0; i < n; i++) {
        Dwarf_Addr low;
        Dwarf_Word bytes;
        Dwarf_Off unit;

        if (dwarf_getarangeinfo(dwarf_onearange(table, i), &low, &bytes, &unit) == 0 &&
            bytes <= UINT64_MAX - low)
            r->ranges.listed[r->ranges.n_listed++] = (struct unit_range){unit, {low, low + bytes}};
    }
    if (r->ranges.n_listed)
        qsort(r->ranges.listed, r->ranges.n_listed, sizeof *r->ranges.listed, by_unit);
}

/* In DWARF 2 a unit has one range. Compilers that keep to that list the unit's code in other
 * sections, such as .text.startup, in .debug_aranges alone. */
static void add_listed_ranges(struct line_reader *r, Dwarf_Die *unit)
{
    uint64_t at = dwarf_dieoffset(unit);
    size_t i;

    if (!r->ranges.listed)
        list_ranges(r);
    i = at && r->ranges.n_listed ? count_up_to(&r->ranges.listed->unit, r->ranges.n_listed,
                                               sizeof *r->ranges.listed, at - 1)
                                 : 0;
    for (; i < r->ranges.n_listed && r->ranges.listed[i].unit == at; i++)
        add_range(r, r->ranges.listed[i].range.low, r->ranges.listed[i].range.high);
}

void line_ranges_read(struct line_reader *r, Dwarf_Die *unit)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    r->ranges.n = 0;
    while ((offset = dwarf_ranges(unit, offset, &base, &low, &high)) > 0)
        add_range(r, low, high);
    if (r->ranges.n == 0)
        return;
    if (r->version == 2 && !dwarf_hasattr(unit, DW_AT_ranges))
        add_listed_ranges(r, unit);
    qsort(r->ranges.at, r->ranges.n, sizeof *r->ranges.at, by_range_low);
}

bool line_ranges_wanted(const struct line_reader *r)
{
    const uint64_t *places = r->request->places;

    if (!places || r->ranges.n == 0)
        return true;
    for (size_t i = 0; i < r->ranges.n; i++) {
        const struct address_range *range = &r->ranges.at[i];
        size_t n = count_up_to(places, r->request->n_places, sizeof *places, range->high - 1);
        if (n > 0 && places[n - 1] >= range->low)
            return true;
    }
    return false;
}

void line_ranges_release(struct line_ranges *ranges)
{
    free(ranges->at);
    free(ranges->listed);
}
