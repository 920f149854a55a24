/* tool_buf.c - provides a growable byte buffer, checked memory and fatal errors for the test tools
 *
 * Role, input and output: see tool_buf.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tool_buf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void die(const char *fmt, ...)
{
    va_list ap;

    fflush(stdout);
    fputs("tool: ", stderr);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(2);
}

void *xrealloc_array(void *old, size_t n, size_t size)
{
    if (size != 0 && n > SIZE_MAX / size)
        die("%zu x %zu bytes are too many", n, size);
    void *p = realloc(old, n * size != 0 ? n * size : 1);
    if (p == NULL)
        die("out of memory: %zu x %zu bytes", n, size);
    return p;
}

char *xmemdup0(const char *s, size_t len)
{
    char *p = xrealloc_array(NULL, len + 1, 1);
    if (len != 0)
        memcpy(p, s, len);
    p[len] = '\0';
    return p;
}

void buf_release(struct buf *b)
{
    free(b->p);
    b->p = NULL;
    b->len = b->cap = 0;
}

static void reserve(struct buf *b, size_t n)
{
    if (n <= b->cap - b->len)
        return;
    if (n > SIZE_MAX / 4 || b->len > SIZE_MAX / 4)
        die("buffer too large");
    size_t want = (b->len + n) + b->cap / 2 + 64;
    b->p = xrealloc_array(b->p, want, 1);
    b->cap = want;
}

void buf_put(struct buf *b, const void *bytes, size_t n)
{
    if (n == 0)
        return;
    reserve(b, n);
    memcpy(b->p + b->len, bytes, n);
    b->len += n;
}

void buf_str(struct buf *b, const char *s)
{
    buf_put(b, s, strlen(s));
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list ap;
    char room[512];

    va_start(ap, fmt);
    int n = vsnprintf(room, sizeof room, fmt, ap);
    va_end(ap);
    if (n < 0 || (size_t)n >= sizeof room)
        die("formatted text too long");
    buf_put(b, room, (size_t)n);
}

void buf_fill(struct buf *b, unsigned char byte, size_t n)
{
    if (n == 0)
        return;
    reserve(b, n);
    memset(b->p + b->len, byte, n);
    b->len += n;
}

void buf_align(struct buf *b, size_t to)
{
    if (to > 1 && b->len % to != 0)
        buf_fill(b, 0, to - b->len % to);
}

void buf_patch(struct buf *b, size_t at, uint64_t value, size_t nbytes)
{
    if (at > b->len || nbytes > b->len - at)
        die("patch outside of the buffer");
    for (size_t i = 0; i < nbytes; i++) {
        size_t k = b->big ? nbytes - 1 - i : i;
        b->p[at + k] = (unsigned char)(value >> (8 * i));
    }
}

void buf_uint(struct buf *b, uint64_t value, size_t nbytes)
{
    reserve(b, nbytes);
    b->len += nbytes;
    buf_patch(b, b->len - nbytes, value, nbytes);
}

void buf_save(const struct buf *b, const char *path)
{
    FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");

    if (f == NULL)
        die("%s: %s", path, strerror(errno));
    if (b->len != 0 && fwrite(b->p, 1, b->len, f) != b->len)
        die("%s: %s", path, strerror(errno));
    if ((f == stdout ? fflush(f) : fclose(f)) != 0)
        die("%s: %s", path, strerror(errno));
}

void buf_load(struct buf *b, const char *path)
{
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char room[65536];
    size_t n;

    if (f == NULL)
        die("%s: %s", path, strerror(errno));
    while ((n = fread(room, 1, sizeof room, f)) != 0)
        buf_put(b, room, n);
    if (ferror(f))
        die("%s: %s", path, strerror(errno));
    if (f != stdin)
        fclose(f);
}
