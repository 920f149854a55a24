/* machine - the machines that can be told apart, and their instruction sets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/machine.h"

static const uint8_t traits_of[] = {
#define ROW(name, decoder, arch, traits, ...) [MACHINE_##name] = (traits),
    MACHINE_LIST(ROW)
#undef ROW
};

bool machine_has(enum machine machine, enum machine_trait trait)
{
    return traits_of[machine] & (unsigned)trait;
}

uint64_t machine_tag_bits(enum machine machine)
{
    return machine_has(machine, MACHINE_TAGGED) ? 1 : 0;
}
