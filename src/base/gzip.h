/* gzip - packs a stream, and unpacks files in memory
 *
 * Role: writes gzip files (RFC 1952) into a sink; what is packed need not be in memory at once.
 * The same bytes in give the same bytes out: the header holds no time, no name and no system. It
 * also unpacks compressed input files, so that their readers need not know of compression.
 * Compressed files are recognised by content, not by name. The contents may have 64 MiB plus 100
 * times the bytes of the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_GZIP_H
#define BASE_GZIP_H

#include "base/file.h"
#include "base/sink.h"

struct gzip;

/* Starts a gzip file in `out`. Nothing else may be written into `out` until gzip_close. */
struct gzip *gzip_open(struct sink *out, struct diag *d);

/* Packs `bytes` bytes more. */
void gzip_bytes(struct gzip *g, const void *data, size_t bytes);

/* Ends the file and releases `g`. If `complete` is false, leaves the file cut off, so that readers
 * do not take it for a whole one. */
void gzip_close(struct gzip *g, bool complete);

/* Returns true if the bytes begin as a gzip file does. */
bool gunzip_recognise(const uint8_t *data, size_t size);

/* Unpacks a gzip file, or several that were concatenated, in place; `path` is for messages. Returns
 * false, after reporting the offset, if the file is cut off or damaged; `b` is then unchanged. */
bool gunzip(struct file_bytes *b, const char *path, struct diag *d);

/* Unpacks the beginning of a gzip file, whose first `size` bytes are given, into `room` bytes.
 * Returns the number of unpacked bytes: fewer than `room` if the file is damaged or too little is
 * given. */
size_t gunzip_start(const uint8_t *packed, size_t size, uint8_t *out, size_t room);

#endif
