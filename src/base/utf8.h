/* utf8 - reads characters of texts that may hold any bytes
 *
 * Role: names in images and paths are bytes, mostly UTF-8 (RFC 3629). All code that shows or
 * escapes names uses these functions, so that the same bytes count as damaged everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character at the start of the NUL-terminated `text`, which is not empty. Returns its
 * number of bytes, 1 to 4, and sets `*code`. If there is no valid character, returns 1 and sets
 * `*code` to UTF8_DAMAGED. */
size_t utf8_next(const char *text, uint32_t *code);

#define UTF8_DAMAGED UINT32_MAX

/* Returns the number of bytes at the start of the text that no writer escapes: printable ASCII,
 * except blanks and " & ; < > \. Most names consist of such bytes alone, and can be copied at
 * once. */
size_t utf8_plain(const char *text);

/* Returns true if the character is damaged or utf8_is_control. */
bool utf8_is_unsafe(uint32_t code);

/* Returns true if a character must not reach a terminal or a line-oriented file: C0 and C1
 * controls, DEL, line and paragraph separators, and characters that change the direction of
 * writing. */
bool utf8_is_control(uint32_t code);

/* Returns the number of terminal columns of a character: 2 for wide characters of East Asia and
 * pictures, else 1. Combining and damaged characters count as 1, too. */
size_t utf8_columns(uint32_t code);

#endif
