/* gmon_write - writing of data files
 *
 * Records stand in an order that depends on the data alone, not on the order of the files they came
 * from: histograms, arcs and blocks by address. What does not fit a field goes into further records
 * of the same key: readers add them up, so nothing wraps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/arith.h"
#include "base/mem.h"
#include "profile/gmon_io.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct output {
    struct sink *sink;
    const struct gmon_target *target;
};

static void put_number(const struct output *o, uint64_t value, size_t bytes)
{
    char text[8];

    for (size_t i = 0; i < bytes; i++) {
        text[o->target->big_endian ? bytes - 1 - i : i] = (char)(value & 0xff);
        value >>= 8;
    }
    sink_bytes(o->sink, text, bytes);
}

static uint64_t word_max(const struct output *o)
{
    return o->target->word_bytes == 4 ? UINT32_MAX : UINT64_MAX;
}

static void put_word(const struct output *o, uint64_t value)
{
    put_number(o, value, o->target->word_bytes);
}

/* The bins, less `skip` full fields of 65535 each, which earlier records hold. */
static void put_bins(const struct output *o, const struct histogram *h, uint64_t skip)
{
    for (uint32_t i = 0; i < h->n_bins; i++) {
        uint64_t ticks = histogram_ticks(h, i);
        uint64_t rest = ticks / UINT16_MAX >= skip ? ticks - skip * UINT16_MAX : 0;
        put_number(o, rest < UINT16_MAX ? rest : UINT16_MAX, GMON_BIN_BYTES);
    }
}

/* How many fields of up to `most` hold the value. */
static uint64_t parts_of(uint64_t value, uint64_t most)
{
    return value > 0 ? (value - 1) / most + 1 : 1;
}

static void put_histogram(const struct output *o, const struct histogram *h)
{
    uint64_t most = histogram_largest(h);
    uint64_t records = parts_of(most, UINT16_MAX);

    for (uint64_t i = 0; i < records && !o->sink->error; i++) {
        put_number(o, GMON_TAG_TIME_HIST, 1);
        put_word(o, h->low);
        put_word(o, h->high);
        put_number(o, h->n_bins, 4);
        put_number(o, h->rate, 4);
        sink_bytes(o->sink, h->dimension, GMON_DIMENSION_BYTES);
        sink_char(o->sink, h->abbreviation);
        put_bins(o, h, i);
    }
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

/* The pairs of `map` with their counts, by address; the caller frees. NULL after reporting. */
static struct entry *sorted_entries(const struct pair_map *map, const uint64_t *counts,
                                    struct diag *d)
{
    struct entry *e = mem_alloc(d, map->n, sizeof *e);

    if (!e)
        return NULL;
    for (size_t i = 0; i < map->n; i++)
        e[i] = (struct entry){map->keys[i], counts[i]};
    qsort(e, map->n, sizeof *e, by_key);
    return e;
}

/* Arcs; `tagged` in the magic format, whose counts have 4 bytes, else BSD's with a word. */
static bool put_arcs(const struct output *o, const struct profile *p, bool tagged, struct diag *d)
{
    struct entry *arcs = sorted_entries(&p->arcs, p->arc_counts, d);
    size_t bytes = tagged ? 4 : o->target->word_bytes;
    uint64_t most = tagged ? UINT32_MAX : word_max(o);

    if (!arcs)
        return false;
    for (size_t i = 0; i < p->arcs.n; i++) {
        uint64_t left = arcs[i].count;
        do {
            uint64_t part = left < most ? left : most;
            if (tagged)
                put_number(o, GMON_TAG_CG_ARC, 1);
            put_word(o, arcs[i].key.first);
            put_word(o, arcs[i].key.second);
            put_number(o, part, bytes);
            left -= part;
        } while (left > 0 && !o->sink->error);
    }
    free(arcs);
    return true;
}

static bool put_blocks(const struct output *o, const struct profile *p, struct diag *d)
{
    struct entry *blocks;
    uint64_t most = word_max(o);
    uint64_t total = 0, done = 0;

    if (p->blocks.n == 0)
        return true;
    blocks = sorted_entries(&p->blocks, p->block_counts, d);
    if (!blocks)
        return false;
    for (size_t i = 0; i < p->blocks.n; i++)
        total += parts_of(blocks[i].count, most);
    for (size_t i = 0; i < p->blocks.n; i++) {
        uint64_t left = blocks[i].count;
        do {
            uint64_t part = left < most ? left : most;
            if (done % UINT32_MAX == 0) { /* a record's own counter has 4 bytes */
                put_number(o, GMON_TAG_BB_COUNT, 1);
                put_number(o, total - done < UINT32_MAX ? total - done : UINT32_MAX, 4);
            }
            put_word(o, blocks[i].key.first);
            put_word(o, part);
            done++;
            left -= part;
        } while (left > 0 && !o->sink->error);
    }
    free(blocks);
    return true;
}

static bool put_magic_file(const struct output *o, const struct profile *p, struct diag *d)
{
    sink_bytes(o->sink, GMON_MAGIC, GMON_MAGIC_BYTES);
    put_number(o, GMON_VERSION, 4);
    sink_repeat(o->sink, '\0', GMON_SPARE_BYTES);
    for (size_t i = 0; i < p->n_checked; i++)
        put_histogram(o, &p->hists[p->by_address[i]]);
    return put_arcs(o, p, true, d) && put_blocks(o, p, d);
}

/* Further records that are written at most. The files in the world need few of them; a count of
 * 2^63, in a file of some bytes, would need 2^31 and fill the disk. */
enum { MORE_COUNTS_MAX = 1 << 20, MORE_HISTOGRAMS_MAX = 1 << 17 };

static bool check_records(const struct output *o, const struct profile *p, bool bsd,
                          const char *path, struct diag *d)
{
    static const char remedy[] = "add up fewer files, and see whether one is damaged";
    uint64_t arc_max = bsd ? word_max(o) : UINT32_MAX, more = 0;

    for (size_t i = 0; i < p->arcs.n; i++)
        more = add_saturated(more, parts_of(p->arc_counts[i], arc_max) - 1);
    for (size_t i = 0; i < p->blocks.n; i++)
        more = add_saturated(more, parts_of(p->block_counts[i], word_max(o)) - 1);
    if (more > MORE_COUNTS_MAX)
        return diag_error(d, path,
                          "counts above 4294967295 would take %" PRIu64 " more records, and %d are "
                          "allowed; %s",
                          more, MORE_COUNTS_MAX, remedy);
    for (size_t i = 0; i < p->n_hists; i++) {
        more = parts_of(histogram_largest(&p->hists[i]), UINT16_MAX) - 1;
        if (more > MORE_HISTOGRAMS_MAX)
            return diag_error(d, path,
                              "a bin of %" PRIu64 " samples would take %" PRIu64
                              " more histograms, and %d are allowed; %s",
                              histogram_largest(&p->hists[i]), more, MORE_HISTOGRAMS_MAX, remedy);
    }
    return true;
}

/* Whether the BSD formats can express the profile without loss. */
static bool check_bsd(const struct profile *p, const char *path, struct diag *d)
{
    static const char advice[] = "leave out -O to write the magic format, which can";

    if (p->n_hists > 1)
        return diag_error(d, path, "a BSD file holds one histogram, and there are %zu; %s",
                          p->n_hists, advice);
    if (p->n_hists == 1 && histogram_largest(&p->hists[0]) > UINT16_MAX)
        return diag_error(d, path,
                          "a BSD file holds up to 65535 samples a bin, and one has %" PRIu64 "; %s",
                          histogram_largest(&p->hists[0]), advice);
    if (p->n_hists == 1 &&
        (strcmp(p->hists[0].dimension, "seconds") != 0 || p->hists[0].abbreviation != 's'))
        return diag_error(d, path, "a BSD file counts seconds, and this profile `%s'; %s",
                          p->hists[0].dimension, advice);
    if (p->blocks.n > 0)
        return diag_error(d, path, "a BSD file holds no basic-block counts; %s", advice);
    if (p->n_hists == 1 && p->hists[0].n_bins > (UINT32_MAX - 64) / GMON_BIN_BYTES)
        return diag_error(d, path, "a BSD file holds up to 4 GB of bins; %s", advice);
    return true;
}

/* Whether what follows an old header could be read as the word that marks a 4.4BSD one: by its
 * first two bins, or, without them, by an arc. */
static bool mimics_version(const struct output *o, const struct histogram *h)
{
    uint64_t first, second;

    if (h->n_bins < 2)
        return true;
    first = histogram_ticks(h, 0);
    second = histogram_ticks(h, 1);
    return (o->target->big_endian ? first << 16 | second : second << 16 | first) ==
           GMON_BSD_VERSION;
}

static bool put_bsd_file(const struct output *o, const struct profile *p, bool with_version,
                         struct diag *d)
{
    static const struct histogram none = {.rate = GMON_DEFAULT_RATE};
    const struct histogram *h = p->n_hists ? &p->hists[0] : &none;
    uint64_t header = 2 * o->target->word_bytes + 4;

    if (h->rate != GMON_DEFAULT_RATE || mimics_version(o, h))
        with_version = true;
    if (with_version)
        header += 8 + GMON_BSD_SPARE_BYTES;
    put_word(o, h->low);
    put_word(o, h->high);
    put_number(o, header + (uint64_t)h->n_bins * GMON_BIN_BYTES, 4);
    if (with_version) {
        put_number(o, GMON_BSD_VERSION, 4);
        put_number(o, h->rate, 4);
        sink_repeat(o->sink, '\0', GMON_BSD_SPARE_BYTES);
    }
    put_bins(o, h, 0);
    return put_arcs(o, p, false, d);
}

bool gmon_out_put(const struct profile *p, struct sink *sink, const char *path,
                  enum gmon_format format, const struct gmon_target *target, struct diag *d)
{
    const struct output o = {.sink = sink, .target = target};
    bool bsd = format == GMON_FORMAT_BSD || format == GMON_FORMAT_44BSD;

    if ((bsd && !check_bsd(p, path, d)) || !check_records(&o, p, bsd, path, d))
        return false;
    return bsd ? put_bsd_file(&o, p, format == GMON_FORMAT_44BSD, d) : put_magic_file(&o, p, d);
}

bool gmon_out_write(const struct profile *p, const char *path, enum gmon_format format,
                    const struct gmon_target *target, struct diag *d)
{
    struct file_writer w;

    if (!file_writer_open(&w, path, d))
        return false;
    if (!gmon_out_put(p, &w.sink, path, format, target, d)) {
        file_writer_abandon(&w);
        return false;
    }
    return file_writer_commit(&w, d);
}
