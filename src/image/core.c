/* core - reads the code, symbols and source lines of an executable image
 *
 * This file opens and closes an image, and finds the source line of an address; the core_*.c beside
 * it do the rest. lines/ reads whole line tables if it can.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core.h"

#include "base/limit.h"
#include "base/mem.h"
#include "base/trace.h"
#include "image/core_code.h"
#include "image/core_symbols.h"
#include "image/core_table.h"

/* ---- the life of an image ---- */

static bool open_image(struct image *image, struct diag *d)
{
    bfd *b;
    int bits;

    if (!core_start_library(d))
        return false;
    if (!core_open_object(&image->private_->object, image->path))
        return core_report(d, image->path);
    b = image->private_->object.bfd;
    bits = bfd_get_arch_size(b); /* the ELF class, -1 for other formats */
    if (bits <= 0)
        bits = (int)bfd_arch_bits_per_address(b);
    image->word_bytes = bits > 32 ? 8 : 4;
    image->big_endian = bfd_big_endian(b);
    image->relocatable = (bfd_get_file_flags(b) & (HAS_RELOC | EXEC_P | DYNAMIC)) == HAS_RELOC;
    image->is_windows =
        strncmp(bfd_get_target(b), "pe-", 3) == 0 || strncmp(bfd_get_target(b), "pei-", 4) == 0;
    image->is_mach_o = bfd_get_flavour(b) == bfd_target_mach_o_flavour;
    image->prefix = bfd_get_symbol_leading_char(b);
    image->has_loader = bfd_get_section_by_name(b, ".interp") != NULL;
    image->has_runtime = bfd_get_section_by_name(b, "gmon_text") != NULL;
    image->entry = bfd_get_start_address(b);
    image->file_size = bfd_get_file_size(b);
    image->build_id = core_build_id(b);
    return core_find_isa(image, d);
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

/* Returns true if a Windows program has a `long' narrower than an address; programs of Cygwin have
 * not. O(symbols). */
static bool has_short_long(const struct image *image)
{
    for (size_t i = 0; i < image->n_symbols; i++)
        if (strcmp(image->symbols[i].name, "cygwin_crt0") == 0)
            return false;
    return image->word_bytes == 8;
}

bool core_open(struct image *image, const char *path, struct diag *d)
{
    *image = (struct image){.path = path, .text_start = UINT64_MAX, .text_end = UINT64_MAX};
    image->private_ = mem_alloc(d, 1, sizeof *image->private_);
    return open_image(image, d);
}

bool core_read(struct image *image, struct diag *d)
{
    struct object *o = &image->private_->object;

    if (!core_find_code(image, d) || !core_open_table(o, d) || !core_collect_symbols(image, o, d))
        return false;
    image->has_short_long = image->is_windows && has_short_long(image);
    if (trace_on(d, TRACE_IMAGE))
        trace_image(image, d);
    return true;
}

bool core_init(struct image *image, const char *path, struct diag *d)
{
    return core_open(image, path, d) && core_read(image, d);
}

void core_forget_symbols(struct image *image)
{
    free(image->symbols);
    image->symbols = NULL;
    image->n_symbols = 0;
}

void core_release(struct image *image)
{
    struct image_private *p = image->private_;

    if (p) {
        core_close_table(&p->debug);
        core_close_table(&p->mini);
        core_close_table(&p->object);
        core_close_object(&p->debug);
        core_close_object(&p->mini);
        if (p->mini_file)
            fclose(p->mini_file);
        core_close_object(&p->object);
        free(p->dynamic.table);
        for (size_t i = 0; i < p->n_codes; i++)
            free(p->codes[i].contents);
        free(p->codes);
        free(p->alt_path);
        free(p->names);
        free(p->stubs);
        free(p->stub_names);
        free(p);
    }
    core_forget_symbols(image);
    *image = (struct image){0};
}

/* ---- lines ---- */

bool core_open_lines(const struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;

    return (p->object.table || core_read_table(&p->object, d)) &&
           (!p->debug.bfd || p->debug.table || core_read_table(&p->debug, d));
}

bool core_line(const struct image *image, uint64_t address, struct image_line *line)
{
    const struct image_private *p = image->private_;
    const struct code_section *c = core_section_at(p, address);
    const struct object *o = c && c->in_debug ? &p->debug : &p->object;
    const char *file = NULL, *function = NULL;
    unsigned number = 0;
    IN_LIBRARY("libbfd");
    bool found;

    found = c && bfd_find_nearest_line(o->bfd, c->in_debug ? c->in_debug : c->section, o->table,
                                       address - c->start, &file, &function, &number);
    if (!found && limit_lacked_memory())
        mem_out(NULL, 0);
    if (!found || !file || !*file || number == 0)
        return false;
    *line = (struct image_line){.file = file, .function = function, .line = number};
    return true;
}

static bool has_either(bfd *b, const char *name, const char * or)
{
    return bfd_get_section_by_name(b, name) || bfd_get_section_by_name(b, or);
}

/* Formats older than these sections keep lines beside their code. For a file without .debug_info
 * libbfd would look for another one. */
static bool has_lines(bfd *b)
{
    return b && ((has_either(b, ".debug_line", ".zdebug_line") &&
                  has_either(b, ".debug_info", ".zdebug_info")) ||
                 has_either(b, ".stab", ".debug") || bfd_get_file_flags(b) & HAS_LINENO);
}

bool core_has_lines(const struct image *image)
{
    const struct image_private *p = image->private_;

    return !p->no_lines && (has_lines(p->debug.bfd) || has_lines(p->object.bfd));
}
