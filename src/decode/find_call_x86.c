/* find_call_x86 - finds calls in x86 code, 32 and 64 bits: CALL rel32
 *
 * The byte E8 is a call only if it is the opcode of an instruction. Therefore the lengths of all
 * instructions are decoded. Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2:
 * chapter 2 (prefixes, ModRM, SIB, VEX, EVEX) and appendix A, whose opcode maps the tables below
 * follow row by row; AMD64 Architecture Programmer's Manual, volume 3, for XOP and 3DNow!. Bytes
 * that are not an instruction are skipped one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call_arch.h"

enum { LONGEST = 15 /* bytes of an instruction */, OPCODE_CALL = 0xe8 };

/* The parts that follow an opcode. The names are short, so that a row of Intel's maps, sixteen
 * opcodes, fits on a line. */
enum follows {
    NO = 0,
    M = 1 << 0,  /* ModRM, then SIB and displacement as it says */
    B = 1 << 1,  /* immediate byte */
    W = 1 << 2,  /* immediate of 2 bytes */
    Z = 1 << 3,  /* immediate of 2 or 4 bytes, by operand size */
    V = 1 << 4,  /* immediate of 2, 4 or 8 bytes, by operand size */
    A = 1 << 5,  /* address, by address size */
    J = 1 << 6,  /* distance of a near branch */
    T = 1 << 7,  /* an immediate if the ModRM's register field is 0 or 1 (TEST) */
    R = 1 << 8,  /* ModRM names registers whatever its mode field */
    X = 1 << 9,  /* not an instruction */
    I = 1 << 10, /* not an instruction in 64-bit mode */
    P = 1 << 11, /* a prefix */
    MB = M | B,
    MZ = M | Z,
    MR = M | R,
    TB = M | T | B,
    TZ = M | T | Z,
    WB = W | B,
    FAR = I | Z | W,
    BI = B | I,
    MI = M | I,
    MBI = MB | I
};

/* Opcodes of one byte: Intel, table A-2. */
static const uint16_t map_1[256] = {
    /* 00 */ M,  M,  M,   M,  B,  Z,  I,  I,  M,  M,  M,   M,  B,  Z,  I,  X,
    /* 10 */ M,  M,  M,   M,  B,  Z,  I,  I,  M,  M,  M,   M,  B,  Z,  I,  I,
    /* 20 */ M,  M,  M,   M,  B,  Z,  P,  I,  M,  M,  M,   M,  B,  Z,  P,  I,
    /* 30 */ M,  M,  M,   M,  B,  Z,  P,  I,  M,  M,  M,   M,  B,  Z,  P,  I,
    /* 40 */ I,  I,  I,   I,  I,  I,  I,  I,  I,  I,  I,   I,  I,  I,  I,  I,
    /* 50 */ NO, NO, NO,  NO, NO, NO, NO, NO, NO, NO, NO,  NO, NO, NO, NO, NO,
    /* 60 */ I,  I,  MI,  M,  P,  P,  P,  P,  Z,  MZ, B,   MB, NO, NO, NO, NO,
    /* 70 */ B,  B,  B,   B,  B,  B,  B,  B,  B,  B,  B,   B,  B,  B,  B,  B,
    /* 80 */ MB, MZ, MBI, MB, M,  M,  M,  M,  M,  M,  M,   M,  M,  M,  M,  M,
    /* 90 */ NO, NO, NO,  NO, NO, NO, NO, NO, NO, NO, FAR, NO, NO, NO, NO, NO,
    /* a0 */ A,  A,  A,   A,  NO, NO, NO, NO, B,  Z,  NO,  NO, NO, NO, NO, NO,
    /* b0 */ B,  B,  B,   B,  B,  B,  B,  B,  V,  V,  V,   V,  V,  V,  V,  V,
    /* c0 */ MB, MB, W,   NO, MI, MI, MB, MZ, WB, NO, W,   NO, NO, B,  I,  NO,
    /* d0 */ M,  M,  M,   M,  BI, BI, I,  NO, M,  M,  M,   M,  M,  M,  M,  M,
    /* e0 */ B,  B,  B,   B,  B,  B,  B,  B,  J,  J,  FAR, B,  NO, NO, NO, NO,
    /* f0 */ P,  NO, P,   P,  NO, NO, TB, TZ, NO, NO, NO,  NO, NO, NO, M,  M,
};

/* Opcodes that follow 0F: table A-3. */
static const uint16_t map_0f[256] = {
    /* 00 */ M,  M,  M,  M,  X,  NO, NO, NO, NO, NO, X,  NO, X,  M,  NO, MB,
    /* 10 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
    /* 20 */ MR, MR, MR, MR, X,  X,  X,  X,  M,  M,  M,  M,  M,  M,  M,  M,
    /* 30 */ NO, NO, NO, NO, NO, NO, X,  NO, M,  X,  MB, X,  X,  X,  X,  X,
    /* 40 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
    /* 50 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
    /* 60 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
    /* 70 */ MB, MB, MB, MB, M,  M,  M,  NO, M,  M,  X,  X,  M,  M,  M,  M,
    /* 80 */ J,  J,  J,  J,  J,  J,  J,  J,  J,  J,  J,  J,  J,  J,  J,  J,
    /* 90 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
    /* a0 */ NO, NO, NO, M,  MB, M,  M,  M,  NO, NO, NO, M,  MB, M,  M,  M,
    /* b0 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  MB, M,  M,  M,  M,  M,
    /* c0 */ M,  M,  MB, M,  MB, MB, MB, M,  NO, NO, NO, NO, NO, NO, NO, NO,
    /* d0 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
    /* e0 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
    /* f0 */ M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,  M,
};

/* An instruction being decoded. */
struct decoding {
    struct cursor c; /* bytes that may belong to the instruction, at most LONGEST */
    bool mode_64;
    bool operand_16;   /* prefix 66 */
    bool address_size; /* prefix 67 */
    bool repeat_f2;    /* prefix F2 */
    bool rex_w;        /* 64-bit operands */
};

/* Returns the next byte, or 0, which is not a prefix, at the end. */
static uint8_t peek(const struct decoding *i)
{
    return i->c.pos < i->c.size ? i->c.data[i->c.pos] : 0;
}

static void pass_prefixes(struct decoding *i)
{
    for (;; cursor_take(&i->c, 1)) {
        uint8_t byte = peek(i);
        bool is_rex = i->mode_64 && byte >> 4 == 4;

        if (!is_rex && !(map_1[byte] & P))
            return;
        i->operand_16 |= byte == 0x66;
        i->address_size |= byte == 0x67;
        i->repeat_f2 |= byte == 0xf2;
        i->rex_w = is_rex && byte & 8; /* a REX prefix counts only just before the opcode */
    }
}

/* Returns what follows opcode `op` of the map that a VEX, EVEX or XOP prefix names. */
static unsigned extended_map(unsigned map, uint8_t op)
{
    switch (map) {
    case 1:
        return map_0f[op] & (M | B | X);
    case 2:
    case 5: /* EVEX only: half precision, as map 6 */
    case 6:
    case 9: /* XOP */
        return M;
    case 3:
    case 8: /* XOP */
        return MB;
    case 10: /* XOP: a double word whatever the operand size */
        return M | V;
    default:
        return X;
    }
}

/* Takes a VEX (c4, c5), EVEX (62) or XOP (8f) prefix, whose first byte is `op`. Returns true if
 * `op` is a prefix, and sets what follows the opcode. Older instructions begin with the same bytes.
 * Their ModRM tells them apart: in 32-bit mode the mode field, for 8f the register field. */
static bool take_vector_opcode(struct decoding *i, uint8_t op, unsigned *follows)
{
    uint8_t next;
    unsigned map;

    if (op != 0xc4 && op != 0xc5 && op != 0x62 && op != 0x8f)
        return false;
    next = peek(i);
    if (op == 0x8f ? (next & 0x1f) < 8 : !i->mode_64 && next >> 6 != 3)
        return false;
    i->operand_16 = false; /* neither 66 nor REX is valid before a VEX, EVEX or XOP prefix */
    i->rex_w = false;
    map = op == 0xc5 ? 1 : op == 0x62 ? next & 7 : next & 0x1f;
    cursor_take(&i->c, op == 0xc5 ? 1 : op == 0x62 ? 3 : 2);
    *follows = op != 0x8f && map > 7 ? X : extended_map(map, cursor_u8(&i->c));
    return true;
}

/* Takes the opcode; returns what follows it. Sets `*is_call` to true if it is E8. */
static unsigned take_opcode(struct decoding *i, bool *is_call)
{
    uint8_t op = cursor_u8(&i->c);
    unsigned follows;

    *is_call = false;
    if (take_vector_opcode(i, op, &follows))
        return follows;
    if (op != 0x0f) {
        *is_call = op == OPCODE_CALL;
        return map_1[op];
    }
    op = cursor_u8(&i->c);
    if (op == 0x38 || op == 0x3a)
        cursor_u8(&i->c); /* an opcode of a map whose instructions all have the same form */
    if (op == 0x78 && (i->operand_16 || i->repeat_f2))
        return M | W; /* SSE4a: EXTRQ and INSERTQ, two immediate bytes */
    return map_0f[op];
}

static void pass_memory_operand(struct decoding *i, uint8_t modrm)
{
    unsigned mode = modrm >> 6, rm = modrm & 7;

    if (mode == 3)
        return;
    if (!i->mode_64 && i->address_size) { /* 16-bit addressing */
        cursor_take(&i->c, mode == 1 ? 1 : mode == 2 || rm == 6 ? 2 : 0);
        return;
    }
    if (rm == 4)
        rm = cursor_u8(&i->c) & 7; /* SIB's base; like rm, 5 means a displacement alone in mode 0 */
    cursor_take(&i->c, mode == 1 ? 1 : mode == 2 || rm == 5 ? 4 : 0);
}

/* Returns the number of bytes of immediates, addresses and distances. */
static size_t immediate_bytes(const struct decoding *i, unsigned follows)
{
    size_t word = i->operand_16 && !i->rex_w ? 2 : 4, bytes = 0;

    if (follows & B)
        bytes += 1;
    if (follows & W)
        bytes += 2;
    if (follows & Z)
        bytes += word;
    if (follows & V)
        bytes += i->rex_w ? 8 : word;
    if (follows & A)
        bytes += i->mode_64 ? (i->address_size ? 4 : 8) : (i->address_size ? 2 : 4);
    if (follows & J) /* Intel: always 4 bytes in 64-bit mode */
        bytes += i->mode_64 ? 4 : word;
    return bytes;
}

/* Decodes one instruction. Returns false if it is not valid. Sets `*is_call` to true if it is a
 * CALL rel32, whose last four bytes are the distance. */
static bool decode(struct decoding *i, bool *is_call)
{
    unsigned follows;

    pass_prefixes(i);
    follows = take_opcode(i, is_call);
    if (follows & X || (follows & I && i->mode_64))
        return false;
    if (follows & M) {
        uint8_t modrm = cursor_u8(&i->c);
        if (!(follows & R))
            pass_memory_operand(i, modrm);
        if (follows & T && (modrm >> 3 & 7) > 1)
            follows &= ~(unsigned)(B | Z);
    }
    cursor_take(&i->c, immediate_bytes(i, follows));
    *is_call &= i->mode_64 || !i->operand_16;
    return true;
}

static size_t decode_x86(const struct find_call *f, struct call *call, bool *is_call)
{
    size_t left = code_left(f);
    struct decoding i = {
        .c = {.data = f->bytes + f->pos, .size = left < LONGEST ? left : LONGEST},
        .mode_64 = f->isa.machine == MACHINE_X86_64,
    };
    bool valid = decode(&i, is_call);

    if (i.c.failed && left < LONGEST)
        return LONGEST; /* cut off */
    if (i.c.failed || !valid) {
        *is_call = false;
        return 1;
    }
    if (*is_call)
        call->target =
            call->site + i.c.pos + cursor_signed(cursor_load_32(i.c.data + i.c.pos - 4, false), 32);
    return i.c.pos;
}

/* Returns true for CALL rel32, and for CALL r/m, FF /2, of 2 to 7 bytes. */
static bool returns_to(const struct isa *isa, const uint8_t *end, size_t before)
{
    if (before >= 5 && end[-5] == OPCODE_CALL)
        return true;
    for (size_t bytes = 2; bytes <= 7 && bytes <= before; bytes++) {
        struct decoding i = {.c = {.data = end - bytes, .size = bytes},
                             .mode_64 = isa->machine == MACHINE_X86_64};
        bool is_call;

        if (i.c.data[0] == 0xff && (i.c.data[1] >> 3 & 7) == 2 && decode(&i, &is_call) &&
            !i.c.failed && i.c.pos == bytes)
            return true;
    }
    return false;
}

const struct call_decoder find_call_x86 = {.decode = decode_x86, .returns_to = returns_to};
