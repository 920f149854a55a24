/* gmon_bare.h - declares what a program without an operating system calls: libgmon-bare.a
 *
 * Calls are counted, and samples taken, in memory that the program gives; nothing else is needed:
 * no libc, no files, no threads, no allocation. In short:
 *
 *     static char memory[GMON_BYTES_NEEDED(64 * 1024, 500)];
 *
 * Interrupts may come at any time, nest, and call instrumented functions. If the machine can count
 * in memory with interrupts on (ARMv7-M, ARMv7-A, AArch64, RISC-V with A), several cores may count
 * in one profile. On Cortex-M0 and RISC-V without A, interrupts are off for a few instructions. On
 * other machines the linker asks for gmon_interrupts_off().
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

struct gmon_profile; /* at the start of the memory that gmon_init gets */

/* Computes how much memory is enough for a program of `text` bytes of code in `functions`
 * functions, each called from four places on average. The result is a constant, for arrays. With
 * less memory, samples are told apart less finely, and calls may be lost. */
#define GMON_BYTES_NEEDED(text, functions)                                                         \
    (32 * sizeof(void *) + (size_t)(text) / 2 +                                                    \
     ((size_t)(text) / 2 > GMON_ARC_BYTES * (size_t)(functions)                                    \
          ? (size_t)(text) / 2                                                                     \
          : GMON_ARC_BYTES * (size_t)(functions)))
#define GMON_ARC_BYTES (18 * sizeof(void *)) /* for the calls of a function */

/* Returns the same number as GMON_BYTES_NEEDED, for arguments that are not constants. */
static inline size_t gmon_bytes_needed(size_t text, size_t functions)
{
    return GMON_BYTES_NEEDED(text, functions);
}

/* Begins a profile of the code from low up to, not including, high, and selects it. `memory` has
 * `size` bytes, which may hold anything. At most half of it is used for samples. A bin of samples
 * covers two bytes of code, or more if memory is short. Returns NULL, and selects nothing, if the
 * memory is too small. */
struct gmon_profile *gmon_init(void *memory, size_t size, const void *low, const void *high);

/* Tells how many times a second gmon_tick is called. The default is 100. */
void gmon_rate(uint32_t ticks_a_second);

/* Counts in this profile from now on; NULL: counts nowhere. Returns the profile selected before. To
 * profile tasks one by one, call it when the system switches tasks, with the profile of the next
 * task. */
struct gmon_profile *gmon_select(struct gmon_profile *profile);

/* Counts a sample: the timer's interrupt has found the program at pc. Call it from one interrupt
 * only. A pc outside of low and high is charged to the function `<external>`. */
void gmon_tick(uintptr_t pc);

/* Takes the next bytes of the data file. Returns 0, or an error of the program's own. */
typedef int gmon_put(void *context, const void *bytes, size_t size);

/* Writes the selected profile as the bytes of a gmon.out, and calls put() for each part. Nothing is
 * counted meanwhile. Returns 0, -1 if no profile is selected, or the first result of put() that is
 * not 0; then the rest is not written. A later call writes everything again. */
int gmon_write(gmon_put *put, void *context);

/* Writes the selected profile as text: put() gets whole lines, for a serial line or a log. gprof
 * reads them: `gprof prog log'. Other lines may stand between them. gprof adds up all dumps of a
 * log: if a log gets several dumps, call gmon_reset after each. */
int gmon_write_hex(gmon_put *put, void *context);

/* Forgets calls and samples of the selected profile. May be called anywhere, in interrupts too. */
void gmon_reset(void);

/* Calls and samples of the selected profile that are not in the data because there was no room for
 * them. The data file has both numbers, and gprof reports them. */
struct gmon_lost {
    uint32_t calls;
    uint32_t samples;
};
struct gmon_lost gmon_lost(void);

/* Turns interrupts off and on again; gmon_interrupts_on gets what gmon_interrupts_off returned. A
 * program defines both functions, and only for a machine that the runtime does not know. Neither
 * function may be instrumented. */
uintptr_t gmon_interrupts_off(void);
void gmon_interrupts_on(uintptr_t before);

#ifdef __cplusplus
}
#endif

#endif
