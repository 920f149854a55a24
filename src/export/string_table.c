/* string_table - texts by number, each of them once
 *
 * A text is looked up in chunks of eight bytes, each together with the number of the one before it:
 * so no choice of texts makes the table slow, as it might a hash of whole texts. Texts hold no NUL,
 * so one that ends in the middle of a chunk is no other one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/string_table.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "export/protobuf.h"

#include <stdlib.h>
#include <string.h>

#define BEFORE_FIRST (PAIR_MAP_FAILED - 1) /* no number of a chunk */

void string_table_init(struct string_table *t, unsigned field, struct diag *d)
{
    *t = (struct string_table){.field = field, .n = 1};
    sink_init(&t->bytes, -1, d);
    sink_init(&t->clean, -1, d);
    proto_bytes(&t->bytes, field, "", 0);
}

static void put_character(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (!utf8_is_unsafe(code))
        sink_bytes(out, at, bytes);
    else
        for (size_t i = 0; i < bytes; i++)
            sink_printf(out, "\\x%02x", (unsigned char)at[i]);
}

static uint32_t number_chunks(struct string_table *t, struct diag *d)
{
    uint32_t number = BEFORE_FIRST;
    size_t size = t->clean.used;

    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t chunk = 0;

        memcpy(&chunk, t->clean.buf + at, size - at < sizeof chunk ? size - at : sizeof chunk);
        number = pair_map_add(&t->chunks, number, chunk, d);
    }
    return number;
}

uint32_t string_table_add(struct string_table *t, const char *text, struct diag *d)
{
    size_t cap = t->cap;
    uint32_t chunk;

    if (!text || !*text)
        return 0;
    sink_clear(&t->clean);
    utf8_put(&t->clean, text, SIZE_MAX, put_character);
    chunk = number_chunks(t, d);
    t->of_chunk = mem_grow(d, t->of_chunk, &t->cap, t->chunks.n, sizeof *t->of_chunk);
    memset(t->of_chunk + cap, 0, (t->cap - cap) * sizeof *t->of_chunk);
    if (t->of_chunk[chunk] == 0) {
        proto_bytes(&t->bytes, t->field, t->clean.buf, t->clean.used);
        t->of_chunk[chunk] = t->n++;
    }
    return t->of_chunk[chunk];
}

void string_table_release(struct string_table *t)
{
    sink_release(&t->bytes);
    sink_release(&t->clean);
    pair_map_release(&t->chunks);
    free(t->of_chunk);
}
