/* sections - listings that are made in pieces, several of them at once where they are long
 *
 * Role: between registry, which knows the order of the reports, and the printers of the flat
 * profile, the call graph and the index, which make nearly all of what large programs' reports
 * write. Each says how it is divided: what all of its pieces need is prepared once, then pieces do
 * not depend on each other, and base/pieces writes them in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H

#include "base/diag.h"
#include "base/sink.h"
#include "report/report.h"

#include <stdbool.h>
#include <stddef.h>

struct section_kind {
    /* What all pieces need: orders and names, to be released. The number of pieces, at least 1,
     * goes to `*n_pieces`. NULL, after reporting, when memory is out. */
    void *(*prepare)(const struct report *r, size_t *n_pieces, struct diag *d);

    /* Write one piece of what was prepared, which other threads read at the same time. False, after
     * reporting, when memory is out. */
    bool (*print)(const void *prepared, size_t piece, struct sink *out, struct diag *d);

    void (*release)(void *prepared); /* NULL: nothing */

    bool asks_for_names; /* while it is prepared, not only while it is printed */
};

extern const struct section_kind hist_section, cg_section, cg_index_section;

enum { SECTIONS_MAX = 3 };

/* Print up to SECTIONS_MAX sections, with a form feed between two, by up to r->jobs threads (0: as
 * many as there are processors), but one where little is to be printed or the run is traced. False,
 * after reporting, when memory is out. */
bool sections_print(const struct section_kind *const *kinds, size_t n, const struct report *r,
                    struct sink *out, struct diag *d);

#endif
