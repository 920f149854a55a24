/* line_rows_dw - whole tables of source lines, read with libdw
 *
 * The line tables of all units give stretches (address, file, line), the trees of their entries
 * give scopes (low, high, function); line_sweep makes rows of both.
 *
 * Damaged and malicious files: libdw bounds every read; a unit that it refuses is treated as if it
 * had no debug information.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include "base/progress.h"

#include <dwarf.h>

/* Whether the unit's language mangles names; in the others names are those of the linker. */
static bool language_mangles(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_C89:
    case DW_LANG_C:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case DW_LANG_Cobol74:
    case DW_LANG_Cobol85:
    case DW_LANG_Fortran77:
    case DW_LANG_Pascal83:
    case DW_LANG_PLI:
    case DW_LANG_UPC:
    case DW_LANG_Mips_Assembler:
        return false;
    default:
        return true;
    }
}

static void read_units(struct line_reader *r)
{
    struct progress progress;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit, split;
    uint8_t type;
    size_t n = 0;

    progress_start(&progress, r->diag, 0, "source files with line information read");

    while (dwarf_get_units(r->dwarf, cu, &cu, &r->version, &type, &unit, &split) == 0) {
        /* the entries of a skeleton unit are in a file of their own, the .dwo */
        Dwarf_Die *entries = type == DW_UT_skeleton && dwarf_tag(&split) ? &split : &unit;

        progress_tell(&progress, n++);
        line_ranges_read(r, &unit);
        if (!line_ranges_wanted(r)) {
            r->readable = true;
            continue;
        }
        r->mangled = language_mangles(entries);
        line_table_read(r, &unit);
        if (!r->request->no_functions)
            line_scopes_read(r, entries);
    }
    progress_end(&progress);
}

bool line_rows_list(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d)
{
    struct line_reader r = {
        .request = request, .sweep = {.start = request->start, .end = request->end}, .diag = d};

    rows->source = line_source_open(image, d);
    r.dwarf = rows->source->debug.dwarf;
    r.paths = &rows->source->paths;
    if (r.dwarf) {
        if (!request->no_functions)
            line_symbols_init(&r.sweep.symbols, image, d);
        read_units(&r);
        line_sweep_rows(&r.sweep, rows, d);
    }
    line_sweep_release(&r.sweep);
    line_scopes_release(&r.scopes);
    line_ranges_release(&r.ranges);
    return r.readable;
}
