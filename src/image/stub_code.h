/* stub_code - recognises the code of entries in a procedure linkage table
 *
 * Role: for core_stubs. Finds the linker's stubs in bytes of code; a program calls other modules
 * and indirect functions through stubs. The input is bytes, an address and an isa. No stubs are
 * found for a machine whose stubs are not known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_STUB_CODE_H
#define IMAGE_STUB_CODE_H

#include "image/machine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One stub. */
struct stub {
    size_t bytes;    /* bytes of its instructions that were recognised; not 0 */
    uint64_t slot;   /* if number is 0: address of the word that holds its target */
    uint32_t number; /* number of its symbol in the table for the dynamic linker, or 0 */
};

struct stub_code {
    const struct isa *isa;
    uint64_t got; /* address of the global offset table, from which some stubs count their slots */
};

/* Returns true if a stub begins with the first of `size` bytes, which lie at `address`. */
bool stub_code_at(const struct stub_code *from, const uint8_t *bytes, size_t size, uint64_t address,
                  struct stub *stub);

/* Returns the alignment of stubs in bytes, counted from the beginning of their section. */
size_t stub_code_step(enum machine machine);

/* Returns true if stubs of the machine may be between functions, in any section. */
bool stub_code_is_scattered(const struct isa *isa);

#endif
