/* spelling - how far a mistyped word is from a right one
 *
 * Role: for messages that ask "did you mean ...?". Knows nothing of options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SPELLING_H
#define BASE_SPELLING_H

#include <stddef.h>

enum { SPELLING_MAX = 63 }; /* bytes that a word may have to be compared */

/* How many letters must be inserted, deleted or replaced, or neighbours swapped, to turn the first
 * `length` bytes of `word` into `name`. `*beginning`, unless NULL, becomes the least such number
 * for any prefix of `name`: an abbreviation that is mistyped. SIZE_MAX for both where a word is
 * longer than SPELLING_MAX. O(length * length of the name). */
size_t spelling_distance(const char *word, size_t length, const char *name, size_t *beginning);

#endif
