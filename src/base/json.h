/* json - writes JSON (RFC 8259)
 *
 * Role: for all writers of JSON; compare/changes_file reads it, with libjansson. It knows nothing
 * of the contents. All that gprof writes has the same shape: one object whose members stand on
 * lines of their own, and lists with one record a line, so that grep, diff and whoever reads line
 * by line can use it:
 *
 *     {
 *     "format":"gprof-json",
 *     "functions":[
 *     {"id":0,"name":"main"},
 *     {"id":3,"name":"find"}
 *     ]
 *     }
 *
 *     struct json_object top = json_begin_lines(out), record;
 *     json_put_string(&top, "format", "gprof-json");
 *     struct json_list list = json_begin_list(&top, "functions");
 *     record = json_begin_record(&list);
 *     json_put_u64(&record, "id", 0);
 *     json_end(&record);
 *     json_end_list(&list);
 *     json_end(&top);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/build_id.h"
#include "base/sink.h"

/* Writes a string of any bytes in quotes, or null if `text` is NULL. Control characters and line
 * separators such as U+2028 are escaped; so are `<`, `>` and `&`, which makes the string safe in a
 * script of a page. A byte that is not valid UTF-8 is written as the four characters \xHH, as in
 * csv.h. A lone surrogate would be unambiguous, but many readers would refuse the whole document
 * (RFC 8259, section 8.2). */
void json_text(struct sink *out, const char *text);

/* Writes an integer above 2^53 - 1 as a string, since readers round such numbers. */
void json_large_u64(struct sink *out, uint64_t value);

struct json_object {
    struct sink *out; /* not owned */
    bool has_members;
    bool by_line; /* each member stands on a line of its own */
};

struct json_list {
    struct sink *out; /* not owned */
    bool has_items;
    bool by_line; /* each item stands on a line of its own */
};

/* Begins an object with a line for each member. json_begin begins an object on one line, as does
 * json_begin_record, in a list. */
struct json_object json_begin_lines(struct sink *out);
struct json_object json_begin_record(struct json_list *l);

/* Writes a member. More functions for members are below. */
void json_put_i64(struct json_object *o, const char *key, int64_t value); /* as json_u64 */
void json_put_build_id(struct json_object *o, const char *key,
                       struct build_id id); /* in hexadecimal; null if it is not known */

void json_end(struct json_object *o);

/* Begins a member that is a list: with an item a line, or all on the line of the key. */
struct json_list json_begin_list(struct json_object *o, const char *key);
struct json_list json_begin_short_list(struct json_object *o, const char *key);
struct json_list json_add_short_list(struct json_list *l);
void json_add_u64(struct json_list *l, uint64_t value);
void json_add_string(struct json_list *l, const char *text);
void json_end_list(struct json_list *l);

/* ---- inline: a profile has millions of members, whose keys are mostly constants ---- */

#define JSON_LARGEST_EXACT (((uint64_t)1 << 53) - 1)

/* Writes the key of a member, a word that needs no escape. The caller writes the value next. */
static inline void json_key(struct json_object *o, const char *key)
{
    size_t bytes = strlen(key);
    char *at = sink_room(o->out, bytes + 5);

    if (!at)
        return;
    *at = ',';
    at += o->has_members;
    *at = '\n';
    at += o->by_line;
    *at++ = '"';
    memcpy(at, key, bytes);
    memcpy(at + bytes, "\":", 2);
    sink_end_at(o->out, at + bytes + 2);
    o->has_members = true;
}

/* Writes an integer, as a string if readers would round it. */
static inline void json_u64(struct sink *out, uint64_t value)
{
    if (value > JSON_LARGEST_EXACT)
        json_large_u64(out, value);
    else
        sink_u64(out, value, 0);
}

static inline void json_put_string(struct json_object *o, const char *key, const char *text)
{
    json_key(o, key);
    json_text(o->out, text);
}

static inline void json_put_u64(struct json_object *o, const char *key, uint64_t value)
{
    json_key(o, key);
    json_u64(o->out, value);
}

static inline void json_put_bool(struct json_object *o, const char *key, bool value)
{
    json_key(o, key);
    if (value)
        sink_literal(o->out, "true");
    else
        sink_literal(o->out, "false");
}

static inline void json_put_null(struct json_object *o, const char *key)
{
    json_key(o, key);
    sink_literal(o->out, "null");
}

/* Writes an integer, or null unless it is known. */
static inline void json_put_known(struct json_object *o, const char *key, bool is_known,
                                  uint64_t value)
{
    if (is_known)
        json_put_u64(o, key, value);
    else
        json_put_null(o, key);
}

/* Writes a member whose value is an address, such as "0x401000". */
static inline void json_put_address(struct json_object *o, const char *key, uint64_t value)
{
    json_key(o, key);
    sink_literal(o->out, "\"0x");
    sink_hex(o->out, value);
    sink_literal(o->out, "\"");
}

static inline struct json_object json_begin(struct sink *out)
{
    sink_literal(out, "{");
    return (struct json_object){.out = out};
}

static inline struct json_object json_put_object(struct json_object *o, const char *key)
{
    json_key(o, key);
    return json_begin(o->out);
}

#endif
