/* image_text.h - defines the image language: text -> ELF file
 *
 * One statement a line; words as in tool_words.h.  Statements that describe the whole file may
 * stand anywhere; sections must precede the symbols that name them.
 *
 *   class 32|64                  default 64
 *   endian little|big            default little
 *   machine NAME|NUMBER          default x86-64 or i386, by class; names: i386 x86-64 arm aarch64
 *                                riscv mips ppc ppc64 s390 sparc sparcv9 m68k sh ia64 loongarch
 *   type exec|dyn|rel            default exec
 *   entry ADDR                   default 0
 *   flags N                      e_flags, default 0
 *   symtab yes|no                no: neither .symtab nor .strtab
 *   order sorted|raw             sorted (default): local symbols first, as ELF wants; raw: as given
 *   section NAME VMA SIZE [code|data|rodata] [nobits] [fill BYTE] [hex BYTES] [claim N]
 *                                default code when NAME is .text .init .fini or starts with .plt
 *                                or .text., else data; one whose name begins with .note is a
 *                                note; fill 0x90 in code, 0 elsewhere; hex: the
 *                                first bytes; claim: a lie in the section header's size
 *   sym NAME VALUE [SIZE] [local|global|weak|unique] [func|notype|object|ifunc|file|section]
 *       [hidden] [in SECTION|undef|abs|common]
 *                                default: size 0, global func, in the section around VALUE.  VALUE
 *                                is an address in every type of file (rel: made relative here)
 *   strtab NAME...               put these strings into .strtab now, in this order; later symbols
 *                                of these names use them.  Without it .strtab holds the names of
 *                                the symbols in the order given
 *   funcs N PREFIX BASE STEP [local]
 *                                N functions PREFIX0 PREFIX1 ... at BASE, BASE+STEP, ... of size
 *                                STEP; many thousands are not a problem
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_TEXT_H
#define IMAGE_TEXT_H

#include "tool_buf.h"

/* Compiles TEXT (NAME is for messages) and appends the ELF file to OUT.  Mistakes are fatal. */
void image_compile(const char *name, const char *text, size_t len, struct buf *out);

#endif
