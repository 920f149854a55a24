/* gmon_format - the table of all formats of data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

/* In the order in which a file is held against them, and in which messages name them. */
const struct gmon_format *const gmon_formats[] = {
    &magic_format,  /* most systems' gmon.out, and gmon.sum */
    &stack_format,  /* call stacks: gmon.out.stacks */
    &bb_out_format, /* a listing of basic blocks, as text */
    &bsd_format,    /* BSD systems and small ones; old BSD's header or 4.4BSD's */
    &bsd44_format,  /* 4.4BSD's header alone */
    NULL,
};

static const char by_content[] = "auto";

/* The row from number `i` on whose name -O takes, or NULL. */
static const struct gmon_format *next_option(size_t i)
{
    while (gmon_formats[i] && !gmon_formats[i]->is_an_option)
        i++;
    return gmon_formats[i];
}

/* All names, as in "auto, magic and bsd", cut to the room. */
static void list_names(char *text, size_t room)
{
    size_t used = (size_t)snprintf(text, room, "%s", by_content);

    for (size_t i = 0; gmon_formats[i] && used < room; i++)
        if (gmon_formats[i]->is_an_option)
            used += (size_t)snprintf(text + used, room - used, "%s%s",
                                     next_option(i + 1) ? ", " : " and ", gmon_formats[i]->name);
}

static bool report_unknown(const char *name, struct diag *d)
{
    char known[200];

    list_names(known, sizeof known);
    if (*name && strncmp("prof", name, strlen(name)) == 0)
        return diag_error(d, NULL, "sorry, file format `prof' is not yet supported; known are %s",
                          known);
    return diag_error(d, NULL, "unknown file format `%s'; known are %s", name, known);
}

bool gmon_format_parse(const struct gmon_format **format, const char *name, struct diag *d)
{
    size_t length = strlen(name);

    *format = NULL;
    if (length == 0)
        return report_unknown(name, d);
    if (strncmp(by_content, name, length) == 0)
        return true;
    for (size_t i = 0; (*format = next_option(i)); i++)
        if (strncmp((*format)->name, name, length) == 0)
            return true;
    return report_unknown(name, d);
}

const struct gmon_format *gmon_format_detect(const struct cursor *start,
                                             const struct gmon_target *target, uint64_t size)
{
    for (size_t i = 0; gmon_formats[i]; i++)
        if (gmon_formats[i]->detect(start, target, size))
            return gmon_formats[i];
    return NULL;
}

char *gmon_format_beside(const struct gmon_format *format, const char *sum, struct diag *d)
{
    size_t length = strlen(sum), more = strlen(format->suffix);
    char *name = mem_alloc(d, length + more + 1, 1);

    memcpy(name, sum, length);
    memcpy(name + length, format->suffix, more);
    return name;
}

const struct gmon_format *gmon_format_by_name(const char *path)
{
    static const char packed[] = ".gz";
    size_t length = strlen(path), less = sizeof packed - 1;

    if (length >= less && memcmp(path + length - less, packed, less) == 0)
        length -= less;
    for (size_t i = 0; gmon_formats[i]; i++) {
        const char *suffix = gmon_formats[i]->suffix;
        size_t bytes = suffix ? strlen(suffix) : 0;

        if (suffix && length >= bytes && memcmp(path + length - bytes, suffix, bytes) == 0)
            return gmon_formats[i];
    }
    return NULL;
}
