/* trace - prints what the stages do, under --debug
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/trace.h"

#include <stdarg.h>

enum { LINE_MAX_BYTES = 8192 };

void trace_line(const struct diag *d, const char *stage, const char *fmt, ...)
{
    struct sink *out = d->trace->out;
    uint64_t written = out->written;
    char line[LINE_MAX_BYTES];
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    for (char *p = line; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c < 0x20 || c == 0x7f)
            *p = '?';
    }
    sink_printf(out, "[%s] %s\n", stage, line);
    out->written = written; /* sections of the report are separated as without the trace */
}
