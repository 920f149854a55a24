/* json - text and numbers as JSON has them (RFC 8259)
 *
 * Role: for all that write JSON. Knows nothing of what is written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/sink.h"

#include <stdint.h>

/* A string in quotes, of any bytes. Control characters, U+2028 and the like are escaped, and so are
 * `<`, `>` and `&`, so that it can stand in a script of a page. A byte that is no valid UTF-8 is
 * written as \udcXX, XX being the byte: so readers that decode surrogates alone, as Python does,
 * get it back; others show a replacement character. NULL is null. */
void json_string(struct sink *out, const char *text);

/* An integer; above 2^53 - 1, from where readers round, it is a string. */
void json_u64(struct sink *out, uint64_t value);

#endif
