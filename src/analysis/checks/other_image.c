/* other_image - warns of data that another build of the program, or another program, has written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/evidence.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/words.h"
#include "decode/find_call.h"
#include "image/core_code.h"
#include "image/core_symbols.h"

/* ---- another build --------------------------------------------------------------------------- */

enum { SHOWN = GMON_BUILD_ID_BYTES };

/* Returns the first build that wrote some of the data and is not the image's, or NULL. */
static const struct profile_build *find_other(const struct diagnosis *at)
{
    const struct profile *p = at->profile;

    for (unsigned i = 0; at->image->build_id.n > 0 && i < p->n_builds; i++)
        if (!profile_is_build(p->builds[i].id, at->image->build_id))
            return &p->builds[i];
    return NULL;
}

/* Returns true if the symbol, with its version, starts profiling of a range that the program
 * chooses: start-up code calls __monstartup. */
static bool is_own_start(const char *name)
{
    return strncmp(name, "monstartup@", 11) == 0;
}

/* Returns true if the histogram's range shows that another build wrote it. Start-up code takes
 * samples from __executable_start up to etext, and runtimes round the end up to 4 bytes or a whole
 * bin. A histogram that begins elsewhere, or is one of several, proves nothing. */
static bool has_other_range(const struct diagnosis *at)
{
    const struct histogram *h = at->profile->hists;
    uint64_t start = at->image->text_start, end = at->image->text_end;

    return at->profile->n_hists == 1 && h->low == start && start < end && end < UINT64_MAX &&
           h->low < h->high && h->n_bins > 0 &&
           (h->high < end || h->high - end >= 4 + (h->high - h->low) / h->n_bins) &&
           !core_names(at->image, is_own_start);
}

enum build_evidence build_evidence(const struct diagnosis *at)
{
    const struct profile *p = at->profile;

    if (find_other(at))
        return BUILD_DIFFERS;
    if (at->image->build_id.n > 0 && p->n_builds > 0 && !p->has_unknown_build)
        return BUILD_AGREES;
    return has_other_range(at) ? BUILD_DIFFERS : BUILD_UNKNOWN;
}

/* Returns the part of a message about another image that the times of the two files add, or ""
 * unless the image is newer. Times alone prove nothing, as files are copied. The caller owns the
 * result. */
static char *time_evidence(const struct diagnosis *at, const char *data, struct diag *d)
{
    const char *image = at->image->path;

    return file_is_newer(image, data) ? mem_printf(d, "; %s is newer than %s", image, data)
                                      : mem_copy_string(d, "", 0);
}

/* Returns true after warning if the file is of a library that is not the image. */
static bool warn_of_library(const char *image, const char *data, struct diag *d)
{
    const char *name;
    size_t length = profile_other_library(data, image, &name);

    if (length == 0)
        return false;
    diag_warning(d, data, "is of the library %.*s, not of %s; report it with: gprof DIR/%.*s %s",
                 (int)length, name, image, (int)length, name, data);
    return true;
}

static void report_range(const struct diagnosis *at, struct diag *d)
{
    const struct histogram *h = at->profile->hists;
    LOCAL char *times = time_evidence(at, h->file, d);

    diag_warning(d, at->image->path,
                 "is another build: its code ends at 0x%" PRIx64 ", the samples of %s at 0x%" PRIx64
                 "; name the image that ran%s",
                 at->image->text_end, h->file, h->high, times);
}

void check_other_build(const struct diagnosis *at, struct diag *d)
{
    char ours[2 * SHOWN + 1], others[2 * SHOWN + 1];
    const struct profile_build *other = find_other(at);
    size_t shown = at->image->build_id.n < SHOWN ? at->image->build_id.n : SHOWN;
    LOCAL char *times = NULL;

    if (build_evidence(at) != BUILD_DIFFERS ||
        warn_of_library(at->image->path, other ? other->path : at->profile->hists[0].file, d))
        return;
    if (!other) {
        report_range(at, d);
        return;
    }
    times = time_evidence(at, other->path, d);
    diag_warning(d, at->image->path,
                 "is build %s, but %s is of build %s; name the image that wrote it, or run the "
                 "program again%s",
                 hexadecimal(ours, at->image->build_id.bytes, shown), other->path,
                 hexadecimal(others, other->id, shown), times);
}

/* ---- calls in the code ----------------------------------------------------------------------- */

bool check_is_hook(const char *name)
{
    enum { LONGEST = 256 }; /* many calls may be of one function with a long name */
    static const char *const parts[] = {"mcount", "__fentry__", "__cyg_profile_func",
                                        "__sanitizer_cov_trace"};
    bool is_short = strnlen(name, LONGEST) < LONGEST;

    for (size_t i = 0; is_short && i < sizeof parts / sizeof *parts; i++)
        if (strstr(name, parts[i]))
            return strncmp(name, "_dl_", 4) != 0 && strncmp(name, "gm_", 3) != 0; /* names of
                                                                                   * functions in
                                                                                   * runtimes */
    return false;
}

static bool is_hook_at(const struct symtab *symtab, uint64_t address)
{
    uint32_t s = sym_find(symtab, address);

    return s != NO_SYMBOL && symtab->symbols[s].address == address &&
           check_is_hook(symtab->symbols[s].name);
}

bool check_has_call(const struct diagnosis *at, bool of_hook)
{
    const struct image *image = at->image;
    struct image_code code;
    struct find_call walk;
    struct call call;

    for (uint64_t address = 0; core_code(image, address, &code, NULL) && code.size > 0;
         address = code.address + code.size) {
        find_call_init(&walk, &image->isa, CODE_NORMAL, code.bytes, code.size, code.address);
        while (find_call_next(&walk, &call))
            if (!of_hook || is_hook_at(at->symtab, call.target))
                return true;
        if (code.size > UINT64_MAX - code.address)
            break;
    }
    return false;
}

/* ---- calls that the code of the image cannot have made ----------------------------------------
 */

/* Both addresses of an arc, as runtimes write them, follow a call. The call site is the return
 * address of the function. The callee is the return address of the hook, which the function calls
 * when it begins. In another build of the program, and in another program, other instructions are
 * at these addresses.
 *
 * Some addresses prove nothing and are skipped: those without code, those in bytes that are all
 * zero, and beginnings of functions. Runtimes write beginnings for callers that they do not know,
 * and for callees if the hook is told the function; GNU gprof -s writes beginnings for all callees.
 * Some runtimes round call sites down to a multiple of up to 16 bytes, counted from the start of
 * the histogram.
 *
 * Usually a run only checks a sample of bounded size. Other reasons are considered only if that
 * finds too much: functions that are not in the symbol table, and images without any call. */

enum {
    SAMPLE = 1024,       /* arcs that are looked at */
    ROUNDING = 16,       /* bytes, the most by which a call site is rounded down */
    ZEROS = 8,           /* that many bytes of zeros are no code */
    DOUBTFUL_SHARE = 20, /* more than one address in 20 without a call is too much */
    MOST = 4             /* most: all but one in 4 */
};

/* Verdict of an address in the data about the image. */
enum verdict { NOTHING, FITS, MISFITS };

struct tally {
    size_t seen, misfits;
};

struct look {
    const struct diagnosis *at;
    uint64_t tags;          /* bits of a code address that tell the instruction set */
    uint64_t base;          /* address from which call sites are rounded, without a histogram */
    size_t step;            /* distance of the checked arcs */
    const uint64_t *starts; /* beginnings of functions, ascending; NULL: those of the symbol
                             * table */
    size_t n_starts;
    bool is_sum;        /* some callee is a function's beginning */
    struct tally sites; /* verdicts on call sites; equal sites in a row count once */
    struct tally callees;
};

/* ---- one address ---------------------------------------------------------------------------- */

static bool is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* Returns true if a symbol of the table that is no line lies in [low, high]. */
static bool has_function(const struct symtab *t, uint64_t low, uint64_t high)
{
    uint32_t n = sym_lookup(t, high);

    while (n != NO_SYMBOL && t->symbols[n].address >= low) {
        if (!t->symbols[n].is_line)
            return true;
        n = n > 0 ? n - 1 : NO_SYMBOL;
    }
    return false;
}

/* Returns true if a function begins at `address`, in the byte before it, or up to `ahead` bytes
 * behind. */
static bool is_beginning(const struct look *l, uint64_t address, size_t ahead)
{
    uint64_t low = address - (address > 0), high = address + ahead;
    size_t n;

    if (!l->starts)
        return has_function(l->at->symtab, low, high);
    n = count_up_to(l->starts, l->n_starts, sizeof *l->starts, high);
    return n > 0 && l->starts[n - 1] >= low;
}

/* Finds the code from FIND_CALL_BEFORE bytes, or fewer at a section's start, before `address` on.
 */
static bool code_around(struct look *l, uint64_t address, struct image_code *code)
{
    const struct image *image = l->at->image;
    uint64_t start = address < FIND_CALL_BEFORE ? 0 : address - FIND_CALL_BEFORE;

    while (core_code(image, start, code, NULL) && code->size > 0 && code->address < address) {
        if (address - code->address <= code->size)
            return true;
        start = code->address + code->size;
    }
    return false;
}

/* Returns true if a call returns to offset `at` of the code. */
static bool is_return(const struct isa *isa, const struct image_code *code, size_t at)
{
    return at <= code->size &&
           find_call_decoder(isa->machine)->returns_to(isa, code->bytes + at, at);
}

/* Tells if calls end at the address, or up to `ahead` bytes behind it. */
static enum verdict look_at(struct look *l, uint64_t address, size_t ahead)
{
    const struct isa *isa = &l->at->image->isa;
    struct image_code code;
    size_t before, saved = find_call_decoder(isa->machine)->saved_before;

    if (!code_around(l, address, &code))
        return NOTHING;
    before = (size_t)(address - code.address);
    for (size_t at = before; at <= before + ahead && at <= code.size; at++)
        if (is_return(isa, &code, at) || (saved > 0 && is_return(isa, &code, at + saved)))
            return FITS;
    if (is_zero(code.bytes, code.size < ZEROS ? code.size : ZEROS) ||
        is_beginning(l, address, ahead))
        return NOTHING;
    return MISFITS;
}

static void count(struct tally *t, enum verdict verdict)
{
    t->seen += verdict != NOTHING;
    t->misfits += verdict == MISFITS;
}

/* ---- the arcs ------------------------------------------------------------------------------- */

/* Returns the least address from which call sites may have been rounded. */
static uint64_t base_of(const struct look *l, uint64_t site)
{
    const struct profile *p = l->at->profile;

    for (size_t i = 0; i < p->n_hists && i < ROUNDING; i++)
        if (site >= p->hists[i].low && site < p->hists[i].high)
            return p->hists[i].low;
    return l->base;
}

/* Returns the most bytes by which the call site may have been rounded down. */
static size_t rounding(const struct look *l, uint64_t site)
{
    uint64_t offset = (site - base_of(l, site)) | ROUNDING;

    return (size_t)(offset & (~offset + 1)) - 1;
}

static void look_at_arcs(struct look *l)
{
    const struct pair_map *arcs = &l->at->profile->arcs;
    uint64_t last = 0;

    l->sites = l->callees = (struct tally){0};
    l->is_sum = false;
    for (size_t i = 0; i < arcs->n; i += l->step) {
        uint64_t site = arcs->keys[i].first & ~l->tags, callee = arcs->keys[i].second & ~l->tags;

        if (is_beginning(l, callee, 0)) { /* a writer of beginnings may not write return
                                           * addresses */
            l->is_sum = true;
            continue;
        }
        count(&l->callees, look_at(l, callee, 0));
        if (site != last)
            count(&l->sites, look_at(l, site, rounding(l, site)));
        last = site;
    }
}

static bool is_too_much(const struct tally *t)
{
    return t->misfits * DOUBTFUL_SHARE > t->seen;
}

/* Returns true if too many addresses misfit. A single call site proves nothing, as a runtime may
 * write it for callers that it does not know. */
static bool is_doubtful(const struct look *l)
{
    return is_too_much(&l->callees) ||
           (is_too_much(&l->sites) && l->sites.misfits + l->callees.misfits > 1);
}

/* ---- what else could be the reason ---------------------------------------------------------- */

/* Repeats the check with the beginnings of all functions: options and -S leave some of them out of
 * the symbol table, and only -S knows those of a stripped image. */
static void look_again(struct look *l)
{
    const struct image *image = l->at->image;
    const struct symtab *table = l->at->symtab;
    size_t n = image->n_symbols, of_list = l->at->has_list ? table->n_code : 0;
    LOCAL uint64_t *starts = mem_alloc(NULL, n + of_list, sizeof *starts);

    for (size_t i = 0; i < n; i++)
        starts[i] = image->symbols[i].address;
    for (size_t i = 0; i < of_list; i++)
        starts[n++] = table->symbols[i].address;
    sort_u64(starts, n, sizeof *starts);
    l->starts = starts;
    l->n_starts = n;
    look_at_arcs(l);
    l->starts = NULL;
}

/* Returns true if callees may be unknown beginnings of functions, as in a sum of GNU gprof for an
 * image that was stripped later. A list of its functions would have some of them. */
static bool may_be_beginnings(const struct look *l)
{
    return core_is_stripped(l->at->image) && (!l->at->has_list || l->is_sum) &&
           l->callees.seen - l->callees.misfits <= l->callees.seen / MOST;
}

/* ---- what is said --------------------------------------------------------------------------- */

static void report_calls(const struct look *l, struct diag *d)
{
    const char *image = l->at->image->path, *data = l->at->data;
    LOCAL char *times = time_evidence(l->at, data, d);
    const struct tally *worst = l->sites.misfits >= l->callees.misfits ? &l->sites : &l->callees;

    diag_warning(d, image,
                 "%zu of %zu call sites in the data are not calls in this program; it was rebuilt, "
                 "or %s is of another program%s",
                 worst->misfits, worst->seen, data, times);
}

void check_other_image(const struct diagnosis *at, struct diag *d)
{
    const struct image *image = at->image;
    const struct pair_map *arcs = &at->profile->arcs;
    struct look l = {.at = at,
                     .tags = machine_tag_bits(image->isa.machine),
                     .base = UINT64_MAX,
                     .step = (arcs->n + SAMPLE - 1) / SAMPLE};

    if (arcs->n == 0 || image->relocatable || !find_call_decoder(image->isa.machine)->returns_to ||
        build_evidence(at) != BUILD_UNKNOWN)
        return;
    for (size_t i = 0; i < arcs->n; i++)
        l.base = arcs->keys[i].first < l.base ? arcs->keys[i].first : l.base;
    look_at_arcs(&l);
    if (!is_doubtful(&l))
        return;
    look_again(&l);
    if (check_has_call(at, false) && is_doubtful(&l) && !may_be_beginnings(&l))
        report_calls(&l, d);
}
