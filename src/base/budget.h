/* budget - bounds what reading a file may cost by the file's size
 *
 * A small file can ask for much: it packs zeros, refers to the same bytes again and again, or
 * repeats a long name. Whoever opens a file makes a budget from its size. Each reader that a file
 * can make repeat itself takes from the budget before it goes on: a unit is a byte that is made or
 * copied, or a step as cheap as that. What a budget is for, memory or work, its owner decides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include "base/arith.h"
#include "base/diag.h"

/* Zero-initialised it has nothing to give. */
struct budget {
    uint64_t left; /* units that may still be taken */
    bool is_spent; /* more was asked for than was left, which then became 0 */
    bool is_told;  /* the warning was given */
};

/* Returns the budget of a file of `bytes` bytes: 64 MB, and 100 units for each byte. */
static inline struct budget budget_of(uint64_t bytes)
{
    const uint64_t always = UINT64_C(64) << 20, a_byte = 100;

    return (struct budget){.left = bytes < (UINT64_MAX - always) / a_byte ? always + a_byte * bytes
                                                                          : UINT64_MAX};
}

/* Adds 100 units for each byte of a further file. */
static inline void budget_add(struct budget *b, uint64_t bytes)
{
    b->left = add_saturated(b->left, budget_of(bytes).left - budget_of(0).left);
}

/* Takes `units`. Returns false if fewer are left; then the caller leaves out what it would have
 * done, and later calls get nothing either. */
static inline bool budget_take(struct budget *b, uint64_t units)
{
    b->is_spent = b->is_spent || units > b->left;
    b->left = b->is_spent ? 0 : b->left - units;
    return !b->is_spent;
}

/* Takes `a_byte` units for each byte of a text, which may be NULL. Of a text that costs too much,
 * no more is read than that needs. */
static inline bool budget_take_text(struct budget *b, uint64_t a_byte, const char *text)
{
    return budget_take(b, text ? a_byte * strnlen(text, (size_t)(b->left / a_byte) + 1) : 0);
}

/* Units for a byte of a name, and for a byte that exports may write as an escape of 6 bytes. In
 * names of fewer bytes than BUDGET_NAME_SHORT, escapes cost less than the symbol pays for. */
enum {
    BUDGET_NAME_BYTE = 8,
    BUDGET_NAME_ESCAPE = 6 * BUDGET_NAME_BYTE,
    BUDGET_NAME_SHORT = 50
};

/* Returns the units for the first `bytes` bytes of a name. */
static inline uint64_t budget_name_units(const char *name, size_t bytes)
{
    /* a bit for each byte: control characters, " & < > \ and all from 127 on */
    static const uint64_t escaped[4] = {UINT64_C(0x50000044ffffffff), UINT64_C(0x8000000010000000),
                                        UINT64_MAX, UINT64_MAX};
    uint64_t escapes = 0;

    for (size_t i = 0; i < bytes; i++) {
        unsigned char c = (unsigned char)name[i];
        escapes += escaped[c >> 6] >> (c & 63) & 1;
    }
    return BUDGET_NAME_BYTE * (uint64_t)bytes + (BUDGET_NAME_ESCAPE - BUDGET_NAME_BYTE) * escapes;
}

/* Takes units for a name that is copied, compared and shown once more, as many symbols can share a
 * long name. Returns false if too few are left; then the name is left out. */
static inline bool budget_take_name(struct budget *b, const char *name)
{
    size_t bytes = name ? strnlen(name, (size_t)(b->left / BUDGET_NAME_BYTE) + 1) : 0;

    return budget_take(b, bytes < BUDGET_NAME_SHORT ? BUDGET_NAME_BYTE * (uint64_t)bytes
                                                    : budget_name_units(name, bytes));
}

/* Takes units for resolving a path: the system is asked for each directory on it by its own
 * path. */
static inline bool budget_take_path(struct budget *b, const char *path)
{
    const uint64_t a_directory = 1000, cheap = 64;
    uint64_t n = 0;

    for (; *path; path++)
        n += *path == '/';
    return budget_take(b, a_directory * n * (1 + n / cheap));
}

/* Warns that `what`, such as "lines", were left out of the file, if the budget is spent. Warns
 * only once; with a NULL `d`, later. */
static inline void budget_warn(struct budget *b, struct diag *d, const char *file, const char *what)
{
    if (b->is_spent && !b->is_told)
        diag_warning(d, file,
                     "reading it costs too much for its size, as in damaged files; some %s are "
                     "missing",
                     what);
    b->is_told = b->is_told || (b->is_spent && d);
}

#endif
