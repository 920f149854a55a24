/* core_lines - the source line of an address
 *
 * Role: for core. Asks libbfd, for the image or for its separate debug file. lines/ reads whole
 * line tables, where it can.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_bfd.h"

static void say_nothing(const char *format, va_list values)
{
    (void)format;
    (void)values;
}

/* What libbfd has to remark while it looks for a line is shown, as all its remarks are. Only where
 * it cannot follow references into a file that dwz has made, it would remark on each of them:
 * core_debug has found that file for libdw, or has warned of its absence. */
static bool find_line(const struct image_private *p, const struct code_section *c, uint64_t address,
                      const char **file, const char **function, unsigned *line)
{
    const struct object *o = c->in_debug ? &p->debug : &p->object;
    bfd_error_handler_type shown = p->alt_is_hidden ? bfd_set_error_handler(say_nothing) : NULL;
    bool found = bfd_find_nearest_line(o->bfd, c->in_debug ? c->in_debug : c->section, o->table,
                                       address - c->start, file, function, line);

    if (p->alt_is_hidden)
        bfd_set_error_handler(shown);
    return found;
}

bool core_open_lines(const struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;

    return (p->object.table || core_read_table(&p->object, false, image->path, d)) &&
           (!p->debug.bfd || p->debug.table || core_read_table(&p->debug, false, p->debug_path, d));
}

bool core_line(const struct image *image, uint64_t address, struct image_line *line)
{
    const struct image_private *p = image->private_;
    const struct code_section *c = core_section_at(p, address);
    const char *file = NULL, *function = NULL;
    unsigned number = 0;

    if (!c || !find_line(p, c, address, &file, &function, &number) || !file || !*file ||
        number == 0)
        return false;
    *line = (struct image_line){.file = file, .function = function, .line = number};
    return true;
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
