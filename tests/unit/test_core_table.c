/* test_core_table - tests that symbols read from ELF files are the same as those that libbfd reads
 *
 * Both readers are asked for every symbol of an image: name, address, section and kind. Then they
 * are asked the same of the image with bytes changed, most of them in headers and symbols. If one
 * reader has an answer, the other must have the same.
 *
 * Use: test_core_table [IMAGE...]    images of its own, or these
 *      CORE_TABLE_RUNS=N             changes of each image; default 300
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_object.h"
#include "image/core_table.h"
#include "image_text.h"
#include "named_images.h"
#include "tool_prng.h"

#include <fcntl.h>

static const char *const images[] = {
    "class 64\nsection .text 0x1000 0x100\nsection .init 0x800 0x10\nsection .data 0x3000 0x20\n"
    "sym local 0x1000 local\nsym label 0x1008 local notype\nsym object 0x100c local object\n"
    "sym datum 0x3000 object\nsym main 0x1010\nsym start 0x800 notype\nsym weak 0x1020 weak\n"
    "sym weakdata 0x3008 weak notype\nsym weakobj 0x3010 weak object\nsym ifunc 0x1030 ifunc\n"
    "sym undef 0 undef\nsym abs 0x1040 abs\nsym odd$name 0x1050\n",
    "class 32\nendian big\nmachine ppc\nsection .text 0x1000 0x100\nsym a 0x1000\nsym b 0x1010\n",
    "class 64\nendian big\nmachine s390\nsection .text 0x1000 0x100\nsym a 0x1000\nsym b 0x1010\n",
    "class 32\nmachine arm\nsection .text 0x1000 0x100\nsym a 0x1001\nsym $a 0x1010 local notype\n",
    "class 64\ntype dyn\nsection .text 0x1000 0x100\nfuncs 3000 f 0x1000 4\n",
    "class 64\ntype rel\nsection .text 0x1000 0x100\nsym a 0x1000\n",
};

/* Answer of a reader about an image. */
struct answer {
    struct object object;
    bool opened; /* true if it is an object file */
    bool read;   /* true if its table of symbols can be read */
};

/* Returns true if the two symbols are alike. */
static bool same(const asymbol *l, const asymbol *r)
{
    return strcmp(bfd_asymbol_name(l), bfd_asymbol_name(r)) == 0 && l->value == r->value &&
           l->flags == r->flags && l->section->vma == r->section->vma &&
           strcmp(bfd_section_name(l->section), bfd_section_name(r->section)) == 0 &&
           l->section->index == r->section->index;
}

/* Returns true if both readers give the same for each symbol. *failed is set if our reader has to
 * ask libbfd for all of it.
 */
static bool same_symbols(struct answer *ours, const struct answer *libbfd, bool *failed)
{
    struct symbol_walk walk = {.object = &ours->object};
    const asymbol *s;
    long n = 0;

    while ((s = core_walk_next(&walk)) != NULL) {
        if (!libbfd->read) /* then ours must find out, too */
            continue;
        if (n == libbfd->object.table_length || !same(s, libbfd->object.table[n])) {
            diag("symbol %ld differs: %s", n + 1, s->name);
            return false;
        }
        n++;
    }
    *failed = walk.failed;
    return walk.failed || (libbfd->read && n == libbfd->object.table_length);
}

static struct answer ask(const char *path, bool libbfd)
{
    struct answer a = {.opened = false};
    struct diag quiet = {0};
    int shown = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);

    dup2(nowhere, STDERR_FILENO); /* libbfd's remarks look like trouble */
    a.opened = core_open_object(&a.object, path);
    if (a.opened)
        a.read = libbfd ? core_read_table(&a.object, &quiet) : core_open_table(&a.object, &quiet);
    dup2(shown, STDERR_FILENO);
    close(nowhere);
    close(shown);
    return a;
}

/* Returns true if both readers give the same for the file. *in_place is set if ours needed no
 * help. */
static bool agree(const char *path, bool *in_place)
{
    struct answer ours = ask(path, false), libbfd = ask(path, true);
    bool alike, failed = false;

    *in_place = ours.object.sections != NULL;
    alike = !ours.read || same_symbols(&ours, &libbfd, &failed);
    if (failed)
        *in_place = false;
    else if (ours.opened != libbfd.opened || ours.read != libbfd.read)
        alike = false;
    core_close_table(&ours.object);
    core_close_object(&ours.object);
    core_close_object(&libbfd.object);
    return alike;
}

/* Returns a place in the file to change: one in two is in the file's header or a section header. */
static size_t place(const struct buf *file, struct prng *r)
{
    size_t headers = file->len > 4096 ? file->len - 4096 : 0;

    switch (prng_below(r, 4)) {
    case 0:
        return (size_t)prng_below(r, file->len < 64 ? file->len : 64);
    case 1:
        return headers + (size_t)prng_below(r, file->len - headers);
    default:
        return (size_t)prng_below(r, file->len);
    }
}

static void change(struct buf *file, uint64_t seed)
{
    static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff};
    struct prng r = {.state = seed};
    unsigned n = 1 + (unsigned)(prng_below(&r, 3));

    while (n-- > 0) {
        size_t at = place(file, &r);
        uint64_t what = prng_next(&r);

        file->p[at] = (uint8_t)(what & 1 ? file->p[at] ^ 1U << (what >> 1) % 8
                                         : values[(what >> 1) % UNIT_COUNT(values)]);
    }
    if (prng_below(&r, 8) == 0)
        file->len = 1 + (size_t)prng_below(&r, file->len);
}

static void compare(const char *name, const struct buf *file, size_t runs)
{
    size_t bad = 0, in_place = 0;
    bool whole = false, changed;
    struct buf copy = {0};

    unit_spew("image", file->p, file->len);
    ok(agree("image", &whole), "%s: all symbols are alike", name);
    for (size_t i = 0; i < runs && bad < 3; i++) {
        copy.len = 0;
        buf_put(&copy, file->p, file->len);
        change(&copy, i + 1);
        unit_spew("changed", copy.p, copy.len);
        if (!agree("changed", &changed)) {
            diag("change %zu", i + 1);
            bad++;
        }
        in_place += changed;
    }
    buf_release(&copy);
    ok(bad == 0, "%s: and where it is damaged", name);
    note("%s: read in place: %s; %zu of %zu damaged ones", name, whole ? "yes" : "no", in_place,
         runs);
}

int main(int argc, char **argv)
{
    size_t runs = runs_of("CORE_TABLE_RUNS", 300);
    struct diag quiet = {0};

    core_start_library(&quiet);
    compare_named(argc, argv, compare, runs);
    for (size_t i = 0; argc == 1 && i < UNIT_COUNT(images); i++) {
        struct buf file = {0};
        char name[32];

        image_compile("text", images[i], strlen(images[i]), &file);
        snprintf(name, sizeof name, "image %zu", i + 1);
        compare(name, &file, runs);
        buf_release(&file);
    }
    return done_testing();
}
