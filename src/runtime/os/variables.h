/* variables.h - what GMON_* variables say, for all systems
 *
 * Role: reads one variable each; which of them there are is said by a system's environment.c.  What
 * makes no sense has one line on stderr, which says what is taken instead; a program that is not
 * profiled (state.h, gm_is_profiled) says nothing.  Only for the start: libc is called.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_VARIABLES_H
#define GMON_VARIABLES_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The value; NULL: unset or empty. */
const char *gm_value_of(const char *name);

/* A number, of which 0 says no, or a word of yes or no in any case; else what is given. */
bool gm_is_set(const char *name, bool otherwise);

/* A number from 1 to max, which has at most nine digits; else what is given. */
int gm_number_of(const char *name, int max, int otherwise);

/* GMON_HZ: samples a second. */
enum { GM_DEFAULT_HZ = 100 };
int gm_read_hz(void);

/* GMON_OUT and GMON_OUT_PREFIX, into gm.opt. */
void gm_read_path(void);

/* What starters of parallel programs say, into gm.opt: the rank, and whether it is one of many. */
void gm_read_rank(void);

#pragma GCC visibility pop

#endif
