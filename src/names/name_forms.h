/* name_forms - takes demangled names apart, shortens them, and matches patterns
 *
 * Role: text in, text out. name_parts.c reads a demangled name of C++, Rust, D, Java or Ada once
 * from left to right, and notes the limits of its groups in brackets and of its components.
 * name_forms.c makes short forms and matches patterns. Names come from files and may be any bytes;
 * a name that is not understood is marked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_NAME_FORMS_H
#define NAMES_NAME_FORMS_H

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
    MARK_NONE       /* `<' was no bracket */
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

/* Forms of a name, from the shortest to the full name. All but the last leave out the type of the
 * result, and write std::string for its template, for example. */
enum name_form {
    NAME_BASE,      /* no scope, arguments or parameters: push_back, operator<, {closure#0} with its
                     * function */
    NAME_SCOPED,    /* std::vector::push_back */
    NAME_INSTANCE,  /* std::vector<int>::push_back */
    NAME_SHORT,     /* std::vector<...>::push_back(...) */
    NAME_QUALIFIED, /* with const, ABI tags, [clone ...] and Rust's hash */
    NAME_WITH_PARAMETERS, /* NAME_QUALIFIED with parameters, f(std::vector<...>) */
    NAME_WITH_ARGUMENTS,  /* NAME_QUALIFIED with template arguments, but without parameters */
    NAME_PLAIN,           /* NAME_QUALIFIED with template arguments and parameters */
    NAME_FULL,            /* the unchanged text */
    NAME_FORMS
};

/* Returns a form of the name that was read. A part that is no longer than `...' is not cut, unless
 * `strictly' is set: then f(int) becomes f(...), as each function called f. A name that was not
 * understood has only NAME_FULL. The text is valid until the next call or reading. Unless
 * `strictly' is set, the text is never longer than the name. O(length). */
const char *name_form(struct name_parts *p, enum name_form form, bool strictly);

/* Returns true if a text is a pattern: it has `*', `?' or `['. */
bool name_is_glob(const char *text);

/* Returns true if `pattern` fits all of `name`, by the rules of fnmatch(3) for bytes. `*' fits any
 * bytes, including `/' and dots. */
bool name_glob(const char *pattern, const char *name);

/* ---- name_fit.c: a name that fits a column ----
 *
 * For tables on a terminal. The least important part is cut first: parameters, template
 * arguments, qualifiers, leading scopes, and at last the middle. */

/* Most bytes that name_fit writes for `columns` columns. */
#define NAME_FIT_BYTES(columns) (4 * (size_t)(columns) + 1)

/* Writes `name`, a result of names_shown, into `out`, cut to at most `columns` columns of a
 * terminal. Returns its number of columns. `out` has room for NAME_FIT_BYTES(columns) bytes.
 * Control characters and damaged UTF-8 become `?'. Parts that are left out become `...'. O(length
 * of the name). */
size_t name_fit(const char *name, enum name_syntax syntax, size_t columns, char *out);

/* Returns the columns that name_fit needs for the whole name. */
size_t name_columns(const char *name);

/* ---- name_choice.c: which form of each name no other name has ----
 *
 * A short form must tell which function is meant. All forms of all names are compared. Each
 * symbol gets its first form whose text is not a form of another name. A text that is the whole of
 * one name belongs to that name. Symbols of equal names, such as static functions, keep equal
 * forms. */

/* A claim that a form of a symbol's name is a text. */
struct name_claim {
    uint64_t text;     /* text_hash of the text; texts of one hash only make names longer */
    uint64_t identity; /* text_hash of the full name */
    uint32_t symbol;
    uint16_t form;
    bool is_full; /* nothing is left out of the name */
};

struct name_choice {
    struct name_claim *claims; /* owned */
    size_t n, cap;
};

enum { NAME_CHOICE_FORMS = 16 };

/* Adds a claim: form number `form`, below NAME_CHOICE_FORMS, of the symbol's name is `text`;
 * `is_full` means that nothing is left out. A symbol's forms may come in any order; smaller numbers
 * are preferred. `c` is zero-initialised before the first call. */
void name_choice_add(struct name_choice *c, uint32_t symbol, unsigned form, bool is_full,
                     const char *text, uint64_t identity);

/* Sets `chosen[symbol]`, for each of the `n` symbols that has forms, to the number of its first
 * form that is not a form of another name. If there is none, chooses the last form. `chosen` is
 * zeroed before. O(claims log(claims)). */
void name_choice_make(struct name_choice *c, uint8_t *chosen, uint32_t n);

void name_choice_release(struct name_choice *c);

#endif
