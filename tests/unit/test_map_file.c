/* test_map_file - tests which object file each function is in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_files.h"
#include "unit.h"

static bool read_map(struct map_file *m, const char *text)
{
    unit_spew("map", text, strlen(text));
    return map_file_read(m, "map", &told.diag);
}

static void is_entry(const struct map_file *m, const char *function, const char *object, bool first)
{
    const struct map_entry *e = map_file_find(m, function);

    is_str(e ? e->object : NULL, object, function);
    if (e)
        ok(e->is_first == first, "%s: %s", function,
           first ? "its object's first" : "not the first");
}

static void test_entries(void)
{
    struct map_file m;

    ok(read_map(&m, "a.o:1 T main\na.o:2 T parse\nNo symbols in x.o\na.o: work\n\n  b.o:x y z\n"
                    "a.o:1 T again\n:x:1 T no") == false,
       "a line without an object fails");
    like(told_text(), "map: line 8 is not ", "and is named");
    told_clear();
    map_file_release(&m);
    ok(read_map(&m, " a.o:1 T main\na.o:2 T parse\nNo symbols in x.o\na.o: work\n\n  b.o:x y z\n"
                    "a.o:1 T again\nlib.a:c.o:1 T f \nd e.o:1 T last"),
       "a map");
    is_entry(&m, "main", " a.o", true);
    is_entry(&m, "parse", "a.o", true);
    is_entry(&m, "work", "a.o", false);
    is_entry(&m, "z", "b.o", true);
    is_entry(&m, "again", "a.o", true);
    is_entry(&m, "", "lib.a", true);
    is_entry(&m, "last", "d e.o", true);
    is_entry(&m, "nowhere", NULL, false);
    is_uint(m.n_objects, 5, "objects");
    is_uint(map_file_object(&m, "a.o"), 1, "by name");
    map_file_release(&m);
}

/* Tests several lines for one function: the line that a binary search meets counts. */
static void test_repeated(void)
{
    static const char *const want[] = {"a", "b", "b", "c", "c", "d", "d", "e"};
    char text[256] = "";

    for (size_t n = 0; n < UNIT_COUNT(want); n++) {
        struct map_file m;
        char *end = text + strlen(text);
        snprintf(end, sizeof text - (size_t)(end - text), "%c:1 T f\n", (int)('a' + n));
        ok(read_map(&m, text), "%zu lines for one function", n + 1);
        is_entry(&m, "f", want[n], true);
        map_file_release(&m);
    }
}

static void test_failures(void)
{
    static const char *const bad[] = {"",      "\n",      "No symbols in x\n",
                                      "a.o\n", "a.o:f\n", ":1 T f\n"};
    struct map_file m;

    for (size_t i = 0; i < UNIT_COUNT(bad); i++) {
        ok(!read_map(&m, bad[i]), "bad map %zu", i);
        like(told_text(), "^unit: map: .*; make a map with: nm", "what is wrong, and what to do");
        told_clear();
        map_file_release(&m);
    }
    ok(!map_file_read(&m, "nowhere", &told.diag), "a missing map");
    map_file_release(&m);
    ok(!map_file_read(&m, ".", &told.diag), "a directory"); /* GNU gprof reads it for ever */
    map_file_release(&m);
    told_clear();
}

UNIT_TESTS(test_entries, test_repeated, test_failures)
