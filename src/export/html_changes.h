/* html_changes - puts a comparison with another profile into the page of --export=html
 *
 * Role: the page of --compare is that of the newer profile. It also has the table of changes, in
 * the words of the text report, and the times of its call stacks before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_CHANGES_H
#define EXPORT_HTML_CHANGES_H

#include "export/html_sources.h"
#include "view/paths.h"

/* Writes the block of changes. */
void html_put_changes(const struct results *r, const struct html_functions *f, struct sink *out,
                      struct diag *d);

/* Writes the table of changes for readers without scripts. */
void html_put_plain_changes(const struct results *r, struct sink *out, struct diag *d);

/* Returns the inclusive times in the base of paths that lead through the same functions, by number
 * of the first such path; NULL if the base has no stacks; owned by the caller. O(paths). */
uint64_t *html_times_before(const struct results *r, const struct paths *after, struct diag *d);

#endif
