/* string_table - texts by number, each of them once
 *
 * Role: for formats that keep texts in one table and refer to them by number. The table is in
 * memory as it will be written: a protobuf field a text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_STRING_TABLE_H
#define EXPORT_STRING_TABLE_H

#include "base/diag.h"
#include "base/pair_map.h"
#include "base/sink.h"

#include <stdint.h>

struct string_table {
    unsigned field;         /* number of the protobuf field that a text is */
    struct sink bytes;      /* the fields; owned */
    struct sink clean;      /* the text at hand; owned */
    struct pair_map chunks; /* (chunk before, bytes) -> number of the chunk */
    uint32_t *of_chunk;     /* by number of a text's last chunk: number of the text; 0: none ends
                               there; owned */
    size_t cap;
    uint32_t n; /* texts */
};

/* Text number 0 is empty. */
void string_table_init(struct string_table *t, unsigned field, struct diag *d);

/* Returns the number of `text`, which is added if it is new; NULL is the empty text. A byte that is
 * no valid UTF-8, and one of a control character, is written as \xNN. O(length). */
uint32_t string_table_add(struct string_table *t, const char *text, struct diag *d);

void string_table_release(struct string_table *t);

#endif
