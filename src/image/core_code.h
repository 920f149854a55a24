/* core_code - reads the code sections of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_CODE_H
#define IMAGE_CORE_CODE_H

#include "image/core.h"

/* Finds the addresses whose lines -l lists: those of .text, or of all code if there is no .text. */
void core_text_range(const struct image *image, uint64_t *start, uint64_t *end);

/* Bytes of code, as they are in memory when the program starts. */
struct image_code {
    const uint8_t *bytes; /* owned by the image */
    uint64_t address;     /* address of bytes[0]; at least the one asked for */
    size_t size;          /* bytes up to the section's end; 0: no code from the address on */
};

/* Gets the code at `address`, up to the end of its section. If there is none, gets the code of the
 * next section above. A section is read when it is first asked for; the image is logically const.
 * Fails, after reporting, if the file holds less than it claims. O(log sections), and reading. */
bool core_code(const struct image *image, uint64_t address, struct image_code *code,
               struct diag *d);

/* Returns the first address past the code section that holds `address`, or `address` itself if no
 * code section holds it. */
uint64_t core_section_end(const struct image *image, uint64_t address);

/* Finds the first address at or above `address` that is in a code section, and the end of that
 * section. Returns false if there is none. O(log sections). */
bool core_next_code(const struct image *image, uint64_t address, uint64_t *start, uint64_t *end);

/* ---- for the files of core ---- */

/* Finds the machine of an image whose byte order and word size are known. Fails after reporting. */
bool core_find_isa(struct image *image, struct diag *d);

/* Lists the code sections of the image. Fails, after reporting, if there are none. */
bool core_find_code(struct image *image, struct diag *d);

/* Returns the code section that holds `address`, or NULL. O(log sections). */
struct code_section *core_section_at(const struct image_private *p, uint64_t address);

#endif
