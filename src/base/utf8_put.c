/* utf8_put - writes texts that may hold any bytes, character by character
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/utf8_put.h"

#include "base/words.h"

void utf8_put(struct sink *out, const char *text, size_t most, utf8_writer *put)
{
    for (;;) {
        size_t bytes = utf8_plain(text);
        uint32_t code;

        if (bytes > most)
            bytes = most;
        sink_short(out, text, bytes);
        text += bytes;
        most -= bytes;
        if (!*text)
            return;
        bytes = utf8_next(text, &code);
        if (bytes > most)
            return;
        put(out, code, text, bytes);
        text += bytes;
        most -= bytes;
    }
}

void utf8_put_escape(struct sink *out, const char *start, uint32_t code, unsigned digits)
{
    const uint8_t bytes[] = {(uint8_t)(code >> 8), (uint8_t)code};
    char text[2 * sizeof bytes + 1];

    hexadecimal(text, bytes, sizeof bytes);
    sink_string(out, start);
    sink_bytes(out, text + 2 * sizeof bytes - digits, digits);
}

void utf8_put_safe(struct sink *out, uint32_t code, const char *at, size_t bytes)
{
    if (utf8_is_unsafe(code))
        sink_char(out, '?');
    else
        sink_bytes(out, at, bytes);
}

void utf8_put_text(struct sink *out, const char *text)
{
    utf8_put(out, text, SIZE_MAX, utf8_put_safe);
}
