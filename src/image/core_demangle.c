/* core_demangle - names as the source spells them
 *
 * Role: for core. libiberty's demangler, by way of libbfd, which knows what the image's format puts
 * before each name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_bfd.h"

#include <demangle.h>
#include <string.h>

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
    if (style == DEMANGLE_NONE || !core_may_be_mangled(image, raw, style))
        return NULL;
    return bfd_demangle(image->private_->object.bfd, raw,
                        DMGL_PARAMS | DMGL_ANSI | styles[style].flag);
}
