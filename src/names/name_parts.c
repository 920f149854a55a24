/* name_parts - finds the parts of a demangled name: scopes, template arguments, parameters
 *
 * One pass with an explicit stack of open brackets. The difficulty is `<', which is a bracket, an
 * operator's name or `less than'. Demanglers put each `less than' into parentheses. So a `<' that
 * is not closed before the parenthesis around it is not a bracket.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/name_parts.h"

#include "base/mem.h"
#include "base/words.h"

/* State of the reading of one stretch of text. */
struct reading {
    struct name_parts *p;
    const char *text;
    size_t at, end;
    enum name_syntax syntax;
    size_t operator_end;  /* end of the last name of an operator, or SIZE_MAX */
    size_t qualifier_end; /* end of the last qualifier, or SIZE_MAX */
    size_t inner;         /* offset of the bracket of `(*NAME(...))(...)', or 0 */
    bool in_conversion;   /* the position is between `operator' and the parameters */
};

/* Returns the length of the words that a demangler puts before a name, such as `vtable for '. */
static size_t phrase_length(const char *text)
{
    static const char *const phrases[] = {
        "non-virtual thunk to ",     "virtual thunk to ",      "covariant return thunk to ",
        "transaction clone for ",    "guard variable for ",    "non-transaction clone for ",
        "TLS wrapper function for ", "TLS init function for ",
    };

    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (begins_with(text, phrases[i]))
            return strlen(phrases[i]);
    return 0;
}

static char before(const struct reading *r)
{
    return r->at > r->p->phrase ? r->text[r->at - 1] : '\0';
}

static bool starts(const struct reading *r, size_t at, const char *word)
{
    size_t n = strlen(word);

    return r->end - at >= n && memcmp(r->text + at, word, n) == 0;
}

static bool at_top(const struct reading *r)
{
    return r->p->n_open == 0;
}

static void mark(struct reading *r, size_t from, size_t to, enum name_mark_kind kind)
{
    struct name_parts *p = r->p;

    *mem_push(NULL, p->marks, p->n_marks, p->marks_cap) =
        (struct name_mark){(uint32_t)from, (uint32_t)to, kind};
}

static void begin_component(struct reading *r, size_t at)
{
    struct name_parts *p = r->p;

    *mem_push(NULL, p->components, p->n_components, p->components_cap) = (uint32_t)at;
}

static void open_bracket(struct reading *r, enum name_mark_kind kind)
{
    struct name_parts *p = r->p;

    *mem_push(NULL, p->open, p->n_open, p->open_cap) = (uint32_t)p->n_marks;
    mark(r, r->at++, 0, kind);
}

static struct name_mark *innermost(const struct reading *r)
{
    return at_top(r) ? NULL : &r->p->marks[r->p->open[r->p->n_open - 1]];
}

/* Skips `operator' and the name of the operator, or only the word if there is no name. */
static void take_operator(struct reading *r)
{
    static const char *const signs[] = {
        "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "->", "==", "!=",
        "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<",
        ">",   ",",   "=",   "+",   "-",  "*",  "/",  "%",  "^",  "&",  "|",  "!",
    };

    r->at += strlen("operator");
    if (starts(r, r->at, "\"\"")) {
        r->at += 2;
        if (starts(r, r->at, " "))
            r->at++;
        r->operator_end = r->at;
        return;
    }
    r->in_conversion = at_top(r) && starts(r, r->at, " ");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!starts(r, r->at, signs[i]))
            continue;
        r->at += strlen(signs[i]);
        if (starts(r, r->at, " <")) /* operator< <int> */
            r->at++;
        break;
    }
    r->operator_end = r->at;
}

static bool is_operator(const struct reading *r)
{
    size_t behind = r->at + strlen("operator");

    return r->text[r->at] == 'o' && !name_is_word(before(r)) && starts(r, r->at, "operator") &&
           behind < r->end && !name_is_word(r->text[behind]);
}

/* Returns the end of a word at `at` that qualifies a function, or 0. */
static size_t qualifier_end(const struct reading *r, size_t at)
{
    static const char *const words[] = {"const", "volatile", "&&", "&", "noexcept", "[clone"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t end = at + strlen(words[i]);

        if (!starts(r, at, words[i]) || (end < r->end && name_is_word(r->text[end])))
            continue;
        if (words[i][0] != '[')
            return end;
        while (end < r->end && r->text[end] != ']')
            end++;
        return end < r->end ? end + 1 : 0;
    }
    return 0;
}

/* Takes a blank outside of brackets: before a qualifier, or before the name. */
static void take_blank(struct reading *r)
{
    struct name_parts *p = r->p;
    size_t end = 0;

    if (r->in_conversion) {
        r->at++;
        return;
    }
    if (before(r) == ')' || r->qualifier_end == r->at || starts(r, r->at, " [clone "))
        end = qualifier_end(r, r->at + 1);
    if (end) {
        mark(r, r->at, end, MARK_QUALIFIER);
        r->at = r->qualifier_end = end;
        return;
    }
    r->at++;
    p->begin = r->at;
    p->n_components = 0;
    if (starts(r, r->at, "(*") || starts(r, r->at, "(&"))
        r->inner = r->at;
    begin_component(r, r->at);
}

static void take_less(struct reading *r)
{
    char last = before(r);
    bool follows = name_is_word(last) || last == ']' || last == '}' || r->operator_end == r->at;
    bool leads = last == '\0' || (last && strchr("<,( &*[:", last));
    bool turbofish = last == ':' && !starts(r, r->at, "<impl ");
    bool names_self = !follows && !turbofish;

    if (!follows && !leads)
        r->at++;
    else
        open_bracket(r, names_self ? MARK_SELF : MARK_TEMPLATE);
}

static void take_opening(struct reading *r, char c)
{
    char last = before(r);
    enum name_mark_kind kind = MARK_OTHER;

    if (c == '{')
        kind = MARK_BRACES;
    else if (c == '[' && (starts(r, r->at, "[abi:") || (name_is_word(last) && at_top(r))))
        kind = MARK_QUALIFIER;
    else if (c == '(' &&
             (name_is_word(last) || r->operator_end == r->at || (last && strchr(">]}", last)) ||
              (r->in_conversion && at_top(r) && last != ' ' && last != ':')))
        kind = MARK_PARAMS;
    if (kind == MARK_QUALIFIER && r->in_conversion)
        kind = MARK_OTHER; /* operator new[] */
    if (kind == MARK_PARAMS && at_top(r))
        r->in_conversion = false;
    open_bracket(r, kind);
}

/* Takes a closing bracket. Returns false if it closes none. */
static bool take_closing(struct reading *r, char c)
{
    struct name_parts *p = r->p;
    char opening = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '<';
    struct name_mark *last = innermost(r);

    if (c == '>' && (before(r) == '-' || (last && r->text[last->from] != '<'))) {
        r->at++; /* `->', or `greater than' between parentheses */
        return true;
    }
    while (last && opening != '<' && r->text[last->from] == '<') {
        last->kind = MARK_NONE;
        p->n_open--;
        last = innermost(r);
    }
    if (!last || r->text[last->from] != opening)
        return false;
    last->to = (uint32_t)++r->at;
    p->n_open--;
    return true;
}

/* Takes a separator between two components. */
static void take_separator(struct reading *r)
{
    bool separates = at_top(r) && !r->in_conversion;

    if (r->syntax == NAME_DOTS && r->text[r->at] == '.') {
        r->at++;
        separates &= r->at < r->end && !(r->text[r->at] >= '0' && r->text[r->at] <= '9');
        if (separates) /* inner.3 is one word */
            begin_component(r, r->at);
    } else if (starts(r, r->at, "::")) {
        r->at += 2;
        if (separates && r->syntax == NAME_COLONS)
            begin_component(r, r->at);
    } else {
        r->at++;
    }
}

/* Takes the text at `at`. Returns false if it cannot be understood. */
static bool take_byte(struct reading *r)
{
    char c = r->text[r->at];

    switch (c) {
    case '(':
    case '[':
    case '{':
        take_opening(r, c);
        return true;
    case '<':
        take_less(r);
        return true;
    case ')':
    case ']':
    case '}':
    case '>':
        return take_closing(r, c);
    case ':':
        if (at_top(r) && !starts(r, r->at, "::"))
            return false; /* no language has one colon; names of code of node do, for example */
        take_separator(r);
        return true;
    case '.':
        take_separator(r);
        return true;
    case ' ':
        if (at_top(r)) {
            take_blank(r);
            return true;
        }
        if (innermost(r)->kind == MARK_TEMPLATE && starts(r, r->at, " as "))
            innermost(r)->kind = MARK_SELF;
        r->at++;
        return true;
    case '@':
        if (at_top(r) && before(r) == ')') {
            if (strcmp(r->text + r->at, "@plt") != 0) /* a stub is not the function itself */
                mark(r, r->at, r->end, MARK_QUALIFIER);
            r->at = r->end;
        } else {
            r->at++;
        }
        return true;
    default:
        if (is_operator(r))
            take_operator(r);
        else
            r->at++;
        return true;
    }
}

/* Reads the text from `from` to `to`. */
static bool read_stretch(struct reading *r, size_t from, size_t to)
{
    struct name_parts *p = r->p;

    r->at = from;
    r->end = to;
    r->operator_end = r->qualifier_end = SIZE_MAX;
    r->inner = from > 0 && starts(r, from, "(*") ? from : 0;
    r->in_conversion = false;
    p->begin = from;
    p->end = to;
    p->n_marks = p->n_components = p->n_open = 0;
    begin_component(r, from);
    while (r->at < to)
        if (!take_byte(r))
            return false;
    return at_top(r);
}

/* Joins a group behind `::' that is not a Rust type to the component in front of it, as its
 * arguments. */
static void join_arguments(struct name_parts *p)
{
    size_t kept = 0;

    for (size_t i = 0, m = 0; i < p->n_components; i++) {
        while (m < p->n_marks && p->marks[m].from < p->components[i])
            m++;
        if (i == 0 || m == p->n_marks || p->marks[m].from != p->components[i] ||
            p->marks[m].kind != MARK_TEMPLATE)
            p->components[kept++] = p->components[i];
    }
    p->n_components = kept;
}

/* Marks the hash that is the last component in Rust's old mangling. */
static void mark_hash(struct reading *r)
{
    enum { HASH_BYTES = 17 };
    struct name_parts *p = r->p;
    size_t from = p->components[p->n_components - 1];

    if (p->n_components < 2 || r->syntax != NAME_COLONS || p->end - from != HASH_BYTES ||
        r->text[from] != 'h' || strspn(r->text + from + 1, "0123456789abcdef") < HASH_BYTES - 1)
        return;
    p->n_components--;
    mark(r, from - 2, p->end, MARK_QUALIFIER);
}

/* Reads the name in `(*NAME(...))(...)', the notation of functions that return pointers to
 * functions. Each round removes one such pair of parentheses. */
static bool read_inner(struct reading *r)
{
    enum { ROUNDS_MAX = 4 };
    struct name_parts *p = r->p;

    for (int round = 0; r->inner && round < ROUNDS_MAX; round++) {
        size_t from = r->inner + 1, m = 0;

        while (m < p->n_marks && p->marks[m].from < r->inner)
            m++;
        if (m == p->n_marks || p->marks[m].from != r->inner ||
            !strchr("([", r->text[p->marks[m].to]) || !r->text[p->marks[m].to])
            return true;
        while (r->text[from] == '*' || r->text[from] == '&')
            from++;
        if (!read_stretch(r, from, p->marks[m].to - 1U))
            return false;
    }
    return true;
}

static bool understand(struct reading *r)
{
    struct name_parts *p = r->p;

    if (p->length >= INT32_MAX)
        return false;
    p->phrase = phrase_length(p->text);
    if (!read_stretch(r, p->phrase, p->length) || !read_inner(r))
        return false;
    join_arguments(p);
    if (p->begin >= p->end)
        return false;
    mark_hash(r);
    return true;
}

void name_parts_read(struct name_parts *p, const char *text, enum name_syntax syntax)
{
    struct reading r = {.p = p, .text = text, .syntax = syntax};

    p->text = text;
    p->length = strlen(text);
    /* f<i> may become f<...> */
    p->form = mem_grow(NULL, p->form, &p->form_cap, 2 * p->length + 1, 1);
    p->understood = understand(&r);
    if (!p->understood) { /* one component, and no more to tell */
        p->phrase = p->begin = p->n_marks = p->n_components = 0;
        p->end = p->length;
        begin_component(&r, 0);
    }
}

void name_parts_release(struct name_parts *p)
{
    free(p->marks);
    free(p->components);
    free(p->open);
    free(p->form);
    *p = (struct name_parts){0};
}
