/* tool_words.c - splits the text of the test tools' small languages into lines and words
 *
 * Role, input and output: see tool_words.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tool_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void words_init(struct words *ws, const char *name, const char *text, size_t len)
{
    *ws = (struct words){.name = name, .next = text, .end = text + len};
}

void words_release(struct words *ws)
{
    free(ws->room);
    free(ws->w);
    ws->room = NULL;
    ws->w = NULL;
}

_Noreturn void words_die(const struct words *ws, const char *fmt, ...)
{
    va_list ap;

    fflush(stdout);
    fprintf(stderr, "%s:%u: ", ws->name, ws->line);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(2);
}

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void add_word(struct words *ws, char *s, size_t len)
{
    if (ws->n == ws->cap) {
        ws->cap = ws->cap * 2 + 16;
        ws->w = xrealloc_array(ws->w, ws->cap, sizeof *ws->w);
    }
    ws->w[ws->n++] = (struct word){s, len};
}

/* Copies the quoted word that begins behind the quote at P. Returns the place where the line goes
 * on. */
static const char *quoted(struct words *ws, const char *p, const char *eol, char **out)
{
    char *o = *out;

    while (p < eol && *p != '"') {
        if (*p != '\\') {
            *o++ = *p++;
            continue;
        }
        if (eol - p >= 4 && p[1] == 'x' && hex_digit(p[2]) >= 0 && hex_digit(p[3]) >= 0) {
            *o++ = (char)(hex_digit(p[2]) * 16 + hex_digit(p[3]));
            p += 4;
        } else if (eol - p >= 2 && (p[1] == '"' || p[1] == '\\')) {
            *o++ = p[1];
            p += 2;
        } else {
            words_die(ws, "bad escape, want \\\" \\\\ or \\xNN");
        }
    }
    if (p == eol)
        words_die(ws, "no closing quote");
    *out = o;
    return p + 1;
}

static void split(struct words *ws, const char *p, const char *eol)
{
    size_t need = (size_t)(eol - p) * 2 + 2;

    if (need > ws->room_cap) {
        ws->room = xrealloc_array(ws->room, need, 1);
        ws->room_cap = need;
    }
    char *o = ws->room;
    for (;;) {
        while (p < eol && is_blank(*p))
            p++;
        if (p == eol || *p == '#')
            return;
        char *start = o;
        if (*p == '"')
            p = quoted(ws, p + 1, eol, &o);
        else
            while (p < eol && !is_blank(*p))
                *o++ = *p++;
        add_word(ws, start, (size_t)(o - start));
        *o++ = '\0';
    }
}

bool words_line(struct words *ws)
{
    while (ws->next < ws->end) {
        const char *p = ws->next;
        const char *eol = memchr(p, '\n', (size_t)(ws->end - p));
        if (eol == NULL)
            eol = ws->end;
        ws->next = eol < ws->end ? eol + 1 : eol;
        ws->line++;
        ws->n = ws->at = 0;
        split(ws, p, eol);
        if (ws->n != 0)
            return true;
    }
    return false;
}

bool words_more(const struct words *ws)
{
    return ws->at < ws->n;
}

struct word words_next(struct words *ws)
{
    if (ws->at == ws->n)
        words_die(ws, "'%s' wants more words", ws->w[0].s);
    return ws->w[ws->at++];
}

const char *words_str(struct words *ws)
{
    struct word w = words_next(ws);

    if (strlen(w.s) != w.len)
        words_die(ws, "NUL byte in a name");
    return w.s;
}

uint64_t words_num(struct words *ws)
{
    const char *s = words_str(ws);
    const char *digits = *s == '-' ? s + 1 : s;
    char *end;

    errno = 0;
    bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    uint64_t v = strtoull(digits, &end, hex ? 16 : 10);
    if (hex_digit(*digits) < 0 || *end != '\0' || errno != 0)
        words_die(ws, "'%s' is not a number", s);
    return *s == '-' ? 0 - v : v;
}

uint64_t words_num_max(struct words *ws, uint64_t max)
{
    uint64_t v = words_num(ws);

    if (v > max)
        words_die(ws, "%llu is larger than %llu", (unsigned long long)v, (unsigned long long)max);
    return v;
}

bool words_take(struct words *ws, const char *keyword)
{
    if (ws->at == ws->n || strcmp(ws->w[ws->at].s, keyword) != 0)
        return false;
    ws->at++;
    return true;
}

void words_hex(struct words *ws, struct buf *out)
{
    struct word w = words_next(ws);

    if (w.len % 2 != 0)
        words_die(ws, "'%s': odd number of hex digits", w.s);
    for (size_t i = 0; i < w.len; i += 2) {
        int hi = hex_digit(w.s[i]);
        int lo = hex_digit(w.s[i + 1]);
        if (hi < 0 || lo < 0)
            words_die(ws, "'%s' is not hexadecimal", w.s);
        buf_uint(out, (uint64_t)(hi * 16 + lo), 1);
    }
}

void words_done(struct words *ws)
{
    if (ws->at != ws->n)
        words_die(ws, "'%s' is one word too many", ws->w[ws->at].s);
}

size_t words_choice(struct words *ws, const char *const *list)
{
    const char *s = words_str(ws);

    for (size_t i = 0; list[i] != NULL; i++)
        if (strcmp(s, list[i]) == 0)
            return i;
    words_die(ws, "unknown word '%s'", s);
}

void words_quote(struct buf *out, const char *s, size_t len)
{
    bool plain = len != 0 && s[0] != '#';

    for (size_t i = 0; i < len && plain; i++)
        plain = s[i] > ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\';
    if (plain) {
        buf_put(out, s, len);
        return;
    }
    buf_str(out, "\"");
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '"' || s[i] == '\\')
            buf_printf(out, "\\%c", s[i]);
        else if (s[i] >= ' ' && s[i] < 0x7f)
            buf_put(out, s + i, 1);
        else
            buf_printf(out, "\\x%02x", (unsigned)(unsigned char)s[i]);
    }
    buf_str(out, "\"");
}
