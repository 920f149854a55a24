/* option_help - the texts of --help and --version
 *
 * The usage block is GNU gprof's, word for word, and goes on with our own options: shells read it
 * to complete what is typed. Its words come from the table of options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_help.h"

#include "option_table.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    USAGE_COLUMNS = 76, /* of a line of the usage block */
    TAB_COLUMNS = 8,
    HELP_COLUMN = 37, /* where the help of a row begins */
    HELP_END = 80     /* it goes on in a further line rather than reach this column */
};

/* The order of the words in the usage block, letters first; an option that is not listed here comes
 * behind those that are. A blank stands in front of each word and behind the last one. */
static const char usage_order[] =
    " I d k m t annotated-source exec-counts flat-profile graph time all-lines brief debug"
    " function-ordering file-ordering inline-file-names directory-path display-unused-functions"
    " file-format file-info help line min-count no-static print-path separate-files"
    " static-call-graph sum table-length traditional version width ignore-non-functions"
    " demangle no-demangle external-symbol-table recursive files-from null keep-going jobs"
    " symbol-directory ";

static const char *const group_titles[OPTION_GROUPS] = {
    [GROUP_REPORTS] = "What to print (default: flat profile and call graph)",
    [GROUP_CONTENTS] = "What goes into it",
    [GROUP_LOOK] = "How it looks",
    [GROUP_DATA] = "Data files and images",
    [GROUP_OTHER] = "Other",
};

static const char examples[] =
    "\n"
    "Examples:\n"
    "  gprof prog gmon.out > report      flat profile and call graph, explained\n"
    "  gprof -b -p prog                  only the flat profile of ./gmon.out\n"
    "  gprof -s prog gmon.out.*          add up several runs into gmon.sum\n";

/* ---- the usage block ---- */

/* A block of words being filled. */
struct usage {
    struct sink *out;
    size_t column;
};

static void put_word(struct usage *u, const char *word)
{
    size_t length = strlen(word);

    if (u->column + 1 + length > USAGE_COLUMNS) {
        sink_string(u->out, "\n\t");
        u->column = TAB_COLUMNS;
    } else {
        sink_char(u->out, ' ');
        u->column++;
    }
    sink_string(u->out, word);
    u->column += length;
}

static enum option_letters letters_of(const struct option_row *row)
{
    if (row->letters != LETTERS_BY_ARGUMENT || row->usage_letter)
        return row->letters;
    return row->argument == no_argument ? LETTERS_PLAIN : LETTERS_NAMED;
}

/* The letters of a list, in the order of the alphabet. */
static void put_letters(struct usage *u, enum option_letters list, const char *behind)
{
    char word[2 * OPTION_ROWS_MAX], *next = word;

    *next++ = '[';
    *next++ = '-';
    *next++ = '[';
    for (int c = 'a'; c <= 'z'; c++) {
        const char both[] = {(char)c, (char)toupper(c)};
        for (size_t k = 0; k < sizeof both; k++)
            for (size_t i = 0; i < n_option_rows; i++)
                if (option_rows[i].letter == both[k] && letters_of(&option_rows[i]) == list)
                    *next++ = both[k];
    }
    snprintf(next, sizeof word - (size_t)(next - word), "]%s]", behind);
    put_word(u, word);
}

/* The row of a long name, of which `length` bytes count; NULL if there is none. */
static const struct option_row *row_named(const char *name, size_t length)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        const char *row_name = option_rows[i].name;
        if (row_name && strncmp(row_name, name, length) == 0 && row_name[length] == '\0')
            return &option_rows[i];
    }
    return NULL;
}

static bool is_listed(const char *name)
{
    char word[64];

    snprintf(word, sizeof word, " %s ", name);
    return strstr(usage_order, word) != NULL;
}

/* Whether `name` is a no-NAME that NAME's word speaks of: [--[no-]NAME]. */
static bool is_negation(const char *name)
{
    return strncmp(name, "no-", 3) == 0 && row_named(name + 3, strlen(name + 3)) &&
           !is_listed(name);
}

/* [--NAME], [--NAME=value], [--NAME[=value]] */
static void put_name(struct usage *u, const struct option_row *row)
{
    const char *value = row->usage_value;
    bool optional = value && row->argument == optional_argument;
    char negation[64], word[128];

    snprintf(negation, sizeof negation, "no-%s", row->name);
    snprintf(word, sizeof word, "[--%s%s%s%s%s%s]",
             row_named(negation, strlen(negation)) && is_negation(negation) ? "[no-]" : "",
             row->name, optional ? "[" : "", value ? "=" : "", value ? value : "",
             optional ? "]" : "");
    put_word(u, word);
}

/* [-d[num]] */
static void put_letter(struct usage *u, char letter)
{
    char word[64];

    for (size_t i = 0; i < n_option_rows; i++) {
        if (option_rows[i].letter != letter || !option_rows[i].usage_letter)
            continue;
        snprintf(word, sizeof word, "[-%s]", option_rows[i].usage_letter);
        put_word(u, word);
    }
}

static void put_listed(struct usage *u)
{
    size_t length;

    for (const char *at = usage_order + 1; *at; at += length + 1) {
        const struct option_row *row;

        length = strcspn(at, " ");
        row = row_named(at, length);
        if (length == 1)
            put_letter(u, *at);
        else if (row)
            put_name(u, row);
    }
}

static void print_usage_block(struct sink *out, const char *program)
{
    struct usage u = {out, sizeof "Usage: gprof" - 1}; /* lines do not depend on the real name */

    sink_printf(out, "Usage: %s", program);
    put_letters(&u, LETTERS_PLAIN, "");
    put_letters(&u, LETTERS_NAMED, "[name]");
    put_listed(&u);
    for (size_t i = 0; i < n_option_rows; i++) {
        const char *name = option_rows[i].name;
        if (name && !is_listed(name) && !is_negation(name))
            put_name(&u, &option_rows[i]);
    }
    put_word(&u, "[@FILE]");
    sink_string(out, "\n\t[image-file] [profile-file...]\n");
}

/* ---- the table of options ---- */

/* The help of a row, of which `column` columns are taken, a word at a time. */
static void put_help(struct sink *out, const char *text, uint64_t column)
{
    while (*text) {
        size_t length = strcspn(text, " ");

        if (column < HELP_COLUMN || column + 1 + length >= HELP_END) {
            if (column > HELP_COLUMN) {
                sink_char(out, '\n');
                column = 0;
            }
            sink_repeat(out, ' ', (size_t)(HELP_COLUMN - column));
            column = HELP_COLUMN;
        } else {
            sink_char(out, ' ');
            column++;
        }
        sink_bytes(out, text, length);
        column += length;
        text += length + (text[length] == ' ');
    }
    sink_char(out, '\n');
}

static void print_row(struct sink *out, const struct option_row *row)
{
    bool optional = row->argument == optional_argument;
    uint64_t start = out->written, columns;

    if (row->letter)
        sink_printf(out, "  -%c%s", row->letter, row->name ? ", " : "");
    else
        sink_string(out, "      ");
    if (row->name)
        sink_printf(out, "--%s", row->name);
    if (row->value)
        sink_printf(out, "%s%s%s%s", optional ? "[" : "", row->name ? "=" : " ", row->value,
                    optional ? "]" : "");
    columns = out->written - start;
    put_help(out, row->help, columns);
}

void option_help_print(struct sink *out, const char *program)
{
    print_usage_block(out, program);
    sink_string(out, examples);
    for (enum option_group g = 0; g < OPTION_GROUPS; g++) {
        sink_printf(out, "\n%s:\n", group_titles[g]);
        for (size_t i = 0; i < n_option_rows; i++)
            if (option_rows[i].group == g && option_rows[i].help)
                print_row(out, &option_rows[i]);
    }
}

void option_help_print_version(struct sink *out)
{
    sink_string(out, "gprof " PACKAGE_VERSION " (does what GNU gprof 2.40 does)\n"
                     "A profiler for programs compiled with -pg.\n"
                     "This program is free software, licence GPL-3.0-or-later; it comes without "
                     "any warranty.\n");
}
