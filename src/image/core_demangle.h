/* core_demangle - spells a symbol's name as the source does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_DEMANGLE_H
#define IMAGE_CORE_DEMANGLE_H

#include "image/core.h"

enum demangle_style {
    DEMANGLE_NONE,
    DEMANGLE_AUTO, /* C++ (Itanium) and Rust */
    DEMANGLE_GNU_V3,
    DEMANGLE_JAVA,
    DEMANGLE_GNAT,
    DEMANGLE_DLANG,
    DEMANGLE_RUST
};

/* Finds the style that --demangle calls `name`. Returns false if the name is unknown. */
bool demangle_style_named(const char *name, enum demangle_style *style);

/* Returns true if core_demangle may make something of the name. For callers with millions of names:
 * most names of C are decided by their first byte. Mangled names, except those of Ada, begin with
 * an underscore, behind dots and dollars that some formats put before names. */
static inline bool core_may_be_mangled(const struct image *image, const char *raw,
                                       enum demangle_style style)
{
    while (*raw == '.' || *raw == '$')
        raw++;
    return *raw == '_' || style == DEMANGLE_GNAT || image->prefix;
}

/* Returns the raw symbol name as the source spells it, or NULL if the name is not mangled. The
 * caller frees the name. */
char *core_demangle(const struct image *image, const char *raw, enum demangle_style style);

#endif
