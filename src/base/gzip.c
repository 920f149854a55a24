/* gzip - packing of a stream
 *
 * With the memory that zlib gets at the start, packing cannot fail.
 *
 * A second thread packs pieces in the order in which the first one fills them, through a ring of a
 * few. It alone knows the z_stream and the sink until it is joined. So the bytes are those that one
 * thread would make: zlib looks at its input in steps of its own, however that is divided.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/gzip.h"

#include "base/mem.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    GZIP_FORMAT = 15 + 16, /* deflateInit2: the largest window, and gzip's header */
    MEMORY_LEVEL = 8,      /* zlib's default */
    PACKED_BYTES = 1 << 14,
    UNKNOWN_SYSTEM = 255,
    ALONE_BYTES = 1 << 18, /* to pack as many takes longer than to start a thread */
    PIECES = 4,
    PIECE_BYTES = 1 << 15
};

/* Where the pieces wait. */
struct ring {
    pthread_t packer;
    pthread_mutex_t lock;   /* of the three that follow */
    pthread_cond_t changed; /* one of them has */
    size_t filled, packed;  /* pieces, from the beginning on */
    bool is_over;           /* no more will be filled */
    size_t used;            /* of the piece that is being filled; the first thread's alone */
    size_t bytes[PIECES];   /* of the others */
    Bytef at[PIECES][PIECE_BYTES];
};

struct gzip {
    z_stream z;
    gz_header header;
    struct sink *out;  /* not owned */
    uint64_t taken;    /* bytes so far, until a thread is started; UINT64_MAX: none is any more */
    struct ring *ring; /* owned; NULL: this thread packs */
    Bytef packed[PACKED_BYTES];
};

struct gzip *gzip_open(struct sink *out, size_t threads, struct diag *d)
{
    struct gzip *g = mem_alloc(d, 1, sizeof *g);

    if (!g)
        return NULL;
    g->out = out;
    g->taken = threads > 1 ? 0 : UINT64_MAX;
    g->header.os = UNKNOWN_SYSTEM;
    /* the level that is fastest: others take more time than all else that an export does */
    if (deflateInit2(&g->z, Z_BEST_SPEED, Z_DEFLATED, GZIP_FORMAT, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        diag_no_memory(d, sizeof *g);
        free(g);
        return NULL;
    }
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

static void pack_bytes(struct gzip *g, const void *data, size_t bytes)
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

/* ---- the second thread ---- */

static void *pack_pieces(void *argument)
{
    struct gzip *g = argument;
    struct ring *r = g->ring;

    pthread_mutex_lock(&r->lock);
    for (;;) {
        size_t piece = r->packed % PIECES;

        while (r->packed == r->filled && !r->is_over)
            pthread_cond_wait(&r->changed, &r->lock);
        if (r->packed == r->filled)
            break;
        pthread_mutex_unlock(&r->lock);
        pack_bytes(g, r->at[piece], r->bytes[piece]);
        pthread_mutex_lock(&r->lock);
        r->packed++;
        pthread_cond_signal(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Without memory or a thread this one goes on packing. */
static void start_thread(struct gzip *g)
{
    struct diag quiet;

    diag_init(&quiet, "", NULL);
    g->taken = UINT64_MAX;
    g->ring = mem_alloc(&quiet, 1, sizeof *g->ring);
    if (!g->ring)
        return;
    pthread_mutex_init(&g->ring->lock, NULL);
    pthread_cond_init(&g->ring->changed, NULL);
    if (pthread_create(&g->ring->packer, NULL, pack_pieces, g) == 0)
        return;
    free(g->ring);
    g->ring = NULL;
}

/* Hand over the piece that is being filled, and wait until there is room for another one. */
static void hand_over(struct ring *r)
{
    pthread_mutex_lock(&r->lock);
    r->bytes[r->filled++ % PIECES] = r->used;
    r->used = 0;
    pthread_cond_signal(&r->changed);
    while (r->filled - r->packed == PIECES)
        pthread_cond_wait(&r->changed, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

static void fill(struct ring *r, const Bytef *data, size_t bytes)
{
    while (bytes > 0) {
        size_t room = PIECE_BYTES - r->used, n = bytes < room ? bytes : room;

        memcpy(r->at[r->filled % PIECES] + r->used, data, n);
        r->used += n;
        data += n;
        bytes -= n;
        if (r->used == PIECE_BYTES)
            hand_over(r);
    }
}

static void end_thread(struct gzip *g)
{
    struct ring *r = g->ring;

    hand_over(r);
    pthread_mutex_lock(&r->lock);
    r->is_over = true;
    pthread_cond_signal(&r->changed);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->packer, NULL);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    free(r);
    g->ring = NULL;
}

/* ---- for others ---- */

void gzip_bytes(struct gzip *g, const void *data, size_t bytes)
{
    if (g->taken < ALONE_BYTES) {
        g->taken = bytes < ALONE_BYTES ? g->taken + bytes : ALONE_BYTES;
        if (g->taken >= ALONE_BYTES)
            start_thread(g);
    }
    if (g->ring)
        fill(g->ring, data, bytes);
    else
        pack_bytes(g, data, bytes);
}

void gzip_close(struct gzip *g, bool complete)
{
    if (!g)
        return;
    if (g->ring)
        end_thread(g);
    if (complete)
        pack(g, Z_FINISH);
    deflateEnd(&g->z);
    free(g);
}
