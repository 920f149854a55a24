/* core_unwind - reads from the unwind tables where functions begin and end
 *
 * Role: for core. A stripped image keeps .eh_frame, as exceptions need it. Its format is in the
 * Linux Standard Base, "Exception Frames"; .debug_frame, of the DWARF standard, is nearly the same.
 * An entry for a function (FDE) has the function's address and size, in the form of numbers that
 * another entry (CIE) names. libdw finds the entry of an address, but does not tell where the
 * function of an entry begins, so the tables are read here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_unwind.h"

#include "base/cursor.h"
#include "base/limit.h"
#include "base/mem.h"
#include "base/search.h"
#include "image/core_code.h"
#include "image/core_object.h"

/* Forms of addresses (DW_EH_PE). */
enum {
    FORM_WORD = 0x00, /* as large as an address */
    FORM_2 = 0x02,    /* bytes: 2, 4, 8; FORM_SIGNED as well */
    FORM_4 = 0x03,
    FORM_8 = 0x04,
    FORM_SIGNED = 0x08,
    FORM_SIZE = 0x07,     /* mask */
    FORM_RELATIVE = 0x10, /* counts from its own place */
    FORM_NONE = 0xff
};

struct reader {
    const struct image *image;
    struct cursor bytes;    /* the section */
    uint64_t address;       /* address of the section */
    bool is_eh;             /* the section is .eh_frame, not .debug_frame */
    uint64_t cie;           /* offset of the CIE that was read last */
    unsigned form;          /* the form that it names; FORM_NONE: not known */
    struct image_range *at; /* ranges found; owned */
    size_t n, cap;
    bool is_unsorted; /* some range begins before the end of the one in front of it */
    struct diag *diag;
};

/* Passes over a number in LEB128, which may be signed. */
static void skip_leb128(struct cursor *c)
{
    enum { MOST_BYTES = 10 };

    for (int i = 0; i < MOST_BYTES && cursor_u8(c) & 0x80; i++)
        ;
}

/* Returns the bytes of a number of the form, or 0 if the form is not understood. */
static size_t bytes_of(const struct reader *r, unsigned form)
{
    switch (form & FORM_SIZE) {
    case FORM_WORD:
        return r->image->word_bytes;
    case FORM_2:
        return 2;
    case FORM_4:
        return 4;
    case FORM_8:
        return 8;
    default:
        return 0;
    }
}

/* Returns the form that a CIE with augmentation `z...` names for addresses. The cursor is behind
 * the register of the return address. */
static unsigned augmented_form(struct reader *r, struct cursor *c, const char *augmentation)
{
    skip_leb128(c);
    for (const char *a = augmentation + 1; *a; a++) {
        unsigned form = *a == 'R' || *a == 'P' || *a == 'L' ? cursor_u8(c) : 0;

        if (*a == 'R')
            return form;
        if (*a == 'P')
            cursor_take(c, bytes_of(r, form));
        else if (*a != 'L' && *a != 'S' && *a != 'B')
            return FORM_NONE;
    }
    return FORM_WORD;
}

/* Returns the form of addresses in the entries of the CIE at an offset. A CIE is read again for
 * each run of its entries, so one with a long augmentation is not understood. */
static unsigned read_cie(struct reader *r, uint64_t offset)
{
    enum { LONGEST = 16 };
    struct cursor c = r->bytes;
    char augmentation[LONGEST] = "";
    uint8_t version;
    size_t i = 0;

    c.pos = offset < c.size ? (size_t)offset : c.size;
    cursor_u32(&c); /* length */
    if (cursor_u32(&c) != (r->is_eh ? 0 : UINT32_MAX))
        return FORM_NONE;
    version = cursor_u8(&c);
    while ((augmentation[i] = (char)cursor_u8(&c)) != '\0')
        if (++i == LONGEST)
            return FORM_NONE;
    if (version >= 4)
        cursor_u16(&c); /* sizes of addresses and of segments */
    skip_leb128(&c);    /* alignment of code */
    skip_leb128(&c);    /* alignment of data */
    if (version == 1)
        cursor_u8(&c); /* register of the return address */
    else
        skip_leb128(&c);
    if (augmentation[0] == 'z')
        return augmented_form(r, &c, augmentation);
    return augmentation[0] == '\0' && !c.failed ? FORM_WORD : FORM_NONE;
}

/* Reads a number of the form, which counts from `base`. */
static uint64_t read_number(const struct reader *r, struct cursor *c, unsigned form, uint64_t base)
{
    size_t bytes = bytes_of(r, form);
    uint64_t number = bytes == 2 ? cursor_u16(c) : cursor_word(c, bytes);

    if (form & FORM_SIGNED)
        number = cursor_signed(number, (unsigned)bytes * 8);
    number += base;
    return r->image->word_bytes == 4 ? number & UINT32_MAX : number;
}

/* Reads the address and size of an FDE. The cursor is behind the place of its CIE. */
static void read_fde(struct reader *r, struct cursor *c)
{
    const uint64_t tags = machine_tag_bits(r->image->isa.machine);
    bool is_relative = (r->form & 0xf0) == FORM_RELATIVE;
    uint64_t start, size, end;

    if ((!is_relative && r->form & 0xf0) || bytes_of(r, r->form) == 0)
        return;
    start = read_number(r, c, r->form, is_relative ? r->address + c->pos : 0) & ~tags;
    size = read_number(r, c, r->form & FORM_SIZE, 0);
    end = core_section_end(r->image, start);
    if (c->failed || size == 0 || size > end - start)
        return;
    r->is_unsorted |= r->n > 0 && start < r->at[r->n - 1].end;
    *mem_push(r->diag, r->at, r->n, r->cap) = (struct image_range){start, start + size};
}

/* Reads the entries of the section; those that are longer than 32 bits can tell end it. */
static void read_entries(struct reader *r)
{
    struct cursor *all = &r->bytes;

    r->form = FORM_NONE;
    r->cie = UINT64_MAX;
    while (cursor_left(all) > 0) {
        uint32_t length = cursor_u32(all), id;
        struct cursor c = *all;
        uint64_t cie;

        if (length > cursor_left(all))
            return;
        all->pos += length;
        if (length == 0) /* ends the entries of one object file */
            continue;
        c.size = all->pos;
        cie = c.pos;
        id = cursor_u32(&c);
        if (id == (r->is_eh ? 0 : UINT32_MAX))
            continue;
        cie = r->is_eh ? cie - id : id;
        if (cie != r->cie)
            r->form = read_cie(r, cie);
        r->cie = cie;
        read_fde(r, &c);
    }
}

static void read_section(struct reader *r, const char *name)
{
    IN_LIBRARY("libbfd");
    bfd *b = r->image->private_->object.bfd;
    asection *s = bfd_get_section_by_name(b, name);
    uint64_t size = s ? bfd_section_size(s) : 0;
    LOCAL uint8_t *contents = NULL;

    if (size == 0 || size > r->image->file_size || !(bfd_section_flags(s) & SEC_HAS_CONTENTS))
        return;
    contents = mem_alloc(r->diag, (size_t)size, 1);
    if (!bfd_get_section_contents(b, s, contents, 0, size))
        return;
    r->bytes =
        (struct cursor){.data = contents, .size = (size_t)size, .big_endian = r->image->big_endian};
    r->address = bfd_section_vma(s);
    r->is_eh = name[1] == 'e';
    read_entries(r);
}

size_t core_unwind(const struct image *image, struct image_range **ranges, struct diag *d)
{
    struct reader r = {.image = image, .diag = d};
    size_t kept = 0;

    if (!image->relocatable) {
        read_section(&r, ".eh_frame");
        read_section(&r, ".debug_frame");
    }
    if (r.is_unsorted)
        sort_u64_pairs(r.at, r.n, sizeof *r.at);
    for (size_t i = 0; i < r.n; i++)
        if (kept == 0 || r.at[i].start >= r.at[kept - 1].end)
            r.at[kept++] = r.at[i];
    *ranges = r.at;
    return kept;
}
