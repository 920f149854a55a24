/* core_mini - reads the symbols that a distribution has packed into an image (MiniDebugInfo)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_MINI_H
#define IMAGE_CORE_MINI_H

#include "image/core.h"

/* Opens the object file that the section .gnu_debugdata of the image holds, as private_->mini: its
 * table has the functions that the dynamic linker does not know. Returns false if there is none, or
 * it cannot be read; without libdw there never is one. */
bool core_open_mini(struct image *image, struct diag *d);

#endif
