/* evidence - collects what image and data tell about the cause of an empty or doubtful report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/evidence.h"

#include "base/mem.h"
#include "base/sink.h"
#include "decode/find_call.h"
#include "image/core_code.h"
#include "image/core_symbols.h"

#include <glob.h>
#include <unistd.h>

/* ---- build ----------------------------------------------------------------------------------- */

/* Returns the first build that wrote some of the data and is not the image's, or NULL. */
static const struct profile_build *find_other(const struct evidence *e)
{
    const struct profile *p = e->profile;

    for (unsigned i = 0; e->image->build_id.n > 0 && i < p->n_builds; i++)
        if (!profile_is_build(p->builds[i].id, e->image->build_id))
            return &p->builds[i];
    return NULL;
}

/* Returns true if a range may end where code ends: runtimes round the end up to 4 bytes or a whole
 * bin. */
static bool may_end_at(const struct histogram *h, uint64_t high, uint64_t end)
{
    return high >= end && high - end < 4 + (h->high - h->low) / h->n_bins;
}

/* Returns the address of a function of that name, or 0. */
static uint64_t address_of(const struct symtab *symtab, const char *name)
{
    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (strcmp(symtab->symbols[s].name, name) == 0)
            return symtab->symbols[s].address;
    return 0;
}

/* Returns true if a range may begin where code begins: runtimes round the beginning down. */
static bool may_begin_at(const struct histogram *h, uint64_t start)
{
    return h->low <= start && start - h->low < 4 + (h->high - h->low) / h->n_bins;
}

/* Compares the range of the samples with that of the code. Start-up code takes samples from
 * __executable_start (MinGW: __eprol) up to etext; that of older C libraries begins at _start, and
 * optimisers put main in front of it. One of several histograms proves nothing, and neither does
 * another beginning, if the program can choose its range or is loaded anywhere. */
static void compare_range(struct evidence *e)
{
    const struct histogram *h = e->only;
    uint64_t start = e->image->text_start, end = e->image->text_end, main, at;

    if (!h || start >= end || end == UINT64_MAX || h->low >= h->high || h->n_bins == 0)
        return;
    if ((h->low >= end || h->high <= start) && may_end_at(h, start + (h->high - h->low), end))
        e->facts |= IS_MOVED;
    if (e->facts & (CHOOSES_RANGE | IS_MOVED) || !(e->facts & BUILD_UNKNOWN))
        return;
    at = address_of(e->symtab, "_start");
    main = address_of(e->symtab, "main");
    if (may_begin_at(h, start)) {
        if (!may_end_at(h, h->high, end))
            e->facts ^= BUILD_UNKNOWN | BUILD_DIFFERS;
    } else if (at >= h->low && at - h->low < 16 && main > 0 && main < h->low &&
               may_end_at(h, h->high, end)) {
        e->facts |= IS_BEHIND_MAIN;
    } else if (start > 0 && (e->facts & HAS_START_UP || e->image->is_windows)) {
        e->facts ^= BUILD_UNKNOWN | BUILD_DIFFERS;
    }
}

/* ---- libraries ------------------------------------------------------------------------------- */

/* Libraries that the image needs. */
struct needed {
    struct sink *own;   /* names with commas between them */
    bool has_of_system; /* a library of the system is known here */
};

/* Takes a library that no directory of the system has. */
static void take_needed(void *context, const char *path)
{
    static const char *const directories[] = {"/lib*", "/lib*/*-linux-*", "/usr/lib*",
                                              "/usr/lib*/*-linux-*", "/usr/lib*/gcc/*/*"};
    struct needed *n = context;
    const char *name = diag_basename(path);
    bool is_known = strpbrk(name, "*?[") != NULL;

    for (size_t i = 0; !is_known && i < sizeof directories / sizeof *directories; i++) {
        LOCAL char *pattern = mem_printf(n->own->diag, "%s/%s", directories[i], name);
        glob_t found = {0};

        is_known = glob(pattern, 0, NULL, &found) == 0;
        globfree(&found);
    }
    n->has_of_system |= is_known;
    if (!is_known)
        sink_printf(n->own, "%s%s", n->own->used ? ", " : "", name);
}

/* ---- all facts ------------------------------------------------------------------------------- */

static bool is_hook_at(const struct symtab *symtab, uint64_t address)
{
    uint32_t s = sym_find(symtab, address);

    return s != NO_SYMBOL && symtab->symbols[s].address == address &&
           name_traits(symtab->symbols[s].name) & NAMES_HOOK;
}

bool has_call(const struct evidence *e, bool of_hook)
{
    const struct image *image = e->image;
    struct image_code code;
    struct find_call walk;
    struct call call;

    for (uint64_t address = 0; core_code(image, address, &code, NULL) && code.size > 0;
         address = code.address + code.size) {
        find_call_init(&walk, &image->isa, CODE_NORMAL, code.bytes, code.size, code.address);
        while (find_call_next(&walk, &call))
            if (!of_hook || is_hook_at(e->symtab, call.target))
                return true;
        if (code.size > UINT64_MAX - code.address)
            break;
    }
    return false;
}

/* Returns true if some code was compiled with -pg. A program that is linked statically has the
 * hook in any case. */
static bool has_profiled_code(const struct evidence *e)
{
    const struct symtab *symtab = e->symtab;

    for (uint32_t s = 0; s < symtab->n_code; s++)
        if (!symtab->symbols[s].is_stub && name_traits(symtab->symbols[s].name) & NAMES_HOOK)
            return has_call(e, true);
    return e->facts & NAMES_HOOK;
}

/* Returns true if stacks are among the data, or beside them. */
static bool has_stacks(const struct evidence *e, struct diag *d)
{
    LOCAL char *name = stack_file_name(e->data, 0, d);

    return e->profile->stacks.n_trees > 0 || (name && access(name, R_OK) == 0);
}

static void add(struct evidence *e, bool is_so, unsigned fact)
{
    e->facts |= is_so ? fact : 0;
}

static void find_facts_of_data(struct evidence *e, struct diag *d)
{
    const struct profile *p = e->profile;
    double samples = e->stacks ? (double)e->stacks->all.signals : e->hist->total;
    bool has_time = e->hist->total > 0 || (e->stacks && e->stacks->all.ticks > 0);

    e->only = p->n_hists == 1 ? p->hists : NULL;
    e->other = find_other(e);
    add(e, e->other, BUILD_DIFFERS);
    add(e, !e->other && (e->image->build_id.n == 0 || p->n_builds == 0 || p->has_unknown_build),
        BUILD_UNKNOWN);
    compare_range(e);
    add(e, p->n_builds > 0, OF_LIBGMON);
    add(e, e->stacks, HAS_STACKS);
    add(e, e->estimated && has_stacks(e, d), UNREAD_STACKS);
    /* a file without any record was reported when it was read */
    add(e, p->has_arcs && !p->has_histogram && !e->stacks, NO_HISTOGRAM);
    add(e, p->n_hists > 0 && !has_time, NO_SAMPLE);
    add(e, samples < FEW_SAMPLES, FEW_TICKS);
    add(e, p->has_histogram && !p->has_arcs && !(e->by_line && p->has_blocks), UNCOUNTED);
    add(e, !p->has_arcs && !(e->facts & BUILD_DIFFERS) && has_profiled_code(e), CALLS_HOOK);
    add(e, e->graph->n_arcs == 0 && !e->stacks, NO_ARCS);
    add(e, e->graph->unknown_calls > 0, UNKNOWN_CALLS);
    add(e, samples <= 0 && p->arcs.n == 0, IS_EMPTY);
    add(e, p->has_blocks && !e->by_line && !(e->figures & SHOWS_BLOCKS), UNUSED_BLOCKS);
}

void evidence_find(struct evidence *e, struct diag *d)
{
    struct needed needed = {.own = &e->libraries};
    bool has_data = e->profile != NULL;

    e->libraries = sink_in_memory(d);
    e->facts = image_traits(e->image);
    add(e, e->facts & NAMES_LIBC && !e->image->has_loader && !core_is_stripped(e->image),
        IS_STATIC);
    add(e, !e->image->is_windows && !e->image->is_mach_o && !(e->facts & (IS_FIRMWARE | IS_STATIC)),
        CAN_RUN);
    add(e, core_is_stripped(e->image) && !e->lacks_functions, IS_STRIPPED);
    add(e, (e->facts & (NAMES_LIBC | NAMES_START)) == NAMES_LIBC, TIMES_ALONE);
    if (!has_data)
        return;
    if (e->profile->n_builds > 0 || e->stacks)
        e->facts &= ~(unsigned)CAN_RUN;
    find_facts_of_data(e, d);
    if (e->facts & CAN_RUN)
        core_needed(e->image, take_needed, &needed);
    /* if no library is in a directory of the system, the program is of another one */
    add(e, needed.has_of_system && e->libraries.used > 0, OWN_LIBRARIES);
    sink_char(&e->libraries, '\0');
}

void evidence_release(struct evidence *e)
{
    sink_release(&e->libraries);
}
