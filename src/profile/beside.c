/* beside - stack files that lie beside data files and were not named
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
    struct diag quiet;     /* a hint that is not given for want of memory is no failure */
    struct found found;
};

static bool note_named(struct search *s)
{
    if (s->named.n > 0)
        return true;
    for (size_t i = 0; i < s->in->n; i++) {
        struct stat st;

        if (stat(s->in->names[i], &st) == 0 &&
            pair_map_add(&s->named, (uint64_t)st.st_dev, (uint64_t)st.st_ino, &s->quiet) ==
                PAIR_MAP_FAILED)
            return false;
    }
    return true;
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

    if (path && stat(path, &st) == 0 && S_ISREG(st.st_mode) && note_named(s) &&
        pair_map_find(&s->named, (uint64_t)st.st_dev, (uint64_t)st.st_ino) == PAIR_MAP_FAILED &&
        is_of_image(s, path) && s->found.n++ == 0) {
        s->found.path = path;
        s->found.data = data;
        return;
    }
    free(path);
}

/* The first `length' bytes of the name, and what follows these. */
static char *join(struct search *s, const char *name, size_t length, const char *behind)
{
    size_t more = strlen(behind) + 1;
    char *path = mem_alloc(&s->quiet, length + more, 1);

    if (path) {
        memcpy(path, name, length);
        memcpy(path + length, behind, more);
    }
    return path;
}

/* Look beside one data file, packed or not. */
static void look_beside(struct search *s, const char *name)
{
    static const char packed_stacks[] = GSTACK_SUFFIX ".gz";
    size_t length = strlen(name), less = sizeof packed - 1;

    if (length > less && strcmp(name + length - less, packed) == 0)
        length -= less;
    look_at(s, join(s, name, length, GSTACK_SUFFIX), name);
    look_at(s, join(s, name, length, packed_stacks), name);
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
