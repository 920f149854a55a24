/* gzip - packing of a stream
 *
 * Role: writes gzip files (RFC 1952) into a sink, as gunzip.h reads them. What is packed need not
 * be in memory at once. The same bytes in give the same bytes out: the header holds no time, no
 * name and no system.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_GZIP_H
#define BASE_GZIP_H

#include "base/diag.h"
#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>

struct gzip;

/* Starts a gzip file in `out`, which nobody else may write into until gzip_close. */
struct gzip *gzip_open(struct sink *out, struct diag *d);

/* Pack `bytes` bytes more. */
void gzip_bytes(struct gzip *g, const void *data, size_t bytes);

/* Ends the file, or, if `complete` is false, leaves it cut off, so that nobody takes it for a whole
 * one. Releases `g`. */
void gzip_close(struct gzip *g, bool complete);

#endif
