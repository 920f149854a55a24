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

/* Put the text, fit for any reader, into t->clean. */
static void clean(struct string_table *t, const char *text)
{
    sink_clear(&t->clean);
    for (;;) {
        uint32_t code;
        size_t bytes = utf8_plain(text);

        sink_short(&t->clean, text, bytes);
        text += bytes;
        if (!*text)
            return;
        bytes = utf8_next(text, &code);
        if (code != UTF8_DAMAGED && !utf8_is_control(code))
            sink_bytes(&t->clean, text, bytes);
        else
            for (size_t i = 0; i < bytes; i++)
                sink_printf(&t->clean, "\\x%02x", (unsigned char)text[i]);
        text += bytes;
    }
}

static uint32_t number_chunks(struct string_table *t, struct diag *d)
{
    uint32_t number = BEFORE_FIRST;
    size_t size = t->clean.used;

    for (size_t at = 0; at < size && number != PAIR_MAP_FAILED; at += sizeof(uint64_t)) {
        uint64_t chunk = 0;

        memcpy(&chunk, t->clean.buf + at, size - at < sizeof chunk ? size - at : sizeof chunk);
        number = pair_map_add(&t->chunks, number, chunk, d);
    }
    return number;
}

uint32_t string_table_add(struct string_table *t, const char *text, struct diag *d)
{
    uint32_t chunk, *of_chunk;
    size_t cap = t->cap;

    if (!text || !*text)
        return 0;
    clean(t, text);
    chunk = number_chunks(t, d);
    if (chunk == PAIR_MAP_FAILED)
        return UINT32_MAX;
    of_chunk = mem_grow(d, t->of_chunk, &t->cap, t->chunks.n, sizeof *of_chunk);
    if (!of_chunk)
        return UINT32_MAX;
    t->of_chunk = of_chunk;
    memset(of_chunk + cap, 0, (t->cap - cap) * sizeof *of_chunk);
    if (of_chunk[chunk] == 0) {
        proto_bytes(&t->bytes, t->field, t->clean.buf, t->clean.used);
        of_chunk[chunk] = t->n++;
    }
    return of_chunk[chunk];
}

void string_table_release(struct string_table *t)
{
    sink_release(&t->bytes);
    sink_release(&t->clean);
    pair_map_release(&t->chunks);
    free(t->of_chunk);
}
