/* entry.h - declares the calls between a machine's assembly and C
 *
 * Role: the contract of arch/MACHINE/mcount.S and external.S.
 *
 * mcount.S defines the functions that -pg calls on this machine (x86-64: mcount, _mcount,
 * __fentry__). Each of them returns at once while gm.base is 0, and does not touch thread-local
 * storage, which is not set up yet in the first steps of a static program. Otherwise it looks the
 * arc up in gm_arcs (layout.h) and adds one to its count as gm_add() of machine.h does, or calls
 * gm_mcount_slow. It preserves every register that belongs to the function which is being entered,
 * vector registers included: C code of the runtime uses none.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ENTRY_H
#define GMON_ENTRY_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Counts an arc that mcount.S did not find. site and callee are return addresses: into the caller,
 * and into the function that was entered. frame: where gm_call_site() of machine.h finds the site
 * if `site` is not the site; else NULL. Any thread, any context, signals included. */
void gm_mcount_slow(uintptr_t site, uintptr_t callee, const uintptr_t *frame);

/* Addresses of functions that are charged with time that is not the program's own. Only the archive
 * has them: the shared library is not part of the program, whose symbol table has no such names. */
struct gm_rows {
    uintptr_t external; /* <external>: all other code */
    uintptr_t unseen;   /* <unseen>: time that no sample has seen */
    uintptr_t profiler; /* mcount: the runtime itself; all readers leave it out */
    uintptr_t main;     /* address of main; 0: main is not linked with the archive */
};
extern const struct gm_rows gm_rows __attribute__((weak));

#pragma GCC visibility pop

static inline const struct gm_rows *gm_own_rows(void) /* NULL: in the shared library */
{
    const struct gm_rows *volatile at = &gm_rows;

    return at;
}

static inline uintptr_t gm_external_function(void) /* 0: in the shared library */
{
    return gm_own_rows() != NULL ? gm_own_rows()->external : 0;
}

#endif
