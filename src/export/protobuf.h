/* protobuf - writes messages of numbers, texts and further messages in Google's encoding
 *
 * Role: writes the same bytes as a protobuf library, without needing one; the encoding is described
 * at https://protobuf.dev/programming-guides/encoding. A message is built in memory; it is written
 * into another one, or to a file, when it is complete, because its length comes first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_PROTOBUF_H
#define EXPORT_PROTOBUF_H

#include "base/sink.h"

/* A message is a sink in memory (fd -1): its bytes are buf up to used. sink_clear() begins another
 * message. Fields are appended to `to`, with their numbers. */

/* Appends a number. 0 is not written, since readers take a missing number for 0. */
void proto_number(struct sink *to, unsigned field, uint64_t value);

/* Appends a text, bytes, or the bytes of a message. */
void proto_bytes(struct sink *to, unsigned field, const char *bytes, size_t size);

/* Appends a packed list of numbers, including zeros. */
void proto_numbers(struct sink *to, unsigned field, const uint64_t *values, size_t n);

#endif
