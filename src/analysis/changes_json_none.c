/* changes_json_none - in the place of changes_json.c where libjansson is absent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/changes_file.h"

bool changes_file_read(struct changes_file *f, const char *path, struct diag *d)
{
    (void)f;
    return diag_error(d, path,
                      "is a JSON export, which this gprof, built without libjansson, cannot read; "
                      "name the data files");
}
