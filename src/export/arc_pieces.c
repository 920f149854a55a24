/* arc_pieces - the arcs as records of an export, written by several threads where they are many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/arc_pieces.h"

#include "base/pieces.h"

enum {
    PIECE_ARCS = 512,
    FEW_ARCS = 20000, /* for fewer of them no thread is started */
    STEP = 8          /* arcs ahead, twice */
};

static bool put_piece(void *context, size_t piece, struct sink *out, struct diag *d)
{
    const struct arc_pieces *arcs = context;
    uint32_t first = (uint32_t)piece * PIECE_ARCS;
    uint32_t end = arcs->n - first > PIECE_ARCS ? first + PIECE_ARCS : arcs->n;

    (void)d;
    for (uint32_t i = first; i < end; i++) {
        if (arcs->n - i > 2 * STEP) {
            arcs->ask(arcs->context, arcs->order[i + 2 * STEP]);
            arcs->ask_ends(arcs->context, arcs->order[i + STEP]);
        }
        arcs->put(out, arcs->context, arcs->order[i], i == 0);
    }
    return true;
}

bool arc_pieces_write(const struct arc_pieces *arcs, size_t jobs, struct sink *out, struct diag *d)
{
    struct arc_pieces all = *arcs;
    const struct pieces pieces = {put_piece, &all, (all.n + (size_t)PIECE_ARCS - 1) / PIECE_ARCS};

    return pieces_write(&pieces, all.n < FEW_ARCS ? 1 : pieces_threads(jobs), out, d);
}
