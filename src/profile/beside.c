/* beside - which call stacks were written with which data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/beside.h"

#include "base/mem.h"
#include "base/pair_map.h"
#include "profile/gmon_io.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- by their names -------------------------------------------------------------------------- */

static int by_named(const void *left, const void *right)
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
        qsort(sorted, n, sizeof *sorted, by_named);
    for (size_t i = 0; i < n; i++) {
        size_t length = stack_file_stem(names[i]);
        char *name;

        data[i] = BESIDE_NONE;
        if (length == 0)
            continue;
        name = mem_printf(d, "%.*s.gz", (int)length, names[i]);
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

/* ---- by what they say ------------------------------------------------------------------------ */

/* What a list holds. */
struct contents {
    struct stack_mark
        *marks;    /* of the data file that each one of stacks belongs to, or zeros; owned */
    bool *is_data; /* owned */
    size_t n_marks, n_data;
    struct pair_map data; /* the marks of the data files */
    bool is_open;         /* some data may be of any run */
};

static bool is_of_another_run(const struct contents *c, size_t i)
{
    return c->n_data > 0 && c->marks[i].bytes > 0 &&
           pair_map_find(&c->data, c->marks[i].bytes, c->marks[i].sum) == PAIR_MAP_NONE;
}

/* Finds the marks of the data files; if one has none, stacks may be of any run. */
static void find_data(struct contents *c, const struct inputs *in, struct diag *d)
{
    struct stack_mark mark;

    for (size_t i = 0; i < in->n; i++)
        if (c->is_data[i]) {
            if (!gmon_data_mark(in->names[i], &mark)) {
                c->n_data = 0;
                return;
            }
            pair_map_add(&c->data, mark.bytes, mark.sum, d);
            c->n_data++;
        }
}

/* Finds what stacks in the list say of data files, and whether some are of another run than all of
 * these. Data of libraries are written beside a data file, and not told of. */
static bool find_misfit(struct contents *c, const struct inputs *in, struct diag *d)
{
    bool has_marks = false;

    *c = (struct contents){.marks = mem_alloc(d, in->n, sizeof *c->marks),
                           .is_data = mem_alloc(d, in->n, sizeof *c->is_data)};
    for (size_t i = 0; i < in->n; i++) {
        const char *library;

        if (gmon_peek_mark(in->names[i], &c->marks[i]))
            has_marks = has_marks || c->marks[i].bytes > 0;
        else
            c->is_data[i] = profile_library(in->names[i], &library) == 0;
    }
    if (has_marks)
        find_data(c, in, d);
    for (size_t i = 0; i < in->n; i++)
        if (is_of_another_run(c, i))
            return true;
    return false;
}

static void release(struct contents *c)
{
    pair_map_release(&c->data);
    free(c->marks);
    free(c->is_data);
}

/* Returns the number of the data file that the user will have taken for that of the stacks. */
static size_t expected_data(const struct contents *c, const struct inputs *in, size_t stacks,
                            struct diag *d)
{
    size_t *by_name = beside_data_files((const char *const *)in->names, in->n, d);
    size_t data = by_name[stacks];

    free(by_name);
    if (data == BESIDE_NONE)
        for (data = 0; !c->is_data[data];)
            data++;
    return data;
}

/* Reports the stacks of other runs, and leaves them out. */
static bool check_marks(const struct contents *c, struct inputs *in, bool keep_going,
                        struct diag *d)
{
    size_t kept = 0;

    for (size_t i = 0; i < in->n; i++)
        if (is_of_another_run(c, i)) {
            diag_error(d, in->names[i],
                       "has call stacks of another run than %s; name those of the same run, or one "
                       "of the two",
                       in->names[expected_data(c, in, i, d)]);
            if (!keep_going)
                return false;
        }
    for (size_t i = 0; i < in->n; i++)
        if (is_of_another_run(c, i))
            free(in->names[i]);
        else
            in->names[kept++] = in->names[i];
    in->left_out += in->n - kept;
    in->n = kept;
    return true;
}

/* A program that runs may be replacing the two, one after the other, so that what does not fit is
 * looked at again, a moment later. */
bool beside_check(struct inputs *in, bool keep_going, struct diag *d)
{
    static const struct timespec moment = {.tv_nsec = 100000000};
    enum { LOOKS = 6 };
    struct contents c;
    bool ok = true;

    for (int i = 1; find_misfit(&c, in, d); i++) {
        if (i == LOOKS) {
            ok = check_marks(&c, in, keep_going, d);
            break;
        }
        release(&c);
        nanosleep(&moment, NULL);
    }
    release(&c);
    return ok;
}

/* Returns 1 if the stacks say that they were written with the data file, -1 if they were not, and 0
 * if that is not known. */
static int fits_data(const char *stacks, const char *data)
{
    struct stack_mark told, found;

    if (!gmon_peek_mark(stacks, &told) || told.bytes == 0 || !gmon_data_mark(data, &found))
        return 0;
    return told.bytes == found.bytes && told.sum == found.sum ? 1 : -1;
}

/* ---- stacks that were not named -------------------------------------------------------------- */

/* Returns the name of the stacks that may lie beside a data file. The caller frees. */
static char *name_beside(const char *data, const char *packed, struct diag *d)
{
    size_t length = strlen(data);

    if (length > 3 && strcmp(data + length - 3, ".gz") == 0)
        length -= 3;
    return mem_printf(d, "%.*s" GSTACK_SUFFIX "%s", (int)length, data, packed);
}

void beside_add(struct inputs *in, struct diag *d)
{
    static const char *const packed[] = {"", ".gz"};

    for (size_t i = 0; i < 2 && in->n == 1; i++) {
        char *name = name_beside(in->names[0], packed[i], d);

        if (fits_data(name, in->names[0]) > 0)
            inputs_add(in, name, d);
        else
            free(name);
    }
}

/* The search in one list. */
struct search {
    const struct inputs *in;
    const struct beside_image *image;
    struct pair_map named; /* the data files, by device and inode; made when it is needed */
    struct diag quiet;     /* a file that cannot be read is passed over */
    char *first;           /* what was found first; owned; NULL: nothing */
    size_t n;              /* how many there are */
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
            is_of_image(s, path) && fits_data(path, data) >= 0 && s->n++ == 0) {
            s->first = path;
            return;
        }
    }
    free(path);
}

void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d)
{
    struct search s = {.in = in, .image = image};

    diag_init(&s.quiet, d->program, NULL);
    for (size_t i = 0; i < in->n; i++)
        if (strcmp(in->names[i], "-") != 0) {
            look_at(&s, name_beside(in->names[i], "", &s.quiet), in->names[i]);
            look_at(&s, name_beside(in->names[i], ".gz", &s.quiet), in->names[i]);
        }
    if (s.n == 1)
        diag_warning(d, s.first, "has call stacks; name it, too, to have measured times");
    else if (s.n > 1)
        diag_warning(d, s.first,
                     "has call stacks, like %zu more; name them, too, to have measured times",
                     s.n - 1);
    free(s.first);
    pair_map_release(&s.named);
}
