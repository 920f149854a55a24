/* dump_lines - writes a binary file as the lines of text in which it is sent through a log
 *
 * Role: the other side of src/profile/text_dump.h, for tools and tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DUMP_LINES_H
#define DUMP_LINES_H

#include "tool_buf.h"

/* Appends a dump of `size' bytes in base64 or hex, `per_line' bytes to a line; lines of zeros are
 * counted. `before' stands in front of each line, `behind' ends the line. */
void dump_lines(struct buf *out, const unsigned char *data, size_t size, bool base64,
                size_t per_line, const char *before, const char *behind);

#endif
