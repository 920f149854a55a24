/* library_ticks - takes time in libraries from data files of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/library_ticks.h"

#include "base/file.h"
#include "base/mem.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* ---- the library's file ---------------------------------------------------------------------- */

/* Sets the build-id and the path of the module if the file's build-id begins with `build`. */
static bool take_module(struct stack_module *m, const char *path, const uint8_t *build,
                        struct diag *d)
{
    struct image image;
    struct diag quiet = diag_quiet(d); /* a file of that name may be anything */
    bool fits;

    if (file_may_wait(path))
        return false;
    fits = core_init(&image, path, &quiet) && image.build_id_bytes > 0 &&
           profile_is_build(build, image.build_id, image.build_id_bytes);
    if (fits) {
        m->id_bytes = image.build_id_bytes;
        m->id = (uint8_t *)mem_copy_string(d, (const char *)image.build_id, m->id_bytes);
        m->path = mem_copy_string(d, path, strlen(path));
    }
    core_release(&image);
    return fits;
}

/* Finds the library beside the program, or where systems keep libraries. */
static bool find_module(struct stack_module *m, const char *name, const struct image *image,
                        const uint8_t *build, struct diag *d)
{
    static const char *const places[] = {"/lib",       "/lib/*",         "/lib64",    "/usr/lib",
                                         "/usr/lib/*", "/usr/local/lib", "/usr/lib64"};
    size_t directory = (size_t)(diag_basename(image->path) - image->path);
    char *path =
        mem_printf(d, "%.*s%s%s", (int)directory, image->path, directory ? "" : "./", name);
    bool found = take_module(m, path, build, d);

    free(path);
    if (strpbrk(name, "*?[\\"))
        return found;
    for (size_t i = 0; !found && i < sizeof places / sizeof *places; i++) {
        char *pattern = mem_printf(d, "%s/%s", places[i], name);
        glob_t files = {0};

        if (glob(pattern, 0, NULL, &files) == 0)
            for (size_t k = 0; !found && k < files.gl_pathc; k++)
                found = take_module(m, files.gl_pathv[k], build, d);
        globfree(&files);
        free(pattern);
    }
    return found;
}

/* Adds the library to the modules. If its file is not found, its name is its path, and it will have
 * no functions. */
static uint32_t add_module(struct stack_data *ticks, const char *data, const char *name,
                           const struct image *image, const struct profile *one, struct diag *d)
{
    static const uint8_t unknown[GMON_BUILD_ID_BYTES];
    struct stack_module m = {.kind = GSTACK_LIBRARY};
    uint32_t number;

    if (!find_module(&m, name, image, one->n_builds > 0 ? one->builds[0].id : unknown, d)) {
        diag_warning(d, data,
                     "is of a build of %s that is neither beside %s nor in the system's "
                     "directories; report its functions with: gprof DIR/%s %s",
                     name, image->path, name, data);
        m.path = mem_copy_string(d, name, strlen(name));
    }
    number = stack_data_add_module(ticks, &m, d);
    free(m.id);
    free(m.path);
    return number;
}

/* ---- its ticks ------------------------------------------------------------------------------- */

/* Adds each bin as samples at its first address. Returns false, after reporting, if a sum exceeds
 * 64 bits. */
static bool add_bins(struct stack_data *ticks, const char *data, uint32_t module,
                     const struct profile *one, struct diag *d)
{
    for (size_t i = 0; i < profile_n_histograms(one); i++) {
        const struct histogram *h = profile_histogram(one, i);
        uint64_t interval = h->rate > 0 ? UINT64_C(1000000000) / h->rate : 0;
        struct stack_tree *tree = stack_data_add_tree(ticks, GSTACK_CPU, interval, d);
        uint32_t root = stack_tree_add_node(tree, 0, 0, GSTACK_NO_MEMORY, d);

        for (uint32_t bin = 0; bin < h->n_bins; bin++) {
            double offset = (double)(h->high - h->low) * bin / h->n_bins;
            uint64_t n = histogram_ticks(h, bin);

            if (n > 0 &&
                !stack_tree_add_samples(tree,
                                        stack_tree_add_node(tree, root, module + 1,
                                                            (h->low + (uint64_t)offset) << 1, d),
                                        n, n, 0))
                return stack_report_overflow(data, d);
        }
    }
    return true;
}

/* Reads one data file. */
static bool read_file(struct stack_data *ticks, const char *data, const char *name,
                      const struct image *image, const struct merge_request *how, struct diag *d)
{
    struct merge_request request = *how;
    struct profile one = {0};
    size_t left_out = 0;
    bool ok;

    request.files = &data;
    request.n_files = 1;
    request.keep_going = false; /* that it is left out is counted once, for all files */
    request.added = NULL;
    request.seen = NULL;
    ok = merge_files(&one, &request, &left_out, d) &&
         add_bins(ticks, data, add_module(ticks, data, name, image, &one, d), &one, d);
    if (ok && one.arcs.n > 0)
        diag_warning(d, data, "has calls, too; report them with: gprof DIR/%s %s", name, data);
    profile_release(&one);
    return ok;
}

bool library_ticks_read(struct stack_data *ticks, struct inputs *inputs, const struct image *image,
                        const struct merge_request *how, size_t *left_out, struct diag *d)
{
    size_t kept = 0, length;
    const char *library;

    for (size_t i = 0; i < inputs->n; i++)
        kept += profile_other_library(inputs->names[i], image->path, &library) == 0;
    if (kept == 0)
        return true;
    kept = 0;
    for (size_t i = 0; i < inputs->n; i++) {
        char *data = inputs->names[i], *name;
        bool ok;

        length = profile_other_library(data, image->path, &library);
        if (length == 0) {
            inputs->names[i] = inputs->names[kept];
            inputs->names[kept++] = data;
            continue;
        }
        name = mem_copy_string(d, library, length);
        ok = read_file(ticks, data, name, image, how, d);
        free(name);
        if (!ok && !how->keep_going)
            return false;
        *left_out += !ok;
    }
    while (inputs->n > kept)
        free(inputs->names[--inputs->n]);
    return true;
}

void library_ticks_assign(struct hist_result *hist, const struct stack_symbols *symbols)
{
    for (size_t t = 0; symbols->stacks && t < symbols->stacks->n_trees; t++) {
        const struct stack_tree *tree = &symbols->stacks->trees[t];
        double rate = tree->interval_ns > 0 ? 1e9 / (double)tree->interval_ns : 0;

        if (hist->rate <= 0)
            hist->rate = rate;
        for (size_t i = 0; i < tree->n_nodes; i++) {
            double ticks = (double)tree->nodes[i].ticks * (rate > 0 ? hist->rate / rate : 1);

            if (ticks <= 0)
                continue;
            hist->ticks[symbols->of_node[t][i]] += ticks;
            hist->total += ticks;
        }
    }
}
