/* mem - allocates memory with checked sizes, or ends the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"

#include "base/limit.h"

#include <stdarg.h>

/* Ends the program because something has run out. */
_Noreturn static void end(const struct diag *d, const char *reason, const char *remedy)
{
    limit_end(d ? d->program : NULL, reason, remedy);
}

void mem_out(const struct diag *d, size_t bytes)
{
    char reason[80] = "out of memory";

    limit_refused(bytes);
    if (bytes > 0)
        snprintf(reason, sizeof reason, "out of memory: %zu more bytes were refused", bytes);
    end(d, reason, "free memory or raise the limit (ulimit -v, -d)");
}

void mem_too_many(const struct diag *d, size_t n)
{
    char reason[80];

    snprintf(reason, sizeof reason, "more than %zu entries in a table", n);
    end(d, reason, "use a smaller program or fewer data files");
}

void *mem_alloc(struct diag *d, size_t count, size_t size)
{
    void *p;

    count = count ? count : 1;
    size = size ? size : 1;
    p = calloc(count, size);
    if (!p)
        mem_out(d, count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return p;
}

char *mem_copy_string(struct diag *d, const char *from, size_t bytes)
{
    char *p = bytes < SIZE_MAX ? malloc(bytes + 1) : NULL;

    if (!p)
        mem_out(d, bytes < SIZE_MAX ? bytes + 1 : bytes);
    if (bytes)
        memcpy(p, from, bytes);
    p[bytes] = '\0';
    return p;
}

char *mem_printf(struct diag *d, const char *fmt, ...)
{
    va_list ap;
    char *p;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    p = mem_alloc(d, n < 0 ? SIZE_MAX : (size_t)n + 1, 1);
    va_start(ap, fmt);
    vsnprintf(p, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return p;
}

void *mem_grow_more(struct diag *d, void *old, size_t *cap, size_t need, size_t size)
{
    size_t room = *cap < 16 ? 16 : *cap;
    void *p = NULL;

    while (room < need && room <= SIZE_MAX / 2)
        room += room / 2 + 1;
    if (room < need)
        room = need;
    if (room <= SIZE_MAX / size)
        p = realloc(old, room * size);
    if (!p)
        mem_out(d, room <= SIZE_MAX / size ? room * size : SIZE_MAX);
    *cap = room;
    return p;
}
