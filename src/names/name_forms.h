/* name_forms - shortens demangled names, matches patterns, and chooses the form of each name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMES_NAME_FORMS_H
#define NAMES_NAME_FORMS_H

#include "names/name_parts.h"

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

/* ---- which form of each name no other name has ----
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
