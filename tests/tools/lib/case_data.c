/* case_data.c - makes the data files of a random test case
 *
 * Role: writes data texts (gmon_text.h) for an image: histograms whose bins fit no function,
 * several records, arcs of every kind, basic blocks, headers with junk.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "case.h"

#include "tool_words.h"

#include <string.h>

enum { MAX_HISTS = 5 };

struct hist {
    uint64_t low, high; /* addresses */
    uint64_t n;         /* number of bins */
    uint64_t rate;      /* Hz */
    const char *dim;    /* dimension */
    const char *abbrev; /* first letter of the dimension, or "" */
};

struct maker {
    struct testcase *c;
    struct prng r;
    struct hist hist[MAX_HISTS];
    unsigned n_hist;
    uint64_t max_count; /* upper bound of a bin */
    uint64_t max_calls; /* upper bound of the calls of an arc */
    unsigned shape;     /* shape of the call graph */
};

/* Returns true if bin I may have samples. A bin that reaches the guard may not: see "lastsym" of
 * the families. */
static bool bin_allowed(const struct maker *m, const struct hist *h, uint64_t i)
{
    if (case_has(m->c, FAM_LASTSYM))
        return true;
    double scale = (double)((h->high - h->low) / 2) / (double)h->n;
    uint64_t end = h->low / 2 + (uint64_t)(scale * (double)(i + 1));
    return end <= m->c->guard / 2;
}

static void put_bins(struct maker *m, struct buf *out, const struct hist *h)
{
    unsigned percent = (unsigned)PICK(&m->r, 0, 3, 10, 30, 60, 100);

    for (uint64_t i = 0; i < h->n; i++) {
        if (!prng_chance(&m->r, percent) || !bin_allowed(m, h, i))
            continue;
        buf_printf(out, "bin %llu %llu\n", (unsigned long long)i,
                   (unsigned long long)prng_range(&m->r, 1, m->max_count));
    }
}

static void put_hist(struct maker *m, struct buf *out, const struct hist *h)
{
    buf_printf(out, "hist 0x%llx 0x%llx %llu %llu ", (unsigned long long)h->low,
               (unsigned long long)h->high, (unsigned long long)h->n, (unsigned long long)h->rate);
    words_quote(out, h->dim, strlen(h->dim));
    buf_str(out, " ");
    words_quote(out, h->abbrev, strlen(h->abbrev));
    buf_str(out, "\n");
    put_bins(m, out, h);
}

static void random_dimension(struct maker *m, struct hist *h)
{
    static const char *const list[][2] = {
        {"ticks", "t"}, {"microseconds", "u"}, {"cycles", "c"},  {"m", "m"},
        {"", ""},       {"seconds", ""},       {"seconds", "S"}, {"fifteen letters", "f"},
    };
    size_t i = (size_t)prng_below(&m->r, sizeof list / sizeof *list);

    h->dim = list[i][0];
    h->abbrev = list[i][1];
}

/* Draws the first record's range and bins: anything near the code. */
static void random_range(struct maker *m, struct hist *h)
{
    struct testcase *c = m->c;
    uint64_t before = prng_below(&m->r, c->code_low < 64 ? c->code_low : 64);
    uint64_t span = c->code_end - c->code_low;

    h->low = c->code_low - (prng_chance(&m->r, 50) ? before : 0);
    if (prng_chance(&m->r, 20))
        h->low = c->code_low + prng_below(&m->r, span / 2 + 1);
    h->high = c->code_end + (prng_chance(&m->r, 30) ? prng_below(&m->r, 100) : 0);
    if (prng_chance(&m->r, 10))
        h->high = h->low + 2 + prng_below(&m->r, span);
    if (h->high < h->low + 2)
        h->high = h->low + 2;
    if (prng_chance(&m->r, 25)) {
        h->n = prng_range(&m->r, 1, 300);
        return;
    }
    uint64_t step = PICK(&m->r, 1, 2, 2, 2, 3, 4, 4, 4, 5, 7, 8, 16, 16, 100);
    h->n = (h->high - h->low) / step;
    if (h->n == 0)
        h->n = 1;
    if (h->n > 3000)
        h->n = 3000;
    if (prng_chance(&m->r, 70))
        h->high = h->low + h->n * step;
    if (h->high < h->low + 2)
        h->high = h->low + 2;
}

/* Splits the range into neighbours of one scale: an even number of bytes to a bin. */
static void split_range(struct maker *m)
{
    struct hist whole = m->hist[0];
    uint64_t step = PICK(&m->r, 2, 4, 4, 6, 16);
    uint64_t n = (whole.high - whole.low) / step;
    uint64_t at = whole.low;
    unsigned parts = (unsigned)prng_range(&m->r, 2, 4);

    if (n < 8 || n > 8000)
        return;
    m->n_hist = 0;
    for (unsigned i = 0; i < parts; i++) {
        struct hist *h = &m->hist[m->n_hist++];
        *h = whole;
        h->low = at;
        h->n = prng_range(&m->r, 1, n / parts);
        h->high = at = at + step * h->n;
        if (prng_chance(&m->r, 20))
            at += prng_below(&m->r, 20); /* a hole */
    }
}

/* Makes several records disagree in what they must have in common: every reader refuses them. */
static void disagree(struct maker *m)
{
    struct hist *h = &m->hist[m->n_hist];

    *h = m->hist[m->n_hist - 1];
    m->n_hist++;
    switch (prng_below(&m->r, 4)) {
    case 0:
        h->dim = "other";
        h->low = h->high;
        h->high += h->low - m->hist[m->n_hist - 2].low;
        break;
    case 1:
        h->abbrev = "o";
        break;
    case 2:
        h->n += 3;
        break;
    default:
        h->low += (h->high - h->low) / h->n;
        h->high += (h->high - h->low) / h->n;
        break;
    }
}

static void make_hists(struct maker *m)
{
    struct testcase *c = m->c;
    struct hist *h = &m->hist[0];

    *h = (struct hist){.rate = c->rate, .dim = "seconds", .abbrev = "s"};
    m->n_hist = 1;
    if (prng_chance(&m->r, 15))
        random_dimension(m, h);
    random_range(m, h);
    if (prng_chance(&m->r, 20) && !c->bsd)
        split_range(m);
    if (prng_chance(&m->r, 2) && !c->bsd)
        disagree(m);
    if (case_has(c, FAM_RATE0) && prng_chance(&m->r, 10))
        for (unsigned i = 0; i < m->n_hist; i++)
            m->hist[i].rate = 0;
    if (case_has(c, FAM_RATES) && prng_chance(&m->r, 20))
        m->hist[m->n_hist - 1].rate += 100;
    if (case_has(c, FAM_LOWHIGH) && prng_chance(&m->r, 10)) {
        uint64_t low = h->low;
        h->low = h->high;
        h->high = low;
    }
    if (case_has(c, FAM_NBINS0) && prng_chance(&m->r, 10))
        h->n = 0;
    if (case_has(c, FAM_NOHIST) && prng_chance(&m->r, 20) && !c->bsd)
        m->n_hist = 0;
}

/* Returns an address in function I: its beginning, or any other. */
static uint64_t inside(struct maker *m, unsigned i, unsigned percent_start)
{
    const struct case_func *f = &m->c->func[i];

    return f->addr + (prng_chance(&m->r, percent_start) ? 0 : prng_below(&m->r, f->size));
}

static uint64_t outside(struct maker *m)
{
    uint64_t below = prng_below(&m->r, m->c->code_low < 100 ? m->c->code_low : 100);

    return prng_chance(&m->r, 50) ? m->c->code_low - below - (m->c->code_low > 200 ? 100 : 0)
                                  : m->c->code_end + 0x10000 + below;
}

static uint64_t random_calls(struct maker *m)
{
    uint64_t n = PICK(&m->r, 0, 1, 1, 2, 3, 7, 10, 100, 12345, 1000000, 4294967295);

    if (n > 100)
        n = prng_range(&m->r, 1, n);
    return n > m->max_calls ? n % m->max_calls : n;
}

static void put_arc(struct maker *m, struct buf *out)
{
    struct testcase *c = m->c;
    unsigned n = c->guard_callable || c->n_func == 1 ? c->n_func : c->n_func - 1;
    unsigned i = (unsigned)prng_below(&m->r, n);
    unsigned j = (unsigned)prng_below(&m->r, n);

    if (n == c->n_func && !c->guard_callable)
        return;                   /* nothing but the guard */
    if (m->shape == 1 && i > j) { /* no cycles but self arcs */
        unsigned t = i;
        i = j;
        j = t;
    } else if (m->shape == 2) { /* long chains, closed now and then */
        j = prng_chance(&m->r, 90) ? (i + 1) % n : j;
    } else if (m->shape == 3) { /* few callees */
        j = (unsigned)prng_zipf(&m->r, n);
    } else if (m->shape == 4) { /* knots */
        j = i / 3 * 3 + (unsigned)prng_below(&m->r, 3);
        j = j >= n ? n - 1 : j;
    }
    if (prng_chance(&m->r, 4))
        j = i;
    uint64_t from = inside(m, i, 20);
    uint64_t self = inside(m, j, 90);
    if (!c->sum || case_has(c, FAM_SUMARCS)) {
        if (prng_chance(&m->r, 3))
            from = outside(m);
        if (prng_chance(&m->r, 2))
            self = outside(m);
    }
    buf_printf(out, "arc 0x%llx 0x%llx %llu\n", (unsigned long long)from, (unsigned long long)self,
               (unsigned long long)random_calls(m));
}

static void put_blocks(struct maker *m, struct buf *out)
{
    unsigned n = (unsigned)prng_below(&m->r, 12);

    buf_str(out, "bb\n");
    for (unsigned k = 0; k < n; k++) {
        unsigned i = (unsigned)prng_below(&m->r, m->c->n_func - 1);
        uint64_t addr = inside(m, i, 30);
        buf_printf(out, "block 0x%llx %llu\n", (unsigned long long)addr,
                   (unsigned long long)random_calls(m));
    }
}

static void put_magic_file(struct maker *m, struct buf *out, unsigned file, unsigned n_arcs)
{
    bool blocks = prng_chance(&m->r, 8) && (!m->c->sum || case_has(m->c, FAM_SUMBLOCKS));
    bool early = prng_chance(&m->r, 15); /* arcs first */

    buf_str(out, "magic");
    if (prng_chance(&m->r, 5) && (!blocks || case_has(m->c, FAM_BLOCKS0)))
        buf_str(out, " version 0");
    if (prng_chance(&m->r, 10))
        buf_str(out, " spare 0102030405060708090aff0c");
    buf_str(out, "\n");
    for (unsigned k = 0; early && k < n_arcs / 2; k++)
        put_arc(m, out);
    for (unsigned i = 0; i < m->n_hist; i++) {
        /* every file has some of the records, the first file all */
        if (file == 0 || prng_chance(&m->r, 80))
            put_hist(m, out, &m->hist[i]);
        if (prng_chance(&m->r, 5))
            put_hist(m, out, &m->hist[prng_below(&m->r, i + 1)]);
    }
    if (blocks)
        put_blocks(m, out);
    for (unsigned k = early ? n_arcs / 2 : 0; k < n_arcs; k++)
        put_arc(m, out);
}

static void put_bsd_file(struct maker *m, struct buf *out, unsigned n_arcs)
{
    const struct hist *h = &m->hist[0];
    bool old = (h->rate == 100 || h->rate == 0) && prng_chance(&m->r, 50);

    buf_printf(out, "bsd%s 0x%llx 0x%llx %llu", old ? "" : "44", (unsigned long long)h->low,
               (unsigned long long)h->high, (unsigned long long)h->n);
    if (!old)
        buf_printf(out, " %llu", (unsigned long long)h->rate);
    buf_str(out, "\n");
    put_bins(m, out, h);
    for (unsigned k = 0; k < n_arcs; k++)
        put_arc(m, out);
    if (prng_chance(&m->r, 2))
        buf_str(out, "raw 010203\n");
}

static void put_defect(struct maker *m, struct buf *out)
{
    switch (prng_below(&m->r, 4)) {
    case 0:
        buf_printf(out, "truncate %llu\n", (unsigned long long)prng_below(&m->r, 200));
        break;
    case 1:
        buf_printf(out, "truncate -%llu\n", (unsigned long long)prng_range(&m->r, 1, 30));
        break;
    case 2:
        buf_printf(out, "tag %llu\n", (unsigned long long)prng_range(&m->r, 3, 255));
        break;
    default:
        buf_printf(out, "raw %02x", (unsigned)prng_below(&m->r, 3));
        buf_printf(out, "%02x\n", (unsigned)prng_below(&m->r, 256));
        break;
    }
}

void case_make_data(struct testcase *c)
{
    struct maker m = {.c = c, .r = {c->seed * 4 + 2}};

    prng_next(&m.r);
    m.max_count = PICK(&m.r, 1, 3, 20, 20, 300, 1000, 65535);
    m.max_calls = c->rate > 10000 && !case_has(c, FAM_ATTO) ? 100000 : UINT64_MAX;
    if (c->sum && !case_has(c, FAM_WRAP)) { /* a few files of a few records: sums stay small */
        m.max_count = m.max_count > 1000 ? 1000 : m.max_count;
        m.max_calls = 1000000;
    }
    m.shape = (unsigned)prng_below(&m.r, 5);
    make_hists(&m);
    for (unsigned file = 0; file < c->n_data; file++) {
        struct buf *out = &c->data[file];
        unsigned n_arcs = (unsigned)prng_below(&m.r, c->n_func * 3 + 1);
        bool bsd = c->bsd;
        if (prng_chance(&m.r, 5))
            n_arcs = 0;
        if (case_has(c, FAM_MIXED) && prng_chance(&m.r, 30))
            bsd = !bsd && m.n_hist == 1;
        if (!c->wide)
            buf_str(out, "width 32\n");
        if (c->big)
            buf_str(out, "endian big\n");
        if (bsd)
            put_bsd_file(&m, out, n_arcs);
        else
            put_magic_file(&m, out, file, n_arcs);
        if (case_has(c, FAM_DEFECT) && prng_chance(&m.r, 20))
            put_defect(&m, out);
    }
}
