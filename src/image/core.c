/* core - reads the code, symbols and source lines of an executable image
 *
 * This file opens and closes an image, demangles names, and finds the source line of an
 * address; the core_*.c beside it do the rest. Demangling is libiberty's, called through libbfd,
 * which knows what the image's format puts before each name. lines/ reads whole line tables if it
 * can.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core.h"

#include "base/mem.h"
#include "base/trace.h"
#include "image/core_code.h"
#include "image/core_packs.h"
#include "image/core_symbols.h"
#include "image/core_table.h"

#include <demangle.h>
#include <setjmp.h>
#include <sys/resource.h>

/* ---- the life of an image ---- */

static bool open_image(struct image *image, struct diag *d)
{
    bfd *b;
    int bits;

    if (!core_start_library(d))
        return false;
    if (!core_open_object(&image->private_->object, image->path))
        return core_report(d, image->path);
    b = image->private_->object.bfd;
    bits = bfd_get_arch_size(b); /* the ELF class, -1 for other formats */
    if (bits <= 0)
        bits = (int)bfd_arch_bits_per_address(b);
    image->word_bytes = bits > 32 ? 8 : 4;
    image->big_endian = bfd_big_endian(b);
    image->relocatable = (bfd_get_file_flags(b) & (HAS_RELOC | EXEC_P | DYNAMIC)) == HAS_RELOC;
    image->is_windows =
        strncmp(bfd_get_target(b), "pe-", 3) == 0 || strncmp(bfd_get_target(b), "pei-", 4) == 0;
    image->prefix = bfd_get_symbol_leading_char(b);
    image->entry = bfd_get_start_address(b);
    image->file_size = bfd_get_file_size(b);
    image->bytes = image->file_size;
    *image->budget = *image->line_budget = budget_of(image->bytes);
    image->build_id = core_build_id(b);
    return core_find_isa(image, d);
}

static void trace_image(const struct image *image, const struct diag *d)
{
    const struct image_private *p = image->private_;

    trace_line(d, "core_init", "%s: addresses of %zu bytes, %s bytes first", image->path,
               image->word_bytes, image->big_endian ? "high" : "low");
    for (size_t i = 0; i < p->n_codes; i++)
        trace_line(d, "core_init", "code section %s: from 0x%" PRIx64 " up to 0x%" PRIx64,
                   bfd_section_name(p->codes[i].section), p->codes[i].start, p->codes[i].end);
    trace_line(d, "core_init", "%ld symbols, %zu of them may be functions", p->object.table_length,
               image->n_symbols);
}

/* Returns true if a Windows program has a `long' narrower than an address; programs of Cygwin have
 * not. O(symbols). */
static bool has_short_long(const struct image *image)
{
    for (size_t i = 0; i < image->n_symbols; i++)
        if (strcmp(image->symbols[i].name, "cygwin_crt0") == 0)
            return false;
    return image->word_bytes == 8;
}

bool core_open(struct image *image, const char *path, struct diag *d)
{
    *image = (struct image){.path = path, .text_start = UINT64_MAX, .text_end = UINT64_MAX};
    image->private_ = mem_alloc(d, 1, sizeof *image->private_);
    image->budget = &image->private_->budget;
    image->line_budget = &image->private_->line_budget;
    return open_image(image, d);
}

bool core_read(struct image *image, struct diag *d)
{
    struct object *o = &image->private_->object;

    if (!core_find_code(image, d) || !core_open_table(o, d) || !core_collect_symbols(image, o, d))
        return false;
    budget_warn(image->budget, d, image->path, "names");
    image->has_short_long = image->is_windows && has_short_long(image);
    if (trace_on(d, TRACE_IMAGE))
        trace_image(image, d);
    return true;
}

bool core_init(struct image *image, const char *path, struct diag *d)
{
    return core_open(image, path, d) && core_read(image, d);
}

void core_forget_symbols(struct image *image)
{
    free(image->symbols);
    image->symbols = NULL;
    image->n_symbols = 0;
}

void core_release(struct image *image)
{
    struct image_private *p = image->private_;

    if (p) {
        core_close_table(&p->debug);
        core_close_table(&p->object);
        core_close_object(&p->debug);
        core_close_object(&p->object);
        free(p->dynamic.table);
        for (size_t i = 0; i < p->n_codes; i++)
            free(p->codes[i].contents);
        free(p->codes);
        free(p->alt_path);
        free(p->names);
        free(p->stubs);
        free(p->stub_names);
        free(p);
    }
    core_forget_symbols(image);
    *image = (struct image){0};
}

/* ---- names ---- */

static const struct {
    const char *name;
    int flag; /* libiberty's */
} styles[] = {
    [DEMANGLE_NONE] = {"none", 0},
    [DEMANGLE_AUTO] = {"auto", DMGL_AUTO},
    [DEMANGLE_GNU_V3] = {"gnu-v3", DMGL_GNU_V3},
    [DEMANGLE_JAVA] = {"java", DMGL_JAVA},
    [DEMANGLE_GNAT] = {"gnat", DMGL_GNAT},
    [DEMANGLE_DLANG] = {"dlang", DMGL_DLANG},
    [DEMANGLE_RUST] = {"rust", DMGL_RUST},
};

bool demangle_style_named(const char *name, enum demangle_style *style)
{
    for (*style = DEMANGLE_NONE; *style <= DEMANGLE_RUST; ++*style)
        if (strcmp(styles[*style].name, name) == 0)
            return true;
    return false;
}

/* The text of a name while it is demangled. */
struct name_text {
    struct diag *diag;
    struct budget *budget;
    uint64_t a_byte; /* units that each byte takes while it is made */
    char *text;      /* owned */
    size_t used, cap, most;
    jmp_buf too_long;
};

static void take_text(const char *text, size_t bytes, void *context)
{
    struct name_text *t = context;

    if (bytes > t->most - t->used || !budget_take(t->budget, t->a_byte * bytes))
        longjmp(t->too_long, 1); /* the demangler cannot be stopped in another way */
    if (bytes == 0) /* an empty name in Rust, which is NULL */
        return;
    t->text = mem_grow(t->diag, t->text, &t->cap, t->used + bytes + 1, 1);
    memcpy(t->text + t->used, text, bytes);
    t->used += bytes;
    t->text[t->used] = '\0';
}

/* Demangles as libiberty does for `flags`, except Ada and D. Returns false if the text becomes
 * longer than t->most: a C++ name can repeat parts of itself, and double with each five letters.
 * The caller frees t->text in both cases. */
static bool demangle_within(struct name_text *t, const char *raw, int flags)
{
    bool is_rust;

    if (setjmp(t->too_long))
        return false;
    is_rust = flags & (DMGL_AUTO | DMGL_RUST) && rust_demangle_callback(raw, flags, take_text, t);
    t->used = is_rust ? t->used : 0;
    if (!is_rust && flags & (DMGL_AUTO | DMGL_GNU_V3) &&
        !cplus_demangle_v3_callback(raw, flags, take_text, t))
        t->used = 0;
    if (flags & DMGL_JAVA && !java_demangle_v3_callback(raw, take_text, t))
        t->used = 0;
    return true;
}

static unsigned count(const char *text, const char *part)
{
    unsigned n = 0;

    for (; (text = strstr(text, part)); text++)
        n++;
    return n;
}

/* Returns false if libiberty, which cannot be stopped, could make more than 1 MB of a name of
 * `bytes` bytes, or as many steps, when it doubles `n_doubled` times. Some doublings are taken from
 * the budget. */
static bool may_demangle(const struct image *image, size_t bytes, unsigned n_doubled)
{
    enum { MOST_SHIFT = 20, FEW = 4, A_STEP_SHIFT = 4 };

    return n_doubled < FEW ||
           (n_doubled < MOST_SHIFT && bytes >> (MOST_SHIFT - n_doubled) == 0 &&
            budget_take(image->budget, (uint64_t)bytes << n_doubled << A_STEP_SHIFT));
}

/* Demangles a name of D, for which older versions of libiberty have to be asked. Each letter Q can
 * stand for all that is before it. S and two digits are read three times: they are the length of a
 * symbol, or a shorter length and digits. libiberty calls itself for each letter, without a limit
 * but the stack's, and may move all that it has at each. */
static char *demangle_d(const struct image *image, const char *raw, int flags)
{
    enum { MOST = 16 << 10, A_LETTER = 512 /* bytes of the stack */, A_MOVE_SHIFT = 5 };
    unsigned n_doubled = count(raw, "Q");
    size_t bytes = strlen(raw);
    struct rlimit stack;
    char *name;

    for (const char *at = raw; (at = strchr(at, 'S')); at++)
        n_doubled += at[1] >= '0' && at[1] <= '9' && at[2] >= '0' && at[2] <= '9' ? 2 : 0;
    if (bytes > MOST ||
        (getrlimit(RLIMIT_STACK, &stack) == 0 && bytes > stack.rlim_cur / A_LETTER) ||
        !may_demangle(image, bytes, n_doubled) ||
        !budget_take(image->budget, bytes * bytes >> A_MOVE_SHIFT))
        return NULL;
    name = bfd_demangle(image->private_->object.bfd, raw, flags);
    if (!name || budget_take_name(image->budget, name))
        return name;
    free(name);
    return NULL;
}

/* Returns what demangling a name of `bytes` bytes to `shown` bytes costs. Long parts of Rust's
 * names may show nothing, and are read again for each reference to them. */
static uint64_t demangling_cost(const char *raw, size_t bytes, size_t shown)
{
    enum { A_BYTE = 8, LONG = 512, FEW = 4, A_READING = 4 };
    bool repeats = strncmp(raw, "_R", 2) == 0 && (bytes > LONG || shown > FEW * bytes);

    return shown * (A_BYTE + (repeats ? (uint64_t)bytes / A_READING : 0));
}

/* Returns what the parts of a name in Punycode cost, which Rust writes as u, their length and text:
 * libiberty moves all that it has for each character. */
static uint64_t punycode_cost(const char *raw, size_t bytes)
{
    enum { A_MOVE_SHIFT = 5 };
    uint64_t cost = 0;

    if (strncmp(raw, "_R", 2) != 0)
        return 0;
    for (const char *at = raw; (at = strchr(at, 'u')); at++) {
        unsigned long length = at[1] >= '1' && at[1] <= '9' ? strtoul(at + 1, NULL, 10) : 0;

        length = length < bytes ? length : bytes;
        cost = add_saturated(cost, (uint64_t)length * length >> A_MOVE_SHIFT);
    }
    return cost;
}

/* Prepares for the packs of arguments in a C++ name of `bytes` bytes, which libiberty may look for
 * while it makes the text, as often as that has bytes. Returns false if it could take too long. */
static bool may_find_packs(struct name_text *t, const char *name, size_t bytes, int flags)
{
    enum { A_BYTE = 8, MOST_STEPS = 32 }; /* sound names have at most 13 steps for each byte */
    uint64_t steps = core_steps_to_pack(name, flags);

    t->a_byte = steps / A_BYTE;
    return steps <= MOST_STEPS * bytes && budget_take(t->budget, A_BYTE * steps);
}

/* Demangles a name that may be mangled. */
static char *demangle(const struct image *image, const char *raw, enum demangle_style style)
{
    enum { ALWAYS = 4096, A_BYTE = 64 };
    int flags = DMGL_PARAMS | DMGL_ANSI | styles[style].flag;
    size_t before = strspn(raw, ".$") + (image->prefix != 0), bytes = strcspn(raw, "@");
    struct diag none = {0}; /* nothing is reported */
    struct name_text t = {
        .diag = &none, .budget = image->budget, .most = ALWAYS + A_BYTE * bytes};
    bool is_bare = before == 0 && raw[bytes] == '\0', ok;
    LOCAL char *bare = NULL;
    const char *name = raw;

    if (style == DEMANGLE_DLANG || (style == DEMANGLE_AUTO && strncmp(raw + before, "_D", 2) == 0))
        return demangle_d(image, raw, flags | DMGL_DLANG);
    /* arguments of an operator that converts (cv) are read twice */
    if (!may_demangle(image, bytes, count(raw, "cv")) ||
        !budget_take(image->budget, punycode_cost(raw, bytes)))
        return NULL;
    if (!is_bare) /* libbfd knows what stands before and behind a name */
        name = bare = mem_copy_string(&none, raw + before, before < bytes ? bytes - before : 0);
    ok = may_find_packs(&t, name, bytes, flags) && demangle_within(&t, name, flags);
    if (!ok || t.used > bytes) /* it may be done for each report */
        ok = budget_take(image->budget, demangling_cost(raw + before, bytes, t.used)) && ok;
    if (ok && is_bare && t.used > 0)
        return t.text;
    free(t.text);
    return ok ? bfd_demangle(image->private_->object.bfd, raw, flags) : NULL;
}

char *core_demangle(const struct image *image, const char *raw, enum demangle_style style)
{
    return style != DEMANGLE_NONE && core_may_be_mangled(image, raw, style) &&
                   !image->budget->is_spent
               ? demangle(image, raw, style)
               : NULL;
}

/* ---- lines ---- */

bool core_open_lines(const struct image *image, struct diag *d)
{
    struct image_private *p = image->private_;

    if ((!p->object.table && !core_read_table(&p->object, d)) ||
        (p->debug.bfd && !p->debug.table && !core_read_table(&p->debug, d)))
        return false;
    bfd_cache_close_all(); /* two processes must not share the position in a file */
    return true;
}

bool core_line(const struct image *image, uint64_t address, struct image_line *line)
{
    const struct image_private *p = image->private_;
    const struct code_section *c = core_section_at(p, address);
    const struct object *o = c && c->in_debug ? &p->debug : &p->object;
    const char *file = NULL, *function = NULL;
    bfd_error_handler_type shown = core_silence_library();
    unsigned number = 0;
    bool found;

    bfd_set_error(bfd_error_no_error);
    found = c && bfd_find_nearest_line(o->bfd, c->in_debug ? c->in_debug : c->section, o->table,
                                       address - c->start, &file, &function, &number);
    bfd_set_error_handler(shown);
    if (!found || !file || !*file || number == 0)
        return false;
    *line = (struct image_line){.file = file, .function = function, .line = number};
    return true;
}

bool core_line_lacked_memory(void)
{
    return bfd_get_error() == bfd_error_no_memory;
}

static bool has_lines(bfd *b)
{
    static const char *const names[] = {".debug_line", ".zdebug_line", ".stab", ".debug"};

    if (!b)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bfd_get_section_by_name(b, names[i]))
            return true;
    /* formats older than these sections keep lines beside their code */
    return bfd_get_file_flags(b) & HAS_LINENO;
}

bool core_has_lines(const struct image *image)
{
    const struct image_private *p = image->private_;

    return !p->no_lines && (has_lines(p->debug.bfd) || has_lines(p->object.bfd));
}
