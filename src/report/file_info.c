/* file_info - what a data file held (--file-info)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/file_info.h"

#include <inttypes.h>

static void print_count(struct sink *out, uint64_t count, const char *what)
{
    sink_printf(out, "\t%" PRIu64 " %s record%s\n", count, what, count == 1 ? "" : "s");
}

void file_info_print(struct sink *out, const char *path, const struct gmon_file_info *info)
{
    sink_printf(out, "File `%s' (version %d) contains:\n", path, info->version);
    print_count(out, info->histograms, "histogram");
    print_count(out, info->arcs, "call-graph");
    print_count(out, info->block_records, "basic-block count");
}
