/* core - an executable image: its code, symbols and source lines
 *
 * The only user of libbfd. BFD wants config.h (PACKAGE) before bfd.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "image/core.h"

#include "base/cursor.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/trace.h"

#include <bfd.h>
#include <demangle.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct code_section {
    asection *section;
    uint64_t start, end; /* first address, first address behind */
    uint8_t *contents;   /* from start on; NULL until asked for; owned */
    size_t size;         /* bytes in contents */
};

struct image_private {
    bfd *bfd;
    asymbol **table;            /* every symbol, in the image's order; owned */
    long table_length;          /* symbols in it */
    struct code_section *codes; /* sections with code, by address; owned */
    size_t n_codes;
};

static const char not_executable[] =
    "not in executable format; name the program that wrote the data file first: gprof PROGRAM "
    "gmon.out";

static bool report_bfd(struct diag *d, const char *path)
{
    static const char name_program[] = "name the profiled program: gprof PROGRAM gmon.out";
    struct stat st;

    switch (bfd_get_error()) {
    case bfd_error_system_call:
        return diag_system(d, path, errno, name_program);
    case bfd_error_no_memory:
        return diag_no_memory(d, 0);
    case bfd_error_file_truncated:
        return diag_error(d, path, "file truncated; copy or link the program again");
    default:
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            return diag_system(d, path, EISDIR, name_program);
        return diag_error(d, path, "%s", not_executable);
    }
}

static int by_start(const void *left, const void *right)
{
    const struct code_section *l = left, *r = right;

    if (l->start != r->start)
        return l->start < r->start ? -1 : 1;
    return l->section->index < r->section->index ? -1 : 1;
}

static bool find_code(struct image_private *p, const char *path, struct diag *d)
{
    p->codes = mem_alloc(d, bfd_count_sections(p->bfd), sizeof *p->codes);
    if (!p->codes)
        return false;
    for (asection *s = p->bfd->sections; s; s = s->next) {
        uint64_t start = bfd_section_vma(s), size = bfd_section_size(s);
        if (!(bfd_section_flags(s) & SEC_CODE))
            continue;
        p->codes[p->n_codes++] = (struct code_section){
            .section = s,
            .start = start,
            .end = size <= UINT64_MAX - start ? start + size : UINT64_MAX,
        };
    }
    if (p->n_codes == 0)
        return diag_error(d, path,
                          "no section holds code; name the linked program, not a data or "
                          "debug file");
    qsort(p->codes, p->n_codes, sizeof *p->codes, by_start);
    return true;
}

static bool read_table(struct image_private *p, const char *path, struct diag *d)
{
    long bytes = 0;

    if (bfd_get_file_flags(p->bfd) & HAS_SYMS) {
        bytes = bfd_get_symtab_upper_bound(p->bfd);
        if (bytes < 0)
            return report_bfd(d, path);
    }
    p->table = mem_alloc(d, (size_t)bytes + sizeof *p->table, 1);
    if (!p->table)
        return false;
    if (bytes > 0)
        p->table_length = bfd_canonicalize_symtab(p->bfd, p->table);
    if (p->table_length < 0)
        return report_bfd(d, path);
    return true;
}

/* behaviour of nm's letters: T and t are code, W is weak and not an object */
static bool may_be_function(asymbol *symbol)
{
    int letter = bfd_decode_symclass(symbol);

    return letter == 'T' || letter == 't' || letter == 'W';
}

static bool collect_symbols(struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;

    image->symbols = mem_alloc(d, (size_t)p->table_length, sizeof *image->symbols);
    if (!image->symbols)
        return false;
    for (long i = 0; i < p->table_length; i++) {
        asymbol *s = p->table[i];
        uint64_t start, size;

        if (!may_be_function(s))
            continue;
        start = bfd_section_vma(bfd_asymbol_section(s));
        size = bfd_section_size(bfd_asymbol_section(s));
        image->symbols[image->n_symbols++] = (struct image_symbol){
            .name = bfd_asymbol_name(s),
            .address = bfd_asymbol_value(s),
            .section_end = size <= UINT64_MAX - start ? start + size : UINT64_MAX,
            .is_function = (s->flags & BSF_FUNCTION) != 0,
            .is_local = (s->flags & (BSF_GLOBAL | BSF_WEAK)) == 0,
        };
    }
    return true;
}

struct machine_row {
    unsigned elf;               /* e_machine */
    enum bfd_architecture arch; /* what other formats have; unknown: none */
    enum machine machine;
};

static const struct machine_row machine_rows[] = {
    {62, bfd_arch_unknown, MACHINE_X86_64},   {3, bfd_arch_i386, MACHINE_I386},
    {183, bfd_arch_aarch64, MACHINE_AARCH64}, {40, bfd_arch_arm, MACHINE_ARM},
    {243, bfd_arch_riscv, MACHINE_RISCV},     {20, bfd_arch_powerpc, MACHINE_PPC},
    {21, bfd_arch_unknown, MACHINE_PPC},      {22, bfd_arch_s390, MACHINE_S390},
    {8, bfd_arch_mips, MACHINE_MIPS},         {2, bfd_arch_sparc, MACHINE_SPARC},
    {18, bfd_arch_unknown, MACHINE_SPARC},    {43, bfd_arch_unknown, MACHINE_SPARC},
};

/* The fields of an ELF header that tell the machine. A libbfd that was built for few targets opens
 * every ELF file but knows the machines of few, so the header itself is read. */
static void read_elf_machine(bfd *b, bool big_endian, unsigned *machine, uint32_t *flags)
{
    enum { CLASS_AT = 4, MACHINE_AT = 18, FLAGS_AT_32 = 36, FLAGS_AT_64 = 48 };
    uint8_t header[FLAGS_AT_64 + 4] = {0};
    struct cursor c = {.data = header, .size = sizeof header, .big_endian = big_endian};

    *machine = *flags = 0;
    if (bfd_seek(b, 0, SEEK_SET) != 0 || bfd_bread(header, sizeof header, b) != sizeof header)
        return;
    c.pos = MACHINE_AT;
    *machine = cursor_u16(&c);
    c.pos = header[CLASS_AT] == 2 ? FLAGS_AT_64 : FLAGS_AT_32;
    *flags = cursor_u32(&c);
}

/* What e_flags say of the instructions. */
static void apply_elf_flags(struct isa *isa, uint32_t flags)
{
    const uint32_t arm_be8 = 0x00800000, mips_32r6 = 9, mips_64r6 = 10;

    if (isa->machine == MACHINE_ARM && flags & arm_be8)
        isa->big_endian = false; /* the linker has turned the instructions round */
    if (isa->machine == MACHINE_MIPS && (flags >> 28 == mips_32r6 || flags >> 28 == mips_64r6))
        isa->machine = MACHINE_MIPS_R6;
}

static struct isa find_isa(const struct image *image)
{
    bfd *b = image->private_->bfd;
    bool is_elf = bfd_get_flavour(b) == bfd_target_elf_flavour;
    struct isa isa = {.machine = MACHINE_UNKNOWN,
                      .big_endian = image->big_endian,
                      .wide = image->word_bytes == 8};
    unsigned elf = 0;
    uint32_t flags = 0;

    if (is_elf)
        read_elf_machine(b, image->big_endian, &elf, &flags);
    for (size_t i = 0; i < sizeof machine_rows / sizeof *machine_rows; i++) {
        const struct machine_row *row = &machine_rows[i];
        if (is_elf ? row->elf == elf
                   : row->arch != bfd_arch_unknown && row->arch == bfd_get_arch(b))
            isa.machine = row->machine;
    }
    if (!is_elf && isa.machine == MACHINE_I386 && isa.wide)
        isa.machine = MACHINE_X86_64;
    apply_elf_flags(&isa, flags);
    return isa;
}

static bool open_bfd(struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;
    int bits;

    bfd_init();
    bfd_set_error_program_name(d->program);
    p->bfd = bfd_openr(image->path, NULL);
    if (!p->bfd)
        return report_bfd(d, image->path);
    p->bfd->flags |= BFD_DECOMPRESS; /* compressed debug sections are read like others */
    if (!bfd_check_format(p->bfd, bfd_object))
        return report_bfd(d, image->path);
    bits = bfd_get_arch_size(p->bfd); /* the ELF class, -1 for other formats */
    if (bits <= 0)
        bits = (int)bfd_arch_bits_per_address(p->bfd);
    image->word_bytes = bits > 32 ? 8 : 4;
    image->big_endian = bfd_big_endian(p->bfd);
    image->relocatable = (bfd_get_file_flags(p->bfd) & (HAS_RELOC | EXEC_P | DYNAMIC)) == HAS_RELOC;
    image->isa = find_isa(image);
    return true;
}

static void trace_image(const struct image *image, const struct diag *d)
{
    const struct image_private *p = image->private_;

    trace_line(d, "core_init", "%s: addresses of %zu bytes, %s bytes first", image->path,
               image->word_bytes, image->big_endian ? "high" : "low");
    for (size_t i = 0; i < p->n_codes; i++)
        trace_line(d, "core_init", "code section %s: from 0x%" PRIx64 " up to 0x%" PRIx64,
                   bfd_section_name(p->codes[i].section), p->codes[i].start, p->codes[i].end);
    trace_line(d, "core_init", "%ld symbols, %zu of them may be functions", p->table_length,
               image->n_symbols);
}

bool core_init(struct image *image, const char *path, struct diag *d)
{
    *image = (struct image){.path = path};
    image->private_ = mem_alloc(d, 1, sizeof *image->private_);
    if (!image->private_)
        return false;
    if (!open_bfd(image, d) || !find_code(image->private_, path, d) ||
        !read_table(image->private_, path, d) || !collect_symbols(image, d))
        return false;
    if (trace_on(d, TRACE_IMAGE))
        trace_image(image, d);
    return true;
}

/* The number of the first code section that starts behind `address`, or n_codes. */
static size_t first_behind(const struct image_private *p, uint64_t address)
{
    return p->n_codes ? count_up_to(&p->codes->start, p->n_codes, sizeof *p->codes, address) : 0;
}

/* The code section that holds `address`. */
static struct code_section *section_at(const struct image_private *p, uint64_t address)
{
    size_t i = first_behind(p, address);

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
    const struct code_section *c = section_at(image->private_, address);

    return c ? c->end : address;
}

bool core_line(const struct image *image, uint64_t address, struct image_line *line)
{
    const struct image_private *p = image->private_;
    const struct code_section *c = section_at(p, address);
    const char *file = NULL, *function = NULL;
    unsigned number = 0;

    if (!c || !bfd_find_nearest_line(p->bfd, c->section, p->table, address - c->start, &file,
                                     &function, &number))
        return false;
    if (!file || !*file || number == 0)
        return false;
    *line = (struct image_line){.file = file, .function = function, .line = number};
    return true;
}

/* Read the contents of `c`: never more than the file holds, whatever the section's header says. */
static bool read_contents(const struct image *image, struct code_section *c, struct diag *d)
{
    static const char remedy[] = "file truncated, its code is not all there; copy or link the "
                                 "program again, or leave out -c";
    bfd *b = image->private_->bfd;
    uint64_t size = bfd_section_size(c->section), left = bfd_get_file_size(b);
    uint64_t at = (uint64_t)c->section->filepos;

    if (at > left || size > left - at)
        return diag_error(d, image->path, "section %s: %s", bfd_section_name(c->section), remedy);
    c->contents = mem_alloc(d, size, 1);
    if (!c->contents)
        return false;
    if (!bfd_get_section_contents(b, c->section, c->contents, 0, size))
        return report_bfd(d, image->path);
    c->size = size;
    return true;
}

bool core_code(const struct image *image, uint64_t address, struct image_code *code, struct diag *d)
{
    struct image_private *p = image->private_;
    struct code_section *c = section_at(p, address);
    size_t next = first_behind(p, address);

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
    code->size = c->size - (code->address - c->start);
    return true;
}

struct style_row {
    const char *name;
    enum demangle_style style;
    int flag; /* libiberty's */
};

static const struct style_row styles[] = {
    {"none", DEMANGLE_NONE, 0},
    {"auto", DEMANGLE_AUTO, DMGL_AUTO},
    {"gnu-v3", DEMANGLE_GNU_V3, DMGL_GNU_V3},
    {"java", DEMANGLE_JAVA, DMGL_JAVA},
    {"gnat", DEMANGLE_GNAT, DMGL_GNAT},
    {"dlang", DEMANGLE_DLANG, DMGL_DLANG},
    {"rust", DEMANGLE_RUST, DMGL_RUST},
};

bool demangle_style_named(const char *name, enum demangle_style *style)
{
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        if (strcmp(styles[i].name, name) == 0) {
            *style = styles[i].style;
            return true;
        }
    }
    return false;
}

char *core_demangle(const struct image *image, const char *raw, enum demangle_style style)
{
    if (style == DEMANGLE_NONE)
        return NULL;
    return bfd_demangle(image->private_->bfd, raw, DMGL_PARAMS | DMGL_ANSI | styles[style].flag);
}

bool core_has_lines(const struct image *image)
{
    static const char *const names[] = {".debug_line", ".zdebug_line", ".stab", ".debug"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bfd_get_section_by_name(image->private_->bfd, names[i]))
            return true;
    /* formats older than these sections keep lines beside their code */
    return bfd_get_file_flags(image->private_->bfd) & HAS_LINENO;
}

void core_text_range(const struct image *image, uint64_t *start, uint64_t *end)
{
    const struct image_private *p = image->private_;
    asection *text = bfd_get_section_by_name(p->bfd, ".text");

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

void core_release(struct image *image)
{
    struct image_private *p = image->private_;

    if (p) {
        if (p->bfd)
            bfd_close(p->bfd);
        for (size_t i = 0; i < p->n_codes; i++)
            free(p->codes[i].contents);
        free(p->codes);
        free(p->table);
        free(p);
    }
    free(image->symbols);
    *image = (struct image){0};
}
