/* name_choice - chooses the form of each name that no other name has
 *
 * Texts are compared by sorted hashes, so that no names make the choice slow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/name_forms.h"

#include "base/mem.h"
#include "base/search.h"
#include "base/words.h"

void name_choice_add(struct name_choice *c, uint32_t symbol, unsigned form, bool is_full,
                     const char *text, uint64_t identity)
{
    *mem_push(NULL, c->claims, c->n, c->cap) =
        (struct name_claim){text_hash(text, 0), identity, symbol, (uint16_t)form, is_full};
}

/* Forms of a symbol, as bits. */
struct form_bits {
    uint16_t free, contested;
};

/* Notes which forms are free. A text belongs to the only name that claims it, or to the only name
 * whose full form it is. */
static void note_claims(const struct name_choice *c, struct form_bits *bits)
{
    for (size_t from = 0, to; from < c->n; from = to) {
        const struct name_claim *first = &c->claims[from], *full = NULL;
        bool is_one = true, is_contested = false;

        for (to = from; to < c->n && c->claims[to].text == first->text; to++) {
            const struct name_claim *claim = &c->claims[to];

            is_one &= claim->identity == first->identity;
            is_contested |= claim->is_full && full && full->identity != claim->identity;
            full = claim->is_full ? claim : full;
        }
        for (const struct name_claim *claim = first; claim < &c->claims[to]; claim++) {
            struct form_bits *b = &bits[claim->symbol];
            bool is_free = !is_contested && (is_one || claim->is_full);
            uint16_t *set = is_free ? &b->free : &b->contested;

            *set = (uint16_t)(*set | 1U << claim->form);
        }
    }
}

void name_choice_make(struct name_choice *c, uint8_t *chosen, uint32_t n)
{
    LOCAL struct form_bits *bits = mem_alloc(NULL, n, sizeof *bits);

    sort_u64(c->claims, c->n, sizeof *c->claims);
    note_claims(c, bits);
    for (uint32_t s = 0; s < n; s++) {
        unsigned form = 0;

        if (bits[s].free)
            while (!(bits[s].free >> form & 1))
                form++;
        else
            while (bits[s].contested >> (form + 1))
                form++;
        if (bits[s].free || bits[s].contested)
            chosen[s] = (uint8_t)form;
    }
}

void name_choice_release(struct name_choice *c)
{
    free(c->claims);
    *c = (struct name_choice){0};
}
