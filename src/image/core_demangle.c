/* core_demangle - spells a symbol's name as the source does, within bounds
 *
 * Demangling is libiberty's, called through libbfd, which knows what the image's format puts before
 * each name. libiberty cannot be stopped, so names that could take too long are recognised before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_demangle.h"

#include "base/mem.h"
#include "image/core_packs.h"
#include "image/core_table.h"

#include <demangle.h>
#include <setjmp.h>
#include <sys/resource.h>

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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
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

/* Returns how many letters the letter Q at raw[i] stands for: it refers to an identifier or a type
 * before it. The cost of the letters before raw[n] is before[n]. What is no simple type may be all
 * that stands in between. Format: the ABI of D, back references. */
static uint64_t reference_cost(const char *raw, size_t i, const uint64_t *before)
{
    enum { BASE = 'Z' - 'A' + 1 };
    const char *at = raw + i + 1;
    size_t back = 0, prefixes;

    for (; *at >= 'A' && *at <= 'Z' && back <= i; at++)
        back = back * BASE + (size_t)(*at - 'A');
    if (*at >= 'a' && *at <= 'z')
        back = back * BASE + (size_t)(*at - 'a');
    if (back > i)
        return 0;
    at = raw + i - back;
    if (is_digit(*at)) {
        unsigned long length = strtoul(at, NULL, 10);

        return length < back ? length : back;
    }
    prefixes = strspn(at, "APOxy"); /* arrays, pointers, qualifiers */
    return at[prefixes] >= 'a' && at[prefixes] <= 'w' ? prefixes + 1 : before[i] - before[i - back];
}

/* Returns the letters that libiberty reads of a name of D, but no more than `most`. S and two
 * digits are read three times: they are the length of a symbol, or a shorter length and digits.
 * What follows an identifier is read as the type of a function, and again if that fails. */
static uint64_t letters_of_d(const char *raw, size_t bytes, uint64_t most)
{
    LOCAL uint64_t *before = mem_alloc(NULL, bytes + 1, sizeof *before);
    uint64_t factor = 1;

    for (size_t i = 0; i < bytes; i++) {
        bool begins = is_digit(raw[i]) && (i == 0 || !is_digit(raw[i - 1]));
        unsigned long length = begins ? strtoul(raw + i, NULL, 10) : 0;
        size_t end = i + strspn(raw + i, "0123456789");

        if (raw[i] == 'S' && is_digit(raw[i + 1]) && is_digit(raw[i + 2]))
            factor *= 4;
        if (length > 0 && length < bytes - end && strchr("FURVWY", raw[end + length]))
            factor *= 2;
        before[i + 1] = before[i] + 1 + (raw[i] == 'Q' ? reference_cost(raw, i, before) : 0);
        if (before[i + 1] > most / factor)
            return most;
    }
    return factor * before[bytes];
}

/* Returns how often what libiberty reads of a name of C++ may double. Arguments of an operator that
 * converts (cv) are read twice, and so are those of each parameter that is a template (T, its
 * number, and I) within one. */
static unsigned doublings_of_cpp(const char *raw)
{
    unsigned n = count(raw, "cv");

    if (n == 0)
        return 0;
    for (const char *at = raw; (at = strchr(at, 'T')); at++) {
        size_t number = strspn(at + 1, "L0123456789_");

        n += number > 0 && at[1 + number] == 'I';
    }
    return n;
}

/* Demangles a name of D, for which older versions of libiberty have to be asked. libiberty calls
 * itself for each letter, without a limit but the stack's, and may move all that it has at each. */
static char *demangle_d(const struct image *image, const char *raw, int flags)
{
    enum { MOST = 16 << 10, STACK = 512 /* bytes of it for a letter */, A_MOVE_SHIFT = 5 };
    const uint64_t most_letters = UINT64_C(1) << 21, a_letter = 4;
    size_t bytes = strlen(raw);
    uint64_t letters;
    struct rlimit stack;
    char *name;

    if (bytes > MOST || (getrlimit(RLIMIT_STACK, &stack) == 0 && bytes > stack.rlim_cur / STACK))
        return NULL;
    letters = letters_of_d(raw, bytes, most_letters);
    if (letters == most_letters ||
        !budget_take(image->budget, a_letter * letters + (bytes * bytes >> A_MOVE_SHIFT)))
        return NULL;
    name = bfd_demangle(image->private_->object.bfd, raw, flags);
    if (!name || budget_take_name(image->budget, name))
        return name;
    free(name);
    return NULL;
}

enum { A_READING = 4 }; /* bytes of a name of Rust that are read again for a unit */

/* Returns what demangling a name of `bytes` bytes to `shown` bytes costs. */
static uint64_t demangling_cost(const char *raw, size_t bytes, size_t shown)
{
    enum { A_BYTE = 8, FEW = 4 };
    bool repeats = strncmp(raw, "_R", 2) == 0 && shown > FEW * bytes;

    return shown * (A_BYTE + (repeats ? (uint64_t)bytes / A_READING : 0));
}

/* Returns false if a name of Rust costs too much, also if it shows nothing. For each character of a
 * part in Punycode (u, its length and text) libiberty moves all that it has. Long parts are read
 * again for each reference to them (B). The lifetimes of a binder (G and their number, behind F or
 * D) are counted one by one. */
static bool may_demangle_rust(const struct image *image, const char *raw, size_t bytes)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    enum { A_MOVE_SHIFT = 5, LONG = 512, MOST_DIGITS = 2 };
    uint64_t cost = bytes > LONG ? (uint64_t)count(raw, "B") * bytes / A_READING : 0;

    for (const char *at = raw; (at = strchr(at, 'G')); at++) {
        size_t n = strspn(at + 1, digits);

        if (n > MOST_DIGITS && at[1 + n] == '_' && (at[-1] == 'F' || at[-1] == 'D'))
            return false;
    }
    for (const char *at = raw; (at = strchr(at, 'u')); at++) {
        unsigned long length = is_digit(at[1]) ? strtoul(at + 1, NULL, 10) : 0;

        length = length < bytes ? length : bytes;
        cost = add_saturated(cost, (uint64_t)length * length >> A_MOVE_SHIFT);
    }
    return budget_take(image->budget, cost);
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
    size_t prefix = image->prefix && *raw == image->prefix;
    size_t before = prefix + strspn(raw + prefix, ".$"), bytes = strcspn(raw, "@");
    struct diag none = {0}; /* nothing is reported */
    struct name_text t = {
        .diag = &none, .budget = image->budget, .most = ALWAYS + A_BYTE * bytes};
    bool is_bare = before == 0 && raw[bytes] == '\0', ok;
    LOCAL char *bare = NULL;
    const char *name = raw;

    if (style == DEMANGLE_DLANG || (style == DEMANGLE_AUTO && strncmp(raw + before, "_D", 2) == 0))
        return demangle_d(image, raw, flags | DMGL_DLANG);
    if (!may_demangle(image, bytes, doublings_of_cpp(raw)) ||
        (strncmp(raw, "_R", 2) == 0 && !may_demangle_rust(image, raw, bytes)))
        return NULL;
    if (!is_bare) /* libbfd knows what stands before and behind a name */
        name = bare = mem_copy_string(&none, raw + before, before < bytes ? bytes - before : 0);
    ok = may_find_packs(&t, name, bytes, flags) && demangle_within(&t, name, flags);
    if (!ok || t.used > bytes) /* it may be done for each report */
        ok = budget_take(image->budget, demangling_cost(raw + before, bytes, t.used)) && ok;
    ok = ok && (t.used > 0 || style == DEMANGLE_GNAT);
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
