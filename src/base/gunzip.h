/* gunzip - unpacking of gzip files in memory
 *
 * Role: the contents of a compressed file, for readers that need not know it was compressed. Such
 * files are recognised by content, not by name. Input and output are whole files in memory; the
 * output may have 64 MiB plus 100 times the bytes of the input. Does not read files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_GUNZIP_H
#define BASE_GUNZIP_H

#include "base/diag.h"
#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the bytes begin as a gzip file does. */
bool gunzip_recognise(const uint8_t *data, size_t size);

/* Replace the bytes of a gzip file, or of several that were concatenated, by what they unpack to;
 * `path` is for messages. False, after reporting the offset, when the file is cut off, damaged or
 * unpacks to too much; `b` is unchanged then. */
bool gunzip(struct file_bytes *b, const char *path, struct diag *d);

/* Unpack the beginning of a gzip file, whose first `size` bytes are given, into `room` bytes.
 * Returns how many came out: fewer than `room` when the file is damaged or too little is given. */
size_t gunzip_start(const uint8_t *packed, size_t size, uint8_t *out, size_t room);

#endif
