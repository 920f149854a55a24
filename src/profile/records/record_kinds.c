/* record_kinds - the table of all kinds of data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/records/record_kind.h"

const struct record_kind *const record_kinds[] = {
#define RECORD_KIND(ROW) &(ROW),
#include "profile/records/record_kinds.def"
    NULL,
};

_Static_assert(sizeof record_kinds / sizeof *record_kinds <= GMON_KINDS_MAX + 1,
               "GMON_KINDS_MAX is below the number of kinds");
