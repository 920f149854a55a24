/* stub_code - the code of entries in a procedure linkage table
 *
 * Role: tells from bytes where the linker's stubs are by which a program calls other modules and
 * functions that are chosen when it starts; for core_stubs. Sees bytes, an address and an isa,
 * nothing else. A machine whose stubs are not known has none here.
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
    size_t bytes;    /* from its first instruction to behind those that are looked at; not 0 */
    uint64_t slot;   /* the address of the word that holds where it leads, if number is 0 */
    uint32_t number; /* or the number of its symbol in the table for the dynamic linker */
};

struct stub_code {
    const struct isa *isa;
    uint64_t got; /* what some stubs count their slots from: the global offset table */
};

/* Returns true if a stub begins with the first of `size` bytes, which lie at `address`. */
bool stub_code_at(const struct stub_code *from, const uint8_t *bytes, size_t size, uint64_t address,
                  struct stub *stub);

/* Stubs begin at multiples of that many bytes from the beginning of their section. */
size_t stub_code_step(enum machine machine);

/* Returns true if the machine has its stubs between functions, in sections of their own or of
 * others. */
bool stub_code_is_scattered(const struct isa *isa);

#endif
