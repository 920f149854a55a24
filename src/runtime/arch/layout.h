/* layout.h - where the counting code finds things: what C and assembly must agree on
 *
 * Role: the offsets, sizes and hash constants that every machine's mcount.S uses and that the
 * structures of core/ must have; core/state.c asserts that they do. Preprocessor lines only, as
 * the assembler reads this file, too. Offsets and sizes are in bytes.
 *
 * A table is looked up so, with site and callee as offsets from the program's beginning:
 *     key   = site << 32 | callee
 *     hash  = (callee * GM_CALLEE_FACTOR >> GM_CALLEE_SHIFT) + site * GM_SITE_FACTOR
 *     entry = table + GM_TABLE_ENTRIES + (hash & mask)
 * (on machines of 32 bits they are the addresses themselves, so the beginning is not needed: base is
 * only looked at, or arcs_at, which has two answers in one: 0 while nothing is to be counted, else
 * where gm_arcs is behind the thread pointer);
 * where the site is GM_FAR_SITE if it does not lie within 4 GB behind the program's beginning; and,
 * for a basic block, whose key is the return address of the hook's call,
 *     hash  = key * GM_BLOCK_FACTOR
 * The entry with the key is this one or among the next GM_REACH; if not, the C part is called.
 * Neighbouring sites so lie side by side (a call takes about 5 bytes of code), callees far apart.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_LAYOUT_H
#define GMON_LAYOUT_H

#define GM_STATE_BASE 0 /* struct gm_state: base */
#ifdef __LP64__
#define GM_STATE_ARCS 8 /* struct gm_state: arcs_at */
#else
#define GM_STATE_ARCS 4
#endif
#define GM_TABLE_MASK 0     /* struct gm_table: mask, */
#define GM_TABLE_FACTOR 8   /* factor: GM_CALLEE_FACTOR / GM_SITE_FACTOR, */
#define GM_TABLE_ENTRIES 32 /* entry[] */
#define GM_ENTRY_BYTES 16   /* struct gm_entry */
#define GM_ENTRY_KEY 0
#define GM_ENTRY_COUNT 8

#if defined(__x86_64__) /* one instruction multiplies by this */
#define GM_CALLEE_FACTOR 0x4F1BBCDD
#define GM_CALLEE_SHIFT 12
#elif defined(__riscv) || defined(__s390x__) || defined(__powerpc64__) || defined(__mips__)
#define GM_CALLEE_FACTOR 8 /* shifts and sums alone */
#define GM_CALLEE_SHIFT 0
#else /* no shift; GM_SITE_FACTOR times an odd number */
#define GM_CALLEE_FACTOR 0x9E3779B4
#define GM_CALLEE_SHIFT 0
#endif
#define GM_SITE_FACTOR 4
#define GM_BLOCK_FACTOR 4
#define GM_REACH 4
#define GM_FAR_SITE 0 /* no call is at the program's beginning */

#endif
