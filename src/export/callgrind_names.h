/* callgrind_names - functions, files and objects as lines of the Callgrind format
 *
 * Role: for callgrind.c. Each name is written once, `fn=(7) find', and its number afterwards,
 * `fn=(7)'. Functions of one name, file and object would be one function to readers: the address
 * tells them apart. In line mode they are one, whose lines the symbols are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_CALLGRIND_NAMES_H
#define EXPORT_CALLGRIND_NAMES_H

#include "base/diag.h"
#include "base/sink.h"
#include "base/text_map.h"
#include "view/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CALLGRIND_UNKNOWN "???" /* the file or object of what has none */

struct callgrind_names {
    const struct report *report;
    struct text_map files, objects; /* as far as they were written */
    uint32_t *id;                   /* by symbol: the number of its name, from 1; owned */
    uint32_t unknown;               /* that of FIGURES_UNKNOWN */
    bool *is_written;               /* by such a number; owned */
    bool *has_address;              /* by symbol: its address is part of the name; owned */
};

/* Number the functions that are shown. O(functions), and the lengths of their names. Fails, after
 * reporting, when memory is out. */
bool callgrind_names_init(struct callgrind_names *n, const struct report *r, struct diag *d);

/* The file and the object that a function is in; never NULL. */
const char *callgrind_file(const struct callgrind_names *n, uint32_t symbol);
const char *callgrind_object(const struct callgrind_names *n, uint32_t symbol);

/* Write the line `KEY=(NUMBER) NAME', or only the number. Fail, after reporting, when memory is
 * out.
 */
bool callgrind_put_file(struct callgrind_names *n, struct sink *out, const char *key,
                        const char *file, struct diag *d);
bool callgrind_put_object(struct callgrind_names *n, struct sink *out, const char *key,
                          const char *object, struct diag *d);

/* The same for a function that is shown; NO_SYMBOL: FIGURES_UNKNOWN. */
void callgrind_put_function(struct callgrind_names *n, struct sink *out, const char *key,
                            uint32_t symbol);

/* Write a text so that it stays on its line and readers take it as it is: `?' in place of control
 * characters and what is no UTF-8, `_' in place of blanks at its ends, at most `most' bytes. */
void callgrind_put_text(struct sink *out, const char *text, size_t most);

void callgrind_names_release(struct callgrind_names *n);

#endif
