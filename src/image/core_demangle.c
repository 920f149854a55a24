/* core_demangle - spells a symbol's name as the source does
 *
 * Demangling is libiberty's, called through libbfd, which knows what the image's format puts before
 * each name (_ or dots), and behind it (@VERSION).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_demangle.h"

#include "base/limit.h"
#include "base/mem.h"
#include "image/core_object.h"

#include <demangle.h>

static const struct {
    const char *name;
    int flag; /* libiberty's */
} styles[] = {
    [DEMANGLE_NONE] = {"none", 0},
    [DEMANGLE_AUTO] = {"auto", DMGL_AUTO},
    [DEMANGLE_GNU_V3] = {"gnu-v3", DMGL_GNU_V3},
    [DEMANGLE_JAVA] = {"java", DMGL_JAVA},
    [DEMANGLE_GNAT] = {"gnat", DMGL_GNAT},
    [DEMANGLE_DLANG] = {"dlang", DMGL_DLANG},
    [DEMANGLE_RUST] = {"rust", DMGL_RUST},
};

bool demangle_style_named(const char *name, enum demangle_style *style)
{
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (strcmp(styles[i].name, name) == 0) {
            *style = (enum demangle_style)i;
            return true;
        }
    return false;
}

char *core_demangle(const struct image *image, const char *raw, enum demangle_style style)
{
    LIMIT_STAGE(LIMIT_NAMES, image->path);
    IN_LIBRARY("libiberty");
    int flags = DMGL_PARAMS | DMGL_ANSI | styles[style].flag; /* types of parameters, const */
    size_t before = image->prefix && *raw == image->prefix ? 1 : 0;
    char *name;

    if (style == DEMANGLE_NONE || !core_may_be_mangled(image, raw, style))
        return NULL;
    before += strspn(raw + before, ".$"); /* libbfd leaves these out, too */
    if (style == DEMANGLE_AUTO && strncmp(raw + before, "_D", 2) == 0)
        flags |= DMGL_DLANG; /* older versions of libiberty try D only if asked */
    name = bfd_demangle(image->private_->object.bfd, raw, flags);
    if (!name && limit_lacked_memory())
        mem_out(NULL, 0);
    return name;
}
