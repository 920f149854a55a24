/* words - how names are ordered, and how far a mistyped word is from a right one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stddef.h>

/* As strcmp, but digits that stand at the same place of both names are compared as the numbers
 * that they form, of any length: gmon.out.9 comes before gmon.out.10. Of names that differ in
 * leading zeros alone the one comes first that strcmp puts first; 0 only if the names are the same.
 */
int natural_compare(const char *left, const char *right);

enum { SPELLING_MAX = 63 }; /* bytes that a word may have to be compared */

/* How many letters must be inserted, deleted or replaced, or neighbours swapped, to turn the first
 * `length` bytes of `word` into `name`. `*beginning`, unless NULL, becomes the least such number
 * for any prefix of `name`: an abbreviation that is mistyped. SIZE_MAX for both where a word is
 * longer than SPELLING_MAX. O(length * length of the name). */
size_t spelling_distance(const char *word, size_t length, const char *name, size_t *beginning);

#endif
