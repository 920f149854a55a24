/* gmon_format - what files of several formats share
 *
 * Pairs are written in the order of their addresses, not in that of the files they came from: so a
 * sum does not depend on the order of its parts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"

#include "base/arith.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- reading --------------------------------------------------------------------------------- */

bool gmon_report_short(const struct gmon_input *in, const char *what, uint64_t need)
{
    return diag_error(in->diag, in->path,
                      "unexpected end of file at offset %zu: %s needs %" PRIu64
                      " bytes and %zu are left; run the program again and let it end normally",
                      in->cursor.pos, what, need, cursor_left(&in->cursor));
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Further records that are written at most. The files in the world need few of them; a count of
 * 2^63, in a file of some bytes, would need 2^31 and fill the disk. */
enum { FURTHER_MAX = 1 << 20 };

uint64_t gmon_word_max(const struct gmon_target *target)
{
    return target->word_bytes == 4 ? UINT32_MAX : UINT64_MAX;
}

uint64_t gmon_parts(uint64_t value, uint64_t most)
{
    return value > most ? (value - 1) / most + 1 : 1;
}

bool gmon_check_counts(struct gmon_output *o, const uint64_t *counts, size_t n, uint64_t most)
{
    for (size_t i = 0; i < n; i++)
        o->further = add_saturated(o->further, gmon_parts(counts[i], most) - 1);
    return o->further <= FURTHER_MAX ||
           diag_error(o->diag, o->path,
                      "counts above 4294967295 would take %" PRIu64 " more records, and %d are "
                      "allowed; add up fewer files, and see whether one is damaged",
                      o->further, FURTHER_MAX);
}

struct entry {
    struct pair_key key;
    uint64_t count;
};

static int by_key(const void *left, const void *right)
{
    const struct pair_key *l = &((const struct entry *)left)->key;
    const struct pair_key *r = &((const struct entry *)right)->key;

    if (l->first != r->first)
        return l->first < r->first ? -1 : 1;
    return l->second < r->second ? -1 : l->second > r->second;
}

void gmon_put_counts(const struct gmon_output *o, const struct pair_map *map,
                     const uint64_t *counts, uint64_t most,
                     void (*put)(const struct gmon_output *o, const struct gmon_part *part))
{
    struct gmon_part part = {0};
    struct entry *entries;

    if (map->n == 0)
        return;
    entries = mem_alloc(o->diag, map->n, sizeof *entries);
    for (size_t i = 0; i < map->n; i++) {
        entries[i] = (struct entry){map->keys[i], counts[i]};
        part.total += gmon_parts(counts[i], most);
    }
    qsort(entries, map->n, sizeof *entries, by_key);
    for (size_t i = 0; i < map->n; i++) {
        uint64_t left = entries[i].count;

        part.key = entries[i].key;
        do {
            part.count = left < most ? left : most;
            put(o, &part);
            part.number++;
            left -= part.count;
        } while (left > 0 && !o->sink->error);
    }
    free(entries);
}
