/* file_info - what a data file held (--file-info)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/file_info.h"

#include "profile/records/record_kind.h"

#include <inttypes.h>

void file_info_print(struct sink *out, const char *path, const struct gmon_file_info *info)
{
    sink_printf(out, "File `%s' (version %d) contains:\n", path, info->version);
    for (size_t i = 0; record_kinds[i]; i++) {
        const struct record_kind *kind = record_kinds[i];
        uint64_t n = info->records[i];

        if (n > 0 || kind->tag != RECORD_UNTAGGED)
            sink_printf(out, "\t%" PRIu64 " %s record%s\n", n, kind->name, n == 1 ? "" : "s");
        if (n > 0 && kind->describe)
            kind->describe(out, info);
    }
}
