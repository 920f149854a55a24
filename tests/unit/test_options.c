/* test_options - the command line: names, abbreviations, errors, help
 *
 * The names below are those of the manual, not taken from the parser's table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "parsed.h"

enum argument { NONE, NEEDED, OPTIONAL };

static const struct name {
    const char *text;
    enum argument argument;
    char letter; /* of the short form, or '-' */
} names[] = {
    {"line", NONE, 'l'},
    {"no-static", NONE, 'a'},
    {"ignore-non-functions", NONE, 'D'},
    {"external-symbol-table", NEEDED, 'S'},
    {"annotated-source", OPTIONAL, 'A'},
    {"no-annotated-source", OPTIONAL, 'J'},
    {"flat-profile", OPTIONAL, 'p'},
    {"no-flat-profile", OPTIONAL, 'P'},
    {"graph", OPTIONAL, 'q'},
    {"no-graph", OPTIONAL, 'Q'},
    {"exec-counts", OPTIONAL, 'C'},
    {"no-exec-counts", OPTIONAL, 'Z'},
    {"function-ordering", NONE, 'r'},
    {"file-ordering", NEEDED, 'R'},
    {"file-info", NONE, 'i'},
    {"sum", NONE, 's'},
    {"all-lines", NONE, 'x'},
    {"separate-files", NONE, 'y'},
    {"demangle", OPTIONAL, '-'},
    {"no-demangle", NONE, '-'},
    {"directory-path", NEEDED, 'I'},
    {"display-unused-functions", NONE, 'z'},
    {"inline-file-names", NONE, '-'},
    {"min-count", NEEDED, 'm'},
    {"print-path", NONE, 'L'},
    {"static-call-graph", NONE, 'c'},
    {"table-length", NEEDED, 't'},
    {"time", NEEDED, 'n'},
    {"no-time", NEEDED, 'N'},
    {"width", NEEDED, 'w'},
    {"brief", NONE, 'b'},
    {"debug", OPTIONAL, 'd'},
    {"help", NONE, 'h'},
    {"file-format", NEEDED, 'O'},
    {"traditional", NONE, 'T'},
    {"version", NONE, 'v'},
};

/* Whether two parses came to the same end. */
static bool is_same(struct parsed *a, struct parsed *b)
{
    const struct options *l = &a->options, *r = &b->options;

    return a->result == b->result && l->reports == r->reports && l->explicit == r->explicit &&
           l->format == r->format && l->demangle == r->demangle &&
           l->style.width == r->style.width && l->no_static == r->no_static &&
           l->only_functions == r->only_functions && l->style.brief == r->style.brief &&
           l->style.traditional == r->style.traditional &&
           l->style.show_unused == r->style.show_unused &&
           l->inline_file_names == r->inline_file_names && l->print_path == r->print_path &&
           l->trace_bits == r->trace_bits && a->out.used == b->out.used &&
           (a->out.used == 0 || memcmp(a->out.buf, b->out.buf, a->out.used) == 0) &&
           strcmp(told_text(&a->told), told_text(&b->told)) == 0;
}

/* An argument that the option accepts. */
static const char *sample(const struct name *name)
{
    if (strcmp(name->text, "demangle") == 0)
        return "gnat";
    return name->letter == 'O' ? "bsd" : "7";
}

static void parse_name(struct parsed *p, const char *name, size_t length, const char *value)
{
    char word[100];

    snprintf(word, sizeof word, "--%.*s%s%s", (int)length, name, value ? "=" : "",
             value ? value : "");
    parse(p, (const char *const[]){word, NULL});
}

/* Whether `name` is an option of its own; how many begin so. */
static size_t count_matches(const char *name, size_t length, bool *exact)
{
    size_t n = 0;

    *exact = false;
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        n += strncmp(names[i].text, name, length) == 0;
        *exact |= strncmp(names[i].text, name, length) == 0 && !names[i].text[length];
    }
    return n;
}

/* Each long name in full, and each of its beginnings: the same, or ambiguous. */
static void test_abbreviations(void)
{
    size_t unique = 0, ambiguous = 0;

    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        const char *value = names[i].argument == NONE ? NULL : sample(&names[i]);
        size_t whole = strlen(names[i].text), wrong = 0;
        struct parsed full;

        parse_name(&full, names[i].text, whole, value);
        for (size_t length = 1; length < whole; length++) {
            bool exact;
            size_t matches = count_matches(names[i].text, length, &exact);
            struct parsed p;
            if (exact)
                continue;
            parse_name(&p, names[i].text, length, value);
            if (matches == 1) {
                wrong += !is_same(&full, &p);
                unique++;
            } else {
                wrong += p.result != OPTIONS_ERROR || !strstr(told_text(&p.told), "is ambiguous");
                ambiguous++;
            }
            release(&p);
        }
        ok(wrong == 0, "--%s and its abbreviations", names[i].text);
        ok(!*told_text(&full.told), "--%s is known", names[i].text);
        release(&full);
    }
    ok(unique > 200 && ambiguous > 20, "%zu unique ones, %zu ambiguous ones", unique, ambiguous);
}

/* Long and short forms do the same, arguments are taken as the manual says. */
static void test_forms(void)
{
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        const struct name *name = &names[i];
        const char *value = name->argument == NONE ? NULL : sample(name);
        struct parsed a, b;
        char word[100];

        if (name->letter != '-') {
            parse_name(&a, name->text, strlen(name->text), value);
            snprintf(word, sizeof word, "-%c%s", name->letter, value ? value : "");
            parse(&b, (const char *const[]){word, NULL});
            ok(is_same(&a, &b), "-%c is --%s", name->letter, name->text);
            release(&a);
            release(&b);
        }
        if (name->argument == NONE) {
            parse_name(&a, name->text, strlen(name->text), "x");
            ok(a.result == OPTIONS_ERROR && strstr(told_text(&a.told), "doesn't allow an argument"),
               "--%s takes no argument", name->text);
        } else {
            parse_name(&a, name->text, strlen(name->text), NULL);
            ok((strstr(told_text(&a.told), "requires an argument") != NULL) ==
                   (name->argument == NEEDED),
               "--%s %s one", name->text, name->argument == NEEDED ? "needs" : "can do without");
        }
        release(&a);
    }
}

static void test_ends(void)
{
    static const char *const bad[] = {"-X", "--no-such", "--f", "-w", "--sum=1", "-bX"};
    struct parsed p;

    for (size_t i = 0; i < UNIT_COUNT(bad); i++) {
        parse(&p, (const char *const[]){bad[i], NULL});
        ok(p.result == OPTIONS_ERROR && p.told.diag.errors == 1 && p.out.used == 0, "%s: an error",
           bad[i]);
        like(told_text(&p.told), "^unit: [^\n]*`unit --help|^unit: [^\n]*possibilities",
             "one line, with the remedy");
        is_str(p.stderr_text, "", "and getopt is silent");
        release(&p);
    }
    parse(&p, (const char *const[]){"-bh", "--no-such", NULL});
    ok(p.result == OPTIONS_DONE && !*p.stderr_text, "-h acts at once");
    sink_char(&p.out, '\0');
    like(p.out.buf, "^Usage: unit \\[-\\[abcDhilLrsTvwxyz", "it prints the usage");
    for (size_t i = 0; i < UNIT_COUNT(names); i++) {
        char word[100];
        snprintf(word, sizeof word, "--%s", names[i].text);
        ok(strstr(p.out.buf, word) != NULL, "help names %s", word);
    }
    is_str(told_text(&p.told), "", "and no error");
    release(&p);
    parse(&p, (const char *const[]){"-v", "-h", "missing", NULL});
    ok(p.result == OPTIONS_DONE, "-v acts at once");
    sink_char(&p.out, '\0');
    like(p.out.buf, "^gprof [0-9.]+.*\n.*\n.*\n$", "it prints three lines");
    ok(strstr(p.out.buf, "Usage") == NULL, "and no help");
    release(&p);
}

int main(void)
{
    unsetenv("POSIXLY_CORRECT");
    unit_enter_directory();
    test_abbreviations();
    test_forms();
    test_ends();
    return done_testing();
}
