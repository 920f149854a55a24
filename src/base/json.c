/* json - writes JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/json.h"

#include "base/mem.h"
#include "base/utf8_put.h"

static void put_character(struct sink *out, uint32_t code, const char *text, size_t bytes)
{
    if (code == UTF8_DAMAGED) {
        utf8_put_escape(out, "\\\\x", (unsigned char)*text, 2);
    } else if (code == '"' || code == '\\') {
        sink_char(out, '\\');
        sink_char(out, *text);
    } else if (utf8_is_control(code) || code == '<' || code == '>' || code == '&') {
        utf8_put_escape(out, "\\u", code, 4);
    } else {
        sink_bytes(out, text, bytes);
    }
}

void json_text(struct sink *out, const char *text)
{
    if (!text) {
        sink_string(out, "null");
        return;
    }
    sink_literal(out, "\"");
    utf8_put(out, text, SIZE_MAX, put_character);
    sink_literal(out, "\"");
}

void json_large_u64(struct sink *out, uint64_t value)
{
    sink_char(out, '"');
    sink_u64(out, value, 0);
    sink_char(out, '"');
}

struct json_object json_begin_lines(struct sink *out)
{
    sink_char(out, '{');
    return (struct json_object){.out = out, .by_line = true};
}

void json_put_i64(struct json_object *o, const char *key, int64_t value)
{
    const int64_t most = JSON_LARGEST_EXACT;
    const char *quote = value > most || value < -most ? "\"" : "";

    json_key(o, key);
    sink_string(o->out, quote);
    sink_i64(o->out, value);
    sink_string(o->out, quote);
}

void json_put_build_id(struct json_object *o, const char *key, struct build_id id)
{
    LOCAL char *text = build_id_text(id, o->out->diag);

    json_put_string(o, key, text);
}

void json_end(struct json_object *o)
{
    sink_string(o->out, o->by_line ? "\n}\n" : "}");
}

struct json_list json_begin_short_list(struct json_object *o, const char *key)
{
    json_key(o, key);
    sink_char(o->out, '[');
    return (struct json_list){.out = o->out};
}

struct json_list json_begin_list(struct json_object *o, const char *key)
{
    struct json_list l = json_begin_short_list(o, key);

    l.by_line = true;
    return l;
}

static void next_item(struct json_list *l)
{
    if (l->has_items)
        sink_char(l->out, ',');
    if (l->by_line)
        sink_char(l->out, '\n');
    l->has_items = true;
}

struct json_object json_begin_record(struct json_list *l)
{
    next_item(l);
    return json_begin(l->out);
}

struct json_list json_add_short_list(struct json_list *l)
{
    next_item(l);
    sink_char(l->out, '[');
    return (struct json_list){.out = l->out};
}

void json_add_u64(struct json_list *l, uint64_t value)
{
    next_item(l);
    json_u64(l->out, value);
}

void json_add_string(struct json_list *l, const char *text)
{
    next_item(l);
    json_text(l->out, text);
}

void json_end_list(struct json_list *l)
{
    sink_string(l->out, l->by_line ? "\n]" : "]");
}
