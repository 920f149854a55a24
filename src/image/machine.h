/* machine - lists the machines that can be told apart, and their instruction sets
 *
 * Role: core finds the machine of an image, and find_call chooses a decoder by machine. This is
 * the only list of machines: a new decoder is a row here and a file in src/decode.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_MACHINE_H
#define IMAGE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/* All machines, ROW(NAME, decoder, arch, traits, numbers ...):
 *   NAME     MACHINE_NAME is its constant
 *   decoder  finds the calls in its code: find_call_DECODER, in src/decode; none: nothing does
 *   arch     bfd_arch_ARCH is libbfd's name of it, which counts in files other than ELF; unknown:
 *            there are no such files
 *   traits   of enum machine_trait
 *   numbers  its e_machine in ELF files, at most three; 0: core_code.c knows it by other fields
 */
#define MACHINE_LIST(ROW)                                                                          \
    ROW(UNKNOWN, none, unknown, 0, 0) /* machine without a decoder */                              \
    ROW(I386, x86, i386, 0, 3)                                                                     \
    ROW(X86_64, x86, unknown, 0, 62) /* x32 too */                                                 \
    ROW(AARCH64, aarch64, aarch64, MACHINE_MAPPED, 183)                                            \
    ROW(ARM, arm, arm, MACHINE_TAGGED | MACHINE_MAPPED, 40) /* ARM and Thumb */                    \
    ROW(RISCV, riscv, riscv, MACHINE_MAPPED, 243)                                                  \
    ROW(PPC, ppc, powerpc, 0, 20, 21) /* 32 and 64 bits */                                         \
    ROW(S390, s390, s390, 0, 22)      /* 32 and 64 bits */                                         \
    ROW(MIPS, mips, mips, MACHINE_TAGGED, 8)                                                       \
    ROW(MIPS_R6, mips, unknown, MACHINE_TAGGED, 0) /* release 6 gave opcodes new meanings */       \
    ROW(MIPS_16, none, unknown, MACHINE_TAGGED, 0) /* some code is MIPS16 or microMIPS */          \
    ROW(SPARC, sparc, sparc, 0, 2, 18, 43)         /* 32 and 64 bits */

enum machine {
#define ROW(name, decoder, arch, traits, ...) MACHINE_##name,
    MACHINE_LIST(ROW)
#undef ROW
};

enum machine_trait {
    MACHINE_TAGGED = 1 << 0, /* bit 0 of a function's symbol value tells of Thumb, MIPS16 or
                              * microMIPS, and is not part of the address */
    MACHINE_MAPPED = 1 << 1  /* mapping symbols mark constants between instructions (code_map) */
};

/* Returns true if the machine has the trait. */
bool machine_has(enum machine machine, enum machine_trait trait);

/* Returns the bits of a function's symbol value that are not part of its address. */
uint64_t machine_tag_bits(enum machine machine);

struct isa {
    enum machine machine;
    bool big_endian; /* byte order of instructions, which may differ from that of data */
    bool wide;       /* addresses have 64 bits; false: addresses have 32 bits, and wrap around */
};

/* The contents of a stretch of code. */
enum code_kind {
    CODE_NORMAL, /* instructions; on ARM, those of the A32 set */
    CODE_THUMB,  /* ARM: instructions of the Thumb set */
    CODE_DATA    /* constants between instructions */
};

#endif
