/* debuginfod - asks servers for the debug file of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/debuginfod.h"

#include "base/limit.h"
#include "base/mem.h"

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

/* The functions of libdebuginfod that are called: debuginfod_find_debuginfo(3). */
struct client {
    void *(*begin)(void);
    int (*find)(void *handle, const unsigned char *id, int id_bytes, char **path);
    void (*end)(void *handle);
};

/* Loads the library, which stays loaded. Returns false if there is none. */
static bool load(struct client *c)
{
    void *library = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);

    if (!library)
        return false;
    /* as POSIX, dlsym(), converts to the address of a function */
    *(void **)&c->begin = dlsym(library, "debuginfod_begin");
    *(void **)&c->find = dlsym(library, "debuginfod_find_debuginfo");
    *(void **)&c->end = dlsym(library, "debuginfod_end");
    return c->begin && c->find && c->end;
}

/* Limits the next question to what is left of the time, or to less if the user wants less. */
static void set_time(double seconds, struct diag *d)
{
    static const char variable[] = "DEBUGINFOD_MAXTIME"; /* whole seconds; 0: no limit */
    const char *own = getenv(variable);
    long wanted = own ? strtol(own, NULL, 10) : 0, left = (long)seconds + 1;
    LOCAL char *text = mem_printf(d, "%ld", wanted > 0 && wanted < left ? wanted : left);

    setenv(variable, text, 1);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

char *debuginfod_find(struct debuginfod *s, const char *file, struct build_id id)
{
    IN_LIBRARY("libdebuginfod");
    const char *servers = getenv("DEBUGINFOD_URLS");
    double start = now();
    char *path = NULL;
    struct client c;
    void *handle;
    int fd;

    if (s->seconds <= 0 || !servers || !*servers || id.n == 0 || !load(&c))
        return NULL;
    if (!s->is_asked)
        diag_warning(s->diag, file,
                     "stripped: asking DEBUGINFOD_URLS for names, for %.0f s at most; "
                     "--debuginfod-timeout=0 asks nobody",
                     s->seconds);
    s->is_asked = true;
    set_time(s->seconds, s->diag);
    handle = c.begin();
    fd = handle ? c.find(handle, id.bytes, (int)id.n, &path) : -1;
    if (handle)
        c.end(handle);
    s->seconds -= now() - start;
    if (fd < 0)
        return NULL;
    close(fd);
    return path;
}
