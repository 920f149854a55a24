/* file_out.h - writes the bytes of a file: buffers, counts and sums them up
 *
 * Use: gm_out_open(); if that returns true, any number of gm_put_*, then gm_out_close(), which also
 * reports errors; then gm_out_publish(). An error stops the writing, and the file is left as it was
 * (os.h). gm.dump_lock is held.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_FILE_OUT_H
#define GMON_FILE_OUT_H

#include "runtime/core/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gm_out {
    long error; /* first error; nothing is written after it */
    size_t used;
    uint64_t bytes;        /* bytes flushed so far; gm_out_flush() adds what is in the buffer */
    unsigned char *buffer; /* GM_OUT_BUFFER bytes; NULL: bytes are only counted */
    bool is_open;
    bool is_companion; /* set by the caller: it is the file of call stacks, which has `sum` */
    uint32_t sum;      /* CRC-32 (that of gzip) of the flushed bytes */
    uint64_t mark;     /* gstack_sum() of the flushed bytes of any other file */
};

struct gm_out_unaligned {
    uint16_t value;
} __attribute__((packed, may_alias));
struct gm_out_zeros {
    uint64_t value;
} __attribute__((packed, may_alias));

#pragma GCC visibility push(hidden)

/* Opens the file for an empty struct. Returns false if nothing is to be written: there was an
 * error, or the path is a device that discards everything. */
bool gm_out_open(struct gm_out *o, const char *path);

/* Writes the rest of the buffer, and closes the file. Returns the bytes written, 0 if the path is a
 * device that discards everything, or -1 after one line on stderr. */
int64_t gm_out_close(struct gm_out *o, const char *path);

/* Puts the file in its place, and its companion if it has one (os.h). Returns false after a line on
 * stderr for each of them that has failed. */
bool gm_out_publish(const char *path, bool has_companion);

void gm_out_flush(struct gm_out *o);

void gm_put_bytes(struct gm_out *o, const void *from, size_t size);

void gm_put_zeros(struct gm_out *o, size_t size);

/* Puts a number as LEB128: seven bits in each byte, lowest first, in as few bytes as possible. */
void gm_put_number(struct gm_out *o, uint64_t value);

/* Writes the line to stderr, with a remedy unless the program itself has named the file. Writes
 * nothing if the program's file could not be written last time either. */
void gm_cannot_write(const char *path, const char *why);

/* Returns true if the working directory is known to be another one than at the start, which is not
 * known in a sandbox. Uses gm.library_path. */
bool gm_has_left_start(void);

/* The reason passed to gm_cannot_write if there is no memory. */
#define GM_NO_MEMORY "out of memory; raise its limit"

#pragma GCC visibility pop

static inline void gm_put_u8(struct gm_out *o, unsigned value)
{
    unsigned char byte = (unsigned char)value;

    gm_put_bytes(o, &byte, 1);
}

/* Puts a bin. Most of a data file is bins, so this function avoids gm_put_bytes() for speed. */
static inline void gm_put_u16(struct gm_out *o, uint64_t value)
{
    uint16_t v = (uint16_t)value;

    if (o->used + sizeof v > GM_OUT_BUFFER)
        gm_out_flush(o);
    *(struct gm_out_unaligned *)(void *)(o->buffer + o->used) = (struct gm_out_unaligned){v};
    o->used += sizeof v;
}

static inline void gm_put_u32(struct gm_out *o, uint64_t value)
{
    uint32_t v = (uint32_t)value;

    gm_put_bytes(o, &v, sizeof v);
}

static inline void gm_put_word(struct gm_out *o, uint64_t value)
{
    uintptr_t v = (uintptr_t)value;

    gm_put_bytes(o, &v, sizeof v);
}

#endif
