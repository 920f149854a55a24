/* pieces - text made in pieces, by several threads at once, and written in order
 *
 * Role: for reports of many megabytes, each part of which depends on what was computed before, and
 * on no other part. Each thread makes the next piece that nobody has taken, in a buffer; whoever
 * ends a piece that stands next in the output writes it, and what is complete behind it, while the
 * others go on. So the output has the same bytes whatever the number of threads, and memory is
 * bounded: only so many pieces are ahead of the output, and a piece that grows large waits for its
 * turn and is then written as it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_PIECES_H
#define BASE_PIECES_H

#include "base/diag.h"
#include "base/sink.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes a piece; false, after reporting, when memory is out. Called from any thread, but once for
 * each piece. It may report to `d` nothing but that. */
typedef bool piece_maker(void *context, size_t piece, struct sink *out, struct diag *d);

struct pieces {
    piece_maker *make;
    void *context;
    size_t n;
};

/* How many threads to use where the user asks for `jobs` of them, 0 being as many as there are
 * processors, as far as more of them are faster. */
size_t pieces_threads(size_t jobs);

/* Make and write all pieces with up to `threads` threads, the calling one among them; where others
 * cannot be started it does with those it has. With one, pieces are written to `out` as they are
 * made. Fails, after reporting, when a piece does: the pieces before it are written. What `out`
 * could not write is left to who asks for it; then further pieces may not be made. */
bool pieces_write(const struct pieces *p, size_t threads, struct sink *out, struct diag *d);

#endif
