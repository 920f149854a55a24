/* sink - buffered text output with fast, locale-free formatting
 *
 * Role: where every report is written. Numbers look exactly as printf in the C locale prints them
 * (tests compare the two), without its cost: reports reach a hundred megabytes.
 * A write error is remembered and asked for once, at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SINK_H
#define BASE_SINK_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sink {
    int fd;            /* file descriptor that full buffers go to, or -1: keep all in memory */
    char *buf;         /* owned */
    size_t used;       /* bytes in buf */
    size_t cap;        /* bytes allocated */
    uint64_t written;  /* bytes handed in so far, buffered or not */
    int error;         /* errno of the first failed write, 0 if none; none in memory */
    struct diag *diag; /* told if memory is out; not owned */
    struct progress *progress; /* is told of each megabyte that was written; NULL: nobody is */
};

/* Writes to `fd` (not owned), or keep everything in memory when `fd` is -1. Allocates lazily. */
void sink_init(struct sink *s, int fd, struct diag *d);

/* Writes out what is buffered. Returns false if this or any earlier write failed; see `error`. */
bool sink_flush(struct sink *s);

/* Drops what is buffered, to reuse a sink in memory. */
void sink_clear(struct sink *s);

void sink_release(struct sink *s);

void sink_bytes(struct sink *s, const char *text, size_t bytes);
void sink_string(struct sink *s, const char *text);
void sink_char(struct sink *s, char c);
void sink_repeat(struct sink *s, char c, size_t times);

/* printf's "%*.*s" with |width|, left-justified when `width` is negative, cut to `most` bytes. */
void sink_field(struct sink *s, const char *text, int width, size_t most);

/* A string constant: its length is known to the compiler. */
#define sink_literal(s, text) sink_short((s), "" text, sizeof text - 1)

/* printf's "%*lu"; left-justified when `width` is negative. */
void sink_u64(struct sink *s, uint64_t value, int width);

/* printf's "%lx". */
void sink_hex(struct sink *s, uint64_t value);

/* printf's "%*.*f" for `decimals` 0 to 2, correctly rounded from the exact binary value (ties to
 * even). */
void sink_fixed(struct sink *s, double value, int width, unsigned decimals);

/* printf itself, for rare lines. */
void sink_printf(struct sink *s, const char *fmt, ...) DIAG_PRINTF(2, 3);

/* ---- in line, as they are called for a few bytes each, many million times ---- */

/* Makes room for as many bytes in the buffer; false (and the sticky error) if there is none. */
bool sink_more_room(struct sink *s, size_t bytes);

/* Returns where `bytes` bytes more can be written in place, or NULL (and the sticky error): for
 * writers of whole rows, which then tell where they ended. */
static inline char *sink_room(struct sink *s, size_t bytes)
{
    if (s->error || ((!s->buf || bytes > s->cap - s->used) && !sink_more_room(s, bytes)))
        return NULL;
    return s->buf + s->used;
}

static inline void sink_end_at(struct sink *s, const char *end)
{
    size_t used = (size_t)(end - s->buf);

    s->written += used - s->used;
    s->used = used;
}

static inline void sink_short(struct sink *s, const char *text, size_t bytes)
{
    char *at = sink_room(s, bytes);

    if (at) {
        memcpy(at, text, bytes);
        sink_end_at(s, at + bytes);
    }
}

#endif
