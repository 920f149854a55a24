/* board - what main uses of the other files
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOARD_H
#define BOARD_H

extern const char __text_start[], __text_end[]; /* link.ld */

/* Samples from the system timer. */
void start_ticks(unsigned a_second);
void stop_ticks(void);

/* The profile as a file of the host; 0, or what failed. */
int write_profile(const char *name);

/* The program ends. */
_Noreturn void leave(int status);

#endif
