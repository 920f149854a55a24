/* find_call - direct call instructions in machine code: the choice of a decoder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call.h"

#include "decode/find_call_arch.h"

const struct call_decoder find_call_none = {.next = NULL};

static const struct call_decoder *const decoders[] = {
#define ROW(name, decoder, arch, traits, ...) [MACHINE_##name] = &find_call_##decoder,
    MACHINE_LIST(ROW)
#undef ROW
};

bool find_call_known(enum machine machine)
{
    return decoders[machine]->next || decoders[machine]->is_call;
}

void find_call_init(struct find_call *f, const struct isa *isa, enum code_kind kind,
                    const uint8_t *bytes, size_t size, uint64_t address)
{
    *f = (struct find_call){
        .bytes = bytes, .size = size, .address = address, .isa = *isa, .kind = kind};
}

/* Goes over words of four bytes. */
static bool next_word(const struct call_decoder *decoder, struct find_call *f, struct call *call)
{
    bool big_endian = decoder->is_big || (f->isa.big_endian && !decoder->is_little);

    while (code_left(f) >= 4) {
        uint32_t word = cursor_load_32(f->bytes + f->pos, big_endian);

        call->site = f->address + f->pos;
        f->pos += 4;
        if (decoder->is_call(&f->isa, word, call->site, &call->target))
            return true;
    }
    return false;
}

bool find_call_next(struct find_call *f, struct call *call)
{
    const struct call_decoder *decoder = decoders[f->isa.machine];

    if (f->kind == CODE_DATA || !find_call_known(f->isa.machine) ||
        !(decoder->next ? decoder->next(f, call) : next_word(decoder, f, call)))
        return false;
    if (!f->isa.wide) /* the upper half is that of the site: some formats extend the sign there */
        call->target = (call->site & ~(uint64_t)UINT32_MAX) | (call->target & UINT32_MAX);
    return true;
}

size_t find_call_local_entry(const struct isa *isa, const uint8_t *bytes, size_t size)
{
    const struct call_decoder *decoder = decoders[isa->machine];

    return decoder->local_entry ? decoder->local_entry(isa, bytes, size) : 0;
}

bool find_call_knows_returns(enum machine machine)
{
    return decoders[machine]->returns_to != NULL;
}

bool find_call_returns_to(const struct isa *isa, const uint8_t *bytes, size_t size)
{
    const struct call_decoder *decoder = decoders[isa->machine];

    return decoder->returns_to && decoder->returns_to(isa, bytes + size, size);
}

size_t find_call_saved_before(enum machine machine)
{
    return decoders[machine]->saved_before;
}
