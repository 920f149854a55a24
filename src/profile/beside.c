/* beside - finds which call stacks were written with which data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/inputs.h"

#include "base/gzip.h"
#include "base/mem.h"
#include "base/text_map.h"
#include "profile/formats/gmon_parts.h"
#include "profile/gmon_io.h"
#include "profile/text_dump.h"

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

/* Reads the first bytes of a regular file, unpacked, into the lower half of `start', of 2 * `room'
 * bytes. Returns the number of bytes. */
static size_t read_start(const char *path, uint8_t *start, size_t room)
{
    struct stat st;
    ssize_t bytes = -1;

    if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) /* a pipe can be read once */
        bytes = file_read_start(path, start, room);
    if (bytes <= 0 || !gunzip_recognise(start, (size_t)bytes))
        return bytes > 0 ? (size_t)bytes : 0;
    memcpy(start + room, start, (size_t)bytes);
    return gunzip_start(start + room, (size_t)bytes, start, room);
}

/* Looks at the first bytes of a file as stack_peek does. Nothing is reported. */
static bool peek(const char *path, struct stack_mark *mark, struct stack_data *modules)
{
    enum { UP_TO_MODULES = 64 * 1024 };
    size_t room = modules ? (size_t)UP_TO_MODULES : (size_t)GMON_RECOGNISE_BYTES;
    struct diag quiet;
    uint8_t *start;
    bool is_stacks;

    diag_init(&quiet, "", NULL);
    start = mem_alloc(&quiet, 2, room);
    is_stacks = stack_peek(start, read_start(path, start, room), mark, modules, &quiet);
    free(start);
    return is_stacks;
}

/* Finds the mark of a data file. Reads all of the file. Returns false if the file is not regular,
 * cannot be read, or has dumps of data files in text. */
static bool find_mark(const char *path, struct stack_mark *mark)
{
    struct file_bytes file = {0};
    struct diag quiet;
    struct stat st;
    bool ok;

    diag_init(&quiet, "", NULL);
    ok = stat(path, &st) == 0 && S_ISREG(st.st_mode) && file_read_all(&file, path, "", &quiet) &&
         (!gunzip_recognise(file.data, file.size) || gunzip(&file, path, &quiet)) &&
         !text_dump_recognise(file.data, file.size);
    if (ok)
        *mark = (struct stack_mark){file.size, gstack_sum(0, 0, file.data, file.size)};
    file_bytes_release(&file);
    return ok;
}

/* The contents of a list of inputs. */
struct contents {
    struct stack_mark
        *marks;           /* by input: mark of the data file that stacks belong to, or 0s; owned */
    struct pair_map data; /* marks of the data files; empty: stacks may be of any run */
    size_t first_data;    /* number of the first data file */
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
}

/* Finds the marks in stacks, and returns true if some stacks are of another run than all data files
 * in the list. Stacks do not tell of data files of libraries. If the mark of a data file cannot be
 * found, stacks may be of any run. */
static bool find_misfit(struct contents *c, const struct inputs *in, struct diag *d)
{
    bool *is_data = mem_alloc(d, in->n, sizeof *is_data);
    bool is_open = true, misfit = false;

    *c = (struct contents){.marks = mem_alloc(d, in->n, sizeof *c->marks)};
    for (size_t i = 0; i < in->n; i++) {
        const char *library;

        if (peek(in->names[i], &c->marks[i], NULL))
            is_open = is_open && c->marks[i].bytes == 0;
        else
            is_data[i] = profile_library(in->names[i], &library) == 0;
    }
    for (size_t i = in->n; !is_open && i-- > 0;) {
        struct stack_mark mark;

        if (!is_data[i])
            continue;
        c->first_data = i;
        is_open = !find_mark(in->names[i], &mark);
        if (!is_open)
            pair_map_add(&c->data, mark.bytes, mark.sum, d);
    }
    if (is_open)
        pair_map_release(&c->data);
    for (size_t i = 0; i < in->n; i++)
        misfit = misfit || is_of_another_run(c, i);
    free(is_data);
    return misfit;
}

/* Reports the stacks of other runs, and leaves them out if the run goes on. */
static bool check_marks(const struct contents *c, struct inputs *in, bool keep_going,
                        struct diag *d)
{
    const char *data = in->names[c->first_data];
    size_t kept = 0;

    for (size_t i = 0; i < in->n; i++) {
        char *name = in->names[i];

        if (!is_of_another_run(c, i)) {
            in->names[kept++] = name;
            continue;
        }
        diag_error(d, name,
                   "has call stacks of another run than %s; name those of the same run, or one of "
                   "the two",
                   data);
        if (!keep_going)
            return false;
        free(name);
    }
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

/* ---- stacks that were not named -------------------------------------------------------------- */

/* Returns the name of the stacks that may be beside a data file. The caller frees. */
static char *name_beside(const char *data, const char *packing, struct diag *d)
{
    size_t length = strlen(data);

    if (length > 3 && strcmp(data + length - 3, ".gz") == 0)
        length -= 3;
    return mem_printf(d, "%.*s" GSTACK_SUFFIX "%s", (int)length, data, packing);
}

/* Returns true if the mark is that of the data file. */
static bool is_mark_of(const struct stack_mark *mark, const char *data)
{
    struct stack_mark found;

    return find_mark(data, &found) && mark->bytes == found.bytes && mark->sum == found.sum;
}

void beside_add(struct inputs *in, struct diag *d)
{
    for (size_t i = 0; i < PACKINGS && in->n == 1; i++) {
        char *name = name_beside(in->names[0], packings[i], d);
        struct stack_mark mark;

        if (peek(name, &mark, NULL) && mark.bytes > 0 && is_mark_of(&mark, in->names[0]))
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

/* Returns true if the stacks are of the image and, if they tell it, of the data file. */
static bool may_be_of(const char *stacks, const char *data, const struct beside_image *image)
{
    struct stack_data modules = {0};
    struct stack_mark mark;
    bool fits = false;

    if (peek(stacks, &mark, &modules))
        for (size_t i = 0; !fits && i < modules.n_modules; i++)
            fits = stack_module_fits(&modules.modules[i], image->id, image->id_bytes, image->path);
    stack_data_release(&modules);
    return fits && (mark.bytes == 0 || is_mark_of(&mark, data));
}

void beside_warn(const struct inputs *in, const struct beside_image *image, struct diag *d)
{
    struct pair_map named = {0};
    char *first = NULL;
    size_t n = 0;

    for (size_t i = 0; i < PACKINGS * in->n; i++) {
        const char *data = in->names[i / PACKINGS];
        char *path = name_beside(data, packings[i % PACKINGS], d);

        if (strcmp(data, "-") != 0 && is_unnamed(path, in, &named, d) &&
            may_be_of(path, data, image) && n++ == 0)
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
