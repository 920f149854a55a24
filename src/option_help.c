/* option_help - the texts of --help and --version
 *
 * The usage block is GNU gprof's, word for word, and goes on with our own options: shells read it
 * to complete what is typed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_table.h"

#include <string.h>

enum {
    HELP_COLUMN = 37, /* where the help of a row begins */
    HELP_END = 80     /* it goes on in a further line rather than reach this column */
};

static const char *const group_titles[OPTION_GROUPS] = {
    [GROUP_REPORTS] = "What to print (default: flat profile and call graph)",
    [GROUP_CONTENTS] = "What goes into it",
    [GROUP_LOOK] = "How it looks",
    [GROUP_DATA] = "Data files and images",
    [GROUP_OTHER] = "Other",
};

/* tests/cli/options.t compares it with the table of options. */
static const char usage[] =
    " [-[abcDhilLrsTvwxyz]] [-[ABCeEfFJnNOpPqQRStZ][name]] [-I dirs]\n"
    "\t[-d[num]] [-k from/to] [-m min-count] [-t table-length]\n"
    "\t[--[no-]annotated-source[=name]] [--[no-]exec-counts[=name]]\n"
    "\t[--[no-]flat-profile[=name]] [--[no-]graph[=name]]\n"
    "\t[--[no-]time=name] [--all-lines] [--brief] [--debug[=level]]\n"
    "\t[--function-ordering] [--file-ordering] [--inline-file-names]\n"
    "\t[--directory-path=dirs] [--display-unused-functions]\n"
    "\t[--file-format=name] [--file-info] [--help] [--line] [--min-count=n]\n"
    "\t[--no-static] [--print-path] [--separate-files]\n"
    "\t[--static-call-graph] [--sum] [--table-length=len] [--traditional]\n"
    "\t[--version] [--width=n] [--ignore-non-functions]\n"
    "\t[--demangle[=STYLE]] [--no-demangle] [--external-symbol-table=name]\n"
    "\t[--recursive] [--files-from=list] [--null] [--keep-going] [--jobs=n]\n"
    "\t[--symbol-directory=dir] [--compare-estimates] [--top[=n]]\n"
    "\t[--compare=base] [--compare-image=image] [--fail-on=limit]\n"
    "\t[--export=format] [--by-file] [--estimated] [--names=form] [--clones]\n"
    "\t[--no-sources] [--no-system-sources] [--sort=key] [--min-percent=p]\n"
    "\t[--color[=when]] [--output=file] [@FILE]\n"
    "\t[image-file] [profile-file...]\n"
    "\n"
    "Examples:\n"
    "  gprof prog gmon.out > report      flat profile and call graph, explained\n"
    "  gprof -b -p prog                  only the flat profile of ./gmon.out\n"
    "  gprof -s prog gmon.out.*          add up several runs into gmon.sum\n";

/* Prints the help of a row, a word at a time; `column` columns are taken. */
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
    sink_printf(out, "Usage: %s", program);
    sink_string(out, usage);
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
