/* text.c - formats text, writes messages and cuts names without libc
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/core/os.h"

#include <stdarg.h>

enum { LINE = 512 }; /* upper bound of the bytes of a message */

static size_t put_number(char *to, size_t size, uint64_t value)
{
    char digits[20];
    size_t n = 0;
    size_t length = 0;

    do
        digits[n++] = "0123456789"[value % 10];
    while ((value /= 10) != 0);
    while (n > 0 && length < size)
        to[length++] = digits[--n];
    return length;
}

static size_t put_args(char *to, size_t size, const char *format, va_list args)
{
    size_t n = 0;

    for (; *format != 0 && n < size; format++) {
        if (*format != '%') {
            to[n++] = *format;
        } else if (*++format == 's') {
            for (const char *s = va_arg(args, const char *); *s != 0 && n < size; s++)
                to[n++] = *s;
        } else if (*format == 'u') {
            n += put_number(to + n, size - n, va_arg(args, uint64_t));
        } else {
            to[n++] = *format;
        }
    }
    return n;
}

size_t gm_text(char *to, size_t size, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    size_t n = put_args(to, size - 1, format, args);
    va_end(args);
    to[n] = 0;
    return n;
}

void gm_text_beside(char *to, size_t size, const char *path, const char *prefix)
{
    size_t n = gm_text(to, (size_t)(gm_base_name(path) - path) + 1, "%s", path);

    gm_text(to + n, size - n, "%s%s", prefix, path + n);
}

void gm_say(const char *format, ...)
{
    char line[LINE];
    va_list args;

    va_start(args, format);
    size_t n = put_args(line, sizeof line - 1, format, args);
    va_end(args);
    line[n++] = '\n';
    gm_put_message(line, n);
}

uint64_t gm_text_number(const char *text)
{
    uint64_t number = 0;

    for (; *text >= '0' && *text <= '9'; text++)
        number = number * 10 + (uint64_t)(*text - '0');
    return number;
}

size_t gm_text_until(const char *text, char end)
{
    size_t n = 0;

    while (text[n] != end && text[n] != 0)
        n++;
    return n;
}

int gm_text_compare(const char *a, const char *b)
{
    for (; *a != 0 && *a == *b; a++, b++)
        ;
    return (unsigned char)*a - (unsigned char)*b;
}

const char *gm_base_name(const char *path)
{
    const char *name = path;

    for (const char *s = path; *s != 0; s++)
        if (*s == '/')
            name = s + 1;
    return name;
}
