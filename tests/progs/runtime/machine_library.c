/* machine_library.c - the library that machine.c loads by name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
int in_library(int n);

int in_library(int n)
{
    return n * 2;
}
