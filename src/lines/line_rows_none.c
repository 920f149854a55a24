/* line_rows_none - replaces the files line_*_dw.c if libdw is absent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

bool line_rows_list(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d)
{
    (void)rows;
    (void)image;
    (void)request;
    (void)d;
    return false;
}

void line_source_release(struct line_source *source)
{
    (void)source;
}
