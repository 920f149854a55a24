/* test_text_map - tests that texts get numbers in the order of their first appearance
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/text_map.h"
#include "unit.h"

static void test_all(void)
{
    enum { MANY = 20000 };
    static char texts[MANY][12];
    char again[12];
    struct text_map m = {0}, moved;
    uint32_t wrong = 0, n = (uint32_t)unit_times(MANY);

    ok(text_map_find(&m, "a") == TEXT_MAP_NONE, "nothing is in an empty map");
    is_uint(text_map_add(&m, "b", &told.diag), 0, "the first");
    is_uint(text_map_add(&m, "", &told.diag), 1, "an empty one");
    is_uint(text_map_add(&m, "a", &told.diag), 2, "another one");
    snprintf(again, sizeof again, "b");
    is_uint(text_map_add(&m, again, &told.diag), 0, "the same text at another address");
    is_str(m.texts[1], "", "texts by number");
    is_uint(text_map_find(&m, "a"), 2, "one is found");
    ok(text_map_find(&m, "c") == TEXT_MAP_NONE && m.n == 3, "another is not, and not added");
    for (uint32_t i = 0; i < n; i++) {
        snprintf(texts[i], sizeof texts[i], "f%u", i);
        wrong += text_map_add(&m, texts[i], &told.diag) != i + 3;
    }
    for (uint32_t i = 0; i < n; i++) {
        snprintf(again, sizeof again, "f%u", i);
        wrong += text_map_add(&m, again, &told.diag) != i + 3;
    }
    is_uint(wrong, 0, "many");
    is_uint(m.n, n + 3u, "each once");
    moved = m;
    is_uint(text_map_add(&moved, "b", &told.diag), 0, "a map that has moved finds its texts");
    text_map_release(&moved);
    is_uint(text_map_add(&moved, "a", &told.diag), 0, "empty again");
    text_map_release(&moved);
}

UNIT_TESTS(test_all)
