/* mem - allocation with checked sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"

#include "base/temporary.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void mem_out(const struct diag *d, size_t bytes)
{
    static const char remedy[] = "free memory or raise the limit (ulimit -v)";
    static atomic_flag is_told = ATOMIC_FLAG_INIT;
    struct diag last;

    while (atomic_flag_test_and_set(&is_told))
        pause();                          /* another thread ends the program */
    diag_init(&last, d->program, stderr); /* the caller's may be a quiet one */
    last.has_status = isatty(STDERR_FILENO);
    if (bytes == 0)
        diag_error(&last, NULL, "out of memory; %s", remedy);
    else
        diag_error(&last, NULL, "out of memory: %zu more bytes were refused; %s", bytes, remedy);
    temporary_remove_all();
    _exit(EXIT_FAILURE);
}

void *mem_alloc(struct diag *d, size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);

    if (!p)
        mem_out(d, size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return p;
}

char *mem_copy_string(struct diag *d, const char *from, size_t bytes)
{
    char *p = bytes < SIZE_MAX ? malloc(bytes + 1) : NULL;

    if (!p)
        mem_out(d, bytes);
    if (bytes)
        memcpy(p, from, bytes);
    p[bytes] = '\0';
    return p;
}

void *mem_grow(struct diag *d, void *old, size_t *cap, size_t need, size_t size)
{
    size_t room = *cap < 16 ? 16 : *cap;
    void *p = NULL;

    if (old && need <= *cap)
        return old;
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
