/* machine - the instruction set of an image, in words of our own
 *
 * Role: what core says of the target, and what find_call chooses a decoder by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_MACHINE_H
#define IMAGE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum machine {
    MACHINE_UNKNOWN, /* any that no decoder knows */
    MACHINE_I386,
    MACHINE_X86_64, /* x32 too */
    MACHINE_AARCH64,
    MACHINE_ARM, /* ARM and Thumb */
    MACHINE_RISCV,
    MACHINE_PPC, /* 32 and 64 bits */
    MACHINE_S390,
    MACHINE_MIPS,
    MACHINE_MIPS_R6, /* its release 6 gave opcodes new meanings */
    MACHINE_MIPS_16, /* some of its code is MIPS16 or microMIPS */
    MACHINE_SPARC    /* 32 and 64 bits */
};

struct isa {
    enum machine machine;
    bool big_endian; /* order of the bytes of an instruction, which need not be that of data */
    bool wide;       /* addresses of 64 bits; false: of 32, and they wrap around there */
};

/* The bits of a function's symbol value that are no part of its address but tell of the instruction
 * set (ARM and MIPS: bit 0, for Thumb, MIPS16 and microMIPS). */
static inline uint64_t machine_tag_bits(enum machine machine)
{
    return machine == MACHINE_ARM || machine == MACHINE_MIPS || machine == MACHINE_MIPS_R6 ||
           machine == MACHINE_MIPS_16;
}

/* What a stretch of code holds. */
enum code_kind {
    CODE_NORMAL, /* instructions; of ARM those of four bytes */
    CODE_THUMB,  /* ARM: instructions of two bytes and more */
    CODE_DATA    /* constants between instructions */
};

#endif
