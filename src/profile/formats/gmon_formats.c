/* gmon_formats - the table of all formats of data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"

const struct gmon_format *const gmon_formats[] = {
#define GMON_FORMAT(ROW) &(ROW),
#include "profile/formats/gmon_formats.def"
    NULL,
};
