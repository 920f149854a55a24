/* name_forms - short forms of a demangled name
 *
 * Role: text in, text out. Which form of a function's name is told apart from all others of the
 * program is for names; a form that fits a column is made by name_fit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_NAME_FORMS_H
#define SYMBOLS_NAME_FORMS_H

#include "symbols/name_parts.h"

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

/* A form of the name that was read. What is no longer than `...' is not cut, unless `strictly':
 * f(int) is f(...) then, as all that is called f. A name that was not
 * understood has only NAME_FULL. The text is valid until the next call or reading. Unless it is
 * cut strictly, it is never longer than the name. O(length). */
const char *name_form(struct name_parts *p, enum name_form form, bool strictly);

#endif
