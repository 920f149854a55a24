/* limited - processes that may use no more than the size of a file allows
 *
 * Role: for what libraries do with hostile files, which cannot be stopped in another way. Such a
 * process is a copy of gprof's (fork), and what it has not told until it ends is missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_LIMITED_H
#define BASE_LIMITED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Limits this process, which process `gprof` has made, and lets it end with that. A report on a
 * file of `bytes` bytes may take 0.5 s and 1 s for each MB, and this process `percent` of that. Its
 * memory is that of budget_of, with what gprof has in memory, but at least 16 MB more. What was
 * only reserved, as by other threads, does not count. Systems without /proc do not limit the
 * memory. It says nothing, and leaves gprof's files alone. */
void limited_begin(pid_t gprof, uint64_t bytes, unsigned percent);

/* Ends this process, with status 0 if it has told all. */
_Noreturn void limited_end(bool ok);

#endif
