/* text.h - formats text, writes messages and cuts names without libc
 *
 * All functions are safe in signal handlers and leave errno alone.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_TEXT_H
#define GMON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Formats text like a small snprintf: %s (const char *), %u (uint64_t, decimal) and %%. size >= 1.
 * Returns the length of the text that fitted, at most size - 1; a NUL follows it. */
size_t gm_text(char *to, size_t size, const char *format, ...);

/* Makes the name of a file beside `path`: the prefix comes in front of the base name. */
void gm_text_beside(char *to, size_t size, const char *path, const char *prefix);

/* Writes one line of at most 511 bytes to standard error, and adds the end of the line. */
void gm_say(const char *format, ...);

/* Returns the number that the decimal digits at the beginning of the text make, or 0 if there are
 * none. */
uint64_t gm_text_number(const char *text);

/* Returns the number of bytes before the first `end`, or before the end of the text. */
size_t gm_text_until(const char *text, char end);

/* Returns the text behind `beginning`, or NULL if the text begins otherwise. */
static inline const char *gm_text_behind(const char *text, const char *beginning)
{
    for (; *beginning != 0; text++, beginning++)
        if (*text != *beginning)
            return NULL;
    return text;
}

/* Returns the text behind the first `what`, or NULL if the text does not have it. */
static inline const char *gm_text_find(const char *text, const char *what)
{
    const char *found = NULL;

    for (; found == NULL && *text != 0; text++)
        found = gm_text_behind(text, what);
    return found;
}

/* Compares bytes, as strcmp() does. */
int gm_text_compare(const char *a, const char *b);

/* Returns the part of a path behind its last slash. */
const char *gm_base_name(const char *path);

#pragma GCC visibility pop

#endif
