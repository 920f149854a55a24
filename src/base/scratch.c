/* scratch - a directory that is removed however gprof ends
 *
 * Only entries of the two directories are removed, each by its name: in a directory that other
 * users can write, a walk of paths could be led elsewhere by links.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/scratch.h"

#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEEP = 'k' };

static void remove_directory(const char *path)
{
    DIR *directory = opendir(path);
    const struct dirent *entry;

    while (directory && (entry = readdir(directory)))
        unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory)
        closedir(directory);
    rmdir(path);
}

/* Waits for the end of gprof, apart from the terminal and from those that wait for the end of its
 * output. */
static _Noreturn void clean(const struct scratch *s, int end)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    sigset_t all;
    ssize_t n;
    char c;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    for (int fd = STDIN_FILENO; nowhere >= 0 && fd <= STDERR_FILENO; fd++)
        dup2(nowhere, fd);
    while ((n = read(end, &c, 1)) < 0 && errno == EINTR)
        ;
    if (n != 1) {
        remove_directory(s->inside);
        remove_directory(s->path);
    }
    _exit(0);
}

static void forget(struct scratch *s)
{
    free(s->path);
    free(s->inside);
    *s = (struct scratch){.pipe = -1};
}

static bool make_directories(struct scratch *s, const char *base, const char *name, struct diag *d)
{
    const mode_t pass = S_IRWXU | S_IXGRP | S_IXOTH, drop = S_ISVTX | pass | S_IWGRP | S_IWOTH;
    bool is_root = geteuid() == 0;

    s->path = mem_printf(d, "%s/%s.XXXXXX", base, name);
    if (!mkdtemp(s->path)) {
        forget(s);
        return diag_error(d, base, "cannot be written; set TMPDIR");
    }
    s->inside = mem_printf(d, "%s/XXXXXX", s->path);
    if (mkdtemp(s->inside) &&
        (!is_root || (chmod(s->path, pass) == 0 && chmod(s->inside, drop) == 0)))
        return true;
    remove_directory(s->inside);
    remove_directory(s->path);
    forget(s);
    return diag_error(d, base, "cannot be written; set TMPDIR");
}

bool scratch_begin(struct scratch *s, const char *base, const char *name, struct diag *d)
{
    int end[2];

    *s = (struct scratch){.pipe = -1};
    if (!make_directories(s, base, name, d))
        return false;
    if (pipe2(end, O_CLOEXEC) != 0 || (s->cleaner = fork()) < 0) {
        remove_directory(s->inside);
        remove_directory(s->path);
        forget(s);
        return diag_system(d, NULL, errno, "end other programs");
    }
    if (s->cleaner == 0) {
        close(end[1]);
        clean(s, end[0]);
    }
    close(end[0]);
    s->pipe = end[1];
    return true;
}

void scratch_end(struct scratch *s, bool is_kept)
{
    static const char keep = KEEP;

    while (is_kept && write(s->pipe, &keep, 1) < 0 && errno == EINTR)
        ;
    close(s->pipe);
    waitpid(s->cleaner, NULL, 0);
    forget(s);
}
