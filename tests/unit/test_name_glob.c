/* test_name_glob - tests shell patterns for names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/name_forms.h"
#include "unit.h"

#include <fnmatch.h>

static void test_rows(void)
{
    static const struct {
        const char *pattern, *name;
        bool fits;
    } rows[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "a", true},
        {"a", "", false},
        {"*", "", true},
        {"*", "a/b.c", true},
        {"engine::*", "engine::turn(int)", true},
        {"engine::*", "engine", false},
        {"*area*", "geo::area<int>", true},
        {"*area", "geo::areas", false},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"a?c", "a\303\244c", true}, /* one character of two bytes */
        {"a?c", "a\377c", true},     /* a damaged one */
        {"[\303\244\303\266]", "\303\266", true},
        {"[a-c]*", "beta", true},
        {"[!a-c]*", "beta", false},
        {"[^a-c]*", "delta", true},
        {"[]x]", "]", true},
        {"operator[]", "operator[]", true}, /* no set ends there */
        {"f[", "f[", true},
        {"\\*", "*", true},
        {"\\*", "a", false},
        {"[\\]]", "]", true},
        {"*a*b*c", "xaxbxbxc", true},
        {"*a*b*c", "xaxcxbx", false},
    };

    for (size_t i = 0; i < UNIT_COUNT(rows); i++)
        ok(name_glob(rows[i].pattern, rows[i].name) == rows[i].fits, "%s and pattern %s",
           rows[i].fits ? "fit" : "no fit", rows[i].pattern);
    ok(name_is_glob("a*") && name_is_glob("?") && name_is_glob("x[") && !name_is_glob("a::b(int)"),
       "what is a pattern");
}

/* Tests all patterns of five letters against fnmatch of the C library. */
static void test_like_fnmatch(void)
{
    static const char letters[] = "ab*?\\",
                      texts[][6] = {"", "a", "b", "ab", "aba", "bab", "aabba"};
    size_t wrong = 0;

    for (unsigned n = 0; n < 5 * 5 * 5 * 5 * 5; n++) {
        char pattern[6] = "";

        for (unsigned i = 0, rest = n; i < 5; i++, rest /= 5)
            pattern[i] = letters[rest % 5];
        if (pattern[4] == '\\')
            continue; /* what is taken from nothing */
        for (size_t i = 0; i < UNIT_COUNT(texts); i++)
            wrong += name_glob(pattern, texts[i]) != (fnmatch(pattern, texts[i], 0) == 0);
    }
    is_uint(wrong, 0, "as fnmatch");
}

/* Tests many stars that never fit: a matcher that tries all would not end. */
static void test_stars(void)
{
    char pattern[201] = "", name[5001];

    for (size_t i = 0; i < 100; i++)
        memcpy(pattern + 2 * i, "*a", 2);
    memset(name, 'a', 5000);
    name[4999] = 'b';
    name[5000] = '\0';
    ok(!name_glob(pattern, name), "a hundred stars");
}

UNIT_TESTS(test_rows, test_like_fnmatch, test_stars)
