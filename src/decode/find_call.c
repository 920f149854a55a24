/* find_call - direct call instructions in machine code: the table of machines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "decode/find_call.h"

#include "decode/find_call_arch.h"

struct machine_row {
    bool (*next)(struct find_call *f, struct call *call); /* NULL: no decoder */
    size_t (*local_entry)(const struct isa *isa, const uint8_t *bytes, size_t size); /* or NULL */
};

static const struct machine_row machines[] = {
    [MACHINE_UNKNOWN] = {NULL, NULL},
    [MACHINE_I386] = {find_call_x86, NULL},
    [MACHINE_X86_64] = {find_call_x86, NULL},
    [MACHINE_AARCH64] = {find_call_aarch64, NULL},
    [MACHINE_ARM] = {find_call_arm, NULL},
    [MACHINE_RISCV] = {find_call_riscv, NULL},
    [MACHINE_PPC] = {find_call_ppc, find_call_ppc_local_entry},
    [MACHINE_S390] = {find_call_s390, NULL},
    [MACHINE_MIPS] = {find_call_mips, NULL},
    [MACHINE_MIPS_R6] = {find_call_mips, NULL},
    [MACHINE_MIPS_16] = {NULL, NULL},
    [MACHINE_SPARC] = {find_call_sparc, NULL},
};

bool find_call_known(enum machine machine)
{
    return machines[machine].next != NULL;
}

void find_call_init(struct find_call *f, const struct isa *isa, enum code_kind kind,
                    const uint8_t *bytes, size_t size, uint64_t address)
{
    *f = (struct find_call){
        .bytes = bytes, .size = size, .address = address, .isa = *isa, .kind = kind};
}

bool find_call_next(struct find_call *f, struct call *call)
{
    const struct machine_row *row = &machines[f->isa.machine];

    if (!row->next || f->kind == CODE_DATA || !row->next(f, call))
        return false;
    if (!f->isa.wide) /* the upper half is that of the site: some formats extend the sign there */
        call->target = (call->site & ~(uint64_t)UINT32_MAX) | (call->target & UINT32_MAX);
    return true;
}

size_t find_call_local_entry(const struct isa *isa, const uint8_t *bytes, size_t size)
{
    const struct machine_row *row = &machines[isa->machine];

    return row->local_entry ? row->local_entry(isa, bytes, size) : 0;
}
