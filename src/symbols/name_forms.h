/* name_forms - takes demangled names apart, shortens them, and matches patterns
 *
 * Role: text in, text out. Reads a name of C++, Rust, D, Java or Ada as a demangler has written it,
 * once from left to right. Notes where its groups in brackets and its components begin and end
 * (name_parts.c). Makes short forms of it and matches patterns (name_forms.c). Names come from
 * files and may be any bytes: what is not understood is said to be so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAME_FORMS_H
#define SYMBOLS_NAME_FORMS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands between a scope and what it holds. */
enum name_syntax {
    NAME_COLONS, /* a::b */
    NAME_DOTS    /* a.b */
};

enum name_mark_kind {
    MARK_TEMPLATE,  /* <...> behind what it belongs to */
    MARK_SELF,      /* Rust's <T as Trait>, <impl Trait for T> and <T> in front of `::' */
    MARK_PARAMS,    /* (...) behind what it belongs to */
    MARK_QUALIFIER, /* ` const', ` [clone .isra.0]', [abi:cxx11], @VERSION, ::h0123456789abcdef */
    MARK_BRACES,    /* {...} */
    MARK_OTHER,     /* other brackets */
    MARK_NONE       /* `<' was no bracket */
};

struct name_mark {
    uint32_t from; /* the first byte, in brackets the opening one */
    uint32_t to;   /* behind the last byte */
    enum name_mark_kind kind;
};

struct name_parts {
    const char *text;  /* not owned; of functions that return pointers to functions, and the
                          like, only the inner part is marked */
    size_t length;     /* bytes of the whole text */
    size_t phrase;     /* bytes of the words in front that say what it is: `virtual thunk to ' */
    size_t begin, end; /* the name, without the type of its result */
    struct name_mark *marks; /* by `from'; owned */
    size_t n_marks, marks_cap;
    uint32_t *components; /* where each begins; the first one at `begin'; owned */
    size_t n_components, components_cap;
    uint32_t *open; /* while reading: numbers of the marks that are not closed; owned */
    size_t n_open, open_cap;
    char *form; /* room for a form of the name, name_forms.h; owned */
    size_t form_cap;
    bool understood; /* if not, there are no marks, and one component: all of it */
};

/* Reads `text`, which must outlive its use. Zero-initialise `p` before the first call; later ones
 * use its memory again. O(length). */
void name_parts_read(struct name_parts *p, const char *text, enum name_syntax syntax,
                     struct diag *d);

void name_parts_release(struct name_parts *p);

/* Returns true if a byte may be part of an identifier: letters, digits, `_', `$', `~' and all that
 * is not ASCII. */
static inline bool name_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '~' || (unsigned char)c >= 0x80;
}

/* From the shortest one to the name with everything. All but the last are without the type of the
 * result, and write std::string for its template, and so on. */
enum name_form {
    NAME_BASE,      /* push_back, operator<, {closure#0} with what it is in: no scope, arguments,
                       parameters */
    NAME_SCOPED,    /* std::vector::push_back */
    NAME_INSTANCE,  /* std::vector<int>::push_back */
    NAME_SHORT,     /* std::vector<...>::push_back(...) */
    NAME_QUALIFIED, /* with const, ABI tags, [clone ...] and Rust's hash */
    NAME_WITH_PARAMETERS, /* NAME_QUALIFIED with parameters, f(std::vector<...>) */
    NAME_WITH_ARGUMENTS,  /* NAME_QUALIFIED with template arguments, but without parameters */
    NAME_PLAIN,           /* with all of these */
    NAME_FULL,            /* the text as it is */
    NAME_FORMS
};

/* Returns a form of the name that was read. What is no longer than `...' is not cut, unless
 * `strictly': f(int) is f(...) then, as all that is called f. A name that was not understood has
 * only NAME_FULL. The text is valid until the next call or reading. Unless it is cut strictly, it
 * is never longer than the name. O(length). */
const char *name_form(struct name_parts *p, enum name_form form, bool strictly);

/* Returns true if a text holds what makes it a pattern: `*', `?' or `['. */
bool name_is_glob(const char *text);

/* Returns true if `pattern` fits all of `name`. `*' stands for any characters, `/' and dots among
 * them; `?' for one; [a-z] for one of these; [!a-z] or [^a-z] for one that is none of them. A
 * backslash takes from the next character what it means. A `[' without its `]' is just that. A
 * character is one of UTF-8; a damaged byte is one, too. */
bool name_glob(const char *pattern, const char *name);

/* ---- name_fit.c: a name that fits a column ----
 *
 * For tables on a terminal. What tells least is cut first: parameters, template arguments,
 * qualifiers, leading scopes, and at last the middle. */

/* Number of bytes that name_fit writes at most, for `columns` columns. */
#define NAME_FIT_BYTES(columns) (4 * (size_t)(columns) + 1)

/* Writes `name`, as names_shown tells it, into `out`, so that it takes at most `columns` columns of
 * a terminal. Returns how many it takes. `out` has room for NAME_FIT_BYTES(columns) bytes. A
 * name that fits stays as it is, but for control characters and damaged UTF-8, which become `?'.
 * What is left out shows as `...'. O(length of the name). */
size_t name_fit(const char *name, enum name_syntax syntax, size_t columns, char *out);

/* Returns the columns that name_fit would need to leave the name as it is. */
size_t name_columns(const char *name);

/* ---- name_choice.c: which form of each name no other name has ----
 *
 * A short form is good only if it says which function is meant. All forms of all names are laid
 * side by side, and of each symbol the first one is chosen whose text is a form of no other name. A
 * text that is one name with nothing left out belongs to that one. Two symbols of one name, as
 * static functions may be, stay alike. */

/* That a form of a symbol's name is some text. */
struct name_claim {
    uint64_t text;     /* hashes: two texts that are alike in 64 bits only make names longer */
    uint64_t identity; /* of the name with everything */
    uint32_t symbol;
    uint16_t form;
    bool whole; /* nothing is left out of it */
};

struct name_choice {
    struct name_claim *claims; /* owned */
    size_t n, cap;
};

enum { NAME_CHOICE_FORMS = 16 };

/* Takes in that form number `form`, below NAME_CHOICE_FORMS, of the symbol's name is `text`, and
 * whether that is the `whole` name; a symbol's forms may come in any order, smaller numbers being
 * preferred. Zero-initialise `c` first. */
void name_choice_add(struct name_choice *c, uint32_t symbol, unsigned form, bool whole,
                     const char *text, uint64_t identity, struct diag *d);

/* Returns the identity of a name. */
uint64_t name_identity(const char *name);

/* Sets `chosen[symbol]` of each of the `n` symbols that has forms to the number of the first that
 * is no form of another name, or else of its last one. `chosen` is zeroed before. O(claims
 * log(claims)). */
void name_choice_make(struct name_choice *c, uint8_t *chosen, uint32_t n, struct diag *d);

void name_choice_release(struct name_choice *c);

#endif
