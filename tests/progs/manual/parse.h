/* parse.h - the parser of the calculator, main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
double expression(const char **at);
