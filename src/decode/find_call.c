/* find_call - walks over machine code with the decoder of its machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call.h"

#include "decode/find_call_arch.h"

const struct call_decoder find_call_none = {.decode = NULL};

static const struct call_decoder *const decoders[] = {
#define ROW(name, decoder, arch, traits, ...) [MACHINE_##name] = &find_call_##decoder,
    MACHINE_LIST(ROW)
#undef ROW
};

bool find_call_known(enum machine machine)
{
    return decoders[machine]->decode != NULL;
}

void find_call_init(struct find_call *f, const struct isa *isa, enum code_kind kind,
                    const uint8_t *bytes, size_t size, uint64_t address)
{
    *f = (struct find_call){
        .bytes = bytes, .size = size, .address = address, .isa = *isa, .kind = kind};
}

bool find_call_next(struct find_call *f, struct call *call)
{
    const struct call_decoder *decoder = decoders[f->isa.machine];
    bool is_call = false;

    if (f->kind == CODE_DATA || !decoder->decode)
        return false;
    while (!is_call && f->pos < f->size) {
        size_t bytes;

        call->site = f->address + f->pos;
        bytes = decoder->decode(f, call, &is_call);
        if (bytes > code_left(f))
            return false;
        f->pos += bytes;
    }
    /* the upper half is that of the site, since some formats extend the sign */
    if (is_call && !f->isa.wide)
        call->target = (call->site & ~(uint64_t)UINT32_MAX) | (call->target & UINT32_MAX);
    return is_call;
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
