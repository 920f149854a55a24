/* gmon_text.h - defines the data-file language: text <-> profile data file, whole or broken
 *
 * One statement a line; words as in tool_words.h.  Statements are written in the order given; any
 * may be repeated; nothing checks that the result makes sense.
 *
 *   width 32|64                  size of an address, default 64; before the first record
 *   endian little|big            default little
 * header, none is written without one of:
 *   magic [version N] [cookie TEXT] [spare HEX]
 *                                the gmon.out format: cookie (default gmon), version (default 1)
 *                                and 12 bytes (default zeros)
 *   bsd LOW HIGH NBINS [claim NCNT]
 *                                old BSD header and its bins; claim: a lie in ncnt
 *   bsd44 LOW HIGH NBINS RATE [version N] [claim NCNT] [spare HEX]
 *                                4.4BSD header (version default 0x51879; spare: 12 bytes)
 *                                and its bins.  Records after a BSD header carry no tags, and
 *                                counts of arcs are as wide as an address
 * records:
 *   hist LOW HIGH NBINS RATE DIM ABBREV [claim N] [keep N]
 *                                claim: a lie in nbins; keep: write the first N bins only;
 *                                DIM up to 15 bytes; ABBREV one byte or "" for NUL
 *   arc FROM SELF COUNT
 *   bb [claim N]                 a basic-block record, then its entries:
 *   block ADDR COUNT
 * the bins of the hist, bsd or bsd44 statement above (all zero at first):
 *   bin I COUNT...               bin I, I+1, ...
 *   fill FROM TO COUNT           bins FROM..TO, both included
 *   noise SEED PERCENT MAX       PERCENT of the bins get 1..MAX
 * many arcs at once; function i is at BASE + i*STEP, call sites are STEP/2 into the caller:
 *   gen chain N BASE STEP        i calls i+1
 *   gen ring N BASE STEP         the same, and the last calls the first: one cycle
 *   gen fanin N BASE STEP        functions 1..N call function 0
 *   gen fanout N BASE STEP       function 0 calls functions 1..N
 *   gen acyclic N BASE STEP      random arcs from lower to higher numbers
 *   gen random N BASE STEP       random arcs
 *   gen zipf N BASE STEP         random callers; callee k in about 1/k of the arcs
 *                                each followed by any of: arcs A (how many random ones, default
 *                                4*N), seed S (default 1), count C (default 1; random ones: 1..C)
 * call stacks, which are a file of their own: stack_text.h
 * defects:
 *   raw HEX...                   these bytes, here
 *   tag N                        one byte
 *   truncate N                   when all is written, cut the file at N bytes (-N: cut N bytes off)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GMON_TEXT_H
#define GMON_TEXT_H

#include "tool_buf.h"

enum gmon_tag { GMON_TAG_HIST = 0, GMON_TAG_ARC = 1, GMON_TAG_BB = 2 };
enum { GMON_BSD44_VERSION = 0x51879 };

/* Compiles TEXT (NAME is for messages) and appends the data file to OUT.  Mistakes are fatal. */
void gmon_compile(const char *name, const char *text, size_t len, struct buf *out);

/* Properties that the reader of a data file cannot know from the file alone. */
struct gmon_shape {
    unsigned width; /* 32 or 64; 0: find out */
    int big;        /* 1 big endian, 0 little, -1: find out */
};

/* Writes the data file BYTES as text that compiles to the same bytes. Bytes that cannot be
 * understood become raw statements. */
void gmon_dump(const unsigned char *bytes, size_t len, struct gmon_shape shape, struct buf *text);

#endif
