/* option_actions - what options do, as the table of options names it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_actions.h"

#include "base/mem.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum option_step taken_if(bool ok)
{
    return ok ? OPTION_TAKEN : OPTION_REFUSED;
}

static void *field_of(struct options *o, const struct option_row *row)
{
    return (char *)o + row->field;
}

/* ---- actions of many options ---- */

enum option_step set_flag(struct options *o, const struct option_row *row, const char *value,
                          struct diag *d)
{
    (void)value;
    (void)d;
    *(bool *)field_of(o, row) = true;
    return OPTION_TAKEN;
}

/* What atoi does, without its undefined overflow. */
static int number(const char *text)
{
    long value = strtol(text, NULL, 10);

    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int)value;
}

enum option_step set_number(struct options *o, const struct option_row *row, const char *value,
                            struct diag *d)
{
    (void)d;
    *(int *)field_of(o, row) = number(value);
    return OPTION_TAKEN;
}

enum option_step set_count(struct options *o, const struct option_row *row, const char *value,
                           struct diag *d)
{
    int n = number(value);

    if (n < row->least || value[strspn(value, "0123456789")])
        return taken_if(diag_error(d, NULL, "--%s=%s is no %s; give %d or more", row->name, value,
                                   row->noun, row->least));
    *(unsigned *)field_of(o, row) = (unsigned)n;
    return OPTION_TAKEN;
}

enum option_step set_text(struct options *o, const struct option_row *row, const char *value,
                          struct diag *d)
{
    (void)d;
    *(const char **)field_of(o, row) = value;
    return OPTION_TAKEN;
}

enum option_step make_report(struct options *o, const struct option_row *row, const char *value,
                             struct diag *d)
{
    o->reports |= row->report;
    return value ? set_text(o, row, value, d) : OPTION_TAKEN;
}

/* Put what `spec` names into one half of each of the row's tables. */
static enum option_step name_symbols(struct options *o, const struct option_row *row,
                                     const char *spec, bool include, struct diag *d)
{
    unsigned tables = row->tables;

    if (row->takes_arcs && strchr(spec, '/'))
        tables = 1 << SYM_TABLE_ARCS;
    for (enum sym_table t = 0; t < SYM_TABLES; t++) {
        if (!(tables >> t & 1))
            continue;
        if (!sym_id_add(&o->ids, spec, t, include, d))
            return OPTION_REFUSED;
        o->ids.specs[o->ids.n - 1].or_function = row->takes_arcs;
    }
    return OPTION_TAKEN;
}

enum option_step include_symbols(struct options *o, const struct option_row *row, const char *value,
                                 struct diag *d)
{
    return name_symbols(o, row, value, true, d);
}

enum option_step exclude_symbols(struct options *o, const struct option_row *row, const char *value,
                                 struct diag *d)
{
    return name_symbols(o, row, value, false, d);
}

enum option_step ask_for_report(struct options *o, const struct option_row *row, const char *value,
                                struct diag *d)
{
    o->reports |= row->report;
    o->explicit |= row->report;
    o->limited |= value ? row->report : 0;
    return value ? include_symbols(o, row, value, d) : OPTION_TAKEN;
}

enum option_step drop_report(struct options *o, const struct option_row *row, const char *value,
                             struct diag *d)
{
    if (value)
        o->reports |= row->report;
    else
        o->reports &= ~row->report;
    o->explicit |= row->report;
    o->limited |= value ? row->report : 0;
    return value ? exclude_symbols(o, row, value, d) : OPTION_TAKEN;
}

/* ---- actions of one option ---- */

enum option_step ask_for_export(struct options *o, const struct option_row *row, const char *value,
                                struct diag *d)
{
    unsigned report = report_of_export(value, d);

    (void)row;
    o->reports |= report;
    o->explicit |= report;
    return taken_if(report != 0);
}

enum option_step add_base(struct options *o, const struct option_row *row, const char *value,
                          struct diag *d)
{
    const char **bases = mem_grow(d, o->bases, &o->bases_cap, o->n_bases + 1, sizeof *bases);

    if (!bases)
        return OPTION_REFUSED;
    o->bases = bases;
    o->bases[o->n_bases++] = value;
    return ask_for_report(o, row, NULL, d);
}

enum option_step add_limit(struct options *o, const struct option_row *row, const char *value,
                           struct diag *d)
{
    struct change_limit *limits =
        mem_grow(d, o->limits, &o->limits_cap, o->n_limits + 1, sizeof *limits);

    (void)row;
    if (!limits)
        return OPTION_REFUSED;
    o->limits = limits;
    return taken_if(change_limit_parse(&o->limits[o->n_limits++], value, d));
}

enum option_step ask_for_top(struct options *o, const struct option_row *row, const char *value,
                             struct diag *d)
{
    o->reports |= row->report;
    o->explicit |= row->report;
    return value ? set_count(o, row, value, d) : OPTION_TAKEN;
}

/* The number of `value` among the `n` words, which are in the order of an enum; or -1, after
 * reporting that it is no `noun`. */
static int word_number(const char *value, const char *const *words, int n,
                       const struct option_row *row, struct diag *d)
{
    char known[128] = "";
    size_t used = 0;

    for (int i = 0; i < n; i++) {
        int length;

        if (strcmp(words[i], value) == 0)
            return i;
        length = snprintf(known + used, sizeof known - used, "%s%s",
                          i == 0       ? ""
                          : i == n - 1 ? " and "
                                       : ", ",
                          words[i]);
        used += length > 0 && (size_t)length < sizeof known - used ? (size_t)length : 0;
    }
    diag_error(d, NULL, "--%s=%s is no %s; known are %s", row->name, value, row->noun, known);
    return -1;
}

enum option_step set_sorting(struct options *o, const struct option_row *row, const char *value,
                             struct diag *d)
{
    static const char *const keys[] = {"self", "total", "calls", "name", "file"};
    int key = word_number(value, keys, sizeof keys / sizeof *keys, row, d);

    o->style.sort = (enum sort_key)(SORT_BY_SELF + key);
    return taken_if(key >= 0);
}

enum option_step set_colour(struct options *o, const struct option_row *row, const char *value,
                            struct diag *d)
{
    static const char *const times[] = {"auto", "always", "never"};
    int when =
        value ? word_number(value, times, sizeof times / sizeof *times, row, d) : COLOUR_ALWAYS;

    o->colour = (enum colour_when)when;
    return taken_if(when >= 0);
}

enum option_step set_min_percent(struct options *o, const struct option_row *row, const char *value,
                                 struct diag *d)
{
    static const char digits[] = "0123456789";
    size_t whole = strspn(value, digits);
    const char *rest = value + whole + (value[whole] == '.');
    double percent = strtod(value, NULL);

    if (whole == 0 || rest[strspn(rest, digits)] || percent > 100)
        return taken_if(diag_error(d, NULL, "--%s=%s is no percentage; give a number from 0 to 100",
                                   row->name, value));
    o->style.min_percent = percent;
    return OPTION_TAKEN;
}

enum option_step set_min_count(struct options *o, const struct option_row *row, const char *value,
                               struct diag *d)
{
    (void)row;
    (void)d;
    o->style.min_count = strtoull(value, NULL, 10);
    return OPTION_TAKEN;
}

enum option_step set_demangling(struct options *o, const struct option_row *row, const char *value,
                                struct diag *d)
{
    (void)row;
    o->demangle = DEMANGLE_AUTO;
    if (!value || demangle_style_named(value, &o->demangle))
        return OPTION_TAKEN;
    diag_error(d, NULL,
               "unknown demangling style `%s'; known are none, auto, gnu-v3, java, "
               "gnat, dlang and rust",
               value);
    return OPTION_REFUSED;
}

enum option_step set_no_demangling(struct options *o, const struct option_row *row,
                                   const char *value, struct diag *d)
{
    (void)row;
    (void)value;
    (void)d;
    o->demangle = DEMANGLE_NONE;
    return OPTION_TAKEN;
}

enum option_step set_names(struct options *o, const struct option_row *row, const char *value,
                           struct diag *d)
{
    static const char *const words[] = {[NAMES_FULL] = "full",
                                        [NAMES_SHORT] = "short",
                                        [NAMES_BASE] = "base",
                                        [NAMES_MANGLED] = "mangled"};
    int form = word_number(value, words, sizeof words / sizeof *words, row, d);

    if (form < 0)
        return OPTION_REFUSED;
    o->names = (enum names_form)form;
    o->names_given = true;
    return OPTION_TAKEN;
}

enum option_step set_format(struct options *o, const struct option_row *row, const char *value,
                            struct diag *d)
{
    (void)row;
    return gmon_format_parse(&o->format, value, d) ? OPTION_TAKEN : OPTION_REFUSED;
}

enum option_step add_source_directories(struct options *o, const struct option_row *row,
                                        const char *value, struct diag *d)
{
    (void)row;
    return taken_if(source_search_add(&o->sources, value, d));
}

enum option_step add_debug_directory(struct options *o, const struct option_row *row,
                                     const char *value, struct diag *d)
{
    (void)row;
    return taken_if(debug_search_add(&o->debug_files, value, d));
}

enum option_step add_list(struct options *o, const struct option_row *row, const char *value,
                          struct diag *d)
{
    const char **lists = mem_grow(d, o->lists, &o->lists_cap, o->n_lists + 1, sizeof *lists);

    (void)row;
    if (!lists)
        return OPTION_REFUSED;
    o->lists = lists;
    o->lists[o->n_lists++] = value;
    return OPTION_TAKEN;
}

enum option_step set_trace(struct options *o, const struct option_row *row, const char *value,
                           struct diag *d)
{
    (void)row;
    (void)d;
    o->trace_bits = value ? (unsigned)number(value) | 1 : UINT_MAX;
    return OPTION_TAKEN;
}

enum option_step ask_for_help(struct options *o, const struct option_row *row, const char *value,
                              struct diag *d)
{
    (void)o;
    (void)row;
    (void)value;
    (void)d;
    return OPTION_HELP;
}

enum option_step ask_for_version(struct options *o, const struct option_row *row, const char *value,
                                 struct diag *d)
{
    (void)o;
    (void)row;
    (void)value;
    (void)d;
    return OPTION_VERSION;
}
