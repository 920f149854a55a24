/* core_elf - finds ELF files that cost more to read than their size allows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_ELF_H
#define IMAGE_CORE_ELF_H

#include <stdbool.h>
#include <stdint.h>

/* Returns false if sections of the ELF file at `path`, or its lists of versions, share so many
 * bytes that libbfd would read more than twice the file. Returns true for a file of another format,
 * and for one that libbfd rejects. Formats: System V gABI, chapter 4; Linux Standard Base, "Symbol
 * Versioning". */
bool core_elf_is_sound(const char *path, uint64_t file_size);

#endif
