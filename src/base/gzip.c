/* gzip - packs a stream, and unpacks files in memory
 *
 * zlib packs, unpacks and verifies checksums; this file has the loops around it, handles files of
 * several parts and words the messages. zlib gets its memory at the start, so packing cannot fail
 * later.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/gzip.h"

#include "base/limit.h"

#include <limits.h>
#include <zlib.h>

/* Returns how many of the next `bytes` bytes zlib, which counts in unsigned int, can take at a
 * time. */
static uInt window(size_t bytes)
{
    return bytes < UINT_MAX ? (uInt)bytes : UINT_MAX;
}

/* ---- packing ---- */

enum {
    GZIP_FORMAT = 15 + 16, /* of zlib: the largest window, and gzip's header */
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
    /* the fastest level: slower ones take more time than the rest of an export */
    if (deflateInit2(&g->z, Z_BEST_SPEED, Z_DEFLATED, GZIP_FORMAT, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        mem_out(d, sizeof *g);
    deflateSetHeader(&g->z, &g->header);
    return g;
}

static void pack(struct gzip *g, int flush)
{
    IN_LIBRARY("zlib");
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
        uInt piece = window(bytes);

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

/* ---- unpacking ---- */

enum {
    GZIP_DEFLATE = 8,      /* the only method */
    GZIP_RESERVED = 0xe0,  /* flags that are always 0 */
    FIRST_ROOM = 64 * 1024 /* least number of bytes to allocate at a time */
};

bool gunzip_recognise(const uint8_t *data, size_t size)
{
    return size >= 4 && data[0] == 0x1f && data[1] == 0x8b && data[2] == GZIP_DEFLATE &&
           !(data[3] & GZIP_RESERVED);
}

static bool report(int result, const z_stream *z, size_t offset, const char *path, struct diag *d)
{
    static const char advice[] = "copy it again, or run the program again";

    if (result == Z_MEM_ERROR)
        mem_out(d, 1 << 15);
    if (result == Z_BUF_ERROR)
        return diag_error(d, path, "the gzip file is cut off at offset %zu; %s", offset, advice);
    return diag_error(d, path, "the gzip file is damaged before offset %zu: %s; %s", offset,
                      z->msg ? z->msg : "no gzip data", advice);
}

/* Returns true if only zeros are left, such as the padding of a tape block. */
static bool only_zeros(const struct file_bytes *b, size_t from)
{
    while (from < b->size && b->data[from] == 0)
        from++;
    return from == b->size;
}

/* Unpacks all parts of `packed` into `out`. */
static bool inflate_all(z_stream *z, const struct file_bytes *packed, struct file_bytes *out,
                        const char *path, struct diag *d)
{
    size_t at = 0, need = FIRST_ROOM;

    for (;;) {
        uInt given = window(packed->size - at), room;
        int result;

        out->data = mem_grow(d, out->data, &out->cap, need, 1);
        room = window(out->cap - out->size - 1); /* leaves room for a NUL */
        z->next_in = packed->data + at;
        z->avail_in = given;
        z->next_out = out->data + out->size;
        z->avail_out = room;
        result = inflate(z, Z_NO_FLUSH);
        at += given - z->avail_in;
        out->size += room - z->avail_out;
        if (result == Z_STREAM_END) {
            if (only_zeros(packed, at))
                return true;
            if (inflateReset(z) != Z_OK)
                return report(Z_DATA_ERROR, z, at, path, d);
        } else if (result != Z_OK && !(result == Z_BUF_ERROR && z->avail_out == 0)) {
            return report(result, z, at, path, d);
        } else if (at == packed->size && z->avail_out > 0) {
            return report(Z_BUF_ERROR, z, at, path, d);
        }
        need = out->size + (out->cap - out->size > 1 ? 1 : FIRST_ROOM);
    }
}

bool gunzip(struct file_bytes *b, const char *path, struct diag *d)
{
    IN_LIBRARY("zlib");
    LOCAL_BY(file_bytes_release) struct file_bytes out = {0};
    struct file_bytes packed = *b;
    z_stream z = {0};
    int result = inflateInit2(&z, GZIP_FORMAT);
    bool ok = result == Z_OK ? inflate_all(&z, b, &out, path, d) : report(result, &z, 0, path, d);

    inflateEnd(&z);
    if (ok) {
        *b = out;
        out = packed;
    }
    return ok;
}

size_t gunzip_start(const uint8_t *packed, size_t size, uint8_t *out, size_t room)
{
    IN_LIBRARY("zlib");
    z_stream z = {0};

    if (inflateInit2(&z, GZIP_FORMAT) != Z_OK)
        return 0;
    z.next_in = (Bytef *)packed; /* zlib writes nothing there */
    z.avail_in = window(size);
    z.next_out = out;
    z.avail_out = window(room);
    inflate(&z, Z_NO_FLUSH);
    inflateEnd(&z);
    return room - z.avail_out;
}
