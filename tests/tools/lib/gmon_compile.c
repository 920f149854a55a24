/* gmon_compile.c - compiles the data-file language into a profile data file
 *
 * Role, input and output: see gmon_text.h. Bins and basic blocks are collected until a statement
 * comes that is about something else, and are then written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"

#include "gmon_bulk.h"
#include "stack_text.h"
#include "tool_prng.h"
#include "tool_words.h"

#include <stdlib.h>
#include <string.h>

struct compiler {
    struct words ws;
    struct buf *out;
    size_t base;     /* offset in out at which the file begins */
    size_t word;     /* bytes of an address */
    bool bsd;        /* records have no tags */
    uint16_t *bin;   /* bins of the open histogram, owned; NULL: none is open */
    uint64_t n_bins; /* number of bins */
    uint64_t keep;   /* number of bins to write */
    bool bb_open;    /* a basic-block record is open */
    bool bb_lies;    /* true if its number of blocks is bb_claim, not the true one */
    uint64_t bb_claim;
    uint64_t n_blocks;
    struct buf blocks;             /* entries of the open basic-block record */
    struct stack_compiler *stacks; /* NULL: no statement about stacks so far */
    bool cut;                      /* true after a truncate statement */
    uint64_t cut_at;               /* argument of truncate; negative numbers wrapped */
};

static void flush(struct compiler *c)
{
    if (c->bin != NULL) {
        for (uint64_t i = 0; i < c->keep; i++)
            buf_uint(c->out, i < c->n_bins ? c->bin[i] : 0, 2);
        free(c->bin);
        c->bin = NULL;
    }
    if (c->bb_open) {
        if (!c->bsd)
            buf_uint(c->out, GMON_TAG_BB, 1);
        buf_uint(c->out, c->bb_lies ? c->bb_claim : c->n_blocks, 4);
        buf_put(c->out, c->blocks.p, c->blocks.len);
        c->blocks.len = 0;
        c->bb_open = false;
    }
}

static void open_bins(struct compiler *c, uint64_t n)
{
    if (n > 100000000)
        words_die(&c->ws, "too many bins; use claim to lie about them");
    c->bin = xrealloc_array(NULL, (size_t)n, sizeof *c->bin);
    memset(c->bin, 0, (size_t)n * sizeof *c->bin);
    c->n_bins = c->keep = n;
}

/* Puts the optional bytes of a header, N of them. */
static void put_spare(struct compiler *c, const struct buf *spare, size_t n)
{
    size_t have = spare->len < n ? spare->len : n;

    buf_put(c->out, spare->p, have);
    buf_fill(c->out, 0, n - have);
}

/* Puts N bytes of S, padded with NULs. */
static void put_text(struct compiler *c, struct word s, size_t n)
{
    if (s.len > n)
        words_die(&c->ws, "'%s' is longer than %zu bytes", s.s, n);
    buf_put(c->out, s.s, s.len);
    buf_fill(c->out, 0, n - s.len);
}

static void do_magic(struct compiler *c)
{
    struct words *ws = &c->ws;
    struct word cookie = {(char[]){"gmon"}, 4};
    struct buf spare = {0};
    uint64_t version = 1;

    while (words_more(ws)) {
        if (words_take(ws, "version"))
            version = words_num(ws);
        else if (words_take(ws, "cookie"))
            cookie = words_next(ws);
        else if (words_take(ws, "spare"))
            words_hex(ws, &spare);
        else
            words_die(ws, "magic: unknown word '%s'", words_str(ws));
    }
    put_text(c, cookie, 4);
    buf_uint(c->out, version, 4);
    put_spare(c, &spare, 12);
    buf_release(&spare);
    c->bsd = false;
}

static void do_bsd(struct compiler *c, bool new)
{
    struct words *ws = &c->ws;
    uint64_t low = words_num(ws);
    uint64_t high = words_num(ws);
    uint64_t n = words_num(ws);
    uint64_t rate = new ? words_num(ws) : 0;
    uint64_t version = GMON_BSD44_VERSION;
    uint64_t ncnt = 2 * n + 2 * c->word + 4 + (new ? 20 : 0);
    struct buf spare = {0};

    while (words_more(ws)) {
        if (words_take(ws, "claim"))
            ncnt = words_num(ws);
        else if (new &&words_take(ws, "version"))
            version = words_num(ws);
        else if (new &&words_take(ws, "spare"))
            words_hex(ws, &spare);
        else
            words_die(ws, "bsd: unknown word '%s'", words_str(ws));
    }
    buf_uint(c->out, low, c->word);
    buf_uint(c->out, high, c->word);
    buf_uint(c->out, ncnt, 4);
    if (new) {
        buf_uint(c->out, version, 4);
        buf_uint(c->out, rate, 4);
        put_spare(c, &spare, 12);
    }
    buf_release(&spare);
    c->bsd = true;
    open_bins(c, n);
}

static void do_hist(struct compiler *c)
{
    struct words *ws = &c->ws;
    uint64_t low = words_num(ws);
    uint64_t high = words_num(ws);
    uint64_t n = words_num(ws);
    uint64_t rate = words_num(ws);
    struct word dim = words_next(ws);
    struct word abbrev = words_next(ws);
    uint64_t claim = n;

    open_bins(c, n);
    while (words_more(ws)) {
        if (words_take(ws, "claim"))
            claim = words_num(ws);
        else if (words_take(ws, "keep"))
            c->keep = words_num_max(ws, n);
        else
            words_die(ws, "hist: unknown word '%s'", words_str(ws));
    }
    buf_uint(c->out, GMON_TAG_HIST, 1);
    buf_uint(c->out, low, c->word);
    buf_uint(c->out, high, c->word);
    buf_uint(c->out, claim, 4);
    buf_uint(c->out, rate, 4);
    put_text(c, dim, 15);
    put_text(c, abbrev, 1);
}

static void put_arc(void *ctx, uint64_t from, uint64_t self, uint64_t count)
{
    struct compiler *c = ctx;

    if (!c->bsd)
        buf_uint(c->out, GMON_TAG_ARC, 1);
    buf_uint(c->out, from, c->word);
    buf_uint(c->out, self, c->word);
    buf_uint(c->out, count, c->bsd ? c->word : 4);
}

static void do_arc(struct compiler *c)
{
    uint64_t from = words_num(&c->ws);
    uint64_t self = words_num(&c->ws);

    put_arc(c, from, self, words_num(&c->ws));
}

static void set_bin(struct compiler *c, uint64_t i, uint64_t count)
{
    if (i >= c->n_bins)
        words_die(&c->ws, "no bin %llu", (unsigned long long)i);
    c->bin[i] = (uint16_t)count;
}

/* Compiles a statement about the open record. Returns false if the statement is about something
 * else. */
static bool inner_statement(struct compiler *c)
{
    struct words *ws = &c->ws;

    if (c->bb_open && words_take(ws, "block")) {
        c->blocks.big = c->out->big;
        buf_uint(&c->blocks, words_num(ws), c->word);
        buf_uint(&c->blocks, words_num(ws), c->word);
        c->n_blocks++;
    } else if (c->bin == NULL) {
        return false;
    } else if (words_take(ws, "bin")) {
        uint64_t i = words_num(ws);
        do
            set_bin(c, i++, words_num_max(ws, 65535));
        while (words_more(ws));
    } else if (words_take(ws, "fill")) {
        uint64_t from = words_num(ws);
        uint64_t to = words_num_max(ws, c->n_bins);
        uint64_t count = words_num_max(ws, 65535);
        for (uint64_t i = from; i <= to; i++)
            set_bin(c, i, count);
    } else if (words_take(ws, "noise")) {
        struct prng r = {words_num(ws)};
        unsigned percent = (unsigned)words_num_max(ws, 100);
        uint64_t max = words_num_max(ws, 65535);
        for (uint64_t i = 0; i < c->n_bins; i++)
            if (prng_chance(&r, percent))
                c->bin[i] = (uint16_t)prng_range(&r, 1, max);
    } else {
        return false;
    }
    return true;
}

static void statement(struct compiler *c)
{
    static const char *const widths[] = {"32", "64", NULL};
    static const char *const endians[] = {"little", "big", NULL};
    struct words *ws = &c->ws;

    if (inner_statement(c) || stack_statement(&c->stacks, ws)) {
        words_done(ws);
        return;
    }
    flush(c);
    if (words_take(ws, "arc")) {
        do_arc(c);
    } else if (words_take(ws, "gen")) {
        gmon_bulk(ws, put_arc, c);
    } else if (words_take(ws, "hist")) {
        do_hist(c);
    } else if (words_take(ws, "bb")) {
        c->bb_open = true;
        c->n_blocks = 0;
        c->bb_lies = words_take(ws, "claim");
        if (c->bb_lies)
            c->bb_claim = words_num(ws);
    } else if (words_take(ws, "magic")) {
        do_magic(c);
    } else if (words_take(ws, "bsd")) {
        do_bsd(c, false);
    } else if (words_take(ws, "bsd44")) {
        do_bsd(c, true);
    } else if (words_take(ws, "width")) {
        c->word = words_choice(ws, widths) == 1 ? 8 : 4;
    } else if (words_take(ws, "endian")) {
        c->out->big = words_choice(ws, endians) == 1;
    } else if (words_take(ws, "raw")) {
        while (words_more(ws))
            words_hex(ws, c->out);
    } else if (words_take(ws, "tag")) {
        buf_uint(c->out, words_num_max(ws, 255), 1);
    } else if (words_take(ws, "truncate")) {
        c->cut = true;
        c->cut_at = words_num(ws);
    } else {
        words_die(ws, "unknown statement '%s' (or not here)", words_str(ws));
    }
    words_done(ws);
}

void gmon_compile(const char *name, const char *text, size_t len, struct buf *out)
{
    struct compiler c = {.out = out, .base = out->len, .word = 8};

    words_init(&c.ws, name, text, len);
    out->big = false;
    while (words_line(&c.ws))
        statement(&c);
    flush(&c);
    stack_finish(c.stacks, out);
    if (c.cut) {
        uint64_t size = out->len - c.base;
        uint64_t to = c.cut_at > UINT64_MAX / 2 ? size + c.cut_at : c.cut_at;
        if (to < size)
            out->len = c.base + (size_t)to;
    }
    words_release(&c.ws);
    buf_release(&c.blocks);
}
