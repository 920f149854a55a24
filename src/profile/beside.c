/* beside - finds which call stacks were written with which data file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/beside.h"

#include "base/gzip.h"
#include "base/mem.h"
#include "profile/formats/gmon_parts.h"
#include "profile/gmon_io.h"
#include "profile/text_dump.h"

#include <sys/stat.h>
#include <time.h>

/* ---- by their names -------------------------------------------------------------------------- */

/* Returns the name of the program's data file that was written with that of a library, or NULL. */
static char *data_of_program(const char *name, struct diag *d)
{
    const char *library;
    size_t length = profile_library(name, &library);

    return length > 0 ? mem_printf(d, "%.*s", (int)(library - 1 - name), name) : NULL;
}

size_t *beside_data_files(const char *const *names, size_t n, struct diag *d)
{
    LOCAL size_t *first = mem_alloc(d, 2 * n, sizeof *first); /* by number in the map */
    size_t *data = mem_alloc(d, n, sizeof *data);
    LOCAL_BY(text_map_release) struct text_map numbers = {0};

    for (size_t i = n; i-- > 0;)
        first[text_map_add(&numbers, names[i], d)] = i;
    for (size_t i = 0; i < n; i++) {
        char *program = data_of_program(names[i], d);

        if (program && text_map_find(&numbers, program) == TEXT_MAP_NONE)
            first[text_map_add(&numbers, program, d)] = i;
        free(program);
    }
    for (size_t i = 0; i < n; i++) {
        LOCAL char *name = stack_data_name(names[i], d);
        LOCAL char *packed = name ? mem_printf(d, "%s.gz", name) : NULL;
        uint32_t number = name ? text_map_find(&numbers, packed) : TEXT_MAP_NONE;

        if (name && number == TEXT_MAP_NONE)
            number = text_map_find(&numbers, name);
        data[i] = number == TEXT_MAP_NONE ? BESIDE_NONE : first[number];
    }
    return data;
}

/* ---- by what they say ------------------------------------------------------------------------ */

/* Reads the first bytes of a regular file, unpacked, into the lower half of `start', of 2 * `room'
 * bytes. Returns the number of bytes. */
static size_t read_start(const char *path, uint8_t *start, size_t room)
{
    ssize_t bytes = file_read_part(path, 0, start, room);

    if (bytes <= 0 || !gunzip_recognise(start, (size_t)bytes))
        return bytes > 0 ? (size_t)bytes : 0;
    memcpy(start + room, start, (size_t)bytes);
    return gunzip_start(start + room, (size_t)bytes, start, room);
}

/* Returns true if the file has call stacks. Sets *mark to the mark of their data file, or 0s.
 * Nothing is reported. */
static bool peek(const char *path, struct stack_mark *mark)
{
    uint8_t start[2 * GMON_RECOGNISE_BYTES];

    return stack_peek(start, read_start(path, start, GMON_RECOGNISE_BYTES), mark);
}

/* Finds the mark of a data file. Reads all of the file. Sets *packed to true if it had to be
 * unpacked. Returns false if the file is not regular, cannot be read, or has dumps of data files in
 * text. */
static bool find_mark(const char *path, struct stack_mark *mark, bool *packed)
{
    LOCAL_BY(file_bytes_release) struct file_bytes file = {0};
    struct stat st;
    bool ok;

    ok = stat(path, &st) == 0 && S_ISREG(st.st_mode) && file_read_all(&file, path, "", NULL);
    if (ok && gunzip_recognise(file.data, file.size)) {
        *packed = true;
        ok = gunzip(&file, path, NULL);
    }
    ok = ok && !text_dump_recognise(file.data, file.size);
    if (ok)
        *mark = (struct stack_mark){file.size, gstack_sum(0, 0, file.data, file.size)};
    return ok;
}

/* The contents of a list of inputs. */
struct contents {
    struct stack_mark *marks; /* by input: mark of the data file, or of that which the stacks belong
                               * to, or 0s; owned */
    size_t *data_file;        /* by number of the stacks (beside_data_files); owned */
    struct pair_map data;     /* marks of the data files */
    bool is_open;             /* stacks that were named may be of any run */
    bool is_packed;           /* some data file was unpacked */
    size_t first_data;        /* number of the first data file */
};

/* Returns true if the stacks are not of the data files. Stacks that were found must be of the data
 * file that has led to them. */
static bool is_of_another_run(const struct contents *c, const struct inputs *in, size_t i)
{
    const struct stack_mark *mark = &c->marks[i];
    size_t data = c->data_file[i];

    if (i >= in->n - in->n_found)
        return data == BESIDE_NONE || mark->bytes == 0 || mark->bytes != c->marks[data].bytes ||
               mark->sum != c->marks[data].sum;
    return !c->is_open && mark->bytes > 0 &&
           pair_map_find(&c->data, mark->bytes, mark->sum) == PAIR_MAP_NONE;
}

static void release(struct contents *c)
{
    pair_map_release(&c->data);
    free(c->data_file);
    free(c->marks);
}

/* Returns true if a data file is newer than the stacks beside it. A runtime writes the stacks after
 * the data file, so nobody is about to replace the two. */
static bool is_older(const char *stacks, struct diag *d)
{
    LOCAL char *data = stack_data_name(stacks, d);

    return data && file_is_newer(data, stacks);
}

/* Finds the marks in stacks, and returns true if some stacks are of another run than all data files
 * in the list, and may still be replaced: no program writes packed data. Stacks do not tell of data
 * files of libraries. If the mark of a data file cannot be found, stacks may be of any run. */
static bool find_misfit(struct contents *c, const struct inputs *in, struct diag *d)
{
    LOCAL bool *is_data = mem_alloc(d, in->n, sizeof *is_data);
    bool has_marks = false, misfit = false;

    *c =
        (struct contents){.marks = mem_alloc(d, in->n, sizeof *c->marks),
                          .data_file = beside_data_files((const char *const *)in->names, in->n, d)};
    for (size_t i = 0; i < in->n; i++) {
        const char *library;

        if (peek(in->names[i], &c->marks[i]))
            has_marks = has_marks || c->marks[i].bytes > 0;
        else
            is_data[i] = profile_library(in->names[i], &library) == 0;
    }
    for (size_t i = in->n; has_marks && i-- > 0;) {
        LOCAL char *program = data_of_program(in->names[i], d);

        if (program)
            find_mark(program, &c->marks[i], &c->is_packed);
        if (!is_data[i])
            continue;
        c->first_data = i;
        if (find_mark(in->names[i], &c->marks[i], &c->is_packed))
            pair_map_add(&c->data, c->marks[i].bytes, c->marks[i].sum, d);
        else
            c->is_open = true;
    }
    c->is_open |= c->data.n == 0;
    for (size_t i = 0; i < in->n; i++)
        misfit = misfit || (is_of_another_run(c, in, i) && !is_older(in->names[i], d));
    return misfit && !c->is_packed;
}

/* Leaves out stacks of other runs: with a warning those that were found. Returns false, after
 * reporting, if some were named, unless the run goes on. */
static bool leave_misfits(const struct contents *c, struct inputs *in, bool keep_going,
                          struct diag *d)
{
    const char *data = in->names[c->first_data];
    size_t kept = 0, named = in->n - in->n_found, n_aside = 0;
    LOCAL char *aside = NULL;

    for (size_t i = 0; i < in->n; i++) {
        char *name = in->names[i];

        if (!is_of_another_run(c, in, i)) {
            in->names[kept++] = name;
        } else if (i >= named) {
            n_aside++;
            free(aside ? name : NULL);
            aside = aside ? aside : name;
        } else {
            diag_error(d, name,
                       "is from another run than %s; name those of the same run, or one "
                       "of the two",
                       data);
            if (!keep_going)
                return false;
            in->left_out++;
            free(name);
        }
    }
    in->n = kept;
    in->n_found -= n_aside;
    if (n_aside > 0)
        diag_warning(d, aside, "is from another run than the data file next to it, %s",
                     n_aside > 1 ? "ignored like others" : "ignored");
    return true;
}

/* Checks files that do not fit a second time, a moment later: a running program may be replacing
 * the two, one after the other. */
bool beside_check(struct inputs *in, bool keep_going, struct diag *d)
{
    static const struct timespec moment = {.tv_nsec = 100000000};
    enum { LOOKS = 6 };
    struct contents c;
    bool ok;

    for (int i = 1; find_misfit(&c, in, d) && i < LOOKS; i++) {
        release(&c);
        nanosleep(&moment, NULL);
    }
    ok = leave_misfits(&c, in, keep_going, d);
    release(&c);
    return ok;
}

/* ---- stacks that were not named -------------------------------------------------------------- */

void beside_find(struct inputs *in, struct diag *d)
{
    LOCAL_BY(pair_map_release) struct pair_map named = {0}; /* files by device and inode */
    struct stack_mark mark;
    size_t n = in->n;
    struct stat st;
    char *name;

    for (size_t i = 0; i < n; i++)
        if (stat(in->names[i], &st) == 0)
            pair_map_add(&named, st.st_dev, st.st_ino, d);
    for (size_t i = 0; i < n; i++) {
        size_t before = named.n;
        LOCAL char *program = data_of_program(in->names[i], d);

        for (size_t k = 0; (name = stack_file_name(program ? program : in->names[i], k, d)); k++) {
            bool exists = stat(name, &st) == 0;

            if (exists && peek(name, &mark))
                break;
            if (exists)
                diag_warning(d, name, "holds no call stacks that can be read, ignored");
            free(name);
        }
        if (name && pair_map_add(&named, st.st_dev, st.st_ino, d) == before)
            inputs_add(in, name, d);
        else
            free(name);
    }
    in->n_found = in->n - n;
}
