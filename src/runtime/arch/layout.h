/* layout.h - says where the counting code finds its data: what C and assembly must agree on
 *
 * Role: the offsets, sizes and hash constants that every machine's mcount.S uses and that the
 * structures of core/ must have; core/state.c asserts that they do. Preprocessor lines only, as
 * the assembler reads this file, too. Offsets and sizes are in bytes.
 *
 * The key of an arc has GM_ARC_WORDS words of 64 bits. Two words are the whole addresses of site
 * and callee. One word has both as offsets from the program's beginning, or, on machines of 32
 * bits, as addresses:
 *
 *     key   = site << 32 | callee
 *
 * A site that is an offset is GM_FAR_SITE if it does not lie within 4 GB behind the program's
 * beginning. Either key is looked up so:
 *
 *     hash  = callee * GM_CALLEE_FACTOR + site
 *     entry = table + GM_TABLE_ENTRIES + (hash & mask) * GM_ARC_SCALE
 *
 * The entry with the key is this one or one of the next GM_REACH; if none of them is, the C part is
 * called. So neighbouring sites lie side by side (a call takes about 5 bytes of code, an entry
 * GM_HOME_STEP), and callees lie far apart.
 *
 * gm.base is the program's beginning, or 0 while nothing is counted. If keys are not offsets,
 * mcount.S may read gm.arcs_at instead: the offset of gm_arcs from the thread pointer, or 0 while
 * nothing is counted.
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
#define GM_TABLE_FACTOR 8   /* factor, */
#define GM_TABLE_ENTRIES 32 /* word[] */
#define GM_ENTRY_BYTES 16   /* bytes of an entry whose key is one word */
#define GM_ENTRY_KEY 0
#define GM_ENTRY_COUNT 8

/* Whole addresses cost less than a test if they lie near each other. */
#if defined(__x86_64__) || defined(__mips64) || defined(__powerpc64__)
#define GM_ARC_WORDS 2
#define GM_ARC_BYTES 32 /* bytes of an arc */
#define GM_ARC_SITE 0
#define GM_ARC_CALLEE 8
#define GM_ARC_COUNT 16
#define GM_ARC_SCALE 8
#else
#define GM_ARC_WORDS 1
#define GM_ARC_BYTES GM_ENTRY_BYTES
#define GM_ARC_COUNT GM_ENTRY_COUNT
#define GM_ARC_SCALE 4
#endif

/* Found by a search: whatever power of two divides the distance of callees, and whatever the size
 * of the table, the homes of up to 64 neighbours are spread over all of the table. */
#define GM_CALLEE_FACTOR 0x31723727
#define GM_HOME_STEP 4 /* difference between the hashes of neighbouring homes */
#define GM_REACH 7
#define GM_FAR_SITE 0 /* no call is at the program's beginning */

#endif
