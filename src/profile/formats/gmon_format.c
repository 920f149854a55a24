/* gmon_format - lists the formats of data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"

const struct gmon_format gmon_formats[FORMATS] = {
    /* most systems' gmon.out, and gmon.sum */
    [FORMAT_MAGIC] = {"magic", magic_detect, magic_fits, magic_read, magic_write},
    /* call stacks: stacks.gmon.out */
    [FORMAT_STACKS] = {"stacks", stack_detect, NULL, stack_read, stack_write},
    /* BSD systems and small ones; old BSD's header or 4.4BSD's */
    [FORMAT_BSD] = {"bsd", bsd_detect, bsd_fits, bsd_read, bsd_write},
    /* 4.4BSD's header alone */
    [FORMAT_BSD44] = {"4.4bsd", bsd_detect, bsd_fits, bsd44_read, bsd44_write},
};

const struct gmon_format *gmon_format_find(const struct cursor *start,
                                           const struct gmon_target *target, uint64_t size)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (gmon_formats[i].detect(start, target, size))
            return &gmon_formats[i];
    return NULL;
}

bool gmon_format_parse(const struct gmon_format **format, const char *name, struct diag *d)
{
    static const char known[] = "auto, magic, bsd and 4.4bsd";
    size_t length = strlen(name);

    *format = NULL;
    if (length > 0 && strncmp("auto", name, length) == 0)
        return true;
    for (size_t i = 0; length > 0 && i < FORMATS; i++)
        if (gmon_formats[i].write && i != FORMAT_STACKS &&
            strncmp(gmon_formats[i].name, name, length) == 0) {
            *format = &gmon_formats[i];
            return true;
        }
    if (length > 0 && strncmp("prof", name, length) == 0)
        return diag_error(d, NULL, "sorry, file format 'prof' is not yet supported; known are %s",
                          known);
    return diag_error(d, NULL, "unknown file format '%s'; known are %s", name, known);
}
