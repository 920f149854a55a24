/* find_call - finds direct call instructions in machine code
 *
 * Role: goes from bytes of code to the targets of the calls in it, for every machine that has a
 * decoder (find_call_x86.c, find_call_words.c, find_call_mixed.c). A direct call is an instruction
 * that names its target and saves a return address; jumps, and calls through registers or memory,
 * do not count. Also tells if a call, of any kind, returns to an address.
 * Input: the bytes of a stretch of code that starts at an instruction, its address, its isa.
 * Output: the calls, one by one, in ascending order.
 * Does not know files, symbols or libbfd; does not allocate; reads no byte outside the stretch.
 * Whether a target is a function is for the caller to decide.
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
    uint64_t site;   /* address of the instruction, of its first prefix if it has some */
    uint64_t target; /* address that it calls */
};

/* A walk over one stretch of code. */
struct find_call {
    const uint8_t *bytes; /* the stretch; not owned */
    size_t size;          /* bytes in it */
    size_t pos;           /* offset of the next instruction; <= size */
    uint64_t address;     /* of bytes[0] */
    struct isa isa;
    enum code_kind kind;
};

/* Returns true if there is a decoder for the machine. Without one no call is found. */
bool find_call_known(enum machine machine);

/* Starts a walk over `size` bytes of `kind` at `address`. */
void find_call_init(struct find_call *f, const struct isa *isa, enum code_kind kind,
                    const uint8_t *bytes, size_t size, uint64_t address);

/* Finds the next call; returns false if there is no more. An instruction that is cut off by the end
 * of the stretch ends the walk. Bytes that are no instruction are skipped by the machine's smallest
 * step. O(bytes) for a whole walk. */
bool find_call_next(struct find_call *f, struct call *call);

/* Returns how many bytes past a function's start calls from its own module enter it, given its
 * first bytes: 0 if there is only one entry point. (64-bit PowerPC, ELFv2: such calls skip the two
 * instructions that set up r2.) */
size_t find_call_local_entry(const struct isa *isa, const uint8_t *bytes, size_t size);

/* Bytes in front of a return address that find_call_returns_to looks at. */
enum { FIND_CALL_BEFORE = 8 };

/* Returns true if find_call_returns_to knows the machine. */
bool find_call_knows_returns(enum machine machine);

/* Returns true if a call, direct or indirect, returns to the end of the `size` bytes: they end with
 * a call, or, on MIPS and SPARC, with a call and one more instruction. On ARM in either instruction
 * set. Other instructions may end like a call. O(1). */
bool find_call_returns_to(const struct isa *isa, const uint8_t *bytes, size_t size);

/* Returns how many bytes the address that a call saves lies in front of where it returns to: on
 * SPARC it is the address of the call itself, and a runtime may write down either. Else 0. */
size_t find_call_saved_before(enum machine machine);

#endif
