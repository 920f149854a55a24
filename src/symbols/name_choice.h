/* name_choice - which form of each name no other name has
 *
 * Role: for names. A short form is good only if it says which function is meant. All forms of all
 * names are laid side by side here, and of each symbol the first one is chosen whose text is a form
 * of no other name. A text that is one name with nothing left out belongs to that one. Two symbols
 * of one name, as static functions may be, stay alike.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAME_CHOICE_H
#define SYMBOLS_NAME_CHOICE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* That a form of a symbol's name is some text. */
struct name_claim {
    uint64_t text;     /* hashes: two texts that are alike in 64 bits only make names longer */
    uint64_t identity; /* of the name with everything */
    uint32_t symbol;
    uint16_t form;
    bool whole; /* nothing is left out of it */
};

struct name_choice {
    struct name_claim *claims; /* owned */
    size_t n, cap;
};

enum { NAME_CHOICE_FORMS = 16 };

/* Take in that form number `form`, below NAME_CHOICE_FORMS, of the symbol's name is `text`, and
 * whether that is the `whole` name; a symbol's forms may come in any order, smaller numbers being
 * preferred. Zero-initialise `c` first. */
void name_choice_add(struct name_choice *c, uint32_t symbol, unsigned form, bool whole,
                     const char *text, uint64_t identity, struct diag *d);

/* The identity of a name. */
uint64_t name_identity(const char *name);

/* Set `chosen[symbol]` of each of the `n` symbols that has forms to the number of the first that is
 * no form of another name, or else of its last one. `chosen` is zeroed before. O(claims
 * log(claims)). */
void name_choice_make(struct name_choice *c, uint8_t *chosen, uint32_t n, struct diag *d);

void name_choice_release(struct name_choice *c);

#endif
