/* utf8 - characters of texts that may hold any bytes
 *
 * Role: names in images and paths are bytes, mostly UTF-8 (RFC 3629). Whoever shows or escapes them
 * goes over them with this, so that everywhere the same bytes count as damaged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the character at the start of the NUL-terminated `text`, which is not empty: its number
 * of bytes, 1 to 4, and `*code`. Where there is no valid character, 1, and `*code` is UTF8_DAMAGED.
 */
size_t utf8_next(const char *text, uint32_t *code);

#define UTF8_DAMAGED UINT32_MAX

/* Returns how many bytes at the start of the text are ones that no writer escapes: printable ASCII,
 * but for blanks and " & ; < > \. Most names consist of such bytes alone, so they are copied at
 * once. */
size_t utf8_plain(const char *text);

/* Writes the character `code`, the `bytes` bytes at `at`, or something in its place. */
typedef void utf8_writer(struct sink *out, uint32_t code, const char *at, size_t bytes);

/* Writes as many characters of the text as `most` bytes hold: those that no writer escapes as they
 * are, the others by `put`. */
void utf8_put(struct sink *out, const char *text, size_t most, utf8_writer *put);

/* A writer: `?' in place of what must not reach a terminal. */
void utf8_put_safe(struct sink *out, uint32_t code, const char *at, size_t bytes);

/* Returns true if the character is damaged or utf8_is_control. */
bool utf8_is_unsafe(uint32_t code);

/* Returns true if a character must not reach a terminal or a line-oriented file: C0 and C1
 * controls, DEL, line and paragraph separators, and what turns the direction of writing. */
bool utf8_is_control(uint32_t code);

/* How many columns of a terminal a character takes, 1 or 2: 2 for those of East Asia and for
 * pictures. What joins the character before it counts as one, too, and so does what is damaged. */
size_t utf8_columns(uint32_t code);

#endif
