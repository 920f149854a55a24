/* sink - writes text through a buffer, with fast formatting that no locale changes
 *
 * Role: every report is written into a sink. Numbers look exactly as printf in the C locale
 * prints them (tests compare the two), but in less time: reports reach a hundred megabytes. A write
 * error is remembered and asked for once, at the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SINK_H
#define BASE_SINK_H

#include "base/diag.h"

struct sink {
    int fd;            /* file descriptor that full buffers go to, or -1: keep all in memory */
    char *buf;         /* owned */
    size_t used;       /* bytes in buf */
    size_t cap;        /* bytes allocated */
    uint64_t written;  /* bytes handed in so far, buffered or not */
    int error;         /* errno of the first failed write, 0 if none; none in memory */
    bool has_holes;    /* pages of zeros become holes of the file, which its owner brings to its
                        * length, `written`, at the end */
    struct diag *diag; /* diag that reports if memory is out; not owned */
    struct progress *progress; /* progress line that is updated for each megabyte; NULL: none */
};

/* Returns a sink that keeps everything in memory. */
static inline struct sink sink_in_memory(struct diag *d)
{
    return (struct sink){.fd = -1, .diag = d};
}

/* Makes a sink that writes to `fd` (not owned), or keeps everything in memory if `fd` is -1.
 * Allocates at the first write. */
void sink_init(struct sink *s, int fd, struct diag *d);

/* Writes out what is buffered. Returns false if this or any earlier write failed; see `error`. */
bool sink_flush(struct sink *s);

/* Drops what is buffered, to reuse a sink in memory. */
void sink_clear(struct sink *s);

/* Returns the text in a sink in memory, ended by a NUL, and clears the sink. The text is valid
 * until the next write. */
const char *sink_text(struct sink *s);

void sink_release(struct sink *s);

void sink_bytes(struct sink *s, const char *text, size_t bytes);
void sink_string(struct sink *s, const char *text);
void sink_char(struct sink *s, char c);
void sink_repeat(struct sink *s, char c, size_t times);

/* Writes a string constant, whose length the compiler knows. */
#define sink_literal(s, text) sink_short((s), "" text, sizeof text - 1)

/* Writes an integer as printf's "%*lu" does, left-justified if `width` is negative. */
void sink_u64(struct sink *s, uint64_t value, int width);

/* Writes an integer as printf's "%ld" does. */
void sink_i64(struct sink *s, int64_t value);

/* Writes an integer as printf's "%lx" does. */
void sink_hex(struct sink *s, uint64_t value);

/* Writes a number as printf's "%*.*f" does, with 0 to 2 `decimals`, correctly rounded from the
 * exact binary value (ties to even). */
void sink_fixed(struct sink *s, double value, int width, unsigned decimals);

/* Writes what printf would print. Slower than the functions above, for rare lines. */
void sink_printf(struct sink *s, const char *fmt, ...) DIAG_PRINTF(2, 3);

/* ---- inline functions, called many million times for a few bytes each ---- */

/* Does the work of sink_room if the buffer must be written out or enlarged. */
char *sink_more_room(struct sink *s, size_t bytes);

/* Returns room for `bytes` bytes more. The caller then calls sink_end_at with the end of what it
 * has put there. Returns NULL after a failed write. */
static inline char *sink_room(struct sink *s, size_t bytes)
{
    return s->error || !s->buf || bytes > s->cap - s->used ? sink_more_room(s, bytes)
                                                           : s->buf + s->used;
}

static inline void sink_end_at(struct sink *s, const char *end)
{
    size_t used = (size_t)(end - s->buf);

    s->written += used - s->used;
    s->used = used;
}

/* Writes an unsigned integer in LEB128, 7 bits a byte, the lowest first, to `at`, which has room
 * for LEB128_BYTES. Returns the end. */
enum { LEB128_BYTES = 10 };

static inline char *leb128_end(char *at, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *at++ = (char)(unsigned char)(value | 0x80);
    *at++ = (char)value;
    return at;
}

static inline void sink_short(struct sink *s, const char *text, size_t bytes)
{
    char *at;

    s->written += bytes;
    at = sink_room(s, bytes);
    if (at) {
        memcpy(at, text, bytes);
        s->used += bytes;
    }
}

#endif
