/* gmon_bare.h - what a program without an operating system calls: libgmon-bare.a
 *
 * Calls are counted, and samples taken, in memory that the program gives; nothing else is needed:
 * no libc, no files, no threads, no allocation. In short:
 *
 *     static char memory[GMON_BYTES_NEEDED(64 * 1024, 500)];
 *
 *     gmon_init(memory, sizeof memory, __text_start, __text_end);   early in main
 *     gmon_rate(1000);                                              ticks a second
 *     gmon_tick(pc);                                                in the timer's interrupt
 *     gmon_write(put, NULL);                                        the bytes of gmon.out, by put()
 *
 * Compile the program with -pg (ARM, RISC-V, AArch64) or with -finstrument-functions (any machine).
 * Code that runs before memory is initialised, and the function that gets the bytes out, are best
 * compiled without.
 *
 * Interrupts may come at any time, nest, and call instrumented functions. Where the machine counts
 * in memory without interrupts off (ARMv7-M, ARMv7-A, AArch64, RISC-V with A) several cores may
 * count in one profile. Elsewhere (Cortex-M0, RISC-V without A) interrupts are off for a few
 * instructions. On other machines the linker asks for gmon_interrupts_off().
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_BARE_H
#define GMON_BARE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gmon_profile; /* at the start of the memory that gmon_init is given */

/* How much memory is enough for a program of `text` bytes of code in `functions` functions, each
 * called from four places on average: a constant, for arrays. With less, samples are told apart
 * less finely, and calls may be lost; with more, the other way round. */
#define GMON_BYTES_NEEDED(text, functions)                                                         \
    (32 * sizeof(void *) + (size_t)(text) / 2 +                                                    \
     ((size_t)(text) / 2 > GMON_ARC_BYTES * (size_t)(functions)                                    \
          ? (size_t)(text) / 2                                                                     \
          : GMON_ARC_BYTES * (size_t)(functions)))
#define GMON_ARC_BYTES (18 * sizeof(void *)) /* for the calls of a function */

/* The same as a function. */
static inline size_t gmon_bytes_needed(size_t text, size_t functions)
{
    return GMON_BYTES_NEEDED(text, functions);
}

/* Begin a profile of the code from low up to, not including, high in `size` bytes of memory, which
 * may hold anything, and select it. Half of the memory at most is for samples, in bins of two bytes
 * of code or as many more as it takes. NULL, and nothing is selected: the memory is too small. */
struct gmon_profile *gmon_init(void *memory, size_t size, const void *low, const void *high);

/* How often a second gmon_tick is called; 100 before this is. */
void gmon_rate(uint32_t ticks_a_second);

/* Counts in this profile from now on: NULL: nowhere. Returns the one before. For profiles of
 * single tasks, call it where the system switches tasks, with the profile of the next one. */
struct gmon_profile *gmon_select(struct gmon_profile *profile);

/* A sample: the timer's interrupt has found the program at pc. From one interrupt only. What is
 * outside of low and high is charged to the function `<external>`. */
void gmon_tick(uintptr_t pc);

/* Takes the next bytes of the data file; 0, or what is wrong. */
typedef int gmon_put(void *context, const void *bytes, size_t size);

/* Writes the selected profile, as the bytes of a gmon.out: call put() for each part. Meanwhile
 * nothing is counted. Returns 0, -1 if no profile is selected, or what put() returned when it was
 * not 0; then the rest is not written. May be called again later: then all is written again. */
int gmon_write(gmon_put *put, void *context);

/* The same as text: put() gets whole lines, for a serial line or a log, from which gprof reads
 * them: `gprof prog log'. Other lines may come between them. All dumps of a log are added up: where
 * it has several, call gmon_reset after each. */
int gmon_write_hex(gmon_put *put, void *context);

/* Forgets calls and samples of the selected profile. Any context. */
void gmon_reset(void);

/* Calls and samples of the selected profile that are not in the data: there was no room for them.
 * The data file has both numbers, and gprof says them. */
struct gmon_lost {
    uint32_t calls;
    uint32_t samples;
};
struct gmon_lost gmon_lost(void);

/* Only for machines that the runtime does not know: the program defines them. Interrupts off; back
 * to what gmon_interrupts_off returned. Neither may be instrumented. */
uintptr_t gmon_interrupts_off(void);
void gmon_interrupts_on(uintptr_t before);

#ifdef __cplusplus
}
#endif

#endif
