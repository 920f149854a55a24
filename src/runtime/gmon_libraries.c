/* gmon_libraries.c - a data file for each library that was sampled or called
 *
 * Role: writes gmon.out.LIBRARY, with link-time addresses, for `gprof LIBRARY FILE`. Calls from
 * other code into a library come from its _init there. What was counted in a library that has
 * been closed is taken out of the threads' tables, as another one may come to lie at its
 * address, and kept until the dump; a library that was loaded several times has one file. Of
 * libraries in different folders with one name the first has gmon.out.LIBRARY, the others have
 * their paths in the names of their files.
 *
 * Cost: the entries, times the libraries that were used.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

struct gm_library {
    struct gm_library *next; /* list of closed ones */
    char path[256];
    bool whole;   /* as in gm_module */
    uint64_t low; /* link-time address of the first bin */
    size_t bins;
    uint32_t *bin;
    struct gm_counts c;
    bool is_written;
};

static const char *base_name(const char *path)
{
    const char *name = path;

    for (const char *s = path; *s != 0; s++)
        if (*s == '/')
            name = s + 1;
    return name;
}

static bool is_equal(const char *a, const char *b)
{
    for (; *a != 0 && *a == *b; a++, b++)
        ;
    return *a == *b;
}

static void release(struct gm_library *l)
{
    gm_counts_free(&l->c);
    if (l->bin != NULL)
        gm_unmap(l->bin, l->bins * sizeof *l->bin);
    l->bin = NULL;
}

static bool is_in(const struct gm_module *m, uintptr_t site, uintptr_t callee)
{
    uintptr_t at = callee == GM_SAMPLE || callee == GM_BLOCK ? site : callee;

    return at - m->code < m->end - m->code;
}

static bool is_used(const struct gm_module *m, const struct gm_counts *raw)
{
    for (size_t i = 0; i < raw->count; i++) {
        if (is_in(m, raw->arc[i].site, raw->arc[i].callee))
            return true;
    }
    return false;
}

/* What raw counts have of a module. False: no memory; nothing to release. */
static bool fill(struct gm_library *l, const struct gm_module *m, const struct gm_counts *raw)
{
    uintptr_t code = m->code & ~(((uintptr_t)1 << GM_MODULE_SHIFT) - 1);

    *l = (struct gm_library){.low = code - m->bias,
                             .bins = ((m->end - code) >> GM_MODULE_SHIFT) + 1,
                             .c = {.room = raw->count + 1}};
    gm_text(l->path, sizeof l->path, "%s", m->path);
    l->whole = m->whole;
    l->bin = gm_map(l->bins * sizeof *l->bin);
    l->c.arc = gm_map(l->c.room * sizeof *l->c.arc);
    if (l->bin == NULL || l->c.arc == NULL) {
        release(l);
        return false;
    }
    struct gm_part part = {code, m->end, m->bias, m->init, l->bin};
    gm_select(raw, &part, &l->c);
    return true;
}

static bool is_same(const struct gm_library *a, const struct gm_library *b)
{
    return is_equal(a->path, b->path) && a->low == b->low && a->bins == b->bins;
}

/* Put the counts of the same library into another one. False: no memory, nothing is changed. */
static bool add(struct gm_library *to, const struct gm_library *from)
{
    if (!gm_append(&to->c, &from->c))
        return false;
    for (size_t i = 0; i < to->bins; i++)
        if (from->bin[i] != 0)
            to->bin[i] += from->bin[i];
    return true;
}

/* gm.library_path becomes path.LIBRARY; LIBRARY may be the whole path, with - for each slash. */
static void set_file_name(const char *path, const char *library, bool whole)
{
    size_t n = gm_text(gm.library_path, sizeof gm.library_path, "%s.", path);

    if (!whole)
        library = base_name(library);
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
                             .extra_bin = SIZE_MAX};

    set_file_name(path, l->path, l->whole);
    int64_t bytes = gm_write(name, &l->c, &h);
    if (bytes >= 0 && gm.opt.verbose)
        gm_say("gmon: %s: %u samples, %u calls, %u bytes", name, l->c.outside, l->c.calls,
               (uint64_t)bytes);
}

static void write_module(const char *path, const struct gm_module *m, const struct gm_counts *raw)
{
    struct gm_library l;

    if (!fill(&l, m, raw)) {
        set_file_name(path, m->path, m->whole);
        gm_say("gmon: cannot write %s: out of memory", gm.library_path);
        return;
    }
    for (struct gm_library *g = gm.closed; g != NULL; g = g->next)
        if (is_same(&l, g))
            g->is_written = add(&l, g);
    write_one(path, &l);
    release(&l);
}

/* dump_lock held. Beside a device there is no place for them. */
void gm_write_modules(const char *path, const struct gm_counts *raw)
{
    if (gm_is_special(path))
        return;
    for (struct gm_library *g = gm.closed; g != NULL; g = g->next)
        g->is_written = false;
    for (size_t i = 0; i < gm.modules.count; i++)
        if (is_used(&gm.modules.module[i], raw))
            write_module(path, &gm.modules.module[i], raw);
    for (struct gm_library *g = gm.closed; g != NULL; g = g->next)
        if (!g->is_written)
            write_one(path, g);
}

/* dump_lock held. */
void gm_forget_closed(void)
{
    while (gm.closed != NULL) {
        struct gm_library *first = gm.closed;
        gm.closed = first->next;
        release(first);
        gm_unmap(first, sizeof *first);
    }
}

static bool is_loaded(const struct gm_module *m)
{
    for (size_t i = 0; i < gm.modules.count; i++)
        if (gm.modules.module[i].code == m->code && gm.modules.module[i].bias == m->bias &&
            gm.modules.module[i].end == m->end)
            return true;
    return false;
}

/* Arcs, or, with first 0, blocks. */
static void clear_set(const struct gm_module *m, const struct gm_set *set, uintptr_t first)
{
    for (uint32_t i = 0; i < set->tables; i++) {
        struct gm_table *t = set->table[i];
        size_t entries = t->mask / sizeof(struct gm_entry) + GM_TAIL + 1;
        for (size_t k = 0; k < entries; k++) {
            uint64_t key = t->entry[k].key;
            uintptr_t at = first != 0 ? first + (key & UINT32_MAX) : key - 1;
            if (key != 0 && at - m->code < m->end - m->code)
                gm_store(&t->entry[k].count, 0);
        }
    }
}

/* Nobody counts in these any more, so they may be written to. */
static void clear(const struct gm_module *m)
{
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        clear_set(m, &t->arcs, gm.start);
        clear_set(m, &t->blocks, 0);
        for (uint32_t i = 0; i < t->far_tables; i++) {
            for (uint64_t k = 0; k <= t->far[i]->mask; k++) {
                struct gm_far_entry *e = t->far[i]->entry + k;
                if (e->site != 0 && is_in(m, e->site, e->callee))
                    gm_store(&e->count, 0);
            }
        }
    }
    for (size_t i = 0; gm.baseline != NULL && i < gm.baseline->count; i++) {
        struct gm_arc *a = gm.baseline->arc + i;
        if (is_in(m, a->site, a->callee))
            a->count = 0;
    }
}

static void keep(const struct gm_module *m, const struct gm_counts *raw)
{
    struct gm_library *l = gm_map(sizeof *l);

    if (l == NULL || !fill(l, m, raw)) {
        gm_say("gmon: %s: its counts are lost: out of memory", m->path);
    } else {
        struct gm_library *g = gm.closed;
        while (g != NULL && !is_same(l, g))
            g = g->next;
        if (g == NULL) {
            l->next = gm.closed;
            gm.closed = l;
        } else {
            add(g, l);
            release(l);
            gm_unmap(l, sizeof *l);
        }
    }
    clear(m);
}

/* dump_lock held. Libraries of an earlier list that are loaded no longer. */
void gm_keep_closed(const struct gm_modules *last)
{
    struct gm_counts raw = {0};

    for (size_t i = 0; i < last->count; i++) {
        const struct gm_module *m = last->module + i;
        if (is_loaded(m))
            continue;
        if (raw.arc == NULL && !gm_collect(&raw, gm.baseline))
            return;
        if (is_used(m, &raw))
            keep(m, &raw);
    }
    gm_counts_free(&raw);
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Has another library the name without folders? One that was closed counts if it has a file. */
static bool is_taken(const struct gm_modules *list, const struct gm_module *m)
{
    for (const struct gm_library *g = gm.closed; g != NULL; g = g->next) {
        if (is_equal(g->path, m->path))
            return g->whole;
        if (!g->whole && is_equal(base_name(g->path), base_name(m->path)))
            return true;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct gm_module *other = list->module + i;
        if (other->named && !other->whole && is_equal(base_name(other->path), base_name(m->path)))
            return true;
    }
    return false;
}

/* dump_lock held. Those of the last list keep their names. The loader takes addresses downwards,
 * so the last in the list came first. */
void gm_name_modules(struct gm_modules *list, const struct gm_modules *last)
{
    for (size_t i = 0; i < list->count; i++) {
        struct gm_module *m = list->module + i;
        for (size_t k = 0; k < last->count && !m->named; k++) {
            m->named = is_equal(last->module[k].path, m->path);
            m->whole = m->named && last->module[k].whole;
        }
    }
    for (size_t i = list->count; i-- > 0;) {
        struct gm_module *m = list->module + i;
        if (!m->named)
            m->whole = is_taken(list, m);
        m->named = true;
    }
}
