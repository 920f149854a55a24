/* dump.h - writes what was counted so far; forgets it
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_DUMP_H
#define GMON_DUMP_H

#pragma GCC visibility push(hidden)

/* Writes the file at an end of the program if anything is new since it was written last. Not in a
 * child that shares our memory (vfork) or was made behind our back, nor in a set-uid program. Safe
 * in signal handlers. */
void gm_finish(void);

/* Does the same while the program goes on, or may: the file is written anew at its end. */
void gm_save(void);

/* Writes the file now. path NULL: under the name that it has at exit. Returns 0, or -1 after a
 * line on stderr, or before the start. Safe in signal handlers. */
int gm_dump_to(const char *path);

/* Makes later files hold what comes after this: the counts go on in their tables, and what they are
 * now is subtracted. Safe in signal handlers. */
void gm_reset(void);

/* Forgets in a forked child, whose tables are empty, what was written, set aside or lost, and all
 * samples. Both locks are free, even if another thread held them in the parent. */
void gm_forget_past(void);

#pragma GCC visibility pop

#endif
