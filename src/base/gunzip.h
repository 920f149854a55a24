/* gunzip - unpacking of gzip files in memory
 *
 * Role: what a compressed file holds, for readers that do not care how it was kept. Recognised by
 * content. Input and output are whole files in memory; the output may have 64 MB and 100 times
 * the bytes of the input. Does not read files.
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

/* Replace the bytes of a gzip file, perhaps several joined, by what they unpack to; `path` is for
 * messages. False, after reporting the offset, when it is cut off, damaged or becomes too large;
 * `b` is as it was. */
bool gunzip(struct file_bytes *b, const char *path, struct diag *d);

/* Unpack the first bytes, up to `room`, of a gzip file of which the first `size` bytes are given.
 * Returns how many came out: fewer, when the file is damaged or too few are given. */
size_t gunzip_start(const uint8_t *packed, size_t size, uint8_t *out, size_t room);

#endif
