/* code_map - tells where code of each kind begins, by mapping symbols
 *
 * Role: in the ELF ABIs of ARM, AArch64 and RISC-V local symbols mark where instructions of a
 * kind begin ($a: A32, $t: Thumb, $x: those of the other two machines) and where constants begin
 * ($d); a dot and any text may follow. Without mapping symbols, as on all other machines, all code
 * is CODE_NORMAL.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DECODE_CODE_MAP_H
#define DECODE_CODE_MAP_H

#include "image/core.h"
#include "image/machine.h"

/* One mapping symbol. */
struct code_mark {
    uint64_t address; /* first address of the stretch */
    uint64_t order;   /* position in the image's symbol table; the last mark at an address counts */
    enum code_kind kind;
};

struct code_map {
    struct code_mark *marks; /* ascending; owned */
    size_t n;
};

/* Gathers the image's mapping symbols. O(symbols + marks log marks). */
void code_map_init(struct code_map *map, const struct image *image, struct diag *d);

/* Returns the kind of code at `address`, or `fallback` before the first mark. Sets `*end` to the
 * address of the next mark above it, or UINT64_MAX. O(log marks). */
enum code_kind code_map_at(const struct code_map *map, uint64_t address, enum code_kind fallback,
                           uint64_t *end);

void code_map_release(struct code_map *map);

#endif
