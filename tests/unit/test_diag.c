/* test_diag - tests messages, traces, and the line that shows the progress of long work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/trace.h"
#include "base/diag.h"
#include "base/sink.h"
#include "unit.h"

#include <fcntl.h>
#include <stdlib.h>

/* ---- messages and traces ---- */

static void test_names(void)
{
    struct diag d;

    is_str(diag_basename("gprof"), "gprof", "basename: no directory");
    is_str(diag_basename("/usr/bin/gprof"), "gprof", "basename: directories");
    is_str(diag_basename("bin/"), "", "basename: a slash at the end");
    is_str(diag_basename(""), "", "basename: nothing");
    diag_init(&d, "/opt/x/my-gprof", NULL);
    is_str(d.program, "my-gprof", "init: the program's base name");
    diag_init(&d, NULL, NULL);
    is_str(d.program, "gprof", "init: no argv[0]");
    diag_init(&d, "", NULL);
    is_str(d.program, "gprof", "init: an empty argv[0]");
    diag_init(&d, "x/", NULL);
    is_str(d.program, "gprof", "init: an argv[0] without base name");
    ok(d.errors == 0 && d.warnings == 0 && d.stream == NULL, "init: counters start at 0");
}

static void test_lines(void)
{
    struct diag *d = &told.diag;

    ok(!diag_error(d, "a.out", "bad %s, %d", "thing", 7), "error: returns false");
    is_str(told_text(), "unit: a.out: bad thing, 7\n", "error: program, file, text");
    told_clear();
    diag_error(d, NULL, "no file");
    is_str(told_text(), "unit: no file\n", "error: without file");
    told_clear();
    diag_error(d, "", "x");
    is_str(told_text(), "unit: '': x\n", "error: an empty file name is seen");
    told_clear();
    diag_warning(d, "f", "odd");
    is_str(told_text(), "unit: warning: f: odd\n", "warning: says so, then the file");
    ok(d->errors == 0 && d->warnings == 1, "warning: counted as such");
    told_clear();
    ok(!diag_system(d, "f", ENOENT, "make one"), "system: returns false");
    is_str(told_text(), "unit: f: No such file or directory; make one\n", "system: reason, remedy");
    told_clear();
    diag_system(d, "f", EISDIR, NULL);
    is_str(told_text(), "unit: f: Is a directory\n", "system: no remedy");
    told_clear();
    diag_error(d, "f", "one");
    diag_error(d, "f", "two");
    is_str(told_text(), "unit: f: one\nunit: f: two\n", "two errors are two lines");
    is_uint(d->errors, 2, "and are counted");
    told_clear();
}

static void test_hostile(void)
{
    char *name = malloc(20001);
    const char *text;

    diag_error(&told.diag, "a\nunit: b", "c\rd\x1b[31me\x7f\t");
    is_str(told_text(), "unit: a?unit: b: c?d?[31me??\n", "control characters are shown as ?");
    told_clear();
    diag_error(&told.diag, "\xc3\xa4.out", "\xe2\x82\xac");
    is_str(told_text(), "unit: \xc3\xa4.out: \xe2\x82\xac\n", "letters above 127 pass");
    told_clear();
    diag_error(&told.diag,
               "a\xc2\x9b"
               "b",
               "\xe2\x80\xae\x9b"
               "c\xe2\x82");
    is_str(told_text(), "unit: a?b: ??c??\n", "controls above 127 and damaged characters do not");
    told_clear();
    for (size_t length = 8150; length < 8200; length++) {
        memset(name, 'x', length);
        name[length] = '\0';
        diag_error(&told.diag, name, "end %zu", length);
        text = told_text();
        if (strlen(text) > 8192 || text[strlen(text) - 1] != '\n' ||
            strchr(text, '\n') != text + strlen(text) - 1)
            break;
        told_clear();
    }
    is_str(told_text(), "", "a line of any length is cut and ends with one newline");
    told_clear();
    memset(name, 'y', 20000);
    name[20000] = '\0';
    diag_error(&told.diag, NULL, "%s", name);
    text = told_text();
    ok(strlen(text) > 4096 && strlen(text) <= 8192, "a long text is cut, not refused");
    ok(text[strlen(text) - 1] == '\n', "and ends with a newline");
    told_clear();
    free(name);
}

/* Checks the next line that is kept. */
static void is_next(const struct diag *d, size_t *place, bool is_warning, const char *want)
{
    struct diag_line line = {.text = "none"};

    ok(diag_next_line(d, place, &line) && line.is_warning == is_warning, "kept: a line");
    is_str(line.text, want, "kept: its text");
}

static void test_log(void)
{
    static struct diag_log log;
    struct diag *d = &told.diag, other = {.warnings = 1};
    struct diag_line line;
    size_t place = 0, lines = 0;

    ok(!diag_next_line(d, &place, &line), "kept: nothing without a log");
    d->log = &log;
    ok(!diag_next_line(d, &place, &line), "kept: nothing is reported yet");
    diag_warning(d, "a.out", "odd");
    diag_error(d, NULL, "warning and more");
    diag_pass_on(d, &other, "unit: x: one\nunit: warning: two\n", 32);
    is_next(d, &place, true, "a.out: odd");
    is_next(d, &place, false, "warning and more");
    is_next(d, &place, false, "x: one");
    is_next(d, &place, true, "two");
    ok(!diag_next_line(d, &place, &line), "kept: no more");
    is_str(told_text(),
           "unit: warning: a.out: odd\nunit: warning and more\n"
           "unit: x: one\nunit: warning: two\n",
           "kept: and all are written");
    for (int i = 0; i < 2000; i++)
        diag_warning(d, NULL, "%060d", i);
    for (place = 0; diag_next_line(d, &place, &line);)
        lines++;
    ok(log.dropped > 0 && lines + log.dropped == 2004, "kept: no more than there is room for");
    ok(log.used <= sizeof log.text && log.used > sizeof log.text - 100, "kept: all room is used");
    d->log = NULL;
    told_clear();
}

/* ---- traced lines ---- */

/* Returns the contents of the sink as a string. */
static const char *text(struct sink *out)
{
    sink_char(out, '\0');
    out->used--;
    out->written--;
    return out->buf;
}

static void test_traced_lines(void)
{
    struct trace trace = {.bits = 2};
    struct sink out;
    struct diag d;
    char *name = malloc(20001);

    sink_init(&out, -1, &told.diag);
    trace.out = &out;
    diag_init(&d, "unit", NULL);
    d.trace = &trace;
    trace_line(&d, "stage", "%s has %d", "main", 7);
    is_str(text(&out), "[stage] main has 7\n", "stage and text");
    is_uint(out.written, 0, "a traced line does not count as printed");
    sink_string(&out, "row\n");
    trace_line(&d, "next", "x");
    is_str(text(&out), "[stage] main has 7\nrow\n[next] x\n", "in the order of the report");
    is_uint(out.written, 4, "whose bytes alone count");
    sink_clear(&out);
    trace_line(&d, "s", "a\nb\x1b\x7f\t%s", "\xc3\xa4");
    is_str(text(&out), "[s] a?b???\xc3\xa4\n", "control characters are shown as ?");
    sink_clear(&out);
    memset(name, 'y', 20000);
    name[20000] = '\0';
    trace_line(&d, "s", "%s", name);
    ok(out.used > 4096 && out.used < 9000 && out.buf[out.used - 1] == '\n', "a long line is cut");
    ok(d.errors == 0 && d.warnings == 0, "and nothing of it is an error");
    free(name);
    sink_release(&out);
}

static void test_silent(void)
{
    struct diag silent;

    diag_init(&silent, "x", NULL);
    diag_error(&silent, "f", "x");
    diag_warning(&silent, "f", "x");
    diag_warning(&silent, "f", "x");
    ok(silent.errors == 1 && silent.warnings == 2, "without a stream lines are counted only");
}

/* ---- progress ---- */

static void test_elsewhere(void)
{
    struct progress p;

    progress_start(&p, &told.diag, 10, "files");
    is_uint(p.next, UINT64_MAX, "no terminal: never due");
    progress_tell(&p, 5);
    progress_end(&p);
}

/* Returns the text that has arrived at the terminal, whose other end is `fd`. */
static const char *arrived(int fd)
{
    static char text[1000];
    ssize_t n = read(fd, text, sizeof text - 1);

    text[n > 0 ? n : 0] = '\0';
    return text;
}

/* Tests that a sink reports how much it has written. */
static void test_sink(struct diag *d, int terminal)
{
    struct progress p;
    struct sink s;
    int fd = open("/dev/null", O_WRONLY);

    sink_init(&s, fd, &told.diag);
    progress_start(&p, d, 0, "MB");
    p.next = 0;
    s.progress = &p;
    sink_repeat(&s, 'x', 3 << 20);
    sink_flush(&s);
    is_str(arrived(terminal), "unit: 3 MB", "a sink tells how much it has written");
    progress_end(&p);
    sink_release(&s);
    close(fd);
}

static void test_terminal(void)
{
    struct progress p;
    struct diag d;
    int fd = posix_openpt(O_RDWR | O_NOCTTY);
    FILE *terminal = NULL;

    if (fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0)
        terminal = fopen(ptsname(fd), "r+");
    if (!terminal || fcntl(fd, F_SETFL, O_NONBLOCK) != 0) {
        skip(7, "no terminal can be made here");
        return;
    }
    diag_init(&d, "unit", terminal);
    progress_start(&p, &d, 10, "files");
    progress_tell(&p, 1);
    is_str(arrived(fd), "", "terminal: nothing in the first second");
    ok(p.next != UINT64_MAX, "but it will be due");
    p.next = 0;
    progress_tell(&p, 5);
    is_str(arrived(fd), "unit: 5 of 10 files", "then the line");
    progress_tell(&p, 6);
    is_str(arrived(fd), "", "not again at once");
    diag_warning(&d, "f", "odd");
    is_str(arrived(fd), "\r\033[Kunit: warning: f: odd\r\n", "a message takes its place");
    p.next = 0;
    progress_tell(&p, 7);
    arrived(fd);
    progress_end(&p);
    is_str(arrived(fd), "\r\033[K", "at the end it goes");
    test_sink(&d, fd);
    fclose(terminal);
    close(fd);
}

UNIT_TESTS(test_names, test_lines, test_log, test_hostile, test_traced_lines, test_silent,
           test_elsewhere, test_terminal)
