/* fuzz_gprof.h - runs the whole program as a function, and has images for it
 *
 * Role: for targets that run gprof as a user does, with words of a command line; standard output
 * goes to the file `report'.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUZZ_GPROF_H
#define FUZZ_GPROF_H

#include "fuzz.h"
#include "image_text.h"

#include "base/limit.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

/* A fuzzer has limits of its own. */
#define limit_begin(diag) ((void)(diag))
#define main gprof_main
#include "../../src/main.c"
#undef main
#undef limit_begin

enum { IMAGES = 3 };

/* An image with lines and two functions, one of them static; 64 bits. */
static const char lines_image[] =
    "section .text 0x1000 0x100 fill 0x90 hex e83b000000\n"
    "section .debug_abbrev 0 27 hex 01110110171101120603081b080000022e00030811011206000000\n"
    "section .debug_info 0 114 hex "
    "6e00000004000000000008010000000000100000000000000001000064656d6f2e63002f73726300026d61696e0000"
    "10000000000000400000000270617273650040100000000000004000000002776f726b008010000000000000400000"
    "0002646f6e6500c0100000000000004000000000\n"
    "section .debug_line 0 74 hex "
    "4600000004001e000000010101fb0e0d0001010101000000010000010064656d6f2e63000000000000090200100000"
    "000000000309010240030a010240030a010240030a010240000101\n"
    "sym main 0x1000\nsym parse 0x1040 0x40 local\nsym work 0x1080\nsym done 0x10c0\n";

/* An image of 32 bits, high bytes first, with calls in its code, untyped symbols and aliases. */
static const char big_image[] =
    "class 32\nendian big\nmachine ppc\n"
    "section .text 0x1000 0x80 hex 480000414bffffff60000000480000214e800020\n"
    "section .init 0x8000 0x20 code\n"
    "sym main 0x1000\nsym alias 0x1000 0 weak\nsym parse 0x1040 0 local notype\nsym work 0x1060\n"
    "sym .L1 0x1070 0 local notype\nsym _init 0x8000\n";

/* An image with names of C++ and many functions, the profiler's own among them. */
static const char names_image[] = "section .text 0x1000 0x1000\n"
                                  "sym _Z4mainv 0x1000\nsym _ZN1a5parseEi 0x1040\n"
                                  "sym _ZN1aC1ERKS_ 0x1080 0x40 local\nsym mcount 0x10c0\n"
                                  "sym main 0x1100\nsym parse.part.0 0x1140 0 local\n"
                                  "sym work$1 0x1150 0 local\nfuncs 40 f 0x1200 16\n";

static const char *const image_names[IMAGES] = {"lines", "big", "names"};

static inline void make_image(const char *name, const char *text, size_t size)
{
    struct buf file = {0};

    image_compile(name, text, size, &file);
    buf_save(&file, name);
    buf_release(&file);
}

/* Enters a directory with the images, lists and a source. */
static inline void fuzz_prepare_gprof(void)
{
    static const char map[] = "a.o:0 T main\na.o:40 t parse\nb.o:0 T work\nb.o:9 T f1\n";
    static const char symbols[] = "1000 T main\n1040 t parse\n1080 T work\nx\n";
    static const char source[] =
        "one\ntwo\nint main(void)\n{\n}\n\n\n\n\nten\n\n\n\n\n\n\n\n\n\n20\n";
    const struct rlimit file_size = {64 << 20, RLIM_INFINITY}; /* a sum may be any size */
    int fd;

    fuzz_enter_directory();
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &file_size);
    make_image(image_names[0], lines_image, sizeof lines_image - 1);
    make_image(image_names[1], big_image, sizeof big_image - 1);
    make_image(image_names[2], names_image, sizeof names_image - 1);
    unit_spew("map", map, sizeof map - 1);
    unit_spew("symbols", symbols, sizeof symbols - 1);
    unit_spew("demo.c", source, sizeof source - 1);
    fd = open("report", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0)
        abort();
    close(fd);
    unsetenv("GPROF_PATH");
    unsetenv("POSIXLY_CORRECT");
}

/* Returns the number of error lines in the text; the other lines are warnings. */
static inline size_t count_errors(char *text)
{
    size_t errors = 0;
    char *line, *rest = text;

    while ((line = strsep(&rest, "\n")) && *line) {
        FUZZ_CHECK(rest && strncmp(line, "gprof: ", 7) == 0);
        errors += strncmp(line, "gprof: warning: ", 16) != 0;
    }
    return errors;
}

/* Runs the program with stderr in memory. Returns its status; *errors is the number of error lines.
 * `words` are permuted. */
static inline int run_gprof(char **words, int n, size_t *errors)
{
    FILE *kept = stderr;
    char *text = NULL;
    size_t size = 0;
    int status;

    if (ftruncate(STDOUT_FILENO, 0) != 0 || lseek(STDOUT_FILENO, 0, SEEK_SET) != 0)
        abort();
    stderr = open_memstream(&text, &size);
    if (!stderr)
        abort();
    status = gprof_main(n, words);
    fclose(stderr);
    stderr = kept;
    FUZZ_CHECK(status == EXIT_SUCCESS || status == EXIT_FAILURE);
    *errors = count_errors(text);
    FUZZ_CHECK((*errors > 0) == (status == EXIT_FAILURE));
    free(text);
    return status;
}

#endif
