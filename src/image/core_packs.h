/* core_packs - bounds what libiberty does with packs of arguments in names of C++
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_PACKS_H
#define IMAGE_CORE_PACKS_H

#include <stdint.h>

/* Returns the steps in which libiberty may read a name of C++ when it looks for one pack of
 * arguments. If it looks for none, or does not read the name, returns 0. `flags` are libiberty's.
 * O(letters). */
uint64_t core_steps_to_pack(const char *name, int flags);

#endif
