/* tool_buf.h - provides a growable byte buffer, checked memory and fatal errors for the test tools
 *
 * Role: functions that every maker of test files needs: bytes are appended in a chosen byte order,
 * and written at the end. All failures end the program with a message: these are tools, not library
 * code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TOOL_BUF_H
#define TOOL_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct buf {
    unsigned char *p; /* the bytes, owned */
    size_t len;       /* bytes in use */
    size_t cap;       /* bytes allocated */
    bool big;         /* true: buf_uint writes the most significant byte first */
};

/* Prints "tool: message" and exits with status 2. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Allocates n * size bytes; never fails and never overflows, because errors are fatal. */
void *xrealloc_array(void *old, size_t n, size_t size);
char *xmemdup0(const char *s, size_t len); /* copy of len bytes, with a NUL behind */

void buf_release(struct buf *b);
void buf_put(struct buf *b, const void *bytes, size_t n);
void buf_str(struct buf *b, const char *s); /* without the NUL */
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_fill(struct buf *b, unsigned char byte, size_t n);
void buf_align(struct buf *b, size_t to);
void buf_uint(struct buf *b, uint64_t value, size_t nbytes);
void buf_patch(struct buf *b, size_t at, uint64_t value, size_t nbytes);

/* Writes the whole buffer to PATH ("-" is stdout), or reads the whole of PATH ("-" is stdin). */
void buf_save(const struct buf *b, const char *path);
void buf_load(struct buf *b, const char *path);

#endif
