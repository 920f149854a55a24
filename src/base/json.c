/* json - text and numbers as JSON has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/json.h"

#include "base/utf8.h"

#define LARGEST_EXACT (((uint64_t)1 << 53) - 1)

/* \uXXXX, which is enough for all that is escaped. */
static void put_escape(struct sink *out, uint32_t code)
{
    static const char digits[] = "0123456789abcdef";
    const char text[] = {'\\',
                         'u',
                         digits[code >> 12 & 15],
                         digits[code >> 8 & 15],
                         digits[code >> 4 & 15],
                         digits[code & 15]};

    sink_bytes(out, text, sizeof text);
}

static void put_character(struct sink *out, const char *text, size_t bytes, uint32_t code)
{
    if (code == UTF8_DAMAGED) {
        put_escape(out, 0xdc00 | (unsigned char)*text);
    } else if (code == '"' || code == '\\') {
        sink_char(out, '\\');
        sink_char(out, *text);
    } else if (utf8_is_control(code) || code == '<' || code == '>' || code == '&') {
        put_escape(out, code);
    } else {
        sink_bytes(out, text, bytes);
    }
}

void json_string(struct sink *out, const char *text)
{
    if (!text) {
        sink_string(out, "null");
        return;
    }
    sink_char(out, '"');
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code);

        put_character(out, text, bytes, code);
        text += bytes;
    }
    sink_char(out, '"');
}

void json_u64(struct sink *out, uint64_t value)
{
    if (value > LARGEST_EXACT)
        sink_char(out, '"');
    sink_u64(out, value, 0);
    if (value > LARGEST_EXACT)
        sink_char(out, '"');
}
