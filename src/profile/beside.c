/* beside - finds which call stacks were written with which data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/inputs.h"

#include "base/mem.h"
#include "base/pair_map.h"
#include "base/text_map.h"
#include "profile/gmon_io.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Suffixes of files: not packed, packed. */
static const char *const packings[] = {"", ".gz"};

enum { PACKINGS = sizeof packings / sizeof *packings };

/* ---- by their names -------------------------------------------------------------------------- */

size_t *beside_data_files(const char *const *names, size_t n, struct diag *d)
{
    size_t *first = mem_alloc(d, n, sizeof *first); /* by number in the map */
    size_t *data = mem_alloc(d, n, sizeof *data);
    struct text_map numbers = {0};

    for (size_t i = n; i-- > 0;)
        first[text_map_add(&numbers, names[i], d)] = i;
    for (size_t i = 0; i < n; i++) {
        size_t length = stack_file_stem(names[i]);

        data[i] = BESIDE_NONE;
        for (size_t j = PACKINGS; length > 0 && data[i] == BESIDE_NONE && j-- > 0;) {
            char *name = mem_printf(d, "%.*s%s", (int)length, names[i], packings[j]);
            uint32_t number = text_map_find(&numbers, name);

            data[i] = number == TEXT_MAP_NONE ? BESIDE_NONE : first[number];
            free(name);
        }
    }
    text_map_release(&numbers);
    free(first);
    return data;
}

/* ---- by what they say ------------------------------------------------------------------------ */

/* The contents of a list of inputs. */
struct contents {
    struct stack_mark
        *marks;           /* by input: mark of the data file that stacks belong to, or 0s; owned */
    bool *is_data;        /* owned */
    struct pair_map data; /* marks of the data files; empty: stacks may be of any run */
};

static bool is_of_another_run(const struct contents *c, size_t i)
{
    return c->data.n > 0 && c->marks[i].bytes > 0 &&
           pair_map_find(&c->data, c->marks[i].bytes, c->marks[i].sum) == PAIR_MAP_NONE;
}

static void release(struct contents *c)
{
    pair_map_release(&c->data);
    free(c->marks);
    free(c->is_data);
}

/* Finds the marks in stacks, and returns true if some stacks are of another run than all data files
 * in the list. Stacks do not tell of data files of libraries. If the mark of a data file cannot be
 * found, stacks may be of any run. */
static bool find_misfit(struct contents *c, const struct inputs *in, struct diag *d)
{
    bool is_open = true, misfit = false;

    *c = (struct contents){.marks = mem_alloc(d, in->n, sizeof *c->marks),
                           .is_data = mem_alloc(d, in->n, sizeof *c->is_data)};
    for (size_t i = 0; i < in->n; i++) {
        const char *library;

        if (gmon_peek_mark(in->names[i], &c->marks[i]))
            is_open = is_open && c->marks[i].bytes == 0;
        else
            c->is_data[i] = profile_library(in->names[i], &library) == 0;
    }
    for (size_t i = 0; !is_open && i < in->n; i++) {
        struct stack_mark mark;

        if (!c->is_data[i])
            continue;
        is_open = !gmon_data_mark(in->names[i], &mark);
        if (!is_open)
            pair_map_add(&c->data, mark.bytes, mark.sum, d);
    }
    if (is_open)
        pair_map_release(&c->data);
    for (size_t i = 0; i < in->n; i++)
        misfit = misfit || is_of_another_run(c, i);
    return misfit;
}

/* Returns the number of the data file that the user probably took for that of the stacks. */
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

/* Reports the stacks of other runs, and leaves them out if the run goes on. */
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

/* Checks files that do not fit a second time, a moment later: a running program may be replacing
 * the two, one after the other. */
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

/* Returns 1 if the stacks have the mark of the data file, -1 if they have another mark, and 0 if
 * that is not known. */
static int fits_data(const char *stacks, const char *data)
{
    struct stack_mark told, found;

    if (!gmon_peek_mark(stacks, &told) || told.bytes == 0 || !gmon_data_mark(data, &found))
        return 0;
    return told.bytes == found.bytes && told.sum == found.sum ? 1 : -1;
}

/* ---- stacks that were not named -------------------------------------------------------------- */

/* Returns the name of the stacks that may be beside a data file. The caller frees. */
static char *name_beside(const char *data, const char *packing, struct diag *d)
{
    size_t length = strlen(data);

    if (length > 3 && strcmp(data + length - 3, ".gz") == 0)
        length -= 3;
    return mem_printf(d, "%.*s" GSTACK_SUFFIX "%s", (int)length, data, packing);
}

void beside_add(struct inputs *in, struct diag *d)
{
    for (size_t i = 0; i < PACKINGS && in->n == 1; i++) {
        char *name = name_beside(in->names[0], packings[i], d);

        if (fits_data(name, in->names[0]) > 0)
            inputs_add(in, name, d);
        else
            free(name);
    }
}

/* Returns true if the file exists and is not among the inputs. `named` has the inputs by device and
 * inode, and is filled by the first call that needs it. */
static bool is_unnamed(const char *path, const struct inputs *in, struct pair_map *named,
                       struct diag *d)
{
    bool is_made = named->n > 0;
    struct stat st, other;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    for (size_t i = 0; !is_made && i < in->n; i++)
        if (stat(in->names[i], &other) == 0)
            pair_map_add(named, (uint64_t)other.st_dev, (uint64_t)other.st_ino, d);
    return pair_map_find(named, (uint64_t)st.st_dev, (uint64_t)st.st_ino) == PAIR_MAP_NONE;
}

static bool is_of_image(const char *path, const struct beside_image *image, struct diag *d)
{
    struct stack_data modules = {0};
    bool fits = false;

    if (gmon_peek_modules(path, &modules, d))
        for (size_t i = 0; !fits && i < modules.n_modules; i++)
            fits = stack_module_fits(&modules.modules[i], image->id, image->id_bytes, image->path);
    stack_data_release(&modules);
    return fits;
}

void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d)
{
    struct pair_map named = {0};
    struct diag quiet; /* a file that cannot be read is passed over */
    char *first = NULL;
    size_t n = 0;

    diag_init(&quiet, d->program, NULL);
    for (size_t i = 0; i < PACKINGS * in->n; i++) {
        const char *data = in->names[i / PACKINGS];
        char *path = name_beside(data, packings[i % PACKINGS], &quiet);

        if (strcmp(data, "-") != 0 && is_unnamed(path, in, &named, &quiet) &&
            is_of_image(path, image, &quiet) && fits_data(path, data) >= 0 && n++ == 0)
            first = path;
        else
            free(path);
    }
    if (n == 1)
        diag_warning(d, first, "has call stacks; name it, too, to have measured times");
    else if (n > 1)
        diag_warning(d, first,
                     "has call stacks, like %zu more; name them, too, to have measured times",
                     n - 1);
    free(first);
    pair_map_release(&named);
}
