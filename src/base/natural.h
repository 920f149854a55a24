/* natural - the order of names in which numbers count as numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_NATURAL_H
#define BASE_NATURAL_H

/* As strcmp, but digits that stand at the same place of both names are compared as the numbers
 * that they form, of any length: gmon.out.9 comes before gmon.out.10. Of names that differ in
 * leading zeros alone the one comes first that strcmp puts first; 0 only if the names are the same.
 */
int natural_compare(const char *left, const char *right);

#endif
