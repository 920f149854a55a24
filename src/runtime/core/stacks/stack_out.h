/* stack_out.h - writes the file of call stacks, beside the data file
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STACK_OUT_H
#define GMON_STACK_OUT_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Writes path.stacks (gmon_stacks.h), as a whole or not at all, if call stacks are sampled. due:
 * how many ticks have come, or should have. False after one line on stderr. gm.dump_lock is held,
 * gm.library_path is used. */
bool gm_write_stacks(const char *path, uint64_t due);

#pragma GCC visibility pop

#endif
