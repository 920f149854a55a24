/* unwind_exidx.c - searches the index, then runs instructions of a byte or a few
 *
 * The instructions move a virtual stack pointer up over the registers that a function has saved.
 * The virtual stack pointer is kept as a register and a distance from it. So the result is rules,
 * and no memory is read but the instructions. An instruction takes at least a byte, so a run ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/unwind/unwind_exidx.h"
#include "runtime/core/os.h"

enum {
    ENTRY_BYTES = 8,
    CANNOT_UNWIND = 1,
    SP = 13,
    LINK = 14,
    PC = 15,
    REGISTERS = 16,
    MOST_FRAME = 1 << 28 /* bytes */
};

/* Instructions, read from words, the highest byte first. */
struct code {
    const struct gm_object *object;
    uintptr_t next; /* address of the next word */
    unsigned words; /* number of words that follow */
    uint32_t word;  /* rest of the current word, on top */
    unsigned bytes; /* bytes left in the word */
    bool is_bad;    /* true if a word could not be read, or an instruction is not known */
    bool is_at_end;
};

/* The virtual stack pointer is register `base` + offset. saved[] are offsets from the same
 * register. */
struct frame {
    unsigned base;
    int64_t offset;
    uint32_t is_saved; /* bits of the saved registers */
    int64_t saved[REGISTERS];
};

/* ---- words ---------------------------------------------------------------------------------- */

static bool read_word(const struct gm_object *o, uintptr_t at, uint32_t *word)
{
    const struct gm_span *all = &o->around_index;

    if (at % 4 != 0 || at < all->begin || at >= all->end || all->end - at < 4)
        return false;
    if (o->may_go)
        return gm_copy(word, at, sizeof *word) == sizeof *word;
    __builtin_memcpy(word, (const void *)at, sizeof *word);
    return true;
}

/* Returns an address that is stored as a distance from itself, in 31 bits. */
static uintptr_t relative(uintptr_t at, uint32_t word)
{
    return at + (uintptr_t)(intptr_t)((int32_t)(word << 1) >> 1);
}

static unsigned next_byte(struct code *c)
{
    if (c->bytes == 0) {
        if (c->words == 0 || !read_word(c->object, c->next, &c->word)) {
            c->is_bad |= c->words != 0;
            c->is_at_end = true;
            return 0;
        }
        c->words--;
        c->next += 4;
        c->bytes = 4;
    }
    unsigned byte = c->word >> 24;
    c->word <<= 8;
    c->bytes--;
    return byte;
}

/* Returns the second byte of an instruction. */
static unsigned operand(struct code *c)
{
    unsigned byte = next_byte(c);

    c->is_bad |= c->is_at_end;
    return byte;
}

/* ---- instructions --------------------------------------------------------------------------- */

static void move(struct frame *f, struct code *c, int64_t bytes)
{
    f->offset += bytes;
    c->is_bad |= f->offset > MOST_FRAME || f->offset < -MOST_FRAME;
}

static void pop(struct frame *f, struct code *c, uint32_t list)
{
    for (unsigned i = 0; i < REGISTERS; i++) {
        if ((list >> i & 1) == 0)
            continue;
        f->saved[i] = f->offset;
        move(f, c, 4);
    }
    f->is_saved |= list;
    c->is_bad |= list == 0 || (list >> SP & 1) != 0;
}

/* Sets a new base. Registers saved before stay where they are, but their distance is no longer
 * known. */
static void set_base(struct frame *f, struct code *c, unsigned number)
{
    c->is_bad |= number == SP || number == PC || f->is_saved != 0;
    f->base = number;
    f->offset = 0;
}

static void move_far(struct frame *f, struct code *c)
{
    uint32_t n = 0;
    unsigned byte = 0x80;

    for (unsigned shift = 0; (byte & 0x80) != 0 && !c->is_bad; shift += 7) {
        byte = operand(c);
        c->is_bad |= shift > 21;
        n |= (byte & 0x7f) << (shift & 31);
    }
    move(f, c, 0x204 + (int64_t)n * 4);
}

/* Runs the instructions 1011xxxx. */
static void run_b(struct frame *f, struct code *c, unsigned byte)
{
    unsigned list;

    switch (byte) {
    case 0xb0:
        c->is_at_end = true;
        break;
    case 0xb1:
        list = operand(c);
        c->is_bad |= list > 15;
        pop(f, c, list);
        break;
    case 0xb2:
        move_far(f, c);
        break;
    case 0xb3:
        move(f, c, 8 * ((int64_t)(operand(c) & 15) + 1) + 4);
        break;
    case 0xb4: /* code that authenticates the return address */
        move(f, c, 4);
        break;
    default:
        c->is_bad |= byte < 0xb8;
        move(f, c, 8 * ((int64_t)(byte & 7) + 1) + 4);
    }
}

/* Runs the instructions 11xxxxxx: floating-point and vector registers. */
static void run_c(struct frame *f, struct code *c, unsigned byte)
{
    if (byte == 0xc6 || byte == 0xc8 || byte == 0xc9) {
        move(f, c, 8 * ((int64_t)(operand(c) & 15) + 1));
    } else if (byte == 0xc7) {
        unsigned list = operand(c);
        c->is_bad |= list == 0 || list > 15;
        for (; list != 0; list &= list - 1)
            move(f, c, 4);
    } else {
        c->is_bad |= byte > 0xc5 && (byte & 0xf8) != 0xd0;
        move(f, c, 8 * ((int64_t)(byte & 7) + 1));
    }
}

static void run_one(struct frame *f, struct code *c, unsigned byte)
{
    int64_t bytes = (int64_t)(byte & 0x3f) * 4 + 4;
    uint32_t list;

    switch (byte < 0x80 ? 0 : byte >> 4) {
    case 0:
        move(f, c, byte < 0x40 ? bytes : -bytes);
        break;
    case 8: /* an empty list says that unwinding ends here */
        list = (byte & 15) << 12;
        pop(f, c, list | operand(c) << 4);
        break;
    case 9:
        set_base(f, c, byte & 15);
        break;
    case 10:
        list = (uint32_t)((2U << (byte & 7)) - 1) << 4;
        pop(f, c, list | ((byte & 8) != 0 ? 1U << LINK : 0U));
        break;
    case 11:
        run_b(f, c, byte);
        break;
    default:
        run_c(f, c, byte);
    }
}

/* ---- entries -------------------------------------------------------------------------------- */

/* Opens the instructions of an entry. The compact forms have a mark on top, and their kind below
 * the mark. Other forms have the address of a function in front, and the number of words in the
 * first byte behind it. */
static bool open_table(struct code *c, uintptr_t at, bool is_in_index)
{
    if (!read_word(c->object, at, &c->word))
        return false;
    c->next = at + 4;
    unsigned kind = c->word >> 24 & 15, used = 1; /* bytes in front of the instructions */
    if (c->word >> 31 == 0) {
        if (is_in_index || !read_word(c->object, at + 4, &c->word))
            return false;
        c->next = at + 8;
        c->words = c->word >> 24;
    } else if (kind > 2 || (c->word >> 28 & 7) != 0 || (is_in_index && kind != 0)) {
        return false;
    } else if (kind != 0) {
        c->words = c->word >> 16 & 0xff;
        used = 2;
    }
    c->word <<= 8 * used;
    c->bytes = 4 - used;
    return true;
}

/* Returns the last entry that begins at or before the address, or 0 if there is none, or it cannot
 * be read. */
static uintptr_t find_entry(const struct gm_object *o, uintptr_t address)
{
    size_t low = 0, high = (o->index.end - o->index.begin) / ENTRY_BYTES;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uintptr_t at = o->index.begin + middle * ENTRY_BYTES;
        uint32_t word;
        if (!read_word(o, at, &word) || word >> 31 != 0)
            return 0;
        if (relative(at, word) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? o->index.begin + (low - 1) * ENTRY_BYTES : 0;
}

static void conclude(const struct frame *f, struct gm_rules *rules)
{
    *rules = (struct gm_rules){.cfa_register = (uint8_t)f->base, .cfa_value = f->offset};
    if ((int)GM_REGISTERS <= (int)PC) /* i386 has no room for ARM's registers, and no index */
        return;
    for (unsigned i = 0; i < PC; i++) {
        if ((f->is_saved >> i & 1) == 0)
            continue;
        rules->rule[i] = GM_SAVED;
        rules->value[i] = f->saved[i] - f->offset;
    }
    if ((f->is_saved >> PC & 1) == 0)
        return;
    rules->rule[LINK] = GM_SAVED;
    rules->value[LINK] = f->saved[PC] - f->offset;
}

enum gm_exidx gm_rules_by_exidx(const struct gm_object *object, uintptr_t address,
                                struct gm_rules *rules)
{
    uintptr_t entry = find_entry(object, address), at = entry + 4;
    struct code c = {.object = object};
    struct frame f = {.base = SP};
    uint32_t word;

    if (entry == 0 || !read_word(object, at, &word))
        return GM_EXIDX_NOTHING;
    if (word == CANNOT_UNWIND)
        return GM_EXIDX_REFUSES;
    bool is_in_index = word >> 31 != 0;
    if (!open_table(&c, is_in_index ? at : relative(at, word), is_in_index))
        return GM_EXIDX_NOTHING;
    while (!c.is_at_end && !c.is_bad) {
        unsigned byte = next_byte(&c);
        if (!c.is_at_end)
            run_one(&f, &c, byte);
    }
    if (c.is_bad || f.offset < 0)
        return GM_EXIDX_NOTHING;
    conclude(&f, rules);
    return GM_EXIDX_RULES;
}
