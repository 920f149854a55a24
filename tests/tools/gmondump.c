/* gmondump - prints a profile data file as text
 *
 * Role: the reverse of mkgmon: gmon.out, gmon.sum, BSD and stack files become the text that mkgmon
 * turns into the same bytes again.
 *
 * Usage:  gmondump [-w 32|64] [-e little|big] [-n NAMES] [FILE]      (default: stdin)
 *
 * NAMES: what `nm -n PROGRAM' prints; frames of a stack file are then told by these names.
 * Output: text in the data-file language (lib/gmon_text.h, lib/stack_text.h).  Without -w or -e the
 * reading that makes most sense is taken.  What makes no sense comes as raw statements.  Status 0,
 * or 2 with a message.
 *
 * Does not check a file: any file at all is printed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"
#include "stack_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct names {
    struct stack_symbol *list; /* sorted by offset; owned, as is each name */
    size_t n;
};

/* Returns true if the name is a word of the language, and no other symbol has the name. */
static bool is_usable(const struct names *names, const char *name)
{
    for (const char *p = name; *p; p++)
        if (!isgraph((unsigned char)*p) || strchr(":+=\"\\#", *p))
            return false;
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->list[i].name, name) == 0)
            return false;
    return true;
}

static int by_offset(const void *left, const void *right)
{
    const struct stack_symbol *l = left, *r = right;

    return (l->offset > r->offset) - (l->offset < r->offset);
}

/* Loads the functions from the lines "ADDRESS TYPE NAME". */
static void load_names(struct names *names, const char *path)
{
    struct buf text = {0};

    buf_load(&text, path);
    buf_uint(&text, 0, 1);
    for (char *line = (char *)text.p, *next; *line; line = next) {
        unsigned long long offset;
        char type, name[256];

        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        if (sscanf(line, "%llx %c %255s", &offset, &type, name) != 3 || !strchr("tTwWi", type) ||
            !is_usable(names, name))
            continue;
        names->list = xrealloc_array(names->list, names->n + 1, sizeof *names->list);
        names->list[names->n++] =
            (struct stack_symbol){.name = xmemdup0(name, strlen(name)), .offset = offset};
    }
    if (names->n > 0)
        qsort(names->list, names->n, sizeof *names->list, by_offset);
    buf_release(&text);
}

static void release_names(struct names *names)
{
    for (size_t i = 0; i < names->n; i++)
        free(names->list[i].name);
    free(names->list);
}

int main(int argc, char **argv)
{
    const char *from = "-";
    struct gmon_shape shape = {0, -1};
    struct names names = {0};
    struct buf data = {0};
    struct buf text = {0};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-w") == 0 && i + 1 < argc)
            shape.width = strcmp(argv[++i], "32") == 0 ? 32 : 64;
        else if (strcmp(argv[i], "-e") == 0 && i + 1 < argc)
            shape.big = strcmp(argv[++i], "big") == 0;
        else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            load_names(&names, argv[++i]);
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            die("usage: gmondump [-w 32|64] [-e little|big] [-n NAMES] [FILE]");
        else
            from = argv[i];
    }
    buf_load(&data, from);
    if (!stack_dump(data.p, data.len, names.list, names.n, &text))
        gmon_dump(data.p, data.len, shape, &text);
    buf_save(&text, "-");
    buf_release(&text);
    buf_release(&data);
    release_names(&names);
    return 0;
}
