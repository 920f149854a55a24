/* code_rules.c - what the code tells of stacks, held against what tables tell, at every instruction
 *
 * Use: code_rules [-v]
 * Looks at all code of the program and its libraries that tables of call frame information
 * describe. Prints `signals agreed N differing N unknown N' of places as a signal meets them, and
 * `calls ...' of places behind calls; with -v each place that differs, too. Linked with
 * core/unwind*.c, and the system for them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "runtime/arch/generic/effect.h"
#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind_code.h"
#include "runtime/core/unwind_memory.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct gm_code_memory code;
static struct gm_rules_memory tables;
static struct gm_rules told;
static bool is_verbose;

/* ---- the system ------------------------------------------------------------------------------ */

void *gm_map(size_t bytes)
{
    return calloc(1, bytes);
}

enum gm_readable gm_try_word(uintptr_t at)
{
    (void)at;
    return GM_READABLE;
}

bool gm_copy_page(void *to, uintptr_t page, size_t bytes)
{
    (void)to;
    (void)page;
    (void)bytes;
    return false;
}

bool gm_find_new_code(void)
{
    return false;
}

bool gm_signal_caller(uintptr_t pc, uintptr_t stack, struct gm_registers *interrupted)
{
    (void)pc;
    (void)stack;
    (void)interrupted;
    return false;
}

/* ---- two answers ------------------------------------------------------------------------------
 */

struct counts {
    long agreed, differing, unknown;
};
static struct counts signals, calls;

/* Compilers tell of several saved registers at once, so one may be where it was and on the stack.
 */
static bool is_same(const struct gm_rules *a, const struct gm_rules *b)
{
    for (unsigned i = 0; i < GM_REGISTERS; i++)
        if (a->rule[i] == GM_SAVED && b->rule[i] == GM_SAVED && a->value[i] != b->value[i])
            return false;
    return a->cfa_register != b->cfa_register || a->cfa_value == b->cfa_value;
}

static void look(const struct gm_place *place, const struct gm_frame_info *info, struct counts *n)
{
    if (!gm_rules_at(&tables, info, place->at - !place->is_exact) || tables.rules.is_cfa_computed ||
        tables.rules.rule[GM_RETURN_COLUMN] == GM_UNDEFINED)
        return;
    memset(&told, 0, sizeof told);
    if (!gm_rules_by_code(&code, place, &told)) {
        n->unknown++;
        return;
    }
    bool is_right = is_same(&told, &tables.rules);
    *(is_right ? &n->agreed : &n->differing) += 1;
    if (is_verbose && !is_right)
        printf("# %lx, %s: CFA %u%+ld, link %u%+ld, by the table %u%+ld, %u%+ld\n",
               (unsigned long)place->at, place->is_exact ? "signal" : "call", told.cfa_register,
               (long)told.cfa_value, told.rule[GM_RETURN_COLUMN],
               (long)told.value[GM_RETURN_COLUMN], tables.rules.cfa_register,
               (long)tables.rules.cfa_value, tables.rules.rule[GM_RETURN_COLUMN],
               (long)tables.rules.value[GM_RETURN_COLUMN]);
}

static void look_at_function(const struct gm_object *o, const struct gm_frame_info *info)
{
    struct gm_place place = {.begin = o->code.begin, .end = o->code.end, .mode = MODE};
    struct gm_effect e = {.kind = GM_OTHER};
    bool is_delayed = false; /* no signal is taken between a jump and what is executed with it */

    for (uintptr_t at = info->begin; at < info->end; at += e.bytes) {
        e = (struct gm_effect){.kind = GM_OTHER};
        if (!gm_effect_at((const unsigned char *)at, at, 0, MODE, &e))
            return;
        place.at = at;
        place.is_exact = true;
        if (!is_delayed)
            look(&place, info, &signals);
        is_delayed = e.is_delayed;
        place.is_exact = false;
        place.at = at + e.bytes * (e.is_delayed ? 2U : 1U);
        if (e.kind == GM_CALL)
            look(&place, info, &calls);
    }
}

/* ---- objects ----------------------------------------------------------------------------------
 */

static void look_at_object(const struct gm_object *o)
{
    struct gm_frame_info info;

    for (size_t pair = 0; pair < o->pairs; pair++) {
        int32_t n;
        memcpy(&n, (const void *)(o->table + pair * 8), sizeof n);
        uintptr_t begin = o->table_base + (uintptr_t)(intptr_t)n;
        if (gm_frame_info(o, begin, &info) && !info.is_signal && info.begin == begin)
            look_at_function(o, &info);
    }
}

static int see(struct dl_phdr_info *info, size_t size, void *to)
{
    struct gm_object o = {.is_code_readable = true};
    struct gm_span header = {0, 0}, segment = {0, 0};

    (void)size;
    (void)to;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        struct gm_span all = {p->p_vaddr + info->dlpi_addr,
                              p->p_vaddr + info->dlpi_addr + p->p_filesz};
        if (p->p_type == PT_LOAD && (p->p_flags & PF_X) != 0)
            o.code = all;
        if (p->p_type == PT_GNU_EH_FRAME)
            header = all;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        if (p->p_type == PT_LOAD && header.begin - (p->p_vaddr + info->dlpi_addr) < p->p_filesz)
            segment = (struct gm_span){p->p_vaddr + info->dlpi_addr,
                                       p->p_vaddr + info->dlpi_addr + p->p_filesz};
    }
    if (header.begin < header.end && segment.begin < segment.end)
        gm_table_from_header(&o, header, segment);
    look_at_object(&o);
    return 1;
}

int main(int count, char **argument)
{
    is_verbose = count > 1 && strcmp(argument[1], "-v") == 0;
    dl_iterate_phdr(see, NULL);
    printf("signals agreed %ld differing %ld unknown %ld\n", signals.agreed, signals.differing,
           signals.unknown);
    printf("calls agreed %ld differing %ld unknown %ld\n", calls.agreed, calls.differing,
           calls.unknown);
    return 0;
}
