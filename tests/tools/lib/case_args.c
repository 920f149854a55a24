/* case_args.c - makes the command line of a random test case
 *
 * Role: draws options in short, long and abbreviated spelling, in any order, and the file names:
 * the image is "image", the data files are "data0", "data1", ...
 *
 * -b is always there, because the explanations are worded differently in every gprof.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "case.h"

#include <stdlib.h>
#include <string.h>

/* All long names: an abbreviation must not fit two of them. */
static const char *const long_names[] = {
    "line",
    "no-static",
    "ignore-non-functions",
    "external-symbol-table",
    "annotated-source",
    "no-annotated-source",
    "flat-profile",
    "no-flat-profile",
    "graph",
    "no-graph",
    "exec-counts",
    "no-exec-counts",
    "function-ordering",
    "file-ordering",
    "file-info",
    "sum",
    "all-lines",
    "separate-files",
    "demangle",
    "no-demangle",
    "directory-path",
    "display-unused-functions",
    "inline-file-names",
    "min-count",
    "print-path",
    "static-call-graph",
    "table-length",
    "time",
    "no-time",
    "width",
    "brief",
    "debug",
    "help",
    "file-format",
    "traditional",
    "version",
};

enum argument { NONE, ATTACHED, SEPARATE };

struct option {
    char letter;           /* 0: only a long name */
    const char *long_name; /* NULL: only a letter */
    enum argument kind;    /* kind of its argument, if it has one */
    bool attaches;         /* true if it takes an attached argument, which ends a cluster */
};

/* clang-format off */
enum option_nr {
    O_BRIEF, O_FLAT, O_GRAPH, O_BOTH_B, O_UNUSED, O_NOSTATIC, O_TRADITIONAL, O_NOFLAT, O_NOGRAPH,
    O_PATH, O_WIDTH, O_INFO, O_SUM, O_FUNCTIONS, O_NODEMANGLE, O_DEMANGLE, O_INLINE, O_FORMAT,
    O_TIME, O_NOTIME, O_e, O_E, O_f, O_F, O_k, O_ANNO, O_NOANNO, O_EXEC, O_NOEXEC, O_ALLLINES,
    O_TABLE, O_SEPARATE, O_MINCOUNT, O_ORDER, O_LINE, O_STATIC, O_FILEORDER, O_EXTSYMS
};
/* clang-format on */

static const struct option options[] = {
    [O_BRIEF] = {'b', "brief", NONE, false},
    [O_FLAT] = {'p', "flat-profile", ATTACHED, true},
    [O_GRAPH] = {'q', "graph", ATTACHED, true},
    [O_BOTH_B] = {'B', NULL, NONE, false},
    [O_UNUSED] = {'z', "display-unused-functions", NONE, false},
    [O_NOSTATIC] = {'a', "no-static", NONE, false},
    [O_TRADITIONAL] = {'T', "traditional", NONE, false},
    [O_NOFLAT] = {'P', "no-flat-profile", ATTACHED, true},
    [O_NOGRAPH] = {'Q', "no-graph", ATTACHED, true},
    [O_PATH] = {'L', "print-path", NONE, false},
    [O_WIDTH] = {'w', "width", SEPARATE, true},
    [O_INFO] = {'i', "file-info", NONE, false},
    [O_SUM] = {'s', "sum", NONE, false},
    [O_FUNCTIONS] = {'D', "ignore-non-functions", NONE, false},
    [O_NODEMANGLE] = {0, "no-demangle", NONE, false},
    [O_DEMANGLE] = {0, "demangle", ATTACHED, true},
    [O_INLINE] = {0, "inline-file-names", NONE, false},
    [O_FORMAT] = {'O', "file-format", SEPARATE, true},
    [O_TIME] = {'n', "time", SEPARATE, true},
    [O_NOTIME] = {'N', "no-time", SEPARATE, true},
    [O_e] = {'e', NULL, SEPARATE, true},
    [O_E] = {'E', NULL, SEPARATE, true},
    [O_f] = {'f', NULL, SEPARATE, true},
    [O_F] = {'F', NULL, SEPARATE, true},
    [O_k] = {'k', NULL, SEPARATE, true},
    [O_ANNO] = {'A', "annotated-source", ATTACHED, true},
    [O_NOANNO] = {'J', "no-annotated-source", ATTACHED, true},
    [O_EXEC] = {'C', "exec-counts", ATTACHED, true},
    [O_NOEXEC] = {'Z', "no-exec-counts", ATTACHED, true},
    [O_ALLLINES] = {'x', "all-lines", NONE, false},
    [O_TABLE] = {'t', "table-length", SEPARATE, true},
    [O_SEPARATE] = {'y', "separate-files", NONE, false},
    [O_MINCOUNT] = {'m', "min-count", SEPARATE, true},
    [O_ORDER] = {'r', "function-ordering", NONE, false},
    [O_LINE] = {'l', "line", NONE, false},
    [O_STATIC] = {'c', "static-call-graph", NONE, false},
    [O_FILEORDER] = {'R', "file-ordering", SEPARATE, true},
    [O_EXTSYMS] = {'S', "external-symbol-table", SEPARATE, true},
};

enum { MAX_CHOSEN = 48, ARG_ROOM = 330 };

struct chosen {
    enum option_nr nr;
    bool has_arg;
    char arg[ARG_ROOM];
};

struct maker {
    struct testcase *c;
    struct prng r;
    struct chosen list[MAX_CHOSEN];
    unsigned n;
    bool in_cluster; /* true if the last word is a cluster of short options that may grow */
};

static void choose_arg(struct maker *m, enum option_nr nr, const char *arg)
{
    if (m->n == MAX_CHOSEN)
        return;
    struct chosen *o = &m->list[m->n++];
    o->nr = nr;
    o->has_arg = arg != NULL;
    snprintf(o->arg, sizeof o->arg, "%s", arg != NULL ? arg : "");
}

static void maybe(struct maker *m, unsigned percent, enum option_nr nr)
{
    if (prng_chance(&m->r, percent))
        choose_arg(m, nr, NULL);
}

/* Returns the length of an abbreviation of a long option, the shortest one or a longer one. */
static size_t abbreviate(struct maker *m, const char *name)
{
    size_t len = strlen(name);
    size_t unique = 1;

    for (size_t i = 0; i < sizeof long_names / sizeof *long_names; i++) {
        size_t same = 0;
        if (strcmp(long_names[i], name) == 0)
            continue;
        while (same < len && name[same] == long_names[i][same])
            same++;
        if (same + 1 > unique)
            unique = same + 1 < len ? same + 1 : len;
    }
    return prng_chance(&m->r, 50) ? len : (size_t)prng_range(&m->r, unique, len);
}

static void end_word(struct maker *m)
{
    if (m->in_cluster)
        buf_str(&m->c->args, "\n");
    m->in_cluster = false;
}

static void write_long(struct maker *m, const struct option *o, const struct chosen *ch)
{
    struct buf *out = &m->c->args;

    end_word(m);
    buf_printf(out, "--%.*s", (int)abbreviate(m, o->long_name), o->long_name);
    if (ch->has_arg) {
        bool apart = o->kind == SEPARATE && prng_chance(&m->r, 40);
        buf_str(out, apart ? "\n" : "=");
        buf_str(out, ch->arg);
    }
    buf_str(out, "\n");
}

static void write_option(struct maker *m, const struct chosen *ch)
{
    const struct option *o = &options[ch->nr];
    struct buf *out = &m->c->args;

    if (o->letter == 0 || (o->long_name != NULL && prng_chance(&m->r, 25))) {
        write_long(m, o, ch);
        return;
    }
    if (!m->in_cluster || !prng_chance(&m->r, 25)) {
        end_word(m);
        buf_str(out, "-");
    }
    buf_printf(out, "%c", o->letter);
    m->in_cluster = true;
    if (ch->has_arg) {
        if (o->kind == SEPARATE && prng_chance(&m->r, 50))
            buf_str(out, "\n");
        buf_str(out, ch->arg);
    }
    if (o->attaches)
        end_word(m);
}

static void shuffle(struct maker *m)
{
    for (unsigned i = m->n; i > 1; i--) {
        unsigned k = (unsigned)prng_below(&m->r, i);
        struct chosen t = m->list[i - 1];
        m->list[i - 1] = m->list[k];
        m->list[k] = t;
    }
}

/* Returns the name of a random function. GNU gprof takes a name that begins with a digit for a
 * line's number, so it can name no such function. */
static const char *random_name(struct maker *m)
{
    const struct testcase *c = m->c;
    const char *name =
        prng_chance(&m->r, 5) ? "nosuch" : c->func[prng_below(&m->r, c->n_func)].name;

    return *name >= '0' && *name <= '9' ? "nosuch" : name;
}

/* Puts a specification of one function. GNU gprof takes a name with a dot for a file's name, so
 * `f.part.0' names nothing there. Behind a colon both programs take it for a function's name. */
static void put_spec(char *spec, const char *name)
{
    snprintf(spec, ARG_ROOM, "%s%s", strchr(name, '.') ? ":" : "", name);
}

static void maybe_spec(struct maker *m, unsigned percent, enum option_nr nr)
{
    if (prng_chance(&m->r, percent)) {
        const struct testcase *c = m->c;
        const char *name = random_name(m);
        bool unseen = name == c->func[c->n_func - 1].name && !c->guard_callable;
        if (*name != '\0' && !unseen) { /* GNU gprof does not find a last function outside .text */
            char spec[ARG_ROOM];

            put_spec(spec, name);
            choose_arg(m, nr, spec);
        }
    }
}

static void choose_symspecs(struct maker *m)
{
    static const enum option_nr nrs[] = {O_FLAT,   O_NOFLAT, O_GRAPH, O_NOGRAPH, O_TIME,
                                         O_NOTIME, O_e,      O_E,     O_f,       O_F};

    if (!prng_chance(&m->r, 70))
        return;
    for (size_t i = 0; i < sizeof nrs / sizeof *nrs; i++)
        for (unsigned percent = 20; prng_chance(&m->r, percent); percent = 50)
            maybe_spec(m, 100, nrs[i]);
}

static void choose_arcspecs(struct maker *m)
{
    while (prng_chance(&m->r, 40)) {
        char spec[ARG_ROOM], left[ARG_ROOM], right[ARG_ROOM];

        put_spec(left, prng_chance(&m->r, 80) ? random_name(m) : "");
        put_spec(right, prng_chance(&m->r, 80) ? random_name(m) : "");
        snprintf(spec, sizeof spec, "%.160s/%.160s", left, right);
        choose_arg(m, O_k, spec);
    }
}

static void choose_format(struct maker *m)
{
    static const char *const magic[] = {"magic", "auto", "a", "m", "mag", "au"};
    static const char *const bsd[] = {"bsd", "auto", "b", "a"};
    static const char *const any[] = {"auto", "magic", "bsd", "4.4bsd", "4"};
    const char *s = m->c->bsd ? bsd[prng_below(&m->r, 4)] : magic[prng_below(&m->r, 6)];

    if (case_has(m->c, FAM_FORMAT))
        s = any[prng_below(&m->r, 5)];
    else if (case_has(m->c, FAM_MIXED))
        s = "auto";
    choose_arg(m, O_FORMAT, s);
}

static void choose_number(struct maker *m, enum option_nr nr)
{
    char number[24];
    uint64_t any = prng_below(&m->r, 300);
    uint64_t n = PICK(&m->r, 0, 1, 10, 40, 79, 80, 81, 100, 132, 200, any);

    snprintf(number, sizeof number, "%llu", (unsigned long long)n);
    choose_arg(m, nr, number);
}

static void choose_styles(struct maker *m)
{
    maybe(m, 35, O_FLAT);
    maybe(m, 30, O_GRAPH);
    maybe(m, 5, O_BOTH_B);
    maybe(m, 7, O_NOFLAT);
    maybe(m, 7, O_NOGRAPH);
    if (case_has(m->c, FAM_SYMSPEC))
        choose_symspecs(m);
    if (case_has(m->c, FAM_COUNTS)) {
        maybe(m, 30, O_EXEC);
        maybe_spec(m, 10, O_EXEC);
        maybe(m, 3, O_NOEXEC);
        maybe_spec(m, 10, O_NOEXEC);
    }
    if (case_has(m->c, FAM_ANNOTATE)) {
        maybe(m, 10, O_ANNO);
        maybe(m, 5, O_NOANNO);
    }
    if (case_has(m->c, FAM_ORDER))
        maybe(m, 25, O_ORDER);
}

static void choose_options(struct maker *m)
{
    static const char *const styles[] = {"auto", "gnu-v3", "java", "gnat", "dlang", "rust", "none"};
    const struct testcase *c = m->c;

    choose_arg(m, O_BRIEF, NULL);
    if (c->sum)
        choose_arg(m, O_SUM, NULL);
    if (!c->sum || case_has(c, FAM_SUMREPORT))
        choose_styles(m);
    if (c->info)
        choose_arg(m, O_INFO, NULL);
    maybe(m, 25, O_UNUSED);
    maybe(m, 15, O_NOSTATIC);
    maybe(m, 25, O_TRADITIONAL);
    maybe(m, 5, O_PATH);
    maybe(m, 12, O_FUNCTIONS);
    maybe(m, 10, O_NODEMANGLE);
    maybe(m, 8, O_INLINE);
    if (prng_chance(&m->r, 15))
        choose_arg(m, O_DEMANGLE, prng_chance(&m->r, 10) ? NULL : styles[prng_below(&m->r, 7)]);
    if (prng_chance(&m->r, 15))
        choose_number(m, O_WIDTH);
    if (prng_chance(&m->r, 15))
        choose_format(m);
    if (case_has(c, FAM_ARCSPEC) && !c->sum) /* GNU gprof leaves such arcs out of gmon.sum too */
        choose_arcspecs(m);
    if (case_has(c, FAM_ANNOTATE)) {
        maybe(m, 5, O_ALLLINES);
        maybe(m, 5, O_SEPARATE);
        if (prng_chance(&m->r, 5))
            choose_number(m, O_TABLE);
    }
    if (case_has(c, FAM_MINCOUNT) && prng_chance(&m->r, 20))
        choose_number(m, O_MINCOUNT);
    if (case_has(c, FAM_LINE))
        maybe(m, 25, O_LINE);
    if (case_has(c, FAM_STATIC))
        maybe(m, 40, O_STATIC);
    if (c->map.len > 0)
        choose_arg(m, O_FILEORDER, "map");
    if (c->syms.len > 0)
        choose_arg(m, O_EXTSYMS, "syms");
}

static void write_files(struct maker *m)
{
    struct buf *out = &m->c->args;

    end_word(m);
    buf_str(out, "image\n");
    for (unsigned i = 0; i < m->c->n_data; i++)
        buf_printf(out, "data%u\n", i);
}

void case_make_args(struct testcase *c)
{
    struct maker *m = xrealloc_array(NULL, 1, sizeof *m);

    *m = (struct maker){.c = c, .r = {c->seed * 4 + 3}};
    prng_next(&m->r);
    choose_options(m);
    shuffle(m);
    unsigned files_at = prng_chance(&m->r, 15) ? (unsigned)prng_below(&m->r, m->n) : m->n;
    for (unsigned i = 0; i < m->n; i++) {
        if (i == files_at)
            write_files(m);
        write_option(m, &m->list[i]);
    }
    end_word(m);
    if (files_at == m->n) {
        if (prng_chance(&m->r, 4))
            buf_str(&c->args, "--\n");
        write_files(m);
    }
    free(m);
}
