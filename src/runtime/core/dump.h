/* dump.h - writes what was counted so far, and forgets it
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_DUMP_H
#define GMON_DUMP_H

#pragma GCC visibility push(hidden)

/* Writes the file if anything is new since the last end that wrote. Does nothing in a child that
 * shares our memory (vfork) or was made without our knowledge, and in a set-uid program. Safe in
 * signal handlers. */
enum gm_end {
    GM_GOES_ON,     /* no end: a snapshot, or an exec, which may fail */
    GM_END_PERHAPS, /* an end, but the program may go on */
    GM_END_ONCE,    /* this thread is about to end the process; writes only if no end has written */
    GM_END_SURE     /* this thread is about to end the process */
};
void gm_save(enum gm_end end);

/* Writes the file now. If path is NULL, the name is that of the file at exit. Returns 0, or -1
 * after a line on stderr, or -1 without a line before the start. Safe in signal handlers. */
int gm_dump_to(const char *path);

/* Makes later files hold only what is counted afterwards: the counts stay in their tables, and
 * their present values are subtracted later. Safe in signal handlers. */
void gm_reset(void);

/* Forgets, in a forked child whose tables are empty, what was written, set aside or lost, and all
 * samples. Frees both locks, even if another thread held them in the parent. */
void gm_forget_past(void);

#pragma GCC visibility pop

#endif
