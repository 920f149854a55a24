/* core - an executable image: its code, symbols and source lines
 *
 * The life of an image; the core_*.c beside it do the work.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_bfd.h"

#include "base/mem.h"
#include "base/trace.h"

#include <inttypes.h>
#include <stdlib.h>

static bool open_image(struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;
    int bits;

    if (!core_start_library(d))
        return false;
    if (!core_open_object(&p->object, image->path))
        return core_report(d, image->path);
    bits = bfd_get_arch_size(p->object.bfd); /* the ELF class, -1 for other formats */
    if (bits <= 0)
        bits = (int)bfd_arch_bits_per_address(p->object.bfd);
    image->word_bytes = bits > 32 ? 8 : 4;
    image->big_endian = bfd_big_endian(p->object.bfd);
    image->relocatable =
        (bfd_get_file_flags(p->object.bfd) & (HAS_RELOC | EXEC_P | DYNAMIC)) == HAS_RELOC;
    image->has_prefix = bfd_get_symbol_leading_char(p->object.bfd) != 0;
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

bool core_init(struct image *image, const char *path, struct diag *d)
{
    *image = (struct image){.path = path};
    image->private_ = mem_alloc(d, 1, sizeof *image->private_);
    if (!open_image(image, d) || !core_find_code(image, d) ||
        !core_open_table(&image->private_->object, path, d) ||
        !core_collect_symbols(image, &image->private_->object, path, d))
        return false;
    if (trace_on(d, TRACE_IMAGE))
        trace_image(image, d);
    return true;
}

uint64_t core_entry(const struct image *image)
{
    return bfd_get_start_address(image->private_->object.bfd);
}

uint64_t core_file_size(const struct image *image)
{
    return bfd_get_file_size(image->private_->object.bfd);
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
        core_close_table(&p->object);
        core_close_object(&p->debug);
        core_close_object(&p->object);
        for (size_t i = 0; i < p->n_codes; i++)
            free(p->codes[i].contents);
        free(p->codes);
        free(p->debug_path);
        free(p->alt_path);
        free(p->names);
        free(p->stubs);
        free(p->stub_names);
        free(p);
    }
    core_forget_symbols(image);
    *image = (struct image){0};
}
