/* core_code - the code sections of an image, by address
 *
 * Role: for core. Which addresses hold code, where the next code begins, and its bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_bfd.h"

#include "base/mem.h"
#include "base/search.h"

#include <stdlib.h>

static int by_start(const void *left, const void *right)
{
    const struct code_section *l = left, *r = right;

    if (l->start != r->start)
        return l->start < r->start ? -1 : 1;
    return l->section->index < r->section->index ? -1 : 1;
}

bool core_find_code(struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;

    p->codes = mem_alloc(d, bfd_count_sections(p->object.bfd), sizeof *p->codes);
    for (asection *s = p->object.bfd->sections; s; s = s->next) {
        if (bfd_section_flags(s) & SEC_CODE)
            p->codes[p->n_codes++] = (struct code_section){
                .section = s, .start = bfd_section_vma(s), .end = core_end_of(s)};
    }
    if (p->n_codes == 0)
        return diag_error(d, image->path,
                          "no section holds code; name the linked program, not a data or "
                          "debug file");
    qsort(p->codes, p->n_codes, sizeof *p->codes, by_start);
    return true;
}

/* The number of the first code section that starts above `address`, or n_codes. */
static size_t first_above(const struct image_private *p, uint64_t address)
{
    return p->n_codes ? count_up_to(&p->codes->start, p->n_codes, sizeof *p->codes, address) : 0;
}

struct code_section *core_section_at(const struct image_private *p, uint64_t address)
{
    size_t i = first_above(p, address);

    while (i > 0) { /* sections of an object file may share an address, some of them empty */
        struct code_section *c = &p->codes[--i];
        if (address < c->end)
            return c;
        if (c->start != address)
            break;
    }
    return NULL;
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

    while (!c || c->start == c->end) {
        if (next == p->n_codes)
            return false;
        c = &p->codes[next++];
    }
    *start = address > c->start ? address : c->start;
    *end = c->end;
    return true;
}

/* Read the contents of `c`: never more than the file holds, whatever the section header says. */
static bool read_contents(const struct image *image, struct code_section *c, struct diag *d)
{
    static const char remedy[] = "file truncated, its code is not all there; copy or link the "
                                 "program again, or leave out -c";
    bfd *b = image->private_->object.bfd;
    uint64_t size = bfd_section_size(c->section), left = bfd_get_file_size(b);
    uint64_t at = (uint64_t)c->section->filepos;

    if (at > left || size > left - at)
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
    size_t next = first_above(p, address);

    *code = (struct image_code){.address = address};
    while (!c || c->start == c->end || !(bfd_section_flags(c->section) & SEC_HAS_CONTENTS)) {
        if (next == p->n_codes)
            return true;
        c = &p->codes[next++];
    }
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
