/* beside - data files and the stack files that were written with them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/beside.h"

#include "base/mem.h"
#include "base/pair_map.h"
#include "gmon_stacks.h"
#include "profile/gmon_io.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char packed[] = ".gz";

/* The first `length' bytes of the name, and what follows these. */
static char *join(const char *name, size_t length, const char *behind, struct diag *d)
{
    size_t more = strlen(behind) + 1;
    char *path = mem_alloc(d, length + more, 1);

    memcpy(path, name, length);
    memcpy(path + length, behind, more);
    return path;
}

/* ---- which files of a list belong together --------------------------------------------------- */

size_t beside_stem(const char *name)
{
    static const char *const suffixes[] = {GSTACK_SUFFIX, GSTACK_SUFFIX ".gz"};
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t less = strlen(suffixes[i]);

        if (length > less && strcmp(name + length - less, suffixes[i]) == 0)
            return length - less;
    }
    return 0;
}

static int by_name(const void *left, const void *right)
{
    const char *const *l = *(const char *const *const *)left;
    const char *const *r = *(const char *const *const *)right;
    int order = strcmp(*l, *r);

    return order ? order : (l > r) - (l < r);
}

static int compare_name(const void *name, const void *at)
{
    return strcmp(name, **(const char *const *const *)at);
}

/* Returns the number of the first of `names` that is `name`; `sorted` points to all of them. */
static size_t find_name(const char *const *const *sorted, const char *const *names, size_t n,
                        const char *name)
{
    const char *const *const *at = bsearch(name, sorted, n, sizeof *sorted, compare_name);

    while (at && at > sorted && strcmp(*at[-1], name) == 0)
        at--;
    return at ? (size_t)(*at - names) : BESIDE_NONE;
}

size_t *beside_data_files(const char *const *names, size_t n, struct diag *d)
{
    const char *const **sorted = mem_alloc(d, n, sizeof *sorted);
    size_t *data = mem_alloc(d, n, sizeof *data);

    for (size_t i = 0; i < n; i++)
        sorted[i] = &names[i];
    if (n > 0)
        qsort(sorted, n, sizeof *sorted, by_name);
    for (size_t i = 0; i < n; i++) {
        size_t length = beside_stem(names[i]);
        char *name;

        data[i] = BESIDE_NONE;
        if (length == 0)
            continue;
        name = join(names[i], length, packed, d);
        name[length] = '\0';
        data[i] = find_name(sorted, names, n, name);
        name[length] = '.';
        if (data[i] == BESIDE_NONE)
            data[i] = find_name(sorted, names, n, name);
        free(name);
    }
    free(sorted);
    return data;
}

/* ---- stacks that were not named -------------------------------------------------------------- */

/* What was found. */
struct found {
    char *path; /* the first one; owned; NULL: there is none */
    const char *data;
    size_t n; /* how many there are */
};

/* The search in one list. */
struct search {
    const struct inputs *in;
    const struct beside_image *image;
    struct pair_map named; /* the data files, by device and inode; made when it is needed */
    struct diag quiet;     /* a file that cannot be read is passed over */
    struct found found;
};

static void note_named(struct search *s)
{
    if (s->named.n > 0)
        return;
    for (size_t i = 0; i < s->in->n; i++) {
        struct stat st;

        if (stat(s->in->names[i], &st) == 0)
            pair_map_add(&s->named, (uint64_t)st.st_dev, (uint64_t)st.st_ino, &s->quiet);
    }
}

static bool is_of_image(struct search *s, const char *path)
{
    struct stack_data modules = {0};
    bool fits = false;

    if (gmon_peek_modules(path, &modules, &s->quiet))
        for (size_t i = 0; !fits && i < modules.n_modules; i++)
            fits = stack_module_fits(&modules.modules[i], s->image->id, s->image->id_bytes,
                                     s->image->path);
    stack_data_release(&modules);
    return fits;
}

/* Look at the file of that name, if there is one; the name is taken over. */
static void look_at(struct search *s, char *path, const char *data)
{
    struct stat st;

    if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
        note_named(s);
        if (pair_map_find(&s->named, (uint64_t)st.st_dev, (uint64_t)st.st_ino) == PAIR_MAP_NONE &&
            is_of_image(s, path) && s->found.n++ == 0) {
            s->found.path = path;
            s->found.data = data;
            return;
        }
    }
    free(path);
}

/* Look beside one data file, packed or not. */
static void look_beside(struct search *s, const char *name)
{
    static const char packed_stacks[] = GSTACK_SUFFIX ".gz";
    size_t length = strlen(name), less = sizeof packed - 1;

    if (length > less && strcmp(name + length - less, packed) == 0)
        length -= less;
    look_at(s, join(name, length, GSTACK_SUFFIX, &s->quiet), name);
    look_at(s, join(name, length, packed_stacks, &s->quiet), name);
}

void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d)
{
    struct search s = {.in = in, .image = image};

    diag_init(&s.quiet, d->program, NULL);
    for (size_t i = 0; i < in->n; i++)
        if (strcmp(in->names[i], "-") != 0)
            look_beside(&s, in->names[i]);
    if (s.found.n == 1)
        diag_warning(d, s.found.path,
                     "has call stacks of the program, and is not read, as it is not named; if the "
                     "run that wrote %s wrote it, name it, too, to have measured times",
                     s.found.data);
    else if (s.found.n > 1)
        diag_warning(d, s.found.path,
                     "has call stacks of the program, and is not read, as it is not named, like "
                     "%zu more; if the runs that wrote %s and others wrote them, name them, too, "
                     "to have measured times",
                     s.found.n - 1, s.found.data);
    free(s.found.path);
    pair_map_release(&s.named);
}
