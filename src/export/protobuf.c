/* protobuf - messages in Google's encoding of numbers, texts and messages in messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/protobuf.h"

/* How a field is encoded, in the low bits of its tag. */
enum { WIRE_NUMBER = 0, WIRE_LENGTH = 2, WIRE_BITS = 3 };

enum { VARINT_BYTES = 10 };

/* Seven bits a byte, the lowest first; the highest bit says that more follow. Returns the bytes. */
static size_t encode(char *text, uint64_t value)
{
    size_t n = 0;

    for (; value >= 0x80; value >>= 7)
        text[n++] = (char)(unsigned char)(value | 0x80);
    text[n++] = (char)value;
    return n;
}

static void put_varint(struct sink *to, uint64_t value)
{
    char *at = sink_room(to, VARINT_BYTES);

    if (at)
        sink_end_at(to, at + encode(at, value));
}

static void put_tag(struct sink *to, unsigned field, unsigned wire)
{
    put_varint(to, (uint64_t)field << WIRE_BITS | wire);
}

void proto_number(struct sink *to, unsigned field, uint64_t value)
{
    if (value == 0)
        return;
    put_tag(to, field, WIRE_NUMBER);
    put_varint(to, value);
}

void proto_bytes(struct sink *to, unsigned field, const char *bytes, size_t size)
{
    put_tag(to, field, WIRE_LENGTH);
    put_varint(to, size);
    sink_bytes(to, bytes, size);
}

void proto_message(struct sink *to, unsigned field, const struct sink *message)
{
    if (message->error)
        to->error = message->error;
    proto_bytes(to, field, message->buf, message->used);
}

void proto_numbers(struct sink *to, unsigned field, const uint64_t *values, size_t n)
{
    char text[VARINT_BYTES];
    size_t size = 0;

    for (size_t i = 0; i < n; i++)
        size += encode(text, values[i]);
    put_tag(to, field, WIRE_LENGTH);
    put_varint(to, size);
    for (size_t i = 0; i < n; i++)
        put_varint(to, values[i]);
}
