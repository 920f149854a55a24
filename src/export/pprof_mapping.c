/* pprof_mapping - lists the files that hold code, as if they were mapped into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/pprof_mapping.h"

/* A module of the stacks that has places. */
struct used_module {
    const struct stack_module *module;
    uint64_t number;             /* stack_node.module */
    struct image_mapping places; /* pages of its places, by addresses in the file */
};

/* Adds a file behind the others in memory. */
static void add(struct pprof_mappings *m, const char *file, struct build_id id,
                const struct image_mapping *at)
{
    const uint64_t step = UINT64_C(1) << 28;
    const struct pprof_mapping *last = m->n > 0 ? &m->list[m->n - 1] : NULL;
    uint64_t base = last ? (last->base + last->at.end + step - 1) & ~(step - 1) : 0;

    m->list[m->n++] = (struct pprof_mapping){file, id, *at, base};
}

static int by_module(const void *left, const void *right)
{
    const struct used_module *l = left, *r = right;

    return stack_module_compare(l->module, r->module);
}

/* Lists the modules with places in files, by order. Returns their number. */
static size_t find_used(struct used_module *used, const struct stack_data *stacks,
                        const struct pair_map *places)
{
    const uint64_t in_page = 4096 - 1;
    size_t n = 0;

    for (size_t i = 0; i < stacks->n_modules; i++)
        used[i] = (struct used_module){.number = i + 1, .places.start = UINT64_MAX};
    for (size_t i = 0; i < places->n; i++) {
        uint64_t module = places->keys[i].first, page = places->keys[i].second & ~in_page;
        struct used_module *at;

        if (module == 0)
            continue;
        at = &used[module - 1];
        at->module = &stacks->modules[module - 1];
        at->places.start = page < at->places.start ? page : at->places.start;
        at->places.end = page > at->places.end ? page : at->places.end;
    }
    for (size_t i = 0; i < stacks->n_modules; i++) {
        const struct stack_module *module = used[i].module;

        if (!module || !module->path[0] || module->kind == GSTACK_ANONYMOUS ||
            module->kind == GSTACK_PROFILER)
            continue;
        used[n] = used[i];
        used[n].places.end += in_page + 1;
        used[n].places.offset = used[n].places.start; /* as in most libraries */
        n++;
    }
    qsort(used, n, sizeof *used, by_module);
    return n;
}

void pprof_mappings_init(struct pprof_mappings *m, const struct results *r,
                         const struct pair_map *places, struct diag *d)
{
    const struct stack_data *stacks = &r->facts.profile.stacks;
    const struct image *image = &r->program.image;
    const struct image_mapping own = core_mapping(image);
    LOCAL struct used_module *used = mem_alloc(d, stacks->n_modules, sizeof *used);
    size_t n = find_used(used, stacks, places);

    *m = (struct pprof_mappings){.list = mem_alloc(d, n + 1, sizeof *m->list),
                                 .of_module =
                                     mem_alloc(d, stacks->n_modules + 1, sizeof *m->of_module)};
    add(m, image->path, image->build_id, &own);
    m->of_module[0] = m->n;
    for (size_t i = 0; i < n; i++) {
        const struct stack_module *module = used[i].module;
        const struct image_mapping *read = &r->program.modules.mappings[used[i].number - 1];

        if (stack_module_fits(module, image->build_id, image->path)) {
            m->of_module[used[i].number] = 1;
            continue;
        }
        add(m, module->path, module->id, read->end > 0 ? read : &used[i].places);
        m->of_module[used[i].number] = m->n;
    }
}

void pprof_mappings_release(struct pprof_mappings *m)
{
    free(m->list);
    free(m->of_module);
    *m = (struct pprof_mappings){0};
}
