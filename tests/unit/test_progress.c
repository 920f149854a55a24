/* test_progress - tests the line that shows the progress of long work, on a terminal and elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/diag.h"
#include "base/sink.h"
#include "unit.h"

#include <fcntl.h>
#include <stdlib.h>

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

UNIT_TESTS(test_elsewhere, test_terminal)
