/* name_parts - takes demangled names apart
 *
 * Role: reads a demangled name of C++, Rust, D, Java or Ada once from left to right, and notes the
 * limits of its groups in brackets and of its components. Names come from files and may be any
 * bytes; a name that is not understood is marked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_NAME_PARTS_H
#define NAMES_NAME_PARTS_H

#include "base/diag.h"

/* The separator between a scope and its members. */
enum name_syntax {
    NAME_COLONS, /* a::b */
    NAME_DOTS    /* a.b */
};

enum name_mark_kind {
    MARK_TEMPLATE,  /* <...> behind a name */
    MARK_SELF,      /* Rust's <T as Trait>, <impl Trait for T> and <T> in front of `::' */
    MARK_PARAMS,    /* (...) behind a name */
    MARK_QUALIFIER, /* ` const', ` [clone .isra.0]', [abi:cxx11], @VERSION, ::h0123456789abcdef */
    MARK_BRACES,    /* {...} */
    MARK_OTHER,     /* other brackets */
    MARK_NONE       /* `<' was not a bracket */
};

struct name_mark {
    uint32_t from; /* first byte; of a group, the opening bracket */
    uint32_t to;   /* behind the last byte */
    enum name_mark_kind kind;
};

struct name_parts {
    const char *text;  /* text, not owned; of functions that return pointers to functions only the
                        * inner part is marked */
    size_t length;     /* bytes of the whole text */
    size_t phrase;     /* bytes of the words in front that tell the kind, such as `virtual thunk to
                        * ' */
    size_t begin, end; /* limits of the name, without the type of its result */
    struct name_mark *marks; /* marks, sorted by `from'; owned */
    size_t n_marks, marks_cap;
    uint32_t *components; /* offset of each component; the first one is at `begin'; owned */
    size_t n_components, components_cap;
    uint32_t *open; /* numbers of the marks that are not closed yet, while reading; owned */
    size_t n_open, open_cap;
    char *form; /* room for a form of the name; owned */
    size_t form_cap;
    bool understood; /* false: there are no marks, and the whole text is one component */
};

/* Reads `text`, which must outlive its use. `p` is zero-initialised before the first call; later
 * calls reuse its memory. O(length). */
void name_parts_read(struct name_parts *p, const char *text, enum name_syntax syntax);

void name_parts_release(struct name_parts *p);

/* Returns true if a byte may be part of an identifier: letters, digits, `_', `$', `~' and all that
 * is not ASCII. */
static inline bool name_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '~' || (unsigned char)c >= 0x80;
}

#endif
