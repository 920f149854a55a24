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

/* Names of fewer bytes cost less than their symbol pays for, also in exports that write each byte
 * as an escape. */
enum { BUDGET_NAME_SHORT = 50 };

/* Returns how many bytes of a name exports may write as an escape of 6 bytes. */
static inline uint64_t budget_name_escapes(const char *name)
{
    /* a bit for each byte: control characters, " & < > \ and all from 127 on */
    static const uint64_t escaped[4] = {UINT64_C(0x50000044ffffffff), UINT64_C(0x8000000010000000),
                                        UINT64_MAX, UINT64_MAX};
    uint64_t escapes = 0;

    for (; *name; name++)
        escapes += escaped[(unsigned char)*name >> 6] >> (*name & 63) & 1;
    return escapes;
}

/* Takes units for a name that is copied, compared and shown once more, as many symbols can share a
 * long name. Returns false if too few are left; then the name is left out. */
static inline bool budget_take_name(struct budget *b, const char *name)
{
    const uint64_t a_byte = 8, further = 5; /* bytes of an escape */

    return budget_take_text(b, a_byte, name) &&
           (!name || strnlen(name, BUDGET_NAME_SHORT) < BUDGET_NAME_SHORT ||
            budget_take(b, further * a_byte * budget_name_escapes(name)));
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
