/* code_map - tells where code of each kind begins, by mapping symbols
 *
 * ELF for the Arm Architecture, 5.5.5 "Mapping symbols"; RISC-V ELF psABI, "Mapping symbol".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/code_map.h"

#include "base/mem.h"
#include "base/search.h"

/* Returns true if the symbol is a mapping symbol; on RISC-V the name of an architecture may follow
 * $x. */
static bool is_mark(const struct image_symbol *s, enum machine machine, enum code_kind *kind)
{
    const char *name = s->name;

    if (!s->is_local || s->is_function || name[0] != '$' || !name[1])
        return false;
    if (name[2] && name[2] != '.' && !(machine == MACHINE_RISCV && name[1] == 'x'))
        return false;
    switch (name[1]) {
    case 'a':
    case 'x':
        *kind = CODE_NORMAL;
        return true;
    case 't':
        *kind = CODE_THUMB;
        return true;
    case 'd':
        *kind = CODE_DATA;
        return true;
    default:
        return false;
    }
}

void code_map_init(struct code_map *map, const struct image *image, struct diag *d)
{
    size_t cap = 0;

    *map = (struct code_map){0};
    if (!machine_has(image->isa.machine, MACHINE_MAPPED))
        return;
    for (size_t i = 0; i < image->n_symbols; i++) {
        const struct image_symbol *s = &image->symbols[i];
        enum code_kind kind;

        if (is_mark(s, image->isa.machine, &kind))
            *mem_push(d, map->marks, map->n, cap) = (struct code_mark){s->address, i, kind};
    }
    sort_u64_pairs(map->marks, map->n, sizeof *map->marks);
}

enum code_kind code_map_at(const struct code_map *map, uint64_t address, enum code_kind fallback,
                           uint64_t *end)
{
    size_t low = count_up_to(map->marks, map->n, sizeof *map->marks, address);

    *end = low < map->n ? map->marks[low].address : UINT64_MAX;
    return low > 0 ? map->marks[low - 1].kind : fallback;
}

void code_map_release(struct code_map *map)
{
    free(map->marks);
    *map = (struct code_map){0};
}
