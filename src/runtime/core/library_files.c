/* library_files.c - a data file for each library that was sampled or called
 *
 * Cost: the entries, times the libraries that were used.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/library_files.h"
#include "gmon_stacks.h"
#include "runtime/core/data_file.h"
#include "runtime/core/file_out.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"
#include "runtime/core/threads.h"

struct gm_library {
    struct gm_library *next; /* list of closed ones */
    char path[256];
    struct gm_build build;
    bool has_long_name; /* as in gm_module */
    uint64_t low;       /* link-time address of the first bin */
    size_t bins;
    uint32_t *bin;
    struct gm_counts c;
    bool is_written;
};

static void release(struct gm_library *l)
{
    gm_counts_free(&l->c);
    if (l->bin != NULL)
        gm_unmap(l->bin, l->bins * sizeof *l->bin);
    l->bin = NULL;
}

static bool is_in(const struct gm_module *m, const struct gm_arc *a)
{
    return gm_module_has(m, (uintptr_t)(gm_is_arc(a->callee) ? a->callee : a->site));
}

static bool is_used(const struct gm_module *m, const struct gm_arc_list *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_in(m, all->arc + i))
            return true;
    return false;
}

/* What all entries have of a module. False: no memory; nothing to release. */
static bool fill(struct gm_library *l, const struct gm_module *m, const struct gm_counts *all)
{
    uintptr_t code = m->code & ~(((uintptr_t)1 << GM_MODULE_SHIFT) - 1);

    *l = (struct gm_library){.low = code - m->bias,
                             .bins = ((m->end - code) >> GM_MODULE_SHIFT) + 1,
                             .build = m->build,
                             .has_long_name = m->has_long_name};
    gm_text(l->path, sizeof l->path, "%s", m->path);
    l->bin = gm_map(l->bins * sizeof *l->bin);
    l->c.list = gm_list_new(all->list->count + 1);
    if (l->bin == NULL || l->c.list == NULL) {
        release(l);
        return false;
    }
    struct gm_part part = {
        .code = code, .end = m->end, .bias = m->bias, .elsewhere = m->init, .bins = l->bin};
    gm_select(all, &part, &l->c);
    return true;
}

static bool is_same(const struct gm_library *a, const struct gm_library *b)
{
    return gm_text_equal(a->path, b->path) && a->low == b->low && a->bins == b->bins;
}

/* Puts the counts of the same library into another one. False: no memory, nothing is changed. */
static bool add(struct gm_library *to, const struct gm_library *from)
{
    if (!gm_append(&to->c, &from->c))
        return false;
    for (size_t i = 0; i < to->bins; i++)
        if (from->bin[i] != 0)
            to->bin[i] += from->bin[i];
    return true;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* gm.library_path becomes path.LIBRARY; LIBRARY may be the whole path, with - for each slash. */
static void set_file_name(const char *path, const char *library, bool has_long_name)
{
    size_t n = gm_text(gm.library_path, sizeof gm.library_path, "%s.", path);

    if (!has_long_name)
        library = gm_base_name(library);
    while (*library == '/' || (library[0] == '.' && library[1] == '/'))
        library++;
    gm_text(gm.library_path + n, sizeof gm.library_path - n, "%s", library);
    for (char *s = gm.library_path + n; *s != 0; s++)
        if (*s == '/')
            *s = '-';
}

static void write_one(const char *path, const struct gm_library *l)
{
    char *name = gm.library_path;
    struct gm_histogram h = {.low = l->low,
                             .shift = GM_MODULE_SHIFT,
                             .rate = (uint32_t)gm.opt.hz,
                             .bins = l->bins,
                             .bin = (_Atomic uint32_t *)l->bin,
                             .extra = {{SIZE_MAX, 0}, {SIZE_MAX, 0}}};

    set_file_name(path, l->path, l->has_long_name);
    int64_t bytes = gm_write(name, &l->build, &l->c, &h, NULL);
    if (bytes >= 0 && gm.opt.verbose)
        gm_say("gmon: %s: %u ticks, %u calls, %u bytes", name, l->c.outside, l->c.calls,
               (uint64_t)bytes);
}

static void write_module(const char *path, const struct gm_module *m, const struct gm_counts *all)
{
    struct gm_library l;

    if (!fill(&l, m, all)) {
        set_file_name(path, m->path, m->has_long_name);
        gm_cannot_write(gm.library_path, GM_NO_MEMORY);
        return;
    }
    for (struct gm_library *g = atomic_load(&gm.closed); g != NULL; g = g->next)
        if (is_same(&l, g))
            g->is_written = add(&l, g);
    write_one(path, &l);
    release(&l);
}

/* Beside a device there is no place for them. */
void gm_write_libraries(const char *path, const struct gm_counts *all)
{
    const struct gm_modules *list = atomic_load(&gm.modules);
    struct gm_library *closed = atomic_load(&gm.closed);

    if (gm_file_is_special(path))
        return;
    for (struct gm_library *g = closed; g != NULL; g = g->next)
        g->is_written = false;
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (is_used(&list->module[i], all->list))
            write_module(path, &list->module[i], all);
    for (struct gm_library *g = closed; g != NULL; g = g->next)
        if (!g->is_written)
            write_one(path, g);
}

/* ---- closed libraries ----------------------------------------------------------------------- */

void gm_forget_closed(void)
{
    struct gm_library *next;

    for (struct gm_library *g = atomic_exchange(&gm.closed, NULL); g != NULL; g = next) {
        next = g->next;
        release(g);
        gm_unmap(g, sizeof *g);
    }
}

/* The module's counts become 0 in all tables: nobody counts in these entries any more. */
static void clear(const struct gm_module *m)
{
    struct gm_arc_list *base = atomic_load(&gm.baseline);

    for (struct gm_counters *c = NULL; (c = gm_next_counters(c)) != NULL;)
        gm_counters_forget(c, gm.start, m->code, m->end);
    for (size_t i = 0; base != NULL && i < base->count; i++)
        if (is_in(m, base->arc + i))
            base->arc[i].count = 0;
}

static void set_aside(const struct gm_module *m, const struct gm_counts *all)
{
    struct gm_library *l = gm_map(sizeof *l);

    if (l == NULL || !fill(l, m, all)) {
        gm_say("gmon: %s: out of memory: what was counted in this library is lost", m->path);
        if (l != NULL)
            gm_unmap(l, sizeof *l);
    } else {
        struct gm_library *g = atomic_load(&gm.closed);
        while (g != NULL && !is_same(l, g))
            g = g->next;
        if (g == NULL) {
            l->next = atomic_load(&gm.closed);
            atomic_store(&gm.closed, l);
        } else {
            add(g, l);
            release(l);
            gm_unmap(l, sizeof *l);
        }
    }
    clear(m);
}

/* Libraries of an earlier list that are loaded no longer. */
static void set_closed_aside(const struct gm_modules *last, const struct gm_modules *list)
{
    struct gm_counts all = {0};

    for (size_t i = 0; i < last->count; i++) {
        const struct gm_module *m = last->module + i;
        if (gm_modules_have(list, m))
            continue;
        if (all.list == NULL && !gm_collect(&all, atomic_load(&gm.baseline)))
            return;
        if (is_used(m, all.list))
            set_aside(m, &all);
    }
    gm_counts_free(&all);
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Has another library, or the file of call stacks, the name without directories? One that was
 * closed counts if it has a file. */
static bool is_taken(const struct gm_modules *list, const struct gm_module *m)
{
    const char *name = gm_base_name(m->path);

    if (gm_text_equal(name, &GSTACK_SUFFIX[1]))
        return true;
    for (const struct gm_library *g = atomic_load(&gm.closed); g != NULL; g = g->next) {
        if (gm_text_equal(g->path, m->path))
            return g->has_long_name;
        if (!g->has_long_name && gm_text_equal(gm_base_name(g->path), name))
            return true;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct gm_module *other = list->module + i;
        if (other->is_named && !other->has_long_name &&
            gm_text_equal(gm_base_name(other->path), name))
            return true;
    }
    return false;
}

/* Libraries of the last list keep their names. The loader takes addresses downwards, so the last
 * in the list came first. */
static void name_all(struct gm_modules *list, const struct gm_modules *last)
{
    for (size_t i = 0; i < list->count; i++) {
        struct gm_module *m = list->module + i;
        for (size_t k = 0; last != NULL && k < last->count && !m->is_named; k++) {
            m->is_named = gm_text_equal(last->module[k].path, m->path);
            m->has_long_name = m->is_named && last->module[k].has_long_name;
        }
    }
    for (size_t i = list->count; i-- > 0;) {
        struct gm_module *m = list->module + i;
        if (!m->is_named)
            m->has_long_name = is_taken(list, m);
        m->is_named = true;
    }
}

void gm_modules_replace(struct gm_modules *list)
{
    struct gm_modules *last = atomic_load(&gm.modules);

    name_all(list, last);
    atomic_store(&gm.modules, list);
    if (last != NULL)
        set_closed_aside(last, list);
    gm_modules_free(last);
}
