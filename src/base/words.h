/* words - orders names, writes bytes as digits, and measures how far a mistyped word is from a
 * right one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the bytes of `beginning`, which is not empty, if `text` begins with it, or else 0. */
static inline size_t begins_with(const char *text, const char *beginning)
{
    size_t bytes = strlen(beginning);

    return strncmp(text, beginning, bytes) == 0 ? bytes : 0;
}

/* Compares two texts as strcmp does; a NULL comes before all texts. One text in memory, as many
 * equal paths are, is not read. */
static inline int compare_texts(const char *left, const char *right)
{
    if (left == right)
        return 0;
    return left && right ? strcmp(left, right) : (left != NULL) - (right != NULL);
}

/* Returns a hash of the text, in which all bytes of `secret` count, too. */
uint64_t text_hash(const char *text, uint64_t secret);

/* Compares names as strcmp does, but compares digits at the same place of both as numbers of any
 * length: gmon.out.9 comes before gmon.out.10. strcmp orders names that differ in leading zeros
 * alone. Returns 0 only if the names are the same. */
int natural_compare(const char *left, const char *right);

/* Writes `n` bytes as hexadecimal digits to `text`, which has room for them and a NUL. Returns
 * `text`. */
char *hexadecimal(char *text, const uint8_t *bytes, size_t n);

enum { SPELLING_MAX = 63 }; /* most bytes of a word that can be compared */

/* Returns the greatest distance at which a word of `length` letters is near a right one: a slip in
 * three letters, and at most three slips. */
static inline size_t spelling_slips(size_t length)
{
    return length < 9 ? length / 3 : 3;
}

/* Returns how many letters must be inserted, deleted or replaced, or neighbours swapped, to turn
 * the first `length` bytes of `word` into `name`. `*beginning`, unless NULL, becomes the least
 * distance to any prefix of `name`, for mistyped abbreviations. Both are SIZE_MAX if a word is
 * longer than SPELLING_MAX. O(length * length of the name). */
size_t spelling_distance(const char *word, size_t length, const char *name, size_t *beginning);

#endif
