/* by_file_export - the report by file for programs: --by-file with --export=json or csv
 *
 * Times are nanoseconds, as in all exports. The JSON document has a schema of its own: two lists,
 * files in the order of ranks and functions in the order of the report. CSV is one table: rows of
 * functions have empty cells where rows of files have figures, and the other way round.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/by_file_rows.h"

#include "base/csv.h"
#include "base/json.h"

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_number(struct json_object *o, const char *key, bool is_known, uint64_t number)
{
    if (is_known)
        json_put_u64(o, key, number);
    else
        json_put_null(o, key);
}

static void put_imbalance(struct json_object *o, uint64_t max, uint64_t total, uint32_t n_files)
{
    json_key(o, "max_over_mean");
    if (total > 0)
        sink_fixed(o->out, by_file_imbalance(max, total, n_files), 0, 2);
    else
        sink_string(o->out, "null");
}

static void put_json_files(struct json_object *top, const struct by_file *b)
{
    struct json_list list = json_begin_list(top, "files");

    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[b->order[i]];
        struct json_object o;

        if (row->is_beside)
            continue;
        o = json_begin_record(&list);
        json_put_string(&o, "file", b->names[b->order[i]]);
        json_put_bool(&o, "left_out", row->is_left_out);
        put_number(&o, "time", row->has_time, row->time);
        put_number(&o, "calls", row->has_calls, row->calls);
        put_number(&o, "library_time", row->has_library, row->library);
        put_number(&o, "library_time_of", row->has_library, row->part);
        json_end(&o);
    }
    json_end_list(&list);
}

static void put_json_functions(struct json_object *top, const struct report *r,
                               const struct by_file_functions *f)
{
    struct json_list list = json_begin_list(top, "functions");

    for (uint32_t i = 0; i < f->n; i++) {
        const struct by_file_function *at = &f->at[i];
        struct json_object o = json_begin_record(&list);

        json_put_string(&o, "name", by_file_full_name(r, at->symbol));
        json_put_string(&o, "short", by_file_name(r, at->symbol));
        json_put_string(&o, "linker", by_file_linker_name(r, at->symbol));
        json_put_u64(&o, "min", at->min);
        json_put_u64(&o, "median", at->median);
        json_put_bool(&o, "median_is_exact", at->is_exact);
        json_put_u64(&o, "max", at->max);
        put_imbalance(&o, at->max, at->total, f->n_files);
        json_put_u64(&o, "total", at->total);
        json_put_string(&o, "file_of_max", at->file == NO_FILE ? NULL : r->by_file.names[at->file]);
        json_end(&o);
    }
    json_end_list(&list);
}

void by_file_put_json(const struct report *r, const struct by_file_functions *f, struct sink *out)
{
    const struct by_file *b = &r->by_file;
    struct json_object top = json_begin_lines(out);

    json_put_string(&top, "format", "gprof-by-file");
    json_put_u64(&top, "version", 1);
    json_put_string(&top, "image", r->image.path);
    json_put_string(&top, "unit", "ns");
    json_put_string(&top, "dimension", r->hist.dimension ? r->hist.dimension : "seconds");
    json_put_string(&top, "functions_have", f->of_calls ? "calls" : "time");
    json_put_u64(&top, "n_files", b->n_shown);
    json_put_u64(&top, "n_left_out", b->n_left_out);
    json_put_u64(&top, "n_compared", f->n_files);
    put_number(&top, "total_time", b->n_timed > 0, b->file_times.sum);
    put_json_files(&top, b);
    put_json_functions(&top, r, f);
    json_end(&top);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void put_cell(struct csv *c, bool is_known, uint64_t number)
{
    if (is_known)
        csv_u64(c, number);
    else
        csv_empty(c, 1);
}

static void put_csv_files(struct csv *c, const struct by_file *b)
{
    for (uint32_t i = 0; i < b->n_files; i++) {
        const struct by_file_row *row = &b->rows[b->order[i]];

        if (row->is_beside)
            continue;
        csv_text(c, row->is_left_out ? "left out" : "file");
        csv_empty(c, 2);
        csv_text(c, b->names[b->order[i]]);
        put_cell(c, row->has_time, row->time);
        put_cell(c, row->has_calls, row->calls);
        put_cell(c, row->has_library, row->library);
        put_cell(c, row->has_library, row->part);
        csv_empty(c, 3);
        csv_end_row(c);
    }
}

void by_file_put_csv(const struct report *r, const struct by_file_functions *f, struct sink *out)
{
    struct csv c = {.out = out};

    csv_header(&c, "kind,name,linker,file,time_ns,calls,library_ns,library_of_ns,min,median,max");
    csv_end_row(&c);
    put_csv_files(&c, &r->by_file);
    for (uint32_t i = 0; i < f->n; i++) {
        const struct by_file_function *at = &f->at[i];

        csv_text(&c, "function");
        csv_text(&c, by_file_name(r, at->symbol));
        csv_text(&c, by_file_linker_name(r, at->symbol));
        csv_text(&c, at->file == NO_FILE ? NULL : r->by_file.names[at->file]);
        put_cell(&c, !f->of_calls, at->total);
        put_cell(&c, f->of_calls, at->total);
        csv_empty(&c, 2);
        csv_u64(&c, at->min);
        csv_u64(&c, at->median);
        csv_u64(&c, at->max);
        csv_end_row(&c);
    }
}
