/* diag - reports errors and warnings, a line each
 *
 * Role: formats a report into one bounded line and writes it with one call, so that lines of
 * several processes do not mix. Allocates nothing, since it must work when memory is out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/diag.h"

#include "base/utf8.h"
#include "base/words.h"

#include <stdarg.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 8192 }; /* a path may have 4096 bytes; longer lines are cut */

const char *diag_basename(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

void diag_init(struct diag *d, const char *argv0, FILE *stream)
{
    const char *base = argv0 ? diag_basename(argv0) : "";

    *d = (struct diag){.program = *base ? base : "gprof", .stream = stream};
}

/* Erases the status line. */
static void clear_status(struct diag *d)
{
    if (d->has_status && d->stream)
        fputs("\r\033[K", d->stream);
    d->has_status = false;
}

void diag_status(struct diag *d, const char *fmt, ...)
{
    va_list ap;

    if (!d || !d->stream || (!fmt && !d->has_status))
        return;
    clear_status(d);
    if (fmt) {
        fprintf(d->stream, "%s: ", d->program);
        va_start(ap, fmt);
        vfprintf(d->stream, fmt, ap);
        va_end(ap);
        d->has_status = true;
    }
    fflush(d->stream);
}

/* Keeps as many lines of `text` as fit. */
static void keep_lines(struct diag_log *log, const char *text, size_t size)
{
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        size_t line = end ? (size_t)(end - text) + 1 : size;

        if (log->dropped == 0 && end && line <= sizeof log->text - log->used) {
            memcpy(log->text + log->used, text, line);
            log->used += line;
            log->text[log->used - 1] = '\0';
        } else {
            log->dropped++;
        }
        text += line;
        size -= line;
    }
}

bool diag_next_line(const struct diag *d, size_t *place, struct diag_line *line)
{
    size_t bytes;

    if (!d->log || *place >= d->log->used)
        return false;
    line->text = d->log->text + *place;
    *place += strlen(line->text) + 1;
    bytes = begins_with(line->text, d->program);
    if (bytes > 0)
        line->text += bytes + strlen(": ");
    bytes = begins_with(line->text, "warning: ");
    line->text += bytes;
    line->is_warning = bytes > 0;
    return true;
}

void diag_pass_on(struct diag *d, const struct diag *from, const char *text, size_t size)
{
    d->errors += from->errors;
    d->warnings += from->warnings;
    clear_status(d);
    if (d->log)
        keep_lines(d->log, text, size);
    if (d->stream && size > 0)
        fwrite(text, 1, size, d->stream);
}

/* Replaces what must not reach a terminal. Returns the new length. */
static size_t make_safe(char *line, size_t length)
{
    size_t used = 0;
    uint32_t code;

    for (size_t at = 0, bytes; at < length; at += bytes) {
        bytes = utf8_next(line + at, &code);
        if (utf8_is_unsafe(code))
            line[used++] = '?';
        else
            for (size_t i = 0; i < bytes; i++)
                line[used++] = line[at + i];
    }
    return used;
}

static void emit(struct diag *d, const char *file, const char *kind, const char *fmt, va_list ap)
{
    char line[LINE_MAX_BYTES];
    size_t used = 0;
    int n;

    if (!d->stream)
        return;
    if (file && !*file)
        file = "''"; /* an empty name must still be seen */
    n = snprintf(line, sizeof line - 1, "%s: %s%s%s", d->program, kind, file ? file : "",
                 file ? ": " : "");
    if (n > 0)
        used = (size_t)n < sizeof line - 1 ? (size_t)n : sizeof line - 2;
    n = vsnprintf(line + used, sizeof line - 1 - used, fmt, ap);
    if (n > 0)
        used += (size_t)n < sizeof line - 1 - used ? (size_t)n : sizeof line - 2 - used;
    used = make_safe(line, used);
    line[used++] = '\n';
    if (d->log)
        keep_lines(d->log, line, used);
    clear_status(d);
    fwrite(line, 1, used, d->stream);
    fflush(d->stream);
}

bool diag_error(struct diag *d, const char *file, const char *fmt, ...)
{
    va_list ap;

    if (!d)
        return false;
    d->errors++;
    va_start(ap, fmt);
    emit(d, file, "", fmt, ap);
    va_end(ap);
    return false;
}

bool diag_system(struct diag *d, const char *file, int errnum, const char *remedy)
{
    return diag_error(d, file, "%s%s%s", strerror(errnum), remedy ? "; " : "",
                      remedy ? remedy : "");
}

void diag_warning(struct diag *d, const char *file, const char *fmt, ...)
{
    va_list ap;

    if (!d)
        return;
    d->warnings++;
    va_start(ap, fmt);
    emit(d, file, "warning: ", fmt, ap);
    va_end(ap);
}

/* ---- progress ---- */

enum { SILENT_FOR = 1000, EVERY = 200 }; /* milliseconds */

static uint64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void progress_start(struct progress *p, struct diag *d, size_t total, const char *what)
{
    bool terminal = d && d->stream && fileno(d->stream) >= 0 && isatty(fileno(d->stream));

    *p = (struct progress){.diag = d,
                           .what = what,
                           .total = total,
                           .next = terminal ? now() + SILENT_FOR : UINT64_MAX};
}

void progress_tell(struct progress *p, size_t done)
{
    if (p->next == UINT64_MAX || now() < p->next)
        return;
    if (p->total > 0)
        diag_status(p->diag, "%zu of %zu %s", done, p->total, p->what);
    else
        diag_status(p->diag, "%zu %s", done, p->what);
    p->next = now() + EVERY;
}

void progress_end(struct progress *p)
{
    diag_status(p->diag, NULL);
}
