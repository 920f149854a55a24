/* test_source - tests finding source files and reading their lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/source.h"
#include "unit.h"

static void test_search_list(void)
{
    struct text_map s = {0};

    source_search_add(&s, "", &told.diag);
    source_search_add(&s, ":::", &told.diag);
    ok(s.n == 0, "empty parts are not directories");
    source_search_add(&s, ":one::/two/:", &told.diag);
    source_search_add(&s, "3", &told.diag);
    is_uint(s.n, 3, "two lists, three directories");
    ok(s.n == 3 && strcmp(s.texts[0], "one") == 0 && strcmp(s.texts[1], "/two/") == 0 &&
           strcmp(s.texts[2], "3") == 0,
       "in their order");
    text_map_release(&s);
}

/* Opens `path` and returns its first line, or NULL. */
static const char *first_line(const struct text_map *s, const char *path)
{
    static char text[100];
    const struct source_reader reader = {.search = s, .use = SOURCE_SHOWN};
    struct source_line line;
    struct source source;

    if (!source_open(&source, &reader, path, &told.diag))
        return NULL;
    if (source_next(&source, &line))
        snprintf(text, sizeof text, "%.*s", (int)line.bytes, line.text);
    else
        *text = '\0';
    source_close(&source);
    return text;
}

static void test_find(void)
{
    struct text_map s = {0};

    mkdir("one", 0755);
    mkdir("two", 0755);
    unit_spew("here.c", "here", 4);
    unit_spew("two/far.c", "two", 3);
    source_search_add(&s, "one:two", &told.diag);
    is_str(first_line(&s, "here.c"), "here", "at the recorded path");
    is_str(first_line(&s, "/nowhere/far.c"), "two", "by its base name in a directory");
    is_uint(told.diag.warnings, 0, "nothing is said");
    unit_spew("one/far.c", "one", 3);
    is_str(first_line(&s, "far.c"), "one", "the first directory wins");
    ok(!first_line(&s, "/nowhere/here.c"), "the current directory is not searched");
    like(told_text(),
         "^unit: warning: /nowhere/here.c: could not be located \\(No such file.*\\); .*-I",
         "but the user is told");
    told_clear();
    ok(!first_line(&s, "one"), "a directory is not a source file");
    like(told_text(), "not a regular file", "and the message says so");
    told_clear();
    ok(mkfifo("pipe", 0600) == 0 && !first_line(&s, "pipe"), "nobody waits for a pipe");
    like(told_text(), "not a regular file", "and the message says so");
    told_clear();
    ok(!first_line(&s, "/dev/zero"), "nor is an endless device read");
    ok(!first_line(&s, "") && !first_line(&s, "/"), "paths without a name");
    told_clear();
    text_map_release(&s);
    unlink("one/far.c");
    unlink("two/far.c");
}

/* Reads `path` and compares it with `want`. Returns the number of lines begun, or -1. */
static long read_lines(const char *path, const char *want, size_t size)
{
    static const struct text_map none;
    const struct source_reader reader = {.search = &none, .use = SOURCE_SHOWN};
    struct source_line line;
    struct source source;
    bool same = true;
    size_t at = 0;
    long lines = 0;

    if (!source_open(&source, &reader, path, &told.diag))
        return -1;
    while (source_next(&source, &line)) {
        const char *newline = memchr(line.text, '\n', line.bytes);

        same = same && line.bytes > 0 && line.bytes <= size - at &&
               memcmp(line.text, want + at, line.bytes) == 0 &&
               (newline ? newline == line.text + line.bytes - 1 : at + line.bytes == size);
        lines++;
        at += line.bytes;
    }
    same = same && at == size;
    source_close(&source);
    return same ? lines : -1;
}

static void test_read(void)
{
    static const struct {
        const char *text;
        size_t size;
        long lines;
        const char *name;
    } cases[] = {
        {"", 0, 0, "empty"},
        {"\n", 1, 1, "an empty line"},
        {"a", 1, 1, "a line without newline"},
        {"a\nb", 3, 2, "the last line without newline"},
        {"a\r\n\r\nb\r\n", 8, 3, "carriage returns are kept"},
        {"a\rb\fc\v", 6, 1, "and end no line"},
        {"a\0b\n\0\n\0", 7, 3, "NUL bytes"},
    };
    size_t huge = 5 << 16;
    char *text = malloc(huge);

    for (size_t i = 0; i < UNIT_COUNT(cases); i++) {
        unit_spew("case", cases[i].text, cases[i].size);
        is_int(read_lines("case", cases[i].text, cases[i].size), cases[i].lines, cases[i].name);
    }
    if (!text)
        unit_die("malloc");
    memset(text, 'x', huge);
    unit_spew("case", text, huge);
    is_int(read_lines("case", text, huge), 1, "a huge line is one");
    text[1 << 16] = '\n';
    text[(2 << 16) - 1] = '\n';
    text[3 << 16] = '\n';
    unit_spew("case", text, huge);
    is_int(read_lines("case", text, huge), 4, "long lines");
    memset(text, '\n', huge);
    unit_spew("case", text, huge);
    is_int(read_lines("case", text, huge), (long)huge, "many empty lines");
    free(text);
}

UNIT_TESTS(test_search_list, test_find, test_read)
