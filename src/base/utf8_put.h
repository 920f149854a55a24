/* utf8_put - writes texts that may hold any bytes, character by character
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_UTF8_PUT_H
#define BASE_UTF8_PUT_H

#include "base/sink.h"
#include "base/utf8.h"

/* Writes the character `code`, which is the `bytes` bytes at `at`, or a replacement. */
typedef void utf8_writer(struct sink *out, uint32_t code, const char *at, size_t bytes);

/* Writes the characters in the first `most` bytes of the text: those that no writer escapes as they
 * are, the others with `put`. */
void utf8_put(struct sink *out, const char *text, size_t most, utf8_writer *put);

/* Writes the character, or `?` if utf8_is_unsafe. A utf8_writer. */
void utf8_put_safe(struct sink *out, uint32_t code, const char *at, size_t bytes);

/* Writes the whole text with utf8_put_safe. */
void utf8_put_text(struct sink *out, const char *text);

/* Writes an escape: `start`, and `digits` hexadecimal digits of the character, at most 4. */
void utf8_put_escape(struct sink *out, const char *start, uint32_t code, unsigned digits);

#endif
