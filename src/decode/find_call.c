/* find_call - walks over machine code with the decoder of its machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call.h"

#include "decode/find_call_arch.h"

const struct call_decoder find_call_none = {0};

static const struct call_decoder *const decoders[] = {
#define ROW(name, decoder, arch, traits, ...) [MACHINE_##name] = &find_call_##decoder,
    MACHINE_LIST(ROW)
#undef ROW
};

const struct call_decoder *find_call_decoder(enum machine machine)
{
    return decoders[machine];
}

void find_call_init(struct find_call *f, const struct isa *isa, enum code_kind kind,
                    const uint8_t *bytes, size_t size, uint64_t address)
{
    *f = (struct find_call){
        .bytes = bytes, .size = size, .address = address, .isa = *isa, .kind = kind};
}

bool find_call_next(struct find_call *f, struct call *call)
{
    const struct call_decoder *decoder = find_call_decoder(f->isa.machine);
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
