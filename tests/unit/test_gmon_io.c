/* test_gmon_io - tests reading of data files: every format, word size and byte order, whole and cut
 *
 * The files are made by the tests' own compiler of tests/tools/lib/gmon_text.h, which shares no
 * code with the reader.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"
#include "profile/gmon_io.h"
#include "unit.h"

static struct file_bytes scratch;
static struct gmon_file_info info;

static const struct gmon_target targets[] = {{.word_bytes = 8},
                                             {.word_bytes = 8, .big_endian = true},
                                             {.word_bytes = 4},
                                             {.word_bytes = 4, .big_endian = true}};

static const char *target_name(const struct gmon_target *target)
{
    static char name[48];

    snprintf(name, sizeof name, "%zu bits, %s endian", 8 * target->word_bytes,
             target->big_endian ? "big" : "little");
    return name;
}

/* Returns the data file that the text describes; the caller releases it. */
static struct buf compile(const struct gmon_target *target, const char *text)
{
    struct buf whole = {0}, file = {0};

    buf_printf(&whole, "width %zu\nendian %s\n%s", 8 * target->word_bytes,
               target->big_endian ? "big" : "little", text);
    gmon_compile("text", (const char *)whole.p, whole.len, &file);
    buf_release(&whole);
    return file;
}

/* Reads `size` bytes of the file into an empty profile. */
static bool read_part(struct profile *p, const struct buf *file, size_t size,
                      const struct gmon_format *format, const struct gmon_target *target)
{
    told_clear();
    *p = (struct profile){0};
    unit_spew("f.out", file->p, size);
    return gmon_out_read(p, "f.out", format, target, &scratch, &info, &told.diag);
}

static bool read_text(struct profile *p, const char *text, const struct gmon_format *format,
                      const struct gmon_target *target)
{
    struct buf file = compile(target, text);
    bool read = read_part(p, &file, file.len, format, target);

    buf_release(&file);
    return read;
}

/* Returns the profile's contents as text. */
static const char *contents(const struct profile *p)
{
    static char text[4096];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        n += (size_t)snprintf(text + n, sizeof text - n, "%jx-%jx %u %s %c:", (uintmax_t)h->low,
                              (uintmax_t)h->high, h->rate, h->dimension, h->abbreviation);
        for (uint32_t b = 0; b < h->n_bins; b++)
            n += (size_t)snprintf(text + n, sizeof text - n, " %ju",
                                  (uintmax_t)histogram_ticks(h, b));
        n += (size_t)snprintf(text + n, sizeof text - n, "\n");
    }
    for (size_t i = 0; i < p->arcs.n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "arc %jx %jx %ju\n",
                              (uintmax_t)p->arcs.keys[i].first, (uintmax_t)p->arcs.keys[i].second,
                              (uintmax_t)p->arc_counts[i]);
    for (size_t i = 0; i < p->blocks.n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "block %jx %ju\n",
                              (uintmax_t)p->blocks.keys[i].first, (uintmax_t)p->block_counts[i]);
    return text;
}

static const char magic_text[] = "magic\n"
                                 "hist 0x401000 0x401008 4 100 seconds s\n"
                                 "bin 0 1 258 65535\n"
                                 "arc 0x401002 0x401004 7\n"
                                 "bb\nblock 0x401000 3\nblock 0x401006 70000\n"
                                 "arc 0x401002 0x401004 4294967295\n"
                                 "hist 0x401000 0x401008 4 100 seconds s\n"
                                 "bin 2 65535 9\n";
static const char magic_contents[] = "401000-401008 100 seconds s: 1 258 131070 9\n"
                                     "arc 401002 401004 4294967302\n"
                                     "block 401000 3\nblock 401006 70000\n";
static const char bsd_text[] = "bsd 0x401000 0x401008 4\nbin 0 1 258 65535\n"
                               "arc 0x401002 0x401004 7\narc 0x401000 0x401006 4294967295\n";
static const char bsd44_text[] = "bsd44 0x401000 0x401008 4 250 spare 0102030405060708090a0b0c\n"
                                 "bin 0 1 258 65535\n"
                                 "arc 0x401002 0x401004 7\narc 0x401000 0x401006 4294967295\n";
#define BSD_CONTENTS(rate)                                                                         \
    "401000-401008 " rate " seconds s: 1 258 65535 0\n"                                            \
    "arc 401002 401004 7\narc 401000 401006 4294967295\n"

/* Tests that each format is read alike for any word size and byte order. */
static void test_formats(void)
{
    for (size_t i = 0; i < UNIT_COUNT(targets); i++) {
        const struct gmon_target *target = &targets[i];
        struct profile p;

        note("%s", target_name(target));
        ok(read_text(&p, magic_text, NULL, target), "magic: read");
        is_str(contents(&p), magic_contents, "magic: its contents");
        ok(info.version == 1 && info.records[GMON_TAG_TIME_HIST] == 2 &&
               info.records[GMON_TAG_CG_ARC] == 2 && info.records[GMON_TAG_BB_COUNT] == 1,
           "magic: its records are counted");
        ok(p.has_histogram && p.has_arcs && p.has_blocks && p.n_checked == 1,
           "magic: what there is");
        profile_release(&p);
        ok(read_text(&p, bsd_text, NULL, target), "bsd: read");
        is_str(contents(&p), BSD_CONTENTS("100"), "bsd: its contents");
        ok(info.version == 0 && info.records[GMON_TAG_TIME_HIST] == 1 &&
               info.records[GMON_TAG_CG_ARC] == 2 && info.records[GMON_TAG_BB_COUNT] == 0,
           "bsd: its records are counted");
        profile_release(&p);
        ok(read_text(&p, bsd44_text, NULL, target), "4.4bsd: read");
        is_str(contents(&p), BSD_CONTENTS("250"), "4.4bsd: its contents");
        profile_release(&p);
        ok(read_text(&p, bsd44_text, &gmon_formats[FORMAT_BSD], target), "4.4bsd: read as bsd too");
        is_str(contents(&p), BSD_CONTENTS("250"), "4.4bsd: with its rate");
        profile_release(&p);
        is_str(told_text(), "", "nothing was reported");
    }
}

/* Tests a file cut at every length: only whole records are accepted, and an error has the file's
 * name. */
static void cut(const char *name, const char *text, const size_t *whole, size_t n_whole,
                bool partial_arcs, const struct gmon_target *target)
{
    struct buf file = compile(target, text);
    size_t wrong = 0;

    for (size_t size = 0; size < file.len; size++) {
        struct profile p;
        bool read = read_part(&p, &file, size, NULL, target), expected = false;
        for (size_t i = 0; i < n_whole; i++)
            expected |= whole[i] == size;
        if (partial_arcs && size > whole[0])
            wrong += !read || told.diag.warnings != !expected;
        else
            wrong += read != expected || told.diag.errors != !expected;
        if (told.diag.errors)
            wrong += strncmp(told_text(), "unit: f.out: ", 13) != 0;
        if (wrong == 1)
            diag("first wrong at %zu bytes: %s", size, told_text());
        profile_release(&p);
    }
    ok(wrong == 0, "%s, %s: cut at each of %zu lengths", name, target_name(target), file.len);
    buf_release(&file);
}

static void test_cuts(void)
{
    for (size_t i = 0; i < UNIT_COUNT(targets); i++) {
        size_t w = targets[i].word_bytes;
        size_t hist = 1 + 2 * w + 24 + 8, arc = 1 + 2 * w + 4, blocks = 1 + 4 + 4 * w;
        const size_t magic[] = {20, 20 + hist, 20 + hist + arc, 20 + hist + arc + blocks,
                                20 + hist + 2 * arc + blocks};
        const size_t old = 2 * w + 4 + 8, bsd[] = {old, old + 3 * w};
        const size_t bsd44[] = {old + 20, old + 20 + 3 * w};

        cut("magic", magic_text, magic, UNIT_COUNT(magic), false, &targets[i]);
        cut("bsd", bsd_text, bsd, UNIT_COUNT(bsd), true, &targets[i]);
        cut("4.4bsd", bsd44_text, bsd44, UNIT_COUNT(bsd44), true, &targets[i]);
    }
    told_clear();
}

/* Tests basic blocks of version 0: names, and numbers with the high bytes first on every
 * machine. */
static void test_version_0(void)
{
    static const char text[] =
        "magic version 0\n"
        "bb claim 2\n"
        "raw 612e6300\n"                                                       /* "a.c" */
        "raw 0000000000401000 0000000000000005 6d61696e00 612e6300 0000000c\n" /* main a.c 12 */
        "raw 0000000000401010 0000000100000000 6600 00 0000000e\n"
        "arc 0x401002 0x401010 1\n";
    size_t wrong = 0;

    for (size_t i = 0; i < UNIT_COUNT(targets); i++) {
        struct profile p;
        struct buf file = compile(&targets[i], text);
        size_t arc = 1 + 2 * targets[i].word_bytes + 4;

        ok(read_part(&p, &file, file.len, NULL, &targets[i]), "version 0, %s",
           target_name(&targets[i]));
        is_str(contents(&p), "arc 401002 401010 1\nblock 401000 5\nblock 401010 4294967296\n",
               "its contents");
        profile_release(&p);
        for (size_t size = 21; size < file.len; size++) {
            bool read = read_part(&p, &file, size, NULL, &targets[i]);
            wrong += read != (size == file.len - arc);
            wrong += !read && told.diag.errors != 1;
            profile_release(&p);
        }
        buf_release(&file);
    }
    is_uint(wrong, 0, "version 0: cut at each length");
    told_clear();
}

struct refusal {
    const char *name, *text;
    const struct gmon_format *format;
    const char *ere;
};

static const struct refusal refusals[] = {
    {"empty", "", NULL, "too short to be a gmon file: 0 bytes"},
    {"empty magic", "", &gmon_formats[FORMAT_MAGIC], "too short to be a gmon file: 0 bytes"},
    {"version 2", "magic version 2\n", NULL, "unsupported version 2"},
    {"version -1", "magic version 0xffffffff\n", NULL, "unsupported version -1"},
    {"cookie", "magic cookie Gmon\n", &gmon_formats[FORMAT_MAGIC], "bad magic cookie"},
    {"bsd as magic", "bsd 0 8 4\n", &gmon_formats[FORMAT_MAGIC], "bad magic cookie"},
    {"bsd as 4.4bsd", "bsd 0 8 4\n", &gmon_formats[FORMAT_BSD44], "bad magic cookie.* offset 20"},
    {"magic as 4.4bsd", "magic\narc 1 2 3\n", &gmon_formats[FORMAT_BSD44], "bad magic cookie"},
    {"tag", "magic\narc 1 2 3\ntag 3\n", NULL, "found bad tag 3 at offset 41"},
    {"tag 255", "magic\ntag 255\n", NULL, "found bad tag 255 at offset 20"},
    {"huge nbins", "magic\nhist 0 8 4 100 seconds s claim 0xffffffff\n", NULL,
     "unexpected EOF after reading 4 of 4294967295 samples"},
    {"nbins + 1", "magic\nhist 0 8 4 100 seconds s claim 5\n", NULL,
     "unexpected EOF after reading 4 of 5 samples"},
    {"backwards", "magic\nhist 16 8 4 100 seconds s\n", NULL, "0x10 to 0x8.*backwards"},
    {"huge blocks", "magic\nbb claim 0xffffffff\nblock 1 2\n", NULL,
     "unexpected end of file.*a list of basic blocks needs 68719476720 bytes and 16"},
    {"huge blocks 0", "magic version 0\nbb claim 0xffffffff\nraw 00\n", NULL,
     "unexpected end of file"},
    {"bsd ncnt 0", "bsd 0 8 4 claim 0\n", NULL, "does not appear.*header alone has 20"},
    {"bsd ncnt 19", "bsd 0 8 4 claim 19\n", NULL, "does not appear"},
    {"4.4bsd ncnt 39", "bsd44 0 8 4 100 claim 39\n", NULL, "header alone has 40"},
    {"bsd ncnt huge", "bsd 0 8 4 claim 0xffffffff\n", NULL,
     "unexpected EOF after reading 4 of 2147483637 bins"},
    {"bsd backwards", "bsd 8 0 4\n", NULL, "0x8 to 0x0 run backwards"},
    {"dimension", "magic\nhist 0 8 4 100 seconds s\nhist 8 16 4 100 apples s\n", NULL,
     "'apples'.*'seconds'"},
    {"overlap", "magic\nhist 0 8 4 100 seconds s\nhist 6 14 4 100 seconds s\n", NULL,
     "overlapping"},
};

static void test_refusals(void)
{
    struct profile p;

    for (size_t i = 0; i < UNIT_COUNT(refusals); i++) {
        const struct refusal *r = &refusals[i];
        ok(!read_text(&p, r->text, r->format, &targets[0]) && told.diag.errors == 1, "%s: refused",
           r->name);
        like(told_text(), r->ere, "and says why");
        ok(strncmp(told_text(), "unit: f.out: ", 13) == 0, "with the file's name");
        profile_release(&p);
    }
    told_clear();
    p = (struct profile){0};
    ok(!gmon_out_read(&p, "missing.out", NULL, &targets[0], &scratch, &info, &told.diag),
       "a missing file fails");
    like(told_text(), "^unit: missing.out: No such file or directory; run the profiled program",
         "and says what to do");
    profile_release(&p);
    told_clear();
}

/* Tests oddities that real writers leave in their files. */
static void test_oddities(void)
{
    struct profile p;

    ok(read_text(&p, "magic spare ffffffffffffffffffffffff\n", NULL, &targets[0]),
       "junk in the spare bytes is ignored");
    ok(!p.has_histogram && !p.has_arcs, "a header alone has no data");
    profile_release(&p);
    ok(read_text(&p, "magic\nhist 0 8 4 0 seconds s\n", NULL, &targets[0]), "rate 0 is accepted");
    is_uint(p.hists[0].rate, 100, "and taken as 100");
    like(told_text(), "^unit: warning: f.out: .*rate is recorded as 0", "with a warning");
    profile_release(&p);
    ok(read_text(&p, "bsd44 0 8 4 0\n", NULL, &targets[0]) && !told.diag.warnings &&
           p.hists[0].rate == 100,
       "4.4bsd: rate 0 is defined as 100");
    profile_release(&p);
    ok(read_text(&p, "magic\nhist 0 8 4 100 \"fifteen letters\" \"\"\n", NULL, &targets[0]),
       "a dimension of all 15 bytes and no abbreviation");
    is_str(p.hists[0].dimension, "fifteen letters", "ends behind the 15th");
    is_int(p.hists[0].abbreviation, 0, "the abbreviation is NUL");
    profile_release(&p);
    ok(read_text(&p, "magic\nhist 0 8 4 100 seconds s\nhist 8 16 4 100 seconds s\n", NULL,
                 &targets[0]) &&
           p.n_hists == 2 && p.n_checked == 2,
       "two ranges side by side");
    profile_release(&p);
    ok(read_text(&p, "bsd 0 0 0\narc 1 2 3\n", NULL, &targets[0]) && p.arcs.n == 1 &&
           p.has_histogram,
       "bsd: no bins");
    profile_release(&p);
    ok(read_text(&p, "bsd 0 8 4 claim 29\n", NULL, &targets[0]) && p.hists[0].n_bins == 4,
       "bsd: an odd size is rounded down");
    profile_release(&p);
    ok(read_text(&p, "bsd 0 8 4\narc 1 2 18446744073709551615\n", &gmon_formats[FORMAT_BSD],
                 &targets[0]) &&
           p.arc_counts[0] == UINT64_MAX,
       "bsd: counts are words");
    profile_release(&p);
    ok(read_text(&p, "bsd 0 8 4\narc 1 2 3\nraw 0102\n", NULL, &targets[0]) && p.arcs.n == 1,
       "bsd: a cut last arc is ignored");
    like(told_text(), "^unit: warning: f.out: the last arc, at offset 52, has 2 of 24 bytes",
         "with a warning");
    profile_release(&p);
    told_clear();
}

/* Tests several files read into one profile. */
static void test_files(void)
{
    static const struct {
        const char *one, *two, *ere;
    } pairs[] = {
        {"bsd 0 8 4\n", "bsd 0 10 4\n", "two.out: incompatible with first gmon file one.out"},
        {"bsd 0 8 4\n", "bsd 2 8 4\n", "two.out: incompatible with first gmon file one.out"},
        {"bsd 0 8 4\n", "bsd44 0 8 4 50\n", "two.out: sampled 50 .*one.out 100"},
        {"bsd 0 8 4\nbin 0 10\n", "magic\nhist 0 8 4 10 seconds s\nbin 0 7\n", NULL},
        {"bsd 0 8 4\n", "magic\nhist 4 8 2 100 seconds s\n", "overlapping"},
        {"bsd 0 8 4\nbin 0 9\n", "bsd44 0 8 4 100\nbin 0 1\n", NULL},
        {"bsd 0 8 4\nbin 0 9\n", "magic\nhist 0 8 4 100 seconds s\nbin 0 1\n", NULL},
        {"bsd 0 8 4\nbin 0 10\n", "magic\narc 1 2 3\n", NULL},
        {"bsd 0 8 4\nbin 0 10\n", "magic\nhist 8 16 4 100 seconds s\n", NULL},
        {"magic\nhist 0 8 4 100 seconds s\nbin 0 10\n", "bsd 8 16 4\n", NULL},
        {"magic\nhist 0 0 0 100 seconds s\nhist 0 8 4 100 seconds s\n", "bsd 0 12 4\nbin 0 10\n",
         "cannot be added to"},
    };

    for (size_t i = 0; i < UNIT_COUNT(pairs); i++) {
        struct buf one = compile(&targets[0], pairs[i].one);
        struct buf two = compile(&targets[0], pairs[i].two);
        struct profile p = {0};
        bool read;

        told_clear();
        unit_spew("one.out", one.p, one.len);
        unit_spew("two.out", two.p, two.len);
        read = gmon_out_read(&p, "one.out", NULL, &targets[0], &scratch, &info, &told.diag) &&
               gmon_out_read(&p, "two.out", NULL, &targets[0], &scratch, &info, &told.diag);
        ok(read == !pairs[i].ere, "files %zu: %s", i, pairs[i].ere ? "refused" : "added up");
        if (pairs[i].ere)
            like(told_text(), pairs[i].ere, "with both names");
        else
            is_uint(histogram_ticks(&p.hists[0], 0), 10, "bin 0 is the sum");
        profile_release(&p);
        buf_release(&one);
        buf_release(&two);
    }
    told_clear();
}

/* Tests FreeBSD's header, which has the width of a counter in bits, negative for a signed one. */
static void test_counter_widths(void)
{
    static const struct {
        int bits;
        size_t bytes;
    } widths[] = {{8, 1},   {16, 2},  {32, 4}, {64, 8}, {-8, 1},        {-16, 2},
                  {-32, 4}, {-64, 8}, {0, 2},  {12, 2}, {INT32_MIN, 2}, {123456, 2}};

    for (size_t i = 0; i < UNIT_COUNT(widths) * UNIT_COUNT(targets); i++) {
        const struct gmon_target *target = &targets[i % UNIT_COUNT(targets)];
        int bits = widths[i / UNIT_COUNT(targets)].bits;
        size_t bytes = widths[i / UNIT_COUNT(targets)].bytes;
        size_t header = 2 * target->word_bytes + 24;
        struct buf file = {0};
        struct profile p;
        char text[200];

        /* the header alone, then three counters 1, 2, 3 and an arc, in the target's order */
        snprintf(text, sizeof text, "bsd44 16 40 0 100 claim %zu spare %s\n", header + 3 * bytes,
                 "000000000000000000000000");
        file = compile(target, text);
        for (size_t k = 0; k < 4; k++)
            file.p[header - 12 + (target->big_endian ? 3 - k : k)] =
                (unsigned char)((uint32_t)bits >> 8 * k);
        for (size_t k = 0; k < 3 * bytes + 3 * target->word_bytes; k++) {
            size_t width = k < 3 * bytes ? bytes : target->word_bytes;
            size_t from = k < 3 * bytes ? k : k - 3 * bytes;
            bool low = from % width == (target->big_endian ? width - 1 : 0);
            unsigned char byte = (unsigned char)(low ? from / width + 1 : 0);
            buf_put(&file, &byte, 1);
        }
        ok(read_part(&p, &file, file.len, NULL, target) && p.n_hists == 1 &&
               p.hists[0].n_bins == 3 && histogram_ticks(&p.hists[0], 0) == 1 &&
               histogram_ticks(&p.hists[0], 2) == 3 && p.arcs.n == 1 && p.arcs.keys[0].second == 2,
           "counters of %d bits, %s", bits, target_name(target));
        profile_release(&p);
        buf_release(&file);
    }
}

/* Tests that a file of a program of another machine is reported as one, whatever error the reader
 * meets. */
static void test_foreign(void)
{
    static const char *const texts[] = {
        "magic\nhist 0x401000 0x402000 1024 100 seconds s\nfill 3 700 2\narc 0x401008 0x401100 7\n",
        "magic\narc 0x401008 0x401100 7\narc 0x401108 0x401200 70\n",
        "bsd 0x401000 0x402000 1024\nfill 3 700 2\narc 0x401008 0x401100 7\n",
        "bsd44 0x401000 0x402000 1024 1000\nfill 3 700 2\narc 0x401008 0x401100 7\n",
        ("magic version 0\nbb claim 1\nraw 612e6300 0000000000401000 0000000000000005 6d61696e00 "
         "612e6300 0000000c\narc 0x401008 0x401100 7\narc 0x401108 0x401200 70\n"),
    };

    for (size_t i = 0; i < UNIT_COUNT(texts) * UNIT_COUNT(targets); i++) {
        const struct gmon_target *writer = &targets[i % UNIT_COUNT(targets)];
        struct buf file = compile(writer, texts[i / UNIT_COUNT(targets)]);

        for (size_t k = 0; k < UNIT_COUNT(targets); k++) {
            struct profile p;
            char ere[100];
            bool read = read_part(&p, &file, file.len, NULL, &targets[k]);

            ok(read == (&targets[k] == writer), "file %zu for %s", i, target_name(&targets[k]));
            snprintf(ere, sizeof ere, "is of a %zu-bit, %s-endian program, and the image",
                     8 * writer->word_bytes, writer->big_endian ? "big" : "little");
            if (!read)
                like(told_text(), ere, "is of another machine, which is named");
            profile_release(&p);
        }
        buf_release(&file);
    }
    told_clear();
}

UNIT_TESTS(test_formats, test_cuts, test_version_0, test_refusals, test_oddities, test_files,
           test_counter_widths, test_foreign)
