/* stack_text.h - defines the part of the data-file language that is about call stacks
 *
 * Makes stack files (include/gmon_stacks.h).  Modules, trees and nodes may be given in any order,
 * and come out in that of the file; sums and the checksum are computed.
 *
 *   stacks [cpu|wall NS [runs N] [missing N] [lost N] [signals N] [ticks N]]
 *                                a tree, whose clock ticks every NS nanoseconds; signals and ticks:
 *                                lies about the sums.  Without words: a file that need have none
 *   module KIND ID PATH [as LABEL]
 *                                program, library, vdso, anonymous or profiler; ID: hexadecimal, or
 *                                - for none.  LABEL: by default the base name of the path, or KIND
 *                                where that is empty
 *   name NAME OFFSET [LABEL]     from here on NAME stands for an offset in the module (default: the
 *                                first module)
 *   END FRAME... [signals N] [ticks N] [squares N]
 *                                samples of a stack of the last tree, from the outermost function
 * to the leaf.  END: complete, guessed, no-unwind, off-stack, too-deep or no-memory, which says how
 * the walk ended.  Default: one signal; as many ticks; these divided evenly among the signals
 *   random N SEED DEPTH FUNCTIONS
 *                                samples of N random stacks of the last tree, in functions of 16
 *                                bytes from offset 0x1000 of the first module on
 *   section d of FILE            the mark of the data file FILE
 *   section TAG HEX              a section of that tag; before all others if no module, tree or
 *                                sample was given before it, else behind them
 * A frame is one word:
 *   [LABEL:]NAME+N               in a call N bytes behind NAME; without NAME: at the offset N
 *   [LABEL:]NAME=N               the same, exactly there: the leaf, or what a signal interrupted
 *   [LABEL:]NAME                 N is 0; exactly there if it is the last frame
 *   LABEL:                       anywhere in the module: one of no file
 * LABEL is that of NAME's module, else of the first module, by default.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STACK_TEXT_H
#define STACK_TEXT_H

#include "tool_buf.h"
#include "tool_words.h"

#include <stdbool.h>
#include <stdint.h>

struct stack_symbol {
    char *name;      /* owned */
    uint32_t module; /* module number + 1 */
    uint64_t offset;
};

struct stack_compiler; /* everything stated so far */

/* Compiles a line if it is about stacks, else returns false; `*s' is NULL at first. */
bool stack_statement(struct stack_compiler **s, struct words *ws);

/* Appends the stack file to OUT, if any line was about stacks, and releases `s'. */
void stack_finish(struct stack_compiler *s, struct buf *out);

/* Writes the stack file BYTES as text. Returns false, with nothing written, if that text would not
 * compile to the same bytes. NAMES are N names of the program's functions, sorted by offset. */
bool stack_dump(const unsigned char *bytes, size_t len, const struct stack_symbol *names, size_t n,
                struct buf *text);

/* Words for GSTACK_MODULE_KINDS, GSTACK_CLOCKS and GSTACK_ENDS, used in both directions; NULL
 * follows.
 */
extern const char *const stack_kinds[], *const stack_clocks[], *const stack_ends[];

#endif
