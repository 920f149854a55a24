/* acts.h - what the files of acts.c share: random numbers, the transcript, kinds of acts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ACTS_H
#define ACTS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* What a program does once. The rows of a kind end with one without a function. */
struct act {
    const char *name; /* its first word in the transcript */
    void (*run)(void);
};

extern const struct act signal_acts[], file_acts[], memory_acts[], process_acts[], limit_acts[];

/* The signal that acts are fond of: libgmon takes it for ticks. */
enum { PROF = SIGPROF };

enum { TRANSCRIPT = 100 }; /* the descriptor; acts use 0 to 99 alone */

/* Returns a random number from 0 to n - 1, the same ones for a seed. */
unsigned below(unsigned n);
uint64_t new_seed(void);
void begin_anew(uint64_t seed);

/* Writes a line of the transcript; `result` adds a result, or the error that errno names. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);
__attribute__((format(printf, 2, 3))) void result(long value, const char *format, ...);

/* Does some random acts. */
void act(unsigned n);
/* Ends the process in a random way. */
_Noreturn void leave(void);
/* Prints what a process can read of itself. */
void report(void);

extern bool is_shut_in; /* this process starts no programs: they may be out of reach */
extern unsigned depth;  /* of processes and threads below the first one */

/* Returns the members of a signal set as bits, 1 << (signal - 1). SIGSTKFLT is none of them. */
unsigned long long bits(const sigset_t *set);
/* Returns the signals that the calling thread blocks. */
unsigned long long blocked(void);
/* Gives a signal the handler that prints it, or just counts it in `handled` if is_quiet is set.
 * Returns false if there can be none. */
bool handle(int number, int flags);
extern volatile sig_atomic_t is_quiet, handled[65];
/* Returns true if this process survives the signal. */
bool survives(int number);
/* Lets it be ignored if this process would not survive it. */
void make_harmless(int number);
/* Uses some ms of CPU time, in which ticks come. */
void burn(unsigned ms);

#endif
