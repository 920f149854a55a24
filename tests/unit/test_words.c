/* test_words - tests the order of names with numbers, and how far words are from each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/words.h"
#include "unit.h"

/* Names in order. */
static const char *const names[] = {
    "",
    "-1",
    "0",
    "00",
    "1",
    "01x",
    "2",
    "10",
    "18446744073709551615",
    "18446744073709551616",
    "a",
    "a.1",
    "a.1.9",
    "a.1.10",
    "a.2",
    "a.9.1",
    "a.10",
    "a.10.b2",
    "a.10.b10",
    "a09",
    "a9",
    "a9 ",
    "a10",
    "ab",
    "b1",
    "\303\2449",
    "\303\24410",
    "\377",
};

static int sign(int order)
{
    return (order > 0) - (order < 0);
}

static void test_natural(void)
{
    int wrong = 0;

    for (size_t i = 0; i < UNIT_COUNT(names); i++)
        for (size_t k = 0; k < UNIT_COUNT(names); k++)
            if (sign(natural_compare(names[i], names[k])) != (i > k) - (i < k)) {
                diag("`%s' and `%s'", names[i], names[k]);
                wrong++;
            }
    is_int(wrong, 0, "all pairs are in order");
    ok(natural_compare("x007", "x07") < 0 && natural_compare("x07", "x7") < 0,
       "names that differ in leading zeros alone are as strcmp has them");
    ok(natural_compare("x007b", "x7a") > 0, "but what follows decides before");
}

/* ---- distances, against a plain recursion ---- */

/* Returns the distance by its definition, from the ends of both words. */
static size_t plain(const char *a, size_t i, const char *b, size_t j)
{
    size_t best, other;

    if (i == 0 || j == 0)
        return i + j;
    best = plain(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]);
    other = plain(a, i - 1, b, j) + 1;
    best = other < best ? other : best;
    other = plain(a, i, b, j - 1) + 1;
    best = other < best ? other : best;
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        other = plain(a, i - 2, b, j - 2) + 1;
        best = other < best ? other : best;
    }
    return best;
}

static const struct {
    const char *word, *name;
    size_t distance, beginning;
} pairs[] = {
    {"graph", "graph", 0, 0},  {"garph", "graph", 1, 1},       {"grap", "graph", 1, 0},
    {"ggraph", "graph", 1, 1}, {"gruph", "graph", 1, 1},       {"", "sum", 3, 0},
    {"sum", "", 3, 3},         {"lien", "line", 1, 1},         {"flatprof", "flat-profile", 4, 1},
    {"x", "yz", 2, 1},         {"no-garph", "no-graph", 1, 1},
};

/* Makes word `number` of the letters a, b and c. */
static void make_word(char *word, unsigned number, size_t length)
{
    for (size_t i = 0; i < length; i++, number /= 3)
        word[i] = (char)('a' + number % 3);
    word[length] = '\0';
}

static void test_all_short(void)
{
    size_t wrong = 0, tried = 0;

    for (unsigned a = 0; a < 81; a++)
        for (unsigned b = 0; b < 81; b += 2) {
            char word[5], name[5];
            size_t beginning, least = SIZE_MAX;

            make_word(word, a, 1 + a % 4);
            make_word(name, b, 1 + b / 2 % 4);
            for (size_t n = 0; n <= strlen(name); n++) {
                size_t distance = plain(word, strlen(word), name, n);
                least = distance < least ? distance : least;
            }
            wrong += spelling_distance(word, strlen(word), name, &beginning) !=
                         plain(word, strlen(word), name, strlen(name)) ||
                     beginning != least;
            tried++;
        }
    ok(wrong == 0 && tried > 3000, "%zu pairs of short words", tried);
}

static void test_spelling(void)
{
    char name[100];
    size_t beginning = 0;

    for (size_t i = 0; i < UNIT_COUNT(pairs); i++) {
        size_t got =
            spelling_distance(pairs[i].word, strlen(pairs[i].word), pairs[i].name, &beginning);
        ok(got == pairs[i].distance && beginning == pairs[i].beginning,
           "\"%s\" and \"%s\": %zu, %zu", pairs[i].word, pairs[i].name, got, beginning);
    }
    is_uint(spelling_distance("graph=main", 5, "graph", NULL), 0, "only so many bytes of the word");
    memset(name, 'x', sizeof name);
    name[SPELLING_MAX] = '\0';
    is_uint(spelling_distance("x", 1, name, &beginning), SPELLING_MAX - 1, "the longest name");
    name[SPELLING_MAX] = 'x';
    name[SPELLING_MAX + 1] = '\0';
    is_uint(spelling_distance("x", 1, name, &beginning), SIZE_MAX, "a longer one is far from all");
    is_uint(beginning, SIZE_MAX, "and so are its beginnings");
    is_uint(spelling_distance(name, SPELLING_MAX + 1, "x", NULL), SIZE_MAX, "a longer word, too");
}

UNIT_TESTS(test_natural, test_spelling, test_all_short)
