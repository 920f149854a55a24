/* name_forms - makes short forms of a demangled name, matches patterns, and chooses forms
 *
 * One pass over the text and its marks skips the parts that a form leaves out. When forms are
 * chosen, texts are compared by sorted hashes, so that no names make the choice slow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/name_forms.h"

#include "base/mem.h"
#include "base/search.h"
#include "base/words.h"

#include <fnmatch.h>

enum {
    CUT_ARGUMENTS = 1 << 0,  /* <...>; and of the paths in Rust's <T as Trait> the last component */
    CUT_PARAMETERS = 1 << 1, /* (...) */
    DROP_ARGUMENTS = 1 << 2,
    DROP_PARAMETERS = 1 << 3, /* except those of lambdas, which are cut */
    DROP_QUALIFIERS = 1 << 4,
    BASE_ONLY = 1 << 5,
    CUT_STRICTLY = 1 << 6
};

static const unsigned cuts[NAME_FORMS] = {
    [NAME_BASE] = BASE_ONLY | CUT_ARGUMENTS | CUT_PARAMETERS | DROP_ARGUMENTS | DROP_PARAMETERS |
                  DROP_QUALIFIERS,
    [NAME_SCOPED] =
        CUT_ARGUMENTS | CUT_PARAMETERS | DROP_ARGUMENTS | DROP_PARAMETERS | DROP_QUALIFIERS,
    [NAME_INSTANCE] = CUT_PARAMETERS | DROP_PARAMETERS | DROP_QUALIFIERS,
    [NAME_SHORT] = CUT_ARGUMENTS | CUT_PARAMETERS | DROP_QUALIFIERS,
    [NAME_QUALIFIED] = CUT_ARGUMENTS | CUT_PARAMETERS,
    [NAME_WITH_PARAMETERS] = CUT_ARGUMENTS,
    [NAME_WITH_ARGUMENTS] = CUT_PARAMETERS,
};

struct writing {
    struct name_parts *p;
    unsigned cuts;
    size_t at;      /* offset in the text */
    size_t mark;    /* number of the first mark from `at' on */
    char *out;      /* end of the written text */
    char *path;     /* beginning of a path in a Rust type, or NULL */
    size_t self_to; /* end of the outermost Rust type */
    size_t braces_to;
};

/* ---- the standard library ---- */

/* Returns the bytes of `std::' and of an inline namespace of a library behind it. */
static size_t skip_std(const char *text)
{
    static const char *const versions[] = {"__cxx11::", "__1::", "__ndk1::", "__debug::"};
    size_t n = begins_with(text, "std::");

    for (size_t i = 0; n && i + 1 < sizeof versions / sizeof *versions; i++)
        n += begins_with(text + n, versions[i]);
    return n;
}

static size_t skip_blanks(const char *text)
{
    return strspn(text, " ");
}

/* Returns the bytes of an argument `std::NAME<TYPE>' with the comma in front of it, or 0. */
static size_t skip_default(const char *text, const char *name, const char *type, size_t type_bytes)
{
    size_t n = begins_with(text, ","), std, named;

    if (!n)
        return 0;
    n += skip_blanks(text + n);
    std = skip_std(text + n);
    named = std ? begins_with(text + n + std, name) : 0;
    n += std + named;
    if (!named || strncmp(text + n, type, type_bytes) != 0)
        return 0;
    n += type_bytes;
    n += skip_blanks(text + n);
    return text[n] == '>' ? n + 1 : 0;
}

static void put(struct writing *w, const char *text, size_t bytes)
{
    memcpy(w->out, text, bytes);
    w->out += bytes;
}

/* Writes `string' or `wstring' for `basic_string<char, std::char_traits<char>, ...>' behind
 * `std::'. Returns the bytes of the template, or 0 if the text is something else. */
static size_t take_alias(struct writing *w, const char *text)
{
    static const struct {
        const char *type, *letter;
    } types[] = {{"char", ""},
                 {"wchar_t", "w"},
                 {"char8_t", "u8"},
                 {"char16_t", "u16"},
                 {"char32_t", "u32"}};
    size_t n = begins_with(text, "basic_"), word = 0, more;

    while (n && name_is_word(text[n + word]))
        word++;
    if (!word || text[n + word] != '<')
        return 0;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *type = types[i].type;
        size_t to = n + word + 1, bytes = strlen(type);

        if (strncmp(text + to, type, bytes) != 0)
            continue;
        to += bytes;
        more = skip_default(text + to, "char_traits<", type, bytes);
        to += more;
        if (more)
            to += skip_default(text + to, "allocator<", type, bytes);
        to += skip_blanks(text + to);
        if (text[to] != '>')
            continue;
        put(w, types[i].letter, strlen(types[i].letter));
        put(w, text + n, word);
        return to + 1;
    }
    return 0;
}

static bool take_std(struct writing *w)
{
    const char *text = w->p->text + w->at;
    size_t n = *text == 's' ? skip_std(text) : 0;

    if (!n || w->at < w->self_to || (w->at > 0 && (name_is_word(text[-1]) || text[-1] == ':')))
        return false;
    put(w, "std::", 5);
    n += take_alias(w, text + n);
    w->at += n;
    return true;
}

/* ---- writing ---- */

/* Writes a group of brackets as `<...>', unless its contents are no longer than `...'. */
static void cut_group(struct writing *w, const struct name_mark *m)
{
    size_t inside = m->to - m->from - 2U;
    bool none = inside == 4 && memcmp(w->p->text + m->from, "(void)", 6) == 0;
    bool cut = inside > 3 || (inside > 0 && w->cuts & CUT_STRICTLY);
    const char *what = cut ? "..." : w->p->text + m->from + 1;
    size_t bytes = none ? 0 : cut ? 3 : inside;

    *w->out++ = w->p->text[m->from];
    put(w, what, bytes);
    *w->out++ = w->p->text[m->to - 1];
    w->at = m->to;
}

static void drop_group(struct writing *w, const struct name_mark *m, const char *start)
{
    w->at = m->to;
    if (m->kind == MARK_TEMPLATE && w->out - start > 2 && w->out[-1] == ':' && w->out[-2] == ':')
        w->out -= 2; /* foo::<u32> */
    else if (w->out - start > 1 && w->out[-1] == ' ' && w->out[-2] == '<')
        w->out--; /* operator< <int> */
}

/* Leaves a group out if `drops` is among the cuts, or else cuts it if `cut` is. Returns false if
 * neither is. */
static bool take_group(struct writing *w, const struct name_mark *m, const char *start,
                       unsigned drops, unsigned cut)
{
    if (w->cuts & drops && w->at >= w->braces_to)
        drop_group(w, m, start);
    else if (w->cuts & cut)
        cut_group(w, m);
    else
        return false;
    return true;
}

/* Writes or skips the text of the mark at `at`. Returns false if the caller has to write it
 * unchanged. */
static bool take_mark(struct writing *w, const struct name_mark *m, const char *start)
{
    switch (m->kind) {
    case MARK_TEMPLATE:
        return take_group(w, m, start, DROP_ARGUMENTS, CUT_ARGUMENTS);
    case MARK_PARAMS:
        return take_group(w, m, start, DROP_PARAMETERS, CUT_PARAMETERS);
    case MARK_QUALIFIER:
        if (w->cuts & DROP_QUALIFIERS)
            w->at = m->to;
        return w->cuts & DROP_QUALIFIERS;
    case MARK_SELF:
        if ((w->cuts & CUT_ARGUMENTS) && m->to > w->self_to)
            w->self_to = m->to;
        return false;
    case MARK_BRACES:
        if (m->to > w->braces_to)
            w->braces_to = m->to;
        return false;
    default:
        return false;
    }
}

/* Writes a byte. In Rust types, paths are cut to the part behind their last `::'. */
static void put_byte(struct writing *w)
{
    const char *text = w->p->text + w->at;

    if (w->at < w->self_to) {
        if (text[0] == ':' && text[1] == ':' && w->path) {
            w->out = w->path;
            w->at += 2;
            return;
        }
        if (!name_is_word(*text))
            w->path = NULL;
        else if (!w->path && (w->at == 0 || !name_is_word(text[-1])))
            w->path = strchr("<>)]}:", text[-1]) && text[-1] != '<' ? NULL : w->out;
    }
    *w->out++ = *text;
    w->at++;
}

/* Writes the text from `from` to `to`. */
static void write_stretch(struct writing *w, size_t from, size_t to)
{
    const struct name_parts *p = w->p;
    const char *start = w->out;

    w->at = from;
    while (w->mark < p->n_marks && p->marks[w->mark].from < from)
        w->mark++;
    while (w->at < to) {
        while (w->mark < p->n_marks && p->marks[w->mark].from < w->at)
            w->mark++;
        if (w->mark < p->n_marks && p->marks[w->mark].from == w->at) {
            const struct name_mark *m = &p->marks[w->mark++];
            char *path = w->path;

            if (take_mark(w, m, start)) {
                w->path = path; /* Vec<...>::Item is one path */
                continue;
            }
        }
        if (!take_std(w))
            put_byte(w);
    }
}

/* Returns the offset of the last component. For a lambda or a closure, returns that of the function
 * around it. */
static size_t base_start(const struct name_parts *p)
{
    size_t i = p->n_components - 1;

    while (i > 0 && (p->text[p->components[i]] == '{' || p->text[p->components[i - 1]] == '{'))
        i--;
    return p->components[i];
}

const char *name_form(struct name_parts *p, enum name_form form, bool strictly)
{
    struct writing w = {.p = p, .cuts = cuts[form] | (strictly ? CUT_STRICTLY : 0), .out = p->form};
    size_t from = w.cuts & BASE_ONLY ? base_start(p) : p->begin;

    if (form == NAME_FULL || !p->understood)
        return p->text;
    memcpy(p->form, p->text, p->phrase);
    w.out += p->phrase;
    write_stretch(&w, from, p->end);
    *w.out = '\0';
    return w.out > p->form ? p->form : p->text;
}

bool name_is_glob(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

bool name_glob(const char *pattern, const char *name)
{
    return fnmatch(pattern, name, 0) == 0;
}

/* ---- which form of each name no other name has ---- */

void name_choice_add(struct name_choice *c, uint32_t symbol, unsigned form, bool is_full,
                     const char *text, uint64_t identity)
{
    *mem_push(NULL, c->claims, c->n, c->cap) =
        (struct name_claim){text_hash(text, 0), identity, symbol, (uint16_t)form, is_full};
}

/* Forms of a symbol, as bits. */
struct form_bits {
    uint16_t free, contested;
};

/* Notes which forms are free. A text belongs to the only name that claims it, or to the only name
 * whose full form it is. */
static void note_claims(const struct name_choice *c, struct form_bits *bits)
{
    for (size_t from = 0, to; from < c->n; from = to) {
        const struct name_claim *first = &c->claims[from], *full = NULL;
        bool is_one = true, is_contested = false;

        for (to = from; to < c->n && c->claims[to].text == first->text; to++) {
            const struct name_claim *claim = &c->claims[to];

            is_one &= claim->identity == first->identity;
            is_contested |= claim->is_full && full && full->identity != claim->identity;
            full = claim->is_full ? claim : full;
        }
        for (const struct name_claim *claim = first; claim < &c->claims[to]; claim++) {
            struct form_bits *b = &bits[claim->symbol];
            bool is_free = !is_contested && (is_one || claim->is_full);
            uint16_t *set = is_free ? &b->free : &b->contested;

            *set = (uint16_t)(*set | 1U << claim->form);
        }
    }
}

void name_choice_make(struct name_choice *c, uint8_t *chosen, uint32_t n)
{
    LOCAL struct form_bits *bits = mem_alloc(NULL, n, sizeof *bits);

    sort_u64(c->claims, c->n, sizeof *c->claims);
    note_claims(c, bits);
    for (uint32_t s = 0; s < n; s++) {
        unsigned form = 0;

        if (bits[s].free)
            while (!(bits[s].free >> form & 1))
                form++;
        else
            while (bits[s].contested >> (form + 1))
                form++;
        if (bits[s].free || bits[s].contested)
            chosen[s] = (uint8_t)form;
    }
}

void name_choice_release(struct name_choice *c)
{
    free(c->claims);
    *c = (struct name_choice){0};
}
