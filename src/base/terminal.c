/* terminal - finds the width of a terminal, and whether to write in colours
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Returns the variable's value, or NULL if the variable is not set or empty. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

static unsigned within_limits(unsigned long columns)
{
    if (columns < LEAST_COLUMNS)
        return LEAST_COLUMNS;
    return columns < MOST_COLUMNS ? (unsigned)columns : MOST_COLUMNS;
}

unsigned terminal_columns(int fd)
{
    const char *columns = variable("COLUMNS");
    struct winsize size = {0};

    if (columns && strspn(columns, "0123456789") == strlen(columns)) {
        unsigned long n = strtoul(columns, NULL, 10);

        if (n > 0)
            return within_limits(n);
    }
    if (fd >= 0 && isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return within_limits(size.ws_col);
    return 0;
}

bool terminal_has_colour(enum colour_when when, int fd)
{
    const char *force = variable("CLICOLOR_FORCE"), *term = variable("TERM");

    if (when != COLOUR_AUTO)
        return when == COLOUR_ALWAYS;
    if (variable("NO_COLOR"))
        return false;
    if (force && strcmp(force, "0") != 0)
        return true;
    return fd >= 0 && isatty(fd) && !(term && strcmp(term, "dumb") == 0);
}
