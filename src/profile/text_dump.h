/* text_dump - finds binary files that were sent as lines of text in a log
 *
 * Role: gives the contents of a file that a device without files has printed, say over a serial
 * line, to readers that need not know it. The lines are recognised by a mark anywhere in them, so
 * prompts and time stamps in front, and other lines in between, do no harm. Each line, and the
 * whole, is checked. doc/gmon-format describes the form. Input and output are in memory. text_dump
 * does not know what was dumped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_TEXT_DUMP_H
#define PROFILE_TEXT_DUMP_H

#include "base/file.h"

/* A log that is being read. */
struct text_dump {
    const uint8_t *data; /* not owned */
    size_t size;
    size_t pos;       /* offset of the first line not yet read */
    size_t line;      /* number of lines read so far */
    const char *path; /* path of the log, for messages */
};

/* Returns true if a dump begins somewhere in these bytes. */
bool text_dump_recognise(const uint8_t *data, size_t size);

enum text_dump_result { TEXT_DUMP_NONE, TEXT_DUMP_FOUND, TEXT_DUMP_BAD };

/* Writes the next dump's bytes into `out', which is zero-initialised before the first use, and may
 * be reused for the next dump. Returns NONE if there is no further dump. Returns BAD, after
 * reporting the line, if a dump is damaged, or has no end or no beginning. */
enum text_dump_result text_dump_next(struct text_dump *t, struct file_bytes *out, struct diag *d);

#endif
