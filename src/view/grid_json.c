/* grid_json - writes a document as an object of JSON, with a list for each table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/json.h"
#include "view/grid.h"

static void put_value(struct json_object *o, const struct grid_value *value)
{
    switch (value->kind) {
    case GRID_BOOL:
        json_put_bool(o, value->json, value->is.u64);
        return;
    case GRID_U64:
        json_put_u64(o, value->json, value->is.u64);
        return;
    case GRID_I64:
        json_put_i64(o, value->json, value->is.i64);
        return;
    case GRID_NUMBER:
        json_key(o, value->json);
        sink_printf(o->out, "%.*f", (int)value->decimals, value->is.number);
        return;
    case GRID_STRING:
        json_put_string(o, value->json, value->is.text);
        return;
    default:
        json_put_null(o, value->json);
    }
}

/* Writes the values of a row as members of `o`, some of them in objects. */
static void put_members(struct json_object *o, const struct grid_row *row)
{
    struct json_object in = {0};
    bool is_in = false, is_null = false; /* an object is open; it is null */

    for (size_t i = 0; i < row->n_values; i++) {
        const struct grid_value *value = &row->values[i];

        if (value->kind == GRID_OBJECT && value->is.u64) {
            in = json_put_object(o, value->json);
            is_in = true;
        } else if (value->kind == GRID_END) {
            if (is_in)
                json_end(&in);
            is_in = is_null = false;
        } else if (value->json && !is_null) {
            put_value(is_in ? &in : o, value);
            is_null = value->kind == GRID_OBJECT;
        }
    }
}

static void put_list(struct json_object *top, const struct grid *g, struct grid_row *row)
{
    struct json_list list = json_begin_list(top, g->list);

    for (size_t i = 0; i < g->n_rows; i++) {
        struct json_object record;

        if (!grid_fill(g, i, false, row))
            continue;
        record = json_begin_record(&list);
        put_members(&record, row);
        json_end(&record);
    }
    json_end_list(&list);
}

void grid_json(const struct grid_document *document, struct sink *out, struct diag *d)
{
    LOCAL_BY(grid_row_release) struct grid_row row = {.text = sink_in_memory(d)};
    struct json_object top = json_begin_lines(out);

    for (const struct grid *g = document->grids; g < document->grids + document->n; g++)
        if (g->list)
            put_list(&top, g, &row);
        else if (g->n_rows > 0 && grid_fill(g, 0, false, &row))
            put_members(&top, &row);
    json_end(&top);
}
