/* core - an executable image: its code, symbols and source lines
 *
 * It and the core_*.c beside it are the only users of libbfd.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_bfd.h"

#include "base/mem.h"
#include "base/search.h"
#include "base/trace.h"

#include <demangle.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char not_executable[] =
    "not in executable format; name the program that wrote the data file first: gprof PROGRAM "
    "gmon.out";

bool core_report(struct diag *d, const char *path)
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
    p->codes = mem_alloc(d, bfd_count_sections(p->object.bfd), sizeof *p->codes);
    if (!p->codes)
        return false;
    for (asection *s = p->object.bfd->sections; s; s = s->next) {
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

static bool open_bfd(struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;
    int bits;

    bfd_init();
    bfd_set_error_program_name(d->program);
    p->object.bfd = bfd_openr(image->path, NULL);
    if (!p->object.bfd)
        return core_report(d, image->path);
    p->object.bfd->flags |= BFD_DECOMPRESS; /* compressed debug sections are read like others */
    if (!bfd_check_format(p->object.bfd, bfd_object))
        return core_report(d, image->path);
    bits = bfd_get_arch_size(p->object.bfd); /* the ELF class, -1 for other formats */
    if (bits <= 0)
        bits = (int)bfd_arch_bits_per_address(p->object.bfd);
    image->word_bytes = bits > 32 ? 8 : 4;
    image->big_endian = bfd_big_endian(p->object.bfd);
    image->relocatable =
        (bfd_get_file_flags(p->object.bfd) & (HAS_RELOC | EXEC_P | DYNAMIC)) == HAS_RELOC;
    image->isa = core_find_isa(image);
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
    trace_line(d, "core_init", "%ld symbols, %zu of them may be functions", p->object.table_length,
               image->n_symbols);
}

bool core_init(struct image *image, const char *path, struct diag *d)
{
    *image = (struct image){.path = path};
    image->private_ = mem_alloc(d, 1, sizeof *image->private_);
    if (!image->private_)
        return false;
    if (!open_bfd(image, d) || !find_code(image->private_, path, d) ||
        !core_read_table(&image->private_->object, false, path, d) ||
        !core_collect_symbols(image, &image->private_->object, d))
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

bool core_next_code(const struct image *image, uint64_t address, uint64_t *start, uint64_t *end)
{
    const struct image_private *p = image->private_;
    const struct code_section *c = section_at(p, address);
    size_t next = first_behind(p, address);

    while (!c || c->start == c->end) {
        if (next == p->n_codes)
            return false;
        c = &p->codes[next++];
    }
    *start = address > c->start ? address : c->start;
    *end = c->end;
    return true;
}

uint64_t core_file_size(const struct image *image)
{
    return bfd_get_file_size(image->private_->object.bfd);
}

bool core_line(const struct image *image, uint64_t address, struct image_line *line)
{
    const struct image_private *p = image->private_;
    const struct code_section *c = section_at(p, address);
    const struct object *o = c && c->in_debug ? &p->debug : &p->object;
    const char *file = NULL, *function = NULL;
    unsigned number = 0;

    if (!c || !bfd_find_nearest_line(o->bfd, c->in_debug ? c->in_debug : c->section, o->table,
                                     address - c->start, &file, &function, &number))
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
    bfd *b = image->private_->object.bfd;
    uint64_t size = bfd_section_size(c->section), left = bfd_get_file_size(b);
    uint64_t at = (uint64_t)c->section->filepos;

    if (at > left || size > left - at)
        return diag_error(d, image->path, "section %s: %s", bfd_section_name(c->section), remedy);
    c->contents = mem_alloc(d, size, 1);
    if (!c->contents)
        return false;
    if (!bfd_get_section_contents(b, c->section, c->contents, 0, size))
        return core_report(d, image->path);
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
    return bfd_demangle(image->private_->object.bfd, raw,
                        DMGL_PARAMS | DMGL_ANSI | styles[style].flag);
}

static bool has_lines(bfd *b)
{
    static const char *const names[] = {".debug_line", ".zdebug_line", ".stab", ".debug"};

    if (!b)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bfd_get_section_by_name(b, names[i]))
            return true;
    /* formats older than these sections keep lines beside their code */
    return bfd_get_file_flags(b) & HAS_LINENO;
}

bool core_has_lines(const struct image *image)
{
    return has_lines(image->private_->debug.bfd) || has_lines(image->private_->object.bfd);
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

static void close_object(struct object *o)
{
    if (o->bfd)
        bfd_close(o->bfd);
    free(o->table);
}

void core_release(struct image *image)
{
    struct image_private *p = image->private_;

    if (p) {
        close_object(&p->debug);
        close_object(&p->object);
        for (size_t i = 0; i < p->n_codes; i++)
            free(p->codes[i].contents);
        free(p->codes);
        free(p->debug_path);
        free(p->alt_path);
        free(p->names);
        free(p);
    }
    free(image->symbols);
    *image = (struct image){0};
}
