/* build_id - compares the identities of builds, and writes them in hexadecimal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/build_id.h"

#include "base/mem.h"
#include "base/words.h"

int build_id_compare(struct build_id a, struct build_id b)
{
    size_t common = a.n < b.n ? a.n : b.n;
    int order = common > 0 ? memcmp(a.bytes, b.bytes, common) : 0;

    return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

char *build_id_text(struct build_id id, struct diag *d)
{
    return id.n == 0 ? NULL : hexadecimal(mem_alloc(d, 2 * id.n + 1, 1), id.bytes, id.n);
}

struct build_id build_id_copy(struct build_id id, struct diag *d)
{
    return (struct build_id){(uint8_t *)mem_copy_string(d, (const char *)id.bytes, id.n), id.n};
}

void build_id_release(struct build_id id)
{
    free((void *)(uintptr_t)id.bytes);
}
