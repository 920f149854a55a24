/* core_code - finds the machine of an image, and its code sections by address
 *
 * Role: for core. It tells which addresses hold code, where the next code begins, and its bytes.
 * The machine (machine.h) is found from e_machine and e_flags of an ELF header; libbfd tells it for
 * other formats.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_code.h"

#include "base/cursor.h"
#include "base/file.h"
#include "base/limit.h"
#include "base/mem.h"
#include "base/search.h"
#include "image/core_object.h"

#include <errno.h>

/* ---- code sections ---- */

bool core_find_code(struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;
    bool any = false;

    p->codes = mem_alloc(d, bfd_count_sections(p->object.bfd), sizeof *p->codes);
    for (asection *s = p->object.bfd->sections; s; s = s->next) {
        any |= (bfd_section_flags(s) & SEC_CODE) != 0;
        if (strcmp(bfd_section_name(s), ".init") == 0)
            image->init = bfd_section_vma(s);
        if (bfd_section_flags(s) & SEC_CODE && bfd_section_size(s) > 0)
            p->codes[p->n_codes++] = (struct code_section){.start = bfd_section_vma(s),
                                                           .index = s->index,
                                                           .end = core_end_of(s),
                                                           .section = s};
    }
    if (!any)
        return diag_error(d, image->path,
                          "no section holds code; name the linked program, not a data or "
                          "debug file");
    sort_u64_pairs(p->codes, p->n_codes, sizeof *p->codes);
    for (size_t i = p->n_codes, full = i; i-- > 0;) {
        full = bfd_section_flags(p->codes[i].section) & SEC_HAS_CONTENTS ? i : full;
        p->codes[i].full = full;
        image->code_start = p->codes[i].start;
        image->code_end = p->codes[i].end > image->code_end ? p->codes[i].end : image->code_end;
    }
    return true;
}

/* Returns the number of the first code section that starts above `address`, or n_codes. */
static size_t first_above(const struct image_private *p, uint64_t address)
{
    return count_up_to(p->codes, p->n_codes, sizeof *p->codes, address);
}

struct code_section *core_section_at(const struct image_private *p, uint64_t address)
{
    size_t i = first_above(p, address); /* sections of an object file may share an address */

    return i > 0 && address < p->codes[i - 1].end ? &p->codes[i - 1] : NULL;
}

uint64_t core_section_end(const struct image *image, uint64_t address)
{
    const struct code_section *c = core_section_at(image->private_, address);

    return c ? c->end : address;
}

bool core_next_code(const struct image *image, uint64_t address, uint64_t *start, uint64_t *end)
{
    const struct image_private *p = image->private_;
    const struct code_section *c = core_section_at(p, address);
    size_t next = first_above(p, address);

    if (!c) {
        if (next == p->n_codes)
            return false;
        c = &p->codes[next];
    }
    *start = address > c->start ? address : c->start;
    *end = c->end;
    return true;
}

/* Reads the contents of `c`. Reads no more than the file holds, even if the section header claims
 * more. */
static bool read_contents(const struct image *image, struct code_section *c, struct diag *d)
{
    static const char remedy[] = "file truncated, its code is not all there; copy or link the "
                                 "program again, or leave out -c";
    IN_LIBRARY("libbfd");
    bfd *b = image->private_->object.bfd;
    uint64_t size = bfd_section_size(c->section);
    uint64_t at = (uint64_t)c->section->filepos;

    if (at > image->file_size || size > image->file_size - at)
        return diag_error(d, image->path, "section %s: %s", bfd_section_name(c->section), remedy);
    if ((size_t)size != size) /* more than 32 bits can address */
        mem_out(d, SIZE_MAX);
    c->contents = mem_alloc(d, (size_t)size, 1);
    if (!bfd_get_section_contents(b, c->section, c->contents, 0, size))
        return core_report(d, image->path);
    c->size = (size_t)size;
    return true;
}

bool core_code(const struct image *image, uint64_t address, struct image_code *code, struct diag *d)
{
    struct image_private *p = image->private_;
    struct code_section *c = core_section_at(p, address);
    size_t at = c ? (size_t)(c - p->codes) : first_above(p, address);

    *code = (struct image_code){.address = address};
    at = at < p->n_codes ? p->codes[at].full : at;
    if (at == p->n_codes)
        return true;
    c = &p->codes[at];
    if (!c->contents && !read_contents(image, c, d))
        return false;
    code->address = address > c->start ? address : c->start;
    code->bytes = c->contents + (code->address - c->start);
    code->size = c->size - (size_t)(code->address - c->start);
    return true;
}

void core_text_range(const struct image *image, uint64_t *start, uint64_t *end)
{
    const struct image_private *p = image->private_;
    asection *text = bfd_get_section_by_name(p->object.bfd, ".text");

    *start = UINT64_MAX;
    *end = 0;
    for (size_t i = 0; i < p->n_codes; i++) {
        const struct code_section *c = &p->codes[i];
        if (text && c->section != text)
            continue;
        *start = c->start < *start ? c->start : *start;
        *end = c->end > *end ? c->end : *end;
    }
}

/* ---- the machine of an image ---- */

struct machine_row {
    enum bfd_architecture arch; /* libbfd's name in other formats; unknown: not in other formats */
    unsigned traits;            /* machine_trait bits */
    unsigned elf[3];            /* e_machine; 0: none */
};

/* The row of each machine, by its number. */
static const struct machine_row machine_rows[] = {
#define ROW(name, decoder, arch, traits, ...) {bfd_arch_##arch, (traits), {__VA_ARGS__}},
    MACHINE_LIST(ROW)
#undef ROW
};

static bool has_number(const struct machine_row *row, unsigned number)
{
    for (size_t i = 0; i < sizeof row->elf / sizeof *row->elf; i++)
        if (row->elf[i] == number && number != 0)
            return true;
    return false;
}

/* Reads the fields of an ELF header that name the machine. A libbfd that was built for few targets
 * opens every ELF file but knows few machines, so it is not asked. */
static bool read_elf_machine(const struct image *image, unsigned *machine, uint32_t *flags,
                             struct diag *d)
{
    enum { CLASS_AT = 4, MACHINE_AT = 18, FLAGS_AT_32 = 36, FLAGS_AT_64 = 48 };
    uint8_t header[FLAGS_AT_64 + 4] = {0};
    struct cursor c = {.data = header, .size = sizeof header, .big_endian = image->big_endian};

    if (file_read_part(image->path, 0, header, sizeof header) < 0)
        return diag_system(
            d, image->path, errno,
            file_read_remedy(errno, "name the profiled program: gprof PROGRAM gmon.out"));
    c.pos = MACHINE_AT;
    *machine = cursor_u16(&c);
    c.pos = header[CLASS_AT] == 2 ? FLAGS_AT_64 : FLAGS_AT_32;
    *flags = cursor_u32(&c);
    return true;
}

/* Takes the properties of instructions from e_flags. */
static void apply_elf_flags(struct isa *isa, uint32_t flags)
{
    const uint32_t arm_be8 = 0x00800000, mips_32r6 = 9, mips_64r6 = 10;
    const uint32_t mips_16 = 0x04000000, micromips = 0x02000000;

    if (isa->machine == MACHINE_ARM && flags & arm_be8)
        isa->big_endian = false; /* BE8: the linker has swapped the bytes of the instructions */
    if (isa->machine == MACHINE_MIPS && (flags >> 28 == mips_32r6 || flags >> 28 == mips_64r6))
        isa->machine = MACHINE_MIPS_R6;
    if (isa->machine == MACHINE_MIPS && flags & (mips_16 | micromips))
        isa->machine = MACHINE_MIPS_16;
}

bool core_find_isa(struct image *image, struct diag *d)
{
    bfd *b = image->private_->object.bfd;
    bool is_elf = bfd_get_flavour(b) == bfd_target_elf_flavour;
    struct isa isa = {.machine = MACHINE_UNKNOWN,
                      .big_endian = image->big_endian,
                      .wide = image->word_bytes == 8};
    unsigned elf = 0;
    uint32_t flags = 0;

    if (is_elf && !read_elf_machine(image, &elf, &flags, d))
        return false;
    for (size_t i = 0; i < sizeof machine_rows / sizeof *machine_rows; i++) {
        const struct machine_row *row = &machine_rows[i];
        if (is_elf ? has_number(row, elf)
                   : row->arch != bfd_arch_unknown && row->arch == bfd_get_arch(b))
            isa.machine = (enum machine)i;
    }
    if (!is_elf && isa.machine == MACHINE_I386 && isa.wide)
        isa.machine = MACHINE_X86_64;
    apply_elf_flags(&isa, flags);
    image->isa = isa;
    return true;
}

bool machine_has(enum machine machine, enum machine_trait trait)
{
    return machine_rows[machine].traits & trait;
}

uint64_t machine_tag_bits(enum machine machine)
{
    return machine_has(machine, MACHINE_TAGGED) ? 1 : 0;
}
