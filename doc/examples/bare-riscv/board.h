/* board - what main uses of start.c and link.ld
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>

extern const char __text_start[], __text_end[]; /* link.ld */

/* Samples from the machine's timer. */
void start_ticks(unsigned a_second);
void stop_ticks(void);

/* The serial line. */
int put_serial(void *unused, const void *bytes, size_t size);
void print(const char *text);

#endif
