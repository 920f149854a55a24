/* core_stubs - finds the stubs that the linker made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_STUBS_H
#define IMAGE_CORE_STUBS_H

#include "image/core.h"

/* A linker stub, an entry of a procedure linkage table (PLT): calls of other modules and of
 * indirect functions go through stubs. */
struct image_stub {
    uint64_t start, end; /* [start, end); no two overlap */
    const char *name;    /* raw name and @plt, as in disassemblers; <plt> if the stub leads to
                          * nothing with a name; owned by the image */
};

/* Gets the stubs of the image, by ascending addresses; owned by the image. The first call searches
 * for them, and treats unreadable parts as having none. To be called after core_find_debug. O(bytes
 * of tables and relocations, symbols); on PowerPC of 64 bits O(bytes of code). */
void core_stubs(struct image *image, const struct image_stub **stubs, size_t *n, struct diag *d);

#endif
