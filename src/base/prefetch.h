/* prefetch - ask for memory that is read soon
 *
 * Large call graphs do not fit into caches: who follows its arcs waits for memory at each step. A
 * loop that knows where its next steps read asks early, and the waits overlap.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_PREFETCH_H
#define BASE_PREFETCH_H

/* Never fails, whatever the address. */
static inline void prefetch(const void *at)
{
#if defined __GNUC__
    __builtin_prefetch(at);
    __asm__ volatile(""); /* or GCC drops calls of functions that do nothing else */
#else
    (void)at;
#endif
}

#endif
