/* left_data - lists the data files that a run has left in a directory, by program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/left_data.h"

#include "base/arith.h"
#include "profile/gmon_io.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = ".gmon"; /* ends the name of the program */

/* What the name of a data file tells. */
struct left_name {
    pid_t process;
    unsigned rank;
    const char *program; /* NULL: it is not told */
    size_t length;       /* bytes of the program's name */
    const char *library; /* library whose data they are, or NULL */
};

/* Returns the last mark in a name, or NULL. */
static const char *mark_in(const char *name)
{
    const char *found = NULL;

    for (const char *at = name; (at = strstr(at, mark)); at++)
        if (at[sizeof mark - 1] == '\0' || at[sizeof mark - 1] == '.')
            found = at;
    return found;
}

const char *left_library(const char *data)
{
    const char *at = mark_in(diag_basename(data));
    size_t digits;

    if (!at)
        return NULL;
    at += sizeof mark - 1;
    digits = *at == '.' ? strspn(at + 1, "0123456789") : 0;
    if (digits > 0 && (at[1 + digits] == '.' || at[1 + digits] == '\0'))
        at += 1 + digits; /* an earlier program of the process */
    return *at == '.' ? at + 1 : NULL;
}

/* Returns false if it is not the name of a data file. */
static bool take_name(struct left_name *n, const char *name)
{
    static const char prefix[] = LEFT_DATA_PREFIX ".";
    bool has_prefix = strncmp(name, prefix, sizeof prefix - 1) == 0;
    const char *end;
    char *at;

    *n = (struct left_name){0};
    name += has_prefix ? sizeof prefix - 1 : 0;
    if (*name < '0' || *name > '9')
        return false;
    n->process = (pid_t)strtol(name, &at, 10);
    if (has_prefix)
        return *at == '\0';
    if (*at != '.' || at[1] < '0' || at[1] > '9')
        return false;
    n->rank = (unsigned)strtoul(at + 1, &at, 10);
    end = mark_in(at);
    if (*at != '.' || !end || end <= at)
        return false;
    n->program = at + 1;
    n->length = (size_t)(end - at) - 1;
    n->library = left_library(name);
    return true;
}

/* ---- what is in a file ----------------------------------------------------------------------- */

/* Finds the time of the samples, and the path of the program, which stays NULL if the file does not
 * tell it. A file that is broken is reported when it is used. */
static void look_into(struct left_file *f, char **path, struct diag *d)
{
    const struct gmon_target target = {.word_bytes = sizeof(void *)};
    LOCAL_BY(file_bytes_release) struct file_bytes bytes = {0};
    const double ns_a_second = 1e9;
    struct gmon_file_info info;
    struct profile p = {.arcs_repeat = true};

    gmon_out_read(&p, f->stacks ? f->stacks : f->data, NULL, &target, &bytes, &info, NULL);
    for (size_t i = 0; i < p.stacks.n_trees; i++) {
        const struct stack_tree *t = &p.stacks.trees[i];

        if (t->clock == stack_data_clock(&p.stacks))
            f->ns += (t->ticks + t->missing) * t->interval_ns;
    }
    for (size_t i = 0; i < profile_n_histograms(&p); i++) {
        const struct histogram *h = profile_histogram(&p, i);
        uint64_t ticks = 0;

        for (uint32_t bin = 0; h->rate > 0 && bin < h->n_bins; bin++)
            ticks = add_saturated(ticks, histogram_ticks(h, bin));
        f->ns += h->rate > 0 ? (uint64_t)((double)ticks / h->rate * ns_a_second) : 0;
    }
    for (size_t i = 0; !*path && i < p.stacks.n_modules; i++)
        if (p.stacks.modules[i].kind == GSTACK_PROGRAM)
            *path = mem_copy_string(d, p.stacks.modules[i].path, strlen(p.stacks.modules[i].path));
    profile_release(&p);
}

bool left_has_calls(const struct left_program *p)
{
    const struct gmon_target target = {.word_bytes = sizeof(void *)};
    LOCAL_BY(file_bytes_release) struct file_bytes bytes = {0};
    struct gmon_file_info info;
    bool has_calls = false;

    for (size_t i = 0; !has_calls && i < p->n_files; i++) {
        struct profile one = {.arcs_repeat = true};

        gmon_out_read(&one, p->files[i].data, NULL, &target, &bytes, &info, NULL);
        has_calls = one.arcs.n > 0;
        profile_release(&one);
    }
    return has_calls;
}

char *left_library_path(const struct left_program *p, const char *name, struct diag *d)
{
    const struct gmon_target target = {.word_bytes = sizeof(void *)};
    LOCAL_BY(file_bytes_release) struct file_bytes bytes = {0};
    struct gmon_file_info info;
    struct profile one = {0};
    char *path = NULL;

    for (size_t i = 0; i < p->n_files; i++)
        if (p->files[i].stacks)
            gmon_out_read(&one, p->files[i].stacks, NULL, &target, &bytes, &info, NULL);
    for (size_t i = 0; !path && i < one.stacks.n_modules; i++) {
        const char *module = one.stacks.modules[i].path;

        if (one.stacks.modules[i].kind == GSTACK_LIBRARY &&
            strcmp(diag_basename(module), name) == 0)
            path = mem_copy_string(d, module, strlen(module));
    }
    profile_release(&one);
    return path;
}

/* ---- the list -------------------------------------------------------------------------------- */

/* Returns the program of that name, which is added if it is new. */
static struct left_program *program_named(struct left_data *l, const char *name, size_t length,
                                          struct diag *d)
{
    for (size_t i = 0; i < l->n; i++)
        if (strncmp(l->programs[i].name, name, length) == 0 && !l->programs[i].name[length])
            return &l->programs[i];
    *mem_push(d, l->programs, l->n, l->cap) =
        (struct left_program){.name = mem_copy_string(d, name, length), .n_ranks = 1};
    return &l->programs[l->n - 1];
}

static bool is_regular(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static void add_file(struct left_program *p, const char *directory, const char *name,
                     const struct left_name *n, struct diag *d)
{
    struct left_file *f = mem_push(d, p->files, p->n_files, p->files_cap);

    *f = (struct left_file){.data = mem_printf(d, "%s/%s", directory, name),
                            .stacks = mem_printf(d, "%s/" GSTACK_PREFIX "%s", directory, name),
                            .rank = n->rank};
    if (!is_regular(f->stacks)) {
        free(f->stacks);
        f->stacks = NULL;
    }
    look_into(f, &p->path, d);
    p->ns += f->ns;
    p->n_ranks = n->rank >= p->n_ranks ? n->rank + 1 : p->n_ranks;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct left_program *)left)->name,
                  ((const struct left_program *)right)->name);
}

void left_data_read(struct left_data *l, const char *directory, pid_t first, const char *name,
                    struct diag *d)
{
    LOCAL struct dirent **entries = NULL;
    int n = scandir(directory, &entries, NULL, alphasort);

    *l = (struct left_data){0};
    for (int i = 0; i < n; i++) {
        LOCAL struct dirent *entry = entries[i];
        LOCAL char *path = mem_printf(d, "%s/%s", directory, entry->d_name);
        struct left_program *p;
        struct left_name told;

        if (!take_name(&told, entry->d_name) || !is_regular(path))
            continue;
        p = told.program ? program_named(l, told.program, told.length, d)
                         : program_named(l, name, strlen(name), d);
        if (told.library)
            *mem_push(d, p->libraries, p->n_libraries, p->libraries_cap) =
                mem_copy_string(d, path, strlen(path));
        else
            add_file(p, directory, entry->d_name, &told, d);
        p->is_first = p->is_first || told.process == first;
    }
    if (l->n)
        qsort(l->programs, l->n, sizeof *l->programs, by_name);
}

void left_data_remove(const struct left_data *l)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct left_program *p = &l->programs[i];

        for (size_t k = 0; k < p->n_files; k++) {
            unlink(p->files[k].data);
            if (p->files[k].stacks)
                unlink(p->files[k].stacks);
        }
        for (size_t k = 0; k < p->n_libraries; k++)
            unlink(p->libraries[k]);
    }
}

void left_data_release(struct left_data *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct left_program *p = &l->programs[i];

        for (size_t k = 0; k < p->n_files; k++) {
            free(p->files[k].data);
            free(p->files[k].stacks);
        }
        for (size_t k = 0; k < p->n_libraries; k++)
            free(p->libraries[k]);
        free(p->libraries);
        free(p->files);
        free(p->path);
        free(p->name);
    }
    free(l->programs);
    *l = (struct left_data){0};
}
