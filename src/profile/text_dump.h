/* text_dump - finds binary files that were sent as lines of text in a log
 *
 * Role: gives the contents of a file that a device without files has printed, say over a serial
 * line, to readers that need not know it. The lines are recognised by a mark, wherever it stands in
 * them, so that prompts and time stamps in front, and other lines in between, do no harm. Each
 * line, and the whole, is checked. doc/gmon-format has the form. Input and output are in memory.
 * Does not know what was dumped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_TEXT_DUMP_H
#define PROFILE_TEXT_DUMP_H

#include "base/diag.h"
#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A log that is being read. */
struct text_dump {
    const uint8_t *data; /* not owned */
    size_t size;
    size_t pos;       /* of the first line not yet looked at */
    size_t line;      /* number of lines that were looked at */
    const char *path; /* for messages */
};

/* Returns true if a dump begins somewhere in these bytes. */
bool text_dump_recognise(const uint8_t *data, size_t size);

enum text_dump_result { TEXT_DUMP_NONE, TEXT_DUMP_FOUND, TEXT_DUMP_BAD };

/* Puts the next dump's bytes into `out', which is zero-initialised before the first use, and
 * may be used for the next one. NONE: there is no further one. BAD, after reporting the line: a
 * dump is damaged, has no end or no beginning, or becomes larger than 64 MiB and 100 times the log.
 */
enum text_dump_result text_dump_next(struct text_dump *t, struct file_bytes *out, struct diag *d);

#endif
