/* debug_search - lists the paths at which the separate debug file of an image may be
 *
 * The places are those that debuggers and the distributors' packages agree on:
 *     DIRECTORY/.build-id/xx/yyyy.debug      xx and yyyy: the build ID in hexadecimal
 *     PLACE/NAME, PLACE/.debug/NAME       PLACE: the directory of the image
 *     DIRECTORY/PLACE/NAME, DIRECTORY/NAME
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/debug_search.h"

#include "base/mem.h"

const char debug_search_system[] = "/usr/lib/debug";

/* Returns the directory to search at position `i`; the system's is the last one. NULL behind it. */
static const char *directory_at(const struct text_map *search, size_t i)
{
    return i < search->n ? search->texts[i] : i == search->n ? debug_search_system : NULL;
}

/* Adds the path, and frees it. */
static void add_path(struct text_map *paths, char *path, struct diag *d)
{
    text_map_add(paths, path, d);
    free(path);
}

static void list_by_build_id(const struct text_map *search, const struct debug_wanted *wanted,
                             struct text_map *paths, struct diag *d)
{
    enum { LONGEST = 64 }; /* bytes; a build ID is a hash, and has to fit into a file name */
    LOCAL char *id = build_id_text(wanted->build_id, d);
    const char *directory;

    if (wanted->build_id.n < 2 || wanted->build_id.n > LONGEST)
        return;
    for (size_t i = 0; (directory = directory_at(search, i)); i++)
        add_path(paths, mem_printf(d, "%s/.build-id/%.2s/%s.debug", directory, id, id + 2), d);
}

/* Returns the directory of `path` with a final slash, or "". The caller frees it. */
static char *directory_of(const char *path, struct diag *d)
{
    return mem_copy_string(d, path, (size_t)(diag_basename(path) - path));
}

static void list_beside(const char *place, const char *name, struct text_map *paths, struct diag *d)
{
    add_path(paths, mem_printf(d, "%s%s", place, name), d);
    add_path(paths, mem_printf(d, "%s.debug/%s", place, name), d);
}

/* Returns true if `given`, "" or with a final slash, is the directory whose resolved name is
 * `real`. */
static bool same_directory(const char *given, const char *real)
{
    LOCAL char *resolved = realpath(*given ? given : ".", NULL);
    size_t length = resolved ? strlen(resolved) : 0;

    return resolved && strncmp(resolved, real, length) == 0 &&
           strcmp(real + length, *resolved && resolved[1] ? "/" : "") == 0;
}

/* Lists the paths of a named file: in the directory of wanted->beside, as given and resolved, and
 * below the directories to search. */
static void list_by_name(const struct text_map *search, const struct debug_wanted *wanted,
                         struct text_map *paths, struct diag *d)
{
    const char *name = wanted->link, *directory;
    LOCAL char *file = realpath(wanted->beside, NULL);
    LOCAL char *given = directory_of(wanted->beside, d);
    LOCAL char *real = directory_of(file ? file : wanted->beside, d);

    list_beside(given, name, paths, d);
    if (!same_directory(given, real))
        list_beside(real, name, paths, d);
    for (size_t i = 0; file && (directory = directory_at(search, i)); i++)
        add_path(paths, mem_printf(d, "%s%s%s", directory, real, name), d);
}

void debug_search_list(const struct text_map *search, const struct debug_wanted *wanted,
                       struct text_map *paths, struct diag *d)
{
    const char *directory;

    list_by_build_id(search, wanted, paths, d);
    if (!wanted->link || !*wanted->link)
        return;
    if (wanted->link[0] == '/')
        text_map_add(paths, wanted->link, d);
    list_by_name(search, wanted, paths, d); /* libbfd joins any name in this way */
    for (size_t i = 0; (directory = directory_at(search, i)); i++)
        add_path(paths, mem_printf(d, "%s/%s", directory, diag_basename(wanted->link)), d);
}
