/* elf_image.c - writes an ELF file that is a model in memory
 *
 * Role: turns the model into bytes: header, section contents, .symtab, .strtab, .shstrtab,
 * section headers.  There are no program headers: nothing here is meant to run.
 *
 * Output: one ELF file; see the generic ABI, chapters "ELF Header" to "Symbol Table".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf_image.h"

#include <stdlib.h>
#include <string.h>

enum { SHT_PROGBITS = 1, SHT_SYMTAB = 2, SHT_STRTAB = 3, SHT_NOTE = 7, SHT_NOBITS = 8 };
enum { SHF_WRITE = 1, SHF_ALLOC = 2, SHF_EXEC = 4 };
enum { SHN_ABS = 0xfff1, SHN_COMMON = 0xfff2 };
enum { OSABI_GNU = 3, TYPE_REL = 1, STB_UNIQUE = 10, STT_IFUNC = 10 };

void elf_image_init(struct elf_image *im)
{
    *im = (struct elf_image){.wide = true, .type = 2};
    buf_uint(&im->strtab, 0, 1);
}

void elf_image_release(struct elf_image *im)
{
    for (size_t i = 0; i < im->n_sec; i++) {
        free(im->sec[i].name);
        buf_release(&im->sec[i].hex);
    }
    free(im->sec);
    free(im->sym);
    buf_release(&im->strtab);
    *im = (struct elf_image){0};
}

struct elf_section *elf_add_section(struct elf_image *im, const char *name)
{
    if (im->n_sec >= 0xff00)
        die("too many sections");
    im->sec = xrealloc_array(im->sec, im->n_sec + 1, sizeof *im->sec);
    struct elf_section *s = &im->sec[im->n_sec++];
    *s = (struct elf_section){.name = xmemdup0(name, strlen(name))};
    return s;
}

struct elf_symbol *elf_add_symbol(struct elf_image *im)
{
    if (im->n_sym == im->cap_sym) {
        im->cap_sym = im->cap_sym * 2 + 64;
        im->sym = xrealloc_array(im->sym, im->cap_sym, sizeof *im->sym);
    }
    struct elf_symbol *s = &im->sym[im->n_sym++];
    *s = (struct elf_symbol){.place = PLACE_BY_VALUE};
    return s;
}

uint32_t elf_add_string(struct elf_image *im, const char *s)
{
    size_t at = im->strtab.len;

    if (*s == '\0')
        return 0;
    if (at > UINT32_MAX)
        die("string table too large");
    buf_put(&im->strtab, s, strlen(s) + 1);
    return (uint32_t)at;
}

static void put_header(const struct elf_image *im, struct buf *out, bool gnu, size_t n_headers)
{
    const unsigned char ident[8] = {
        0x7f, 'E', 'L', 'F', im->wide ? 2 : 1, im->big ? 2 : 1, 1, gnu ? OSABI_GNU : 0};
    size_t word = im->wide ? 8 : 4;

    buf_put(out, ident, sizeof ident);
    buf_fill(out, 0, 8);
    buf_uint(out, im->type, 2);
    buf_uint(out, im->machine, 2);
    buf_uint(out, 1, 4);
    buf_uint(out, im->entry, word);
    buf_uint(out, 0, word); /* e_phoff */
    buf_uint(out, 0, word); /* e_shoff, patched at the end */
    buf_uint(out, im->flags, 4);
    buf_uint(out, im->wide ? 64 : 52, 2);
    buf_uint(out, 0, 2); /* e_phentsize */
    buf_uint(out, 0, 2); /* e_phnum */
    buf_uint(out, im->wide ? 64 : 40, 2);
    buf_uint(out, n_headers, 2);
    buf_uint(out, n_headers - 1, 2); /* .shstrtab comes last */
}

static void put_contents(struct elf_section *s, struct buf *out)
{
    buf_align(out, 16);
    s->offset = out->len;
    if (s->nobits)
        return;
    size_t n = s->hex.len < s->size ? s->hex.len : (size_t)s->size;
    buf_put(out, s->hex.p, n);
    buf_fill(out, s->fill, (size_t)s->size - n);
}

static unsigned section_of(const struct elf_image *im, const struct elf_symbol *y)
{
    if (y->place == PLACE_UNDEF)
        return 0;
    if (y->place == PLACE_ABS)
        return SHN_ABS;
    if (y->place == PLACE_COMMON)
        return SHN_COMMON;
    if (y->place >= 0)
        return (unsigned)y->place + 1;
    /* by value: the section around it, else the one that it ends, else the first */
    for (size_t i = 0; i < im->n_sec; i++)
        if (y->value >= im->sec[i].vma && y->value - im->sec[i].vma < im->sec[i].size)
            return (unsigned)i + 1;
    for (size_t i = 0; i < im->n_sec; i++)
        if (y->value - im->sec[i].vma == im->sec[i].size)
            return (unsigned)i + 1;
    return im->n_sec != 0 ? 1 : SHN_ABS;
}

static void put_symbol(const struct elf_image *im, const struct elf_symbol *y, struct buf *out)
{
    unsigned shndx = section_of(im, y);
    uint64_t value = y->value;
    unsigned info = (unsigned)y->bind << 4 | y->type;

    if (im->type == TYPE_REL && shndx != 0 && shndx <= im->n_sec)
        value -= im->sec[shndx - 1].vma;
    buf_uint(out, y->name, 4);
    if (im->wide) {
        buf_uint(out, info, 1);
        buf_uint(out, y->visibility, 1);
        buf_uint(out, shndx, 2);
        buf_uint(out, value, 8);
        buf_uint(out, y->size, 8);
    } else {
        buf_uint(out, value, 4);
        buf_uint(out, y->size, 4);
        buf_uint(out, info, 1);
        buf_uint(out, y->visibility, 1);
        buf_uint(out, shndx, 2);
    }
}

/* Writes the symbols. Returns sh_info, the number of the first symbol that is not local. */
static size_t put_symbols(const struct elf_image *im, struct buf *out)
{
    size_t locals = 0;

    buf_fill(out, 0, im->wide ? 24 : 16);
    if (im->raw_order) {
        while (locals < im->n_sym && im->sym[locals].bind == 0)
            locals++;
        for (size_t i = 0; i < im->n_sym; i++)
            put_symbol(im, &im->sym[i], out);
        return locals + 1;
    }
    for (size_t i = 0; i < im->n_sym; i++) {
        if (im->sym[i].bind == 0) {
            put_symbol(im, &im->sym[i], out);
            locals++;
        }
    }
    for (size_t i = 0; i < im->n_sym; i++)
        if (im->sym[i].bind != 0)
            put_symbol(im, &im->sym[i], out);
    return locals + 1;
}

struct header {
    uint64_t name, type, flags, addr, offset, size, link, info, align, entsize;
};

static void put_section_header(const struct elf_image *im, struct buf *out, struct header h)
{
    size_t word = im->wide ? 8 : 4;

    buf_uint(out, h.name, 4);
    buf_uint(out, h.type, 4);
    buf_uint(out, h.flags, word);
    buf_uint(out, h.addr, word);
    buf_uint(out, h.offset, word);
    buf_uint(out, h.size, word);
    buf_uint(out, h.link, 4);
    buf_uint(out, h.info, 4);
    buf_uint(out, h.align, word);
    buf_uint(out, h.entsize, word);
}

static uint64_t section_name(struct buf *names, const char *s)
{
    size_t at = names->len;

    buf_put(names, s, strlen(s) + 1);
    return at;
}

static bool needs_gnu(const struct elf_image *im)
{
    for (size_t i = 0; i < im->n_sym; i++)
        if (im->sym[i].bind == STB_UNIQUE || im->sym[i].type == STT_IFUNC)
            return true;
    return false;
}

void elf_write(struct elf_image *im, struct buf *out)
{
    struct buf heads = {.big = im->big};
    struct buf names = {0};
    size_t n_headers = 1 + im->n_sec + (im->no_symtab ? 0 : 2) + 1;

    out->big = im->big;
    put_header(im, out, needs_gnu(im), n_headers);
    put_section_header(im, &heads, (struct header){0});
    buf_uint(&names, 0, 1);
    for (size_t i = 0; i < im->n_sec; i++) {
        struct elf_section *s = &im->sec[i];
        bool is_loaded = strncmp(s->name, ".debug", 6) != 0;
        uint64_t flags = is_loaded ? SHF_ALLOC : 0U;

        flags |= s->code ? SHF_EXEC : 0U;
        flags |= s->write && is_loaded ? SHF_WRITE : 0U;
        put_contents(s, out);
        put_section_header(im, &heads,
                           (struct header){.name = section_name(&names, s->name),
                                           .type = s->nobits ? SHT_NOBITS
                                                   : strncmp(s->name, ".note", 5) == 0
                                                       ? SHT_NOTE
                                                       : SHT_PROGBITS,
                                           .flags = flags,
                                           .addr = s->vma,
                                           .offset = s->offset,
                                           .size = s->claim,
                                           .align = 1});
    }
    if (!im->no_symtab) {
        buf_align(out, 8);
        size_t at = out->len;
        size_t info = put_symbols(im, out);
        put_section_header(im, &heads,
                           (struct header){.name = section_name(&names, ".symtab"),
                                           .type = SHT_SYMTAB,
                                           .offset = at,
                                           .size = out->len - at,
                                           .link = im->n_sec + 2,
                                           .info = info,
                                           .align = 8,
                                           .entsize = im->wide ? 24 : 16});
        put_section_header(im, &heads,
                           (struct header){.name = section_name(&names, ".strtab"),
                                           .type = SHT_STRTAB,
                                           .offset = out->len,
                                           .size = im->strtab.len,
                                           .align = 1});
        buf_put(out, im->strtab.p, im->strtab.len);
    }
    uint64_t own = section_name(&names, ".shstrtab");
    put_section_header(
        im, &heads,
        (struct header){
            .name = own, .type = SHT_STRTAB, .offset = out->len, .size = names.len, .align = 1});
    buf_put(out, names.p, names.len);
    buf_align(out, 8);
    buf_patch(out, im->wide ? 40 : 32, out->len, im->wide ? 8 : 4);
    buf_put(out, heads.p, heads.len);
    buf_release(&heads);
    buf_release(&names);
}
