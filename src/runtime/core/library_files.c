/* library_files.c - writes a data file for each library that was sampled or called
 *
 * Cost: the number of entries times the number of libraries that were used.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/library_files.h"
#include "runtime/core/data_file.h"
#include "runtime/core/file_out.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"
#include "runtime/core/threads.h"
#include "runtime/core/objects.h"

struct gm_library {
    struct gm_library *next; /* next closed library */
    const struct gm_object *object;
    uint64_t low; /* link-time address of the first bin */
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

static bool is_in(const struct gm_object *o, const struct gm_arc *a)
{
    uintptr_t at = (uintptr_t)(gm_is_arc(a->callee) ? a->callee : a->site);

    return at - o->code.begin < o->code.end - o->code.begin;
}

static bool is_used(const struct gm_object *o, const struct gm_arc_list *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_in(o, all->arc + i))
            return true;
    return false;
}

/* Copies the entries of a library from the list of all. Returns false, with nothing to release, if
 * there is no memory. */
static bool fill(struct gm_library *l, const struct gm_object *o, const struct gm_counts *all)
{
    uintptr_t code = o->code.begin & ~(((uintptr_t)1 << GM_MODULE_SHIFT) - 1);

    *l = (struct gm_library){
        .object = o, .low = code - o->bias, .bins = ((o->code.end - code) >> GM_MODULE_SHIFT) + 1};
    l->bin = gm_map(l->bins * sizeof *l->bin);
    l->c.list = gm_list_new(all->list->count + 1);
    if (l->bin == NULL || l->c.list == NULL) {
        release(l);
        return false;
    }
    struct gm_part part = {.code = code,
                           .end = o->code.end,
                           .bias = o->bias,
                           .elsewhere = o->init != 0 ? o->init : o->code.begin - o->bias,
                           .bins = l->bin};
    gm_select(all, &part, &l->c);
    return true;
}

static bool is_same(const struct gm_library *a, const struct gm_library *b)
{
    return gm_text_compare(a->object->path, b->object->path) == 0 &&
           gm_is_same_code(a->object, b->object) && a->low == b->low && a->bins == b->bins;
}

/* Adds the counts of the same library. Returns false, with nothing changed, if there is no
 * memory. */
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

/* Returns true if the library's name without directories is taken by another library. */
static bool is_name_taken(const struct gm_object *o)
{
    const char *name = gm_base_name(o->path);

    for (unsigned i = 0; i < gm_object_count(); i++) {
        const struct gm_object *other = gm_object(i);
        if (gm_is_library(other) && gm_text_compare(gm_base_name(other->path), name) == 0)
            return gm_text_compare(other->path, o->path) != 0;
    }
    return false;
}

/* Returns how many times another build of the library was loaded from its path later. */
static unsigned later_builds(const struct gm_object *o)
{
    unsigned n = 0;

    for (const struct gm_object *l = o + 1; l < gm_object(gm_object_count()); l++)
        n += gm_text_compare(l->path, o->path) == 0 && !gm_is_same_code(l, o);
    return n;
}

/* Sets gm.library_path to path.LIBRARY. LIBRARY may be the whole path, with - for each slash. An
 * older build of a library has a number behind its name. */
static void set_file_name(const char *path, const struct gm_object *o)
{
    const char *library = is_name_taken(o) ? o->path : gm_base_name(o->path);
    size_t n = gm_text(gm.library_path, sizeof gm.library_path, "%s.", path);
    unsigned later = later_builds(o);

    while (*library == '/' || (library[0] == '.' && library[1] == '/'))
        library++;
    gm_text(gm.library_path + n, sizeof gm.library_path - n, later > 0 ? "%s-%u" : "%s", library,
            (uint64_t)later);
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
                             .bin = (_Atomic uint32_t *)l->bin};
    struct gm_build build = {{0}};

    if (l->object->id_bytes != 0)
        gm_set_build(&build, l->object->id, l->object->id_bytes);
    set_file_name(path, l->object);
    int64_t bytes = gm_write(name, &build, &l->c, &h, NULL);
    if (bytes > 0 && gm_out_publish(name, false) && gm.opt.verbose)
        gm_say("gmon: %s: %u ticks, %u calls, %u bytes", name, l->c.outside, l->c.calls,
               (uint64_t)bytes);
}

static void write_loaded(const char *path, const struct gm_object *o, const struct gm_counts *all)
{
    struct gm_library l;

    if (!fill(&l, o, all)) {
        set_file_name(path, o);
        gm_cannot_write(gm.library_path, GM_NO_MEMORY);
        return;
    }
    for (struct gm_library *g = atomic_load(&gm.closed); g != NULL; g = g->next)
        if (is_same(&l, g))
            g->is_written = add(&l, g);
    write_one(path, &l);
    release(&l);
}

/* Returns true if GMON_MODULES asks for a file of this loaded library. */
static bool is_wanted(const struct gm_object *o)
{
    const char *name = gm_base_name(o->path), *s = gm.opt.libraries;
    bool is_listed = *s == 0;

    for (; *s != 0 && !is_listed; s += *s != 0) {
        const char *rest = gm_text_behind(s, name);
        is_listed = rest != NULL && (*rest == 0 || *rest == ':' || *rest == ',');
        while (*s != 0 && *s != ':' && *s != ',')
            s++;
    }
    return gm.opt.modules && is_listed && atomic_load(&o->is_loaded) && gm_is_library(o);
}

void gm_choose_libraries(void)
{
    for (unsigned i = 0; i < gm_object_count(); i++)
        gm_object(i)->has_file = is_wanted(gm_object(i));
}

void gm_write_libraries(const char *path, const struct gm_counts *all)
{
    struct gm_library *closed = atomic_load(&gm.closed);

    for (struct gm_library *g = closed; g != NULL; g = g->next)
        g->is_written = false;
    for (unsigned i = 0; i < gm_object_count(); i++)
        if (gm_object(i)->has_file && is_used(gm_object(i), all->list))
            write_loaded(path, gm_object(i), all);
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

/* Sets the library's counts to 0 in all tables. No thread counts in these entries any more. */
static void clear(const struct gm_object *o)
{
    struct gm_arc_list *base = atomic_load(&gm.baseline);

    for (struct gm_counters *c = NULL; (c = gm_next_counters(c)) != NULL;)
        gm_counters_forget(c, gm.start, o->code.begin, o->code.end);
    for (size_t i = 0; base != NULL && i < base->count; i++)
        if (is_in(o, base->arc + i))
            base->arc[i].count = 0;
}

static void set_aside(const struct gm_object *o, const struct gm_counts *all)
{
    struct gm_library *l = gm_map(sizeof *l);

    if (l == NULL || !fill(l, o, all)) {
        gm_say("gmon: %s: out of memory: what was counted in this library is lost", o->path);
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
    clear(o);
}

void gm_set_closed_aside(void)
{
    struct gm_counts all = {0};

    for (unsigned i = 0; i < gm_object_count(); i++) {
        const struct gm_object *o = gm_object(i);
        if (o->is_seen || !is_wanted(o))
            continue;
        if (all.list == NULL && !gm_collect(&all, atomic_load(&gm.baseline)))
            return;
        if (is_used(o, all.list))
            set_aside(o, &all);
    }
    gm_counts_free(&all);
}
