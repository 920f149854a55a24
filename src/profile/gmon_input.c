/* gmon_input - a data file that is being read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/gmon_input.h"

#include <inttypes.h>

bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need)
{
    return diag_error(in->diag, in->path,
                      "unexpected end of file at offset %zu: %s needs %" PRIu64
                      " bytes and %zu are left; run the program again and let it end normally",
                      in->cursor.pos, what, need, cursor_left(&in->cursor));
}
