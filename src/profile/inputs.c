/* inputs - makes the list of the data files of a run
 *
 * A directory is walked with a stack of names, whose depth is limited by memory alone. Links to
 * files are followed, links to directories are not, so a walk always ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/inputs.h"

#include "base/file.h"
#include "base/limit.h"
#include "base/mem.h"
#include "base/trace.h"
#include "profile/gmon_io.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* State of the making of one list. */
struct gathering {
    struct inputs *in;
    const struct inputs_request *request;
    struct diag *diag;
    bool uses_stdin;         /* some name meant standard input */
    struct pair_map outputs; /* files that will be replaced, by device and inode */
    struct pair_map found;   /* files found in directories, by device and inode */
    size_t n_found;          /* data files in directories, found for the first time or again */
};

/* ---- names ----------------------------------------------------------------------------------- */

void inputs_release(struct inputs *in)
{
    for (size_t i = 0; i < in->n; i++)
        free(in->names[i]);
    free(in->names);
    *in = (struct inputs){0};
}

void inputs_add(struct inputs *in, char *name, struct diag *d)
{
    *mem_push(d, in->names, in->n, in->cap) = name;
}

static void add(struct gathering *g, const char *name)
{
    inputs_add(g->in, mem_copy_string(g->diag, name, strlen(name)), g->diag);
}

static bool claim_stdin(struct gathering *g)
{
    if (g->uses_stdin)
        return diag_error(g->diag, "-",
                          "standard input can be read once, and is named twice; name files");
    g->uses_stdin = true;
    return true;
}

/* ---- directories ----------------------------------------------------------------------------- */

/* Counts an error about a directory. Returns true if the run goes on without the directory. */
static bool leave_out(struct gathering *g)
{
    g->in->left_out++;
    return g->request->keep_going;
}

/* Returns true if runtimes or gprof give such names to data files. A file of that name that is not
 * a data file is worth a message. */
static bool is_usual_name(const char *path)
{
    const char *name = diag_basename(path);

    if (strncmp(name, "gmon.out", 8) != 0 && strncmp(name, "gmon.sum", 8) != 0)
        return false;
    name += 8;
    if (*name == '.' && strspn(name + 1, "0123456789") > 0) /* a process number */
        name += 1 + strspn(name + 1, "0123456789");
    return *name == '\0' || strcmp(name, ".gz") == 0;
}

/* Returns true if the regular file is to be listed. The file may be one that cannot be opened. */
static bool is_wanted(struct gathering *g, const char *path, const struct stat *st)
{
    if (pair_map_find(&g->outputs, st->st_dev, st->st_ino) != PAIR_MAP_NONE)
        return false;
    if (stack_has_data(path, g->diag)) /* reports that use stacks find them beside the data */
        return false;
    if (is_usual_name(path))
        return true;
    return !file_is_temporary(path) && /* the data of a temporary file come from other files */
           gmon_recognise(path, (uint64_t)st->st_size, g->request->target);
}

static int is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int by_name_backwards(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*right)->d_name, (*left)->d_name);
}

/* Pushes the directory's entries in reverse order of their names, so that the first comes next. */
static bool push_entries(struct gathering *g, struct inputs *stack, const char *directory)
{
    static const char remedy[] = "check the directory's permissions, or name the files";
    size_t length = strlen(directory);
    LOCAL struct dirent **entries = NULL;
    int n = scandir(directory, &entries, is_entry, by_name_backwards);

    if (n < 0)
        return diag_system(g->diag, directory, errno, remedy) || leave_out(g);
    while (length > 0 && directory[length - 1] == '/')
        length--;
    for (int i = 0; i < n; i++) {
        inputs_add(stack,
                   mem_printf(g->diag, "%.*s/%s", (int)length, directory, entries[i]->d_name),
                   g->diag);
        free(entries[i]);
    }
    return true;
}

/* Takes in one entry of a directory; `name` is its path. A dangling link is reported, since it may
 * have led to a data file, unless it is hidden: editors lock files with hidden links. A file may
 * have been found under another name before. */
static bool visit(struct gathering *g, struct inputs *stack, const char *name)
{
    size_t before = g->found.n;
    struct stat st;

    if (lstat(name, &st) != 0)
        return errno == ENOENT || /* gone meanwhile */
               diag_system(g->diag, name, errno, "check the permissions of its directory") ||
               leave_out(g);
    if (S_ISDIR(st.st_mode))
        return push_entries(g, stack, name);
    if (S_ISLNK(st.st_mode) && stat(name, &st) != 0) {
        if (diag_basename(name)[0] != '.')
            diag_warning(g->diag, name, "dangling link: %s; remove or recreate it",
                         strerror(errno));
        return true;
    }
    if (!S_ISREG(st.st_mode) || !is_wanted(g, name, &st))
        return true;
    g->n_found++;
    pair_map_add(&g->found, st.st_dev, st.st_ino, g->diag);
    if (g->found.n > before)
        add(g, name);
    return true;
}

static bool walk(struct gathering *g, const char *directory)
{
    LOCAL_BY(inputs_release) struct inputs stack = {0};
    size_t found = g->n_found, left_out = g->in->left_out;
    bool ok;

    if (!g->request->recursive)
        return diag_error(
                   g->diag, directory,
                   "is a directory; add --recursive to read all data files below it, or name a "
                   "data file") ||
               leave_out(g);
    ok = push_entries(g, &stack, directory);
    while (ok && stack.n > 0) {
        LOCAL char *name = stack.names[--stack.n];

        ok = visit(g, &stack, name);
    }
    if (ok && g->n_found == found && g->in->left_out == left_out)
        return diag_error(
                   g->diag, directory,
                   "no data file is below this directory; run the profiled program first, or "
                   "name another directory") ||
               leave_out(g);
    if (ok && trace_on(g->diag, TRACE_SAMPLES))
        trace_line(g->diag, "inputs_gather", "%s: %zu data files", directory, g->n_found - found);
    return ok;
}

static bool add_named(struct gathering *g, const char *name)
{
    bool is_stdin = strcmp(name, "-") == 0;
    struct stat st;

    if (is_stdin && !claim_stdin(g))
        return false;
    if (!is_stdin && stat(name, &st) == 0 && S_ISDIR(st.st_mode))
        return walk(g, name);
    add(g, name);
    return true;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* Adds the names of a list; skips empty ones. */
static bool add_list(struct gathering *g, const char *list)
{
    static const char remedy[] = "it should name data files, one on each line";
    LOCAL_BY(file_bytes_release) struct file_bytes text = {0};
    char mark = g->request->null_ended ? '\0' : '\n', *name;
    size_t pos = 0;
    bool ok;

    if (strcmp(list, "-") == 0) {
        ok = claim_stdin(g) && file_read_open(&text, STDIN_FILENO, list, remedy, g->diag);
    } else {
        limit_add_file(list);
        ok = file_read_all(&text, list, remedy, g->diag);
    }
    if (ok && mark && text.size > 0 && memchr(text.data, '\0', text.size))
        ok = diag_error(g->diag, list,
                        "holds a NUL where lines are expected; add --null, or make it a list of "
                        "names, one on each line");
    while (ok && (name = file_next_line(&text, &pos, mark)))
        ok = !*name || add_named(g, name);
    return ok;
}

/* ---------------------------------------------------------------------------------------------- */

void inputs_leave_libraries(struct inputs *in, const char *image, struct diag *d)
{
    const char *library, *first_library = NULL;
    LOCAL char *first = NULL;
    size_t kept = 0, n = 0, length = 0;

    for (size_t i = 0; i < in->n; i++)
        n += profile_other_library(in->names[i], image, &library) > 0;
    for (size_t i = 0; n < in->n && i < in->n; i++) {
        char *name = in->names[i];
        size_t bytes = profile_other_library(name, image, &library);

        if (bytes == 0) {
            in->names[kept++] = name;
        } else if (!first) {
            first = name;
            first_library = library;
            length = bytes;
        } else {
            free(name);
        }
    }
    if (!first)
        return;
    in->n = kept;
    diag_warning(d, first, "belongs to library %.*s, %s; report it with: gprof DIR/%.*s %s",
                 (int)length, first_library, n > 1 ? "ignored like other such files" : "ignored",
                 (int)length, first_library, first);
}

/* Notes a file that will be replaced, if it exists. */
static void note_output(struct gathering *g, const char *path)
{
    struct stat st;

    if (stat(path, &st) == 0)
        pair_map_add(&g->outputs, st.st_dev, st.st_ino, g->diag);
}

bool inputs_gather(struct inputs *in, const struct inputs_request *request, struct diag *d)
{
    struct gathering g = {.in = in, .request = request, .diag = d};
    bool ok = true;

    if (request->output) {
        LOCAL char *stacks = stack_file_name(request->output, 0, d);

        note_output(&g, request->output);
        note_output(&g, stacks);
    }
    for (size_t i = 0; ok && i < request->n_names; i++)
        ok = add_named(&g, request->names[i]);
    for (size_t i = 0; ok && i < request->n_lists; i++)
        ok = add_list(&g, request->lists[i]);
    if (ok && in->n == 0 && in->left_out > 0)
        ok = diag_error(d, NULL, "no data file is left; name one that can be read");
    else if (ok && in->n == 0)
        ok = diag_error(d, request->n_lists ? request->lists[0] : NULL,
                        "names no data file; put one on each line");
    pair_map_release(&g.outputs);
    pair_map_release(&g.found);
    return ok;
}
