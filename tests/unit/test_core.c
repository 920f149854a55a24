/* test_core - tests images: of every word size and byte order, this very gprof, and files that are
 * not image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core.h"
#include "image/core_debug.h"
#include "image_text.h"
#include "unit.h"

#include <bfd.h>
#include <sys/wait.h>

static struct buf compile(const char *text)
{
    struct buf file = {0};

    image_compile("text", text, strlen(text), &file);
    return file;
}

static bool open_text(struct image *image, const char *text)
{
    struct buf file = compile(text);

    unit_spew("image", file.p, file.len);
    buf_release(&file);
    told_clear();
    return core_init(image, "image", &told.diag);
}

static const char body[] = "section .text 0x1000 0x100\nsection .init 0x800 0x10\n"
                           "section .data 0x3000 0x20\n"
                           "sym local 0x1000 local\nsym label 0x1008 local notype\n"
                           "sym object 0x100c local object\nsym datum 0x3000 object\n"
                           "sym main 0x1010\nsym start 0x800 notype\nsym weak 0x1020 weak\n"
                           "sym weakdata 0x3008 weak notype\nsym weakobj 0x3010 weak object\n"
                           "sym ifunc 0x1030 ifunc\nsym undef 0 undef\nsym abs 0x1040 abs\n"
                           "sym odd$name 0x1050\n";

/* Returns every symbol as `name address end [F][I][L]`. */
static const char *symbols_of(const struct image *image)
{
    static char text[2048];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < image->n_symbols; i++) {
        const struct image_symbol *s = &image->symbols[i];
        n += (size_t)snprintf(text + n, sizeof text - n, "%s %jx %jx %s%s%s\n", s->name,
                              (uintmax_t)s->address, (uintmax_t)s->section_end,
                              s->is_function ? "F" : "", s->is_indirect ? "I" : "",
                              s->is_local ? "L" : "");
    }
    return text;
}

static void test_symbols(void)
{
    struct image image;

    ok(open_text(&image, body), "an image");
    is_str(symbols_of(&image),
           "local 1000 1100 FL\nlabel 1008 1100 L\nobject 100c 1100 L\n"
           "main 1010 1100 F\nstart 800 810 \nweak 1020 1100 F\n"
           "weakdata 3008 3020 \nifunc 1030 1100 I\nodd$name 1050 1100 F\n",
           "the symbols that may be functions");
    core_release(&image);
    ok(!image.symbols && !image.private_, "release: empty");
}

/* Tests that the header of an unknown machine still gives word size and byte order. */
static void test_any_machine(void)
{
    enum { NUMBERS = 300 };
    static const char *const endians[] = {"little", "big"};
    size_t wrong = 0, known = 0;

    for (unsigned i = 0; i < 4 * NUMBERS; i++) {
        unsigned bits = i & 1 ? 64 : 32, big = i >> 1 & 1, number = i >> 2;
        struct image image;
        char text[2000];

        snprintf(text, sizeof text, "class %u\nendian %s\nmachine %u\n%s", bits, endians[big],
                 number, body);
        wrong += !open_text(&image, text) || image.word_bytes != bits / 8 ||
                 image.big_endian != (big == 1) || image.n_symbols != 9 || told.diag.errors > 0;
        known += image.isa.machine != MACHINE_UNKNOWN;
        core_release(&image);
    }
    is_uint(wrong, 0, "300 machine numbers, both sizes, both orders");
    is_uint(known, 4 * 12, "12 of the numbers have a decoder");
}

/* Tests bit 0 of a function's value, which marks the instruction set on some machines. */
static void test_tagged(void)
{
    static const char text[] = "class 32\nmachine %s\nsection .text 0x1000 0x100\n"
                               "sym odd 0x1001\nsym even 0x1010\nsym label 0x1021 notype\n";
    static const struct {
        const char *machine;
        const char *want;
    } cases[] = {
        {"arm", "odd 1000 1100 F\neven 1010 1100 F\nlabel 1021 1100 \n"},
        {"mips", "odd 1000 1100 F\neven 1010 1100 F\nlabel 1021 1100 \n"},
        {"i386", "odd 1001 1100 F\neven 1010 1100 F\nlabel 1021 1100 \n"},
    };

    for (size_t i = 0; i < UNIT_COUNT(cases); i++) {
        struct image image;
        char made[500];

        snprintf(made, sizeof made, text, cases[i].machine);
        ok(open_text(&image, made), "%s", cases[i].machine);
        is_str(symbols_of(&image), cases[i].want, cases[i].machine);
        if (i < 2 && !image.symbols[0].is_compressed)
            skip(1, "this libbfd knows the machine and has cleared the bit");
        else
            ok(image.symbols[0].is_compressed == (i < 2) && !image.symbols[1].is_compressed,
               "%s: which of them are compressed code", cases[i].machine);
        core_release(&image);
    }
}

/* Tests the first 64-bit PowerPC ABI: a function's symbol is the address of a descriptor. */
static void test_descriptors(void)
{
    static const char text[] = "class 64\nendian big\nmachine ppc64\n"
                               "section .text 0x1000 0x100\n"
                               "section .opd 0x2000 0x30 data hex "
                               "0000000000001040000000000000900000000000000000000000000000001020\n"
                               "sym first 0x2000\nsym second 0x2018\nsym cut 0x202c\n"
                               "sym table 0x2008 object\nsym code 0x1060\n";
    struct image image;

    ok(open_text(&image, text), "an image with descriptors");
    is_str(symbols_of(&image), "first 1040 1100 F\nsecond 1020 1100 F\ncode 1060 1100 F\n",
           "their code's addresses");
    core_release(&image);
}

static void test_sections(void)
{
    struct image image;

    ok(open_text(&image,
                 "section .flash.text 0x400d0000 0x1000 code\nsection .iram 0x40080000 0x100 code\n"
                 "sym app_main 0x400d0010\nsym isr 0x40080000\n"),
       "code in sections of any name");
    is_uint(image.n_symbols, 2, "has its functions");
    core_release(&image);
    ok(!open_text(&image, "section .data 0x1000 0x100\nsym x 0x1000 object\n"), "no code: fails");
    like(told_text(), "^unit: image: no section holds code", "and says so");
    core_release(&image);
    ok(open_text(&image, "section .text 0x1000 0x100\nsymtab no\n") && image.n_symbols == 0,
       "no symbol table: nothing in it");
    core_release(&image);
    ok(open_text(&image, "section .text 0x1000 0x100\nentry 0x1040\n") && image.entry == 0x1040,
       "where the program begins to run");
    core_release(&image);
    ok(open_text(&image, "section .text 0xfffffffffffffff0 0x10\nsym top 0xfffffffffffffff8\n"),
       "code at the top of memory");
    is_uint(image.symbols[0].section_end, UINT64_MAX, "its end does not wrap");
    struct image_line line;
    ok(core_open_lines(&image, &told.diag) && !core_line(&image, 0x1000, &line),
       "an address outside the code has no line");
    core_release(&image);
}

static void refused(const char *path, const char *ere)
{
    struct image image;

    told_clear();
    ok(!core_init(&image, path, &told.diag) && told.diag.errors == 1, "\"%s\" is refused", path);
    like(told_text(), ere, "and says why");
    core_release(&image);
}

static void test_refusals(void)
{
    static const char archive[] = "!<arch>\n";
    struct buf file;
    size_t wrong = 0;

    mkdir("directory", 0700);
    unit_spew("empty", "", 0);
    unit_spew("text", "#!/bin/sh\nexit 0\n", 17);
    unit_spew("archive", archive, strlen(archive));
    refused("missing", "^unit: missing: No such file or directory; ");
    refused("directory", "^unit: directory: (Is a directory|not in executable format)");
    refused("empty", "^unit: empty: (not in executable format|file truncated)");
    refused("text", "^unit: text: not in executable format; .*gprof PROGRAM");
    refused("archive", "^unit: archive: not in executable format");
    refused("", "^unit: '': No such file or directory");
    file = compile(body);
    for (size_t size = 0; size < file.len; size++) {
        struct image image;
        told_clear();
        unit_spew("cut", file.p, size);
        wrong +=
            core_init(&image, "cut", &told.diag) ? told.diag.errors != 0 : told.diag.errors != 1;
        core_release(&image);
    }
    is_uint(wrong, 0, "an image cut at each length: opened or one error, never a crash");
    buf_release(&file);
    told_clear();
}

/* Tests lines of an image with debug information. Runs in a child, whose end no leak checker sees:
 * libbfd 2.40 does not release its copy of .debug_rnglists. */
static void test_lines(const struct image *image, uint64_t main_address)
{
    const char *valgrind = getenv("VALGRIND");
    int status = 0;
    pid_t child;

    if (valgrind && *valgrind) {
        skip(1, "libbfd leaks");
        return;
    }
    fflush(stdout);
    child = fork();
    if (child == 0) {
        struct image_line line = {0};
        struct diag quiet = {0};
        bool known = core_open_lines(image, &quiet) && core_line(image, main_address, &line);
        const char *end = known ? strrchr(line.file, '/') : NULL;
        bool good =
            end && strcmp(end, "/main.c") == 0 && line.line > 20 && !core_line(image, 1, &line);
        _exit(!known ? 2 : !good);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        unit_die("fork");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        skip(1, "built without debug information");
    else
        ok(status == 0, "main is in a line of main.c, address 1 in none (status %d)", status);
}

static char gprof[PATH_MAX]; /* built beside this test */

static void test_gprof(void)
{
    struct image image;
    uint64_t address = 0;
    bool one_main = false;

    told_clear();
    if (access(gprof, R_OK) != 0) {
        skip(4, "no gprof is built");
        return;
    }
    ok(core_init(&image, gprof, &told.diag), "this gprof");
    ok(image.word_bytes == sizeof(void *) && image.n_symbols > 100, "has many symbols");
    for (size_t i = 0; i < image.n_symbols; i++) {
        if (strcmp(image.symbols[i].name, "main") != 0 || image.symbols[i].is_local)
            continue;
        one_main = address == 0 && image.symbols[i].is_function;
        address = image.symbols[i].address;
    }
    ok(one_main, "one of them main, a function");
    test_lines(&image, address);
    core_release(&image);
}

int main(void)
{
    static void (*const tests[])(void) = {test_symbols,     test_any_machine, test_tagged,
                                          test_descriptors, test_sections,    test_refusals,
                                          test_gprof};
    const char *build = getenv("BUILD");
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/gprof", build && *build ? build : "build");
    if (!realpath(path, gprof))
        gprof[0] = '\0';
    return unit_main(tests, UNIT_COUNT(tests));
}
