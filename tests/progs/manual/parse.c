/* parse.c - the parser of the calculator, main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "parse.h"

#include <stdlib.h>

static double term(const char **at)
{
    char *end;
    double value;

    if (**at == '(') {
        ++*at;
        value = expression(at);
        *at += **at == ')';
        return value;
    }
    value = strtod(*at, &end);
    *at = end;
    return value;
}

double expression(const char **at)
{
    double value = term(at);

    while (**at == '+') {
        ++*at;
        value += term(at);
    }
    return value;
}
