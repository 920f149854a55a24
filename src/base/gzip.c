/* gzip - packing of a stream
 *
 * With the memory that zlib gets at the start, packing cannot fail.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/gzip.h"

#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    GZIP_FORMAT = 15 + 16, /* deflateInit2: the largest window, and gzip's header */
    MEMORY_LEVEL = 8,      /* zlib's default */
    PACKED_BYTES = 1 << 14,
    UNKNOWN_SYSTEM = 255
};

struct gzip {
    z_stream z;
    gz_header header;
    struct sink *out; /* not owned */
    Bytef packed[PACKED_BYTES];
};

struct gzip *gzip_open(struct sink *out, struct diag *d)
{
    struct gzip *g = mem_alloc(d, 1, sizeof *g);

    g->out = out;
    g->header.os = UNKNOWN_SYSTEM;
    /* the level that is fastest: others take more time than all else that an export does */
    if (deflateInit2(&g->z, Z_BEST_SPEED, Z_DEFLATED, GZIP_FORMAT, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        mem_out(d, sizeof *g);
    deflateSetHeader(&g->z, &g->header);
    return g;
}

static void pack(struct gzip *g, int flush)
{
    int result;

    do {
        g->z.next_out = g->packed;
        g->z.avail_out = PACKED_BYTES;
        result = deflate(&g->z, flush);
        sink_bytes(g->out, (const char *)g->packed, PACKED_BYTES - g->z.avail_out);
    } while (result == Z_OK && g->z.avail_out == 0);
}

void gzip_bytes(struct gzip *g, const void *data, size_t bytes)
{
    const Bytef *at = data;

    while (bytes > 0) {
        uInt piece = bytes < UINT_MAX ? (uInt)bytes : UINT_MAX;

        g->z.next_in = (Bytef *)at; /* zlib writes nothing there */
        g->z.avail_in = piece;
        pack(g, Z_NO_FLUSH);
        at += piece;
        bytes -= piece;
    }
}

void gzip_close(struct gzip *g, bool complete)
{
    if (complete)
        pack(g, Z_FINISH);
    deflateEnd(&g->z);
    free(g);
}
