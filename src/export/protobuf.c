/* protobuf - writes messages of numbers, texts and further messages in Google's encoding
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/protobuf.h"

/* Encodings of a field, in the low bits of its tag. */
enum { WIRE_NUMBER = 0, WIRE_LENGTH = 2, WIRE_BITS = 3 };

static inline char *encode_tag(char *at, unsigned field, unsigned wire)
{
    return leb128_end(at, (uint64_t)field << WIRE_BITS | wire);
}

void proto_number(struct sink *to, unsigned field, uint64_t value)
{
    if (value > 0)
        sink_end_at(
            to, leb128_end(encode_tag(sink_room(to, 2 * LEB128_BYTES), field, WIRE_NUMBER), value));
}

void proto_bytes(struct sink *to, unsigned field, const char *bytes, size_t size)
{
    sink_end_at(to,
                leb128_end(encode_tag(sink_room(to, 2 * LEB128_BYTES), field, WIRE_LENGTH), size));
    sink_bytes(to, bytes, size);
}

void proto_numbers(struct sink *to, unsigned field, const uint64_t *values, size_t n)
{
    char text[LEB128_BYTES], *at;
    size_t size = 0;

    for (size_t i = 0; i < n; i++)
        size += (size_t)(leb128_end(text, values[i]) - text);
    at = sink_room(to, 2 * LEB128_BYTES + size);
    at = leb128_end(encode_tag(at, field, WIRE_LENGTH), size);
    for (size_t i = 0; i < n; i++)
        at = leb128_end(at, values[i]);
    sink_end_at(to, at);
}
