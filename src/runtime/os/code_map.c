/* code_map.c - reads the file that names code which a program has made while it runs
 *
 * Compilers at run time write /tmp/perf-PID.map if they are asked to: node --perf-basic-prof, java
 * -XX:+DumpPerfMapAtExit, LuaJIT and others. Everybody may write into /tmp, so the file counts only
 * if it is not a link, and is the user's own.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <sys/stat.h>

enum { FIRST_BYTES = 65536, PATH_BYTES = 40 };

/* Moves the text into twice as much memory. Returns NULL, and unmaps the text, if there is none. */
static char *enlarge(char *text, size_t *bytes)
{
    char *larger = gm_map(2 * *bytes);

    for (size_t i = 0; larger != NULL && i < *bytes; i++)
        larger[i] = text[i];
    gm_unmap(text, *bytes);
    *bytes *= 2;
    return larger;
}

static char *read_file(long fd, size_t *bytes)
{
    size_t at = 0;

    *bytes = FIRST_BYTES;
    char *text = gm_map(*bytes);
    while (text != NULL) {
        long n = gm_call(SYS_read, fd, (long)(text + at), (long)(*bytes - 1 - at), 0, 0, 0);
        if (n <= 0)
            break;
        at += (size_t)n;
        if (at == *bytes - 1)
            text = enlarge(text, bytes);
    }
    return text;
}

char *gm_code_map(size_t *bytes)
{
    const struct gm_descriptor *d = &gm_linux.open[GM_MAP];
    char path[PATH_BYTES], *text = NULL;

    gm_text(path, sizeof path, "/tmp/perf-%u.map", (uint64_t)gm.pid);
    long fd = gm_open(GM_MAP, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (d->is_known && S_ISREG(d->file.mode) &&
        (long)d->file.uid == gm_call(GM_SYS_GETEUID, 0, 0, 0, 0, 0, 0))
        text = read_file(fd, bytes);
    gm_close(GM_MAP);
    return text;
}
