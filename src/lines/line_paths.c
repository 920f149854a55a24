/* line_paths - joins names of source files with the compilation directory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_paths.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns true if `path` is the compilation directory, or is below it. */
static bool is_within(const struct line_paths *p, const char *path)
{
    size_t n = p->directory_length;

    return strncmp(path, p->directory, n) == 0 && (path[n] == '\0' || path[n] == '/');
}

void line_paths_set_directory(struct line_paths *p, const char *directory, const char *const *dirs,
                              size_t n, struct diag *d)
{
    p->directory = directory ? directory : "";
    p->directory_length = strlen(p->directory);
    p->marked = dirs != NULL;
    p->n_below = 0;
    if (!p->marked || *p->directory == '\0' || *p->directory == '/')
        return; /* libdw has joined nothing, or names are whole */
    for (size_t i = 0; i < n; i++) {
        if (!is_within(p, dirs[i]))
            continue;
        p->below = mem_grow(d, p->below, &p->below_cap, p->n_below + 1, sizeof *p->below);
        p->below[p->n_below++] = dirs[i];
    }
    if (p->n_below > 0)
        qsort(p->below, p->n_below, sizeof *p->below, by_text);
}

/* The part of a name before its last slash. */
struct name_directory {
    const char *text;
    size_t n;
};

static int by_directory(const void *key, const void *element)
{
    const struct name_directory *directory = key;
    const char *dir = *(const char *const *)element;
    int order = strncmp(directory->text, dir, directory->n);

    return order != 0 ? order : -(dir[directory->n] != '\0');
}

/* Returns true if libdw has joined the name with the compilation directory already. If the
 * directory is `x`, then `x/a.c` may be the file `a.c` in `x`, or in a directory `x` below it. In
 * the second case the line table lists a directory `x`. */
static bool is_joined(const struct line_paths *p, const char *name)
{
    struct name_directory directory = {name, 0};

    if (!p->marked || !is_within(p, name) || name[p->directory_length] != '/')
        return false;
    directory.n = (size_t)(strrchr(name, '/') - name);
    return !p->n_below ||
           !bsearch(&directory, p->below, p->n_below, sizeof *p->below, by_directory);
}

const char *line_paths_of(struct line_paths *p, const char *name, struct diag *d)
{
    size_t known = p->names.n;
    uint32_t number;

    if (*p->directory == '\0' && name[0] == '/' && !strchr(name + 1, '/'))
        return name + 1; /* libdw puts a slash after an empty or missing directory */
    if (*p->directory == '\0' || name[0] == '/')
        return name;
    number = pair_map_add(&p->names, (uintptr_t)name, 0, d);
    if (number == known) {
        p->path = mem_grow(d, p->path, &p->cap, known + 1, sizeof *p->path);
        p->path[number] = is_joined(p, name) ? NULL : mem_printf(d, "%s/%s", p->directory, name);
    }
    return p->path[number] ? p->path[number] : name;
}

void line_paths_release(struct line_paths *p)
{
    for (size_t i = 0; i < p->names.n; i++)
        free(p->path[i]);
    free(p->path);
    free(p->below);
    pair_map_release(&p->names);
}
