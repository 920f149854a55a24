/* core_coff - finds COFF files that cost more to read than their size allows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_COFF_H
#define IMAGE_CORE_COFF_H

#include <stdbool.h>
#include <stdint.h>

/* Returns false if the COFF file at `path`, which may be a program of Windows, has too many
 * sections for the longest of its names: libbfd copies the name of each, and may need more memory
 * than the budget of the file. Returns true for a file of another format. Format: Microsoft's PE
 * Format. */
bool core_coff_is_sound(const char *path, uint64_t file_size);

#endif
