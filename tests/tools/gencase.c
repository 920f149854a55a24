/* gencase - makes random small test cases: image, data files, command line
 *
 * Role: the input of the differential fuzzer tests/compat/fuzz.pl; the same seed makes the same
 * case on every machine.
 *
 * Usage:  gencase [-n COUNT] [-e FAMILY,...] [-t] SEED DIRECTORY
 *         gencase -l                                   list the families
 *
 * Output: DIRECTORY, which must exist, gets a directory for each of COUNT seeds from SEED on, named
 * by the seed. In it are
 *
 *     image.txt, data0.txt ...    texts for mkimage and mkgmon
 *     args                        the command line, a word to a line, without the program
 *     map, syms                   for the options -R and -S
 *     image, data0 ...            the files made of them (not with -t)
 *
 * Status 0, or 2 with a message.
 *
 * By default a case avoids inputs that GNU gprof is known to get wrong. -e turns such inputs on,
 * and groups of rarer options: see lib/case.h.
 *
 * Does not run anything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "case.h"

#include "gmon_text.h"
#include "image_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void save(const struct buf *b, const char *directory, const char *name)
{
    char path[4200];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    buf_save(b, path);
}

static void write_case(const struct testcase *c, const char *directory, bool texts_only)
{
    struct buf made = {0};
    char name[32];

    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        die("%s: %s", directory, strerror(errno));
    save(&c->image, directory, "image.txt");
    save(&c->args, directory, "args");
    if (c->map.len > 0)
        save(&c->map, directory, "map");
    if (c->syms.len > 0)
        save(&c->syms, directory, "syms");
    if (!texts_only) {
        image_compile("image.txt", (const char *)c->image.p, c->image.len, &made);
        save(&made, directory, "image");
    }
    for (unsigned i = 0; i < c->n_data; i++) {
        snprintf(name, sizeof name, "data%u.txt", i);
        save(&c->data[i], directory, name);
        if (texts_only)
            continue;
        made.len = 0;
        gmon_compile(name, (const char *)c->data[i].p, c->data[i].len, &made);
        snprintf(name, sizeof name, "data%u", i);
        save(&made, directory, name);
    }
    buf_release(&made);
}

static uint64_t number(const char *s)
{
    char *end;
    uint64_t n = strtoull(s, &end, 10);

    if (*s < '0' || *s > '9' || *end != '\0')
        die("'%s' is no number", s);
    return n;
}

int main(int argc, char **argv)
{
    static struct testcase c;
    unsigned families = 0;
    uint64_t count = 1;
    bool texts_only = false;
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "-n") == 0 && i + 1 < argc) {
            count = number(argv[++i]);
        } else if (strcmp(argv[i], "-e") == 0 && i + 1 < argc) {
            families |= case_parse_families(argv[++i]);
        } else if (strcmp(argv[i], "-t") == 0) {
            texts_only = true;
        } else if (strcmp(argv[i], "-l") == 0) {
            case_list_families(stdout);
            return 0;
        } else {
            break;
        }
    }
    if (argc - i != 2)
        die("usage: gencase [-n COUNT] [-e FAMILY,...] [-t] SEED DIRECTORY | gencase -l");
    uint64_t seed = number(argv[i]);
    for (uint64_t k = 0; k < count; k++) {
        char directory[4096];
        snprintf(directory, sizeof directory, "%s/%llu", argv[i + 1],
                 (unsigned long long)(seed + k));
        case_make(&c, seed + k, families);
        write_case(&c, directory, texts_only);
        case_release(&c);
    }
    return 0;
}
