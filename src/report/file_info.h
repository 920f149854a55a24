/* file_info - what a data file held (--file-info)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef REPORT_FILE_INFO_H
#define REPORT_FILE_INFO_H

#include "base/sink.h"
#include "profile/gmon_target.h"

void file_info_print(struct sink *out, const char *path, const struct gmon_file_info *info);

#endif
