/* find_call - finds direct call instructions in machine code
 *
 * Role: goes from bytes of code to the targets of the calls in it, for every machine that has a
 * decoder (find_call_x86.c, find_call_words.c, find_call_mixed.c). A direct call is an instruction
 * that names its target and saves a return address; jumps, and calls through registers or memory,
 * do not count. It also tells if a call of any kind returns to an address. Input: the bytes of a
 * stretch of code that starts at an instruction, its address, its isa. Output: the calls, one by
 * one, in ascending order. It knows no files, symbols or libbfd, does not allocate, and reads no
 * byte outside the stretch. The caller decides if a target is a function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DECODE_FIND_CALL_H
#define DECODE_FIND_CALL_H

#include "image/machine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call {
    uint64_t site;   /* address of the instruction, or of its first prefix */
    uint64_t target; /* address of the callee */
};

/* A walk over one stretch of code. */
struct find_call {
    const uint8_t *bytes; /* the stretch; not owned */
    size_t size;          /* bytes in it */
    size_t pos;           /* offset of the next instruction; <= size */
    uint64_t address;     /* address of bytes[0] */
    struct isa isa;
    enum code_kind kind;
};

/* What is known of the calls of a machine; each function may be NULL. */
struct call_decoder {
    /* Decodes the instruction at f->pos, where at least one byte is left. Returns its length, which
     * exceeds the bytes that are left if the instruction is cut off. If it is a call, sets *is_call
     * and call->target, in 64 bits; find_call_next wraps the target if addresses have 32 bits. The
     * caller has set call->site. NULL: no calls are found. */
    size_t (*decode)(const struct find_call *f, struct call *call, bool *is_call);
    /* Returns the offset at which calls from a function's own module enter the function, given its
     * first bytes. Returns 0 if there is only one entry point. In 64-bit PowerPC ELFv2, calls from
     * the same module skip the two instructions that set up r2. NULL: functions have only one entry
     * point. */
    size_t (*local_entry)(const struct isa *isa, const uint8_t *bytes, size_t size);
    /* Returns true if a call, direct or indirect, returns to `end`: the `before` bytes in front of
     * it end with a call, or, on MIPS and SPARC, with a call and one more instruction. On ARM, both
     * instruction sets are tried. Other instructions may end like a call. Looks at the last
     * FIND_CALL_BEFORE bytes. O(1). NULL: not known. */
    bool (*returns_to)(const struct isa *isa, const uint8_t *end, size_t before);
    /* Distance in bytes from the address that a call saves to the address that it returns to. On
     * SPARC a call saves its own address, and a runtime may record either address. On other
     * machines the distance is 0. */
    size_t saved_before;
};

enum { FIND_CALL_BEFORE = 8 };

/* Returns what is known of the calls of a machine; never NULL. */
const struct call_decoder *find_call_decoder(enum machine machine);

/* Starts a walk over `size` bytes of `kind` at `address`. */
void find_call_init(struct find_call *f, const struct isa *isa, enum code_kind kind,
                    const uint8_t *bytes, size_t size, uint64_t address);

/* Finds the next call. Returns false if there is none. An instruction that is cut off by the end of
 * the stretch ends the walk. Bytes that are not an instruction are skipped by the machine's
 * smallest step. O(bytes) for a whole walk. */
bool find_call_next(struct find_call *f, struct call *call);

#endif
