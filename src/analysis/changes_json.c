/* changes_json - a side of a comparison that is an export: what libjansson reads
 *
 * A line that begins with a quote is a member of the document, and one that begins with a brace is
 * a record of the list that was opened last. Only lines that are needed are given to libjansson.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/changes_file.h"

#include "analysis/statistics.h"
#include "base/file.h"
#include "base/mem.h"
#include "profile/stacks.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_VERSION = 1 };

static const char remedy[] = "export the profile again with --export=json, and leave its lines as "
                             "they are";

/* The lists whose records are read. */
enum list { LIST_OTHER, LIST_INPUTS, LIST_FUNCTIONS };

struct reader {
    struct changes_file *f;
    const char *path;
    size_t line;
    enum list list;
    size_t functions_cap;
    bool is_export, has_version, has_times, is_complete;
    /* what is put together at the end */
    double tick; /* in units */
    double unit; /* how many units of times are a second; or 1 */
    double total, effective_samples, signals;
    size_t data_files, stack_files, left_out;
    struct diag *diag;
};

static bool damaged(const struct reader *r, const char *what)
{
    return diag_error(r->diag, r->path, "line %zu: %s; %s", r->line, what, remedy);
}

/* ---- values --------------------------------------------------------------------------------- */

/* An integer, which may be in a string; false if the member is no such number. */
static bool get_number(const json_t *object, const char *key, uint64_t *value)
{
    const json_t *member = json_object_get(object, key);
    const char *text = json_string_value(member);
    char *end;

    *value = 0;
    if (json_is_integer(member) && json_integer_value(member) >= 0) {
        *value = (uint64_t)json_integer_value(member);
        return true;
    }
    if (!text || text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

static const char *get_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static bool is_text(const json_t *object, const char *key, const char *wanted)
{
    const char *text = get_text(object, key);

    return text && strcmp(text, wanted) == 0;
}

/* ---- members of the document ---------------------------------------------------------------- */

static bool take_format(struct reader *r, const json_t *value)
{
    const char *format = json_string_value(value);

    r->is_export = format && strcmp(format, "gprof-json") == 0;
    return r->is_export || damaged(r, "the format is not gprof-json");
}

static bool take_version(struct reader *r, const json_t *value)
{
    r->has_version = json_is_integer(value) && json_integer_value(value) == JSON_VERSION;
    return r->has_version ||
           diag_error(r->diag, r->path,
                      "line %zu: the version of the format is not %d; export the profile with this "
                      "gprof, or compare it with the one that wrote it",
                      r->line, JSON_VERSION);
}

static bool take_image(struct reader *r, const json_t *value)
{
    const char *id = get_text(value, "build_id");

    if (id && !r->f->build_id)
        r->f->build_id = mem_copy_string(r->diag, id, strlen(id));
    return true;
}

static bool take_times(struct reader *r, const json_t *value)
{
    struct changes_side *side = &r->f->side;
    const char *dimension = get_text(value, "dimension");
    uint64_t tick;

    if (!dimension || !get_number(value, "tick", &tick))
        return damaged(r, "the times have no dimension or no tick");
    side->dimension = changes_file_keep(r->f, dimension, r->diag);
    side->in_ticks = is_text(value, "unit", "ticks");
    side->is_measured = is_text(value, "inclusive", "measured");
    side->time_runs = get_text(value, "self") != NULL;
    r->f->by_line = is_text(value, "symbols", "lines");
    r->tick = (double)tick;
    r->unit = side->in_ticks ? 1 : 1e9;
    r->has_times = true;
    return true;
}

static bool take_sampling(struct reader *r, const json_t *value)
{
    uint64_t samples;

    if (get_number(value, "effective_samples", &samples))
        r->effective_samples = (double)samples;
    if (get_number(value, "signals", &samples))
        r->signals = (double)samples;
    return true;
}

static bool take_total(struct reader *r, const json_t *value)
{
    uint64_t samples, self;

    if (!get_number(value, "samples", &samples) || !get_number(value, "self", &self))
        return damaged(r, "the total has no samples or no time");
    r->f->side.samples = (double)samples;
    if (r->signals > 0 && r->signals < r->f->side.samples) /* older files have ticks there */
        r->f->side.samples = r->signals;
    r->total = (double)self;
    return true;
}

static bool take_left_out(struct reader *r, const json_t *value)
{
    if (json_is_integer(value) && json_integer_value(value) > 0)
        r->left_out = (size_t)json_integer_value(value);
    return true;
}

static const struct {
    const char *key;
    bool (*take)(struct reader *r, const json_t *value);
} members[] = {
    {"\"format\":", take_format},
    {"\"version\":", take_version},
    {"\"image\":", take_image},
    {"\"times\":", take_times},
    {"\"sampling\":", take_sampling},
    {"\"total\":", take_total},
    {"\"inputs_left_out\":", take_left_out},
};

/* ---- records -------------------------------------------------------------------------------- */

static bool take_input(struct reader *r, const json_t *record)
{
    const char *file = get_text(record, "file");

    if (file && stack_file_stem(file) > 0)
        r->stack_files++;
    else
        r->data_files++;
    return true;
}

static bool take_function(struct reader *r, const json_t *record)
{
    struct changes_side *side = &r->f->side;
    struct changes_function f = {.symbol = 0};
    const char *name = get_text(record, "linker"), *shown = get_text(record, "short");
    const char *file = get_text(record, "file");
    uint64_t self, inclusive, line;

    if (!name || !get_number(record, "self", &self) ||
        !get_number(record, "inclusive", &inclusive) || !get_number(record, "line", &line) ||
        !get_number(record, "calls", &f.calls.others) ||
        !get_number(record, "self_calls", &f.calls.self))
        return damaged(r, "a function lacks its name, times or calls");
    f.name = changes_file_keep(r->f, name, r->diag);
    f.shown = changes_file_keep(r->f, shown ? shown : name, r->diag);
    f.file = changes_file_keep(r->f, file, r->diag);
    f.line = r->f->by_line ? (unsigned)line : 0;
    f.self.mean = (double)self;
    f.inclusive.mean = (double)inclusive;
    f.is_used = self > 0 || f.calls.others > 0 || f.calls.self > 0;
    side->functions = mem_grow(r->diag, side->functions, &r->functions_cap, side->n + 1, sizeof f);
    side->functions[side->n++] = f;
    return true;
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Give `take` the value that the line holds, without the comma behind it. */
static bool take_value(struct reader *r, const char *text, size_t length,
                       bool (*take)(struct reader *r, const json_t *value))
{
    json_error_t error;
    json_t *value;
    bool ok;

    if (length > 0 && text[length - 1] == ',')
        length--;
    value = json_loadb(text, length, JSON_DECODE_ANY, &error);
    if (!value)
        return damaged(r, json_error_code(&error) == json_error_out_of_memory
                              ? "it needs more memory than there is"
                              : "it is no JSON");
    ok = take(r, value);
    json_decref(value);
    return ok;
}

static bool begins_with(const char *text, size_t length, const char *start)
{
    size_t n = strlen(start);

    return length >= n && memcmp(text, start, n) == 0;
}

static bool take_member(struct reader *r, const char *text, size_t length)
{
    r->list = begins_with(text, length, "\"inputs\":[")      ? LIST_INPUTS
              : begins_with(text, length, "\"functions\":[") ? LIST_FUNCTIONS
                                                             : LIST_OTHER;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (begins_with(text, length, members[i].key)) {
            size_t key = strlen(members[i].key);

            return take_value(r, text + key, length - key, members[i].take);
        }
    return true;
}

static bool take_line(struct reader *r, const char *text, size_t length)
{
    if (length == 0)
        return true;
    if (text[0] == '"')
        return take_member(r, text, length);
    if (text[0] == '{' && length > 1 && r->list != LIST_OTHER)
        return take_value(r, text, length, r->list == LIST_INPUTS ? take_input : take_function);
    if (text[0] == ']')
        r->list = LIST_OTHER;
    r->is_complete = text[0] == '}' && length == 1;
    return true;
}

static bool take_lines(struct reader *r, const struct file_bytes *bytes)
{
    const char *at = (const char *)bytes->data, *end = at + bytes->size;

    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));

        stop = stop ? stop : end;
        r->line++;
        if (!take_line(r, at, (size_t)(stop - at)))
            return false;
        at = stop + 1;
    }
    if (!r->is_complete)
        return damaged(r, "the file ends before the document does");
    return (r->is_export && r->has_version && r->has_times) ||
           damaged(r, "there is no format, version or unit of times on lines of their own");
}

/* ---- the side ------------------------------------------------------------------------------- */

/* Of the sum of several runs one, on the average. */
static void divide(struct reader *r)
{
    struct changes_side *side = &r->f->side;
    size_t files = r->data_files ? r->data_files : r->stack_files ? r->stack_files : 1;
    double runs = (double)(files > r->left_out ? files - r->left_out : 1);
    double samples = r->effective_samples > 0 ? r->effective_samples : side->samples;
    bool has_calls = false;

    if (!side->in_ticks && r->tick > 0)
        side->rate = 1e9 / r->tick;
    side->sample = samples > 0 && r->effective_samples > 0 ? r->total / r->unit / samples
                   : r->tick > 0 ? r->tick / r->unit * sig_ticks_of_signal(side->rate)
                                 : 1;
    side->sample /= runs;
    side->total.mean = r->total / r->unit / runs;
    for (size_t i = 0; i < side->n; i++) {
        struct changes_function *f = &side->functions[i];
        uint64_t calls = f->calls.others > UINT64_MAX - f->calls.self
                             ? UINT64_MAX
                             : f->calls.others + f->calls.self;

        f->self.mean /= r->unit * runs;
        f->inclusive.mean /= r->unit * runs;
        f->calls.least = calls / (uint64_t)runs;
        f->calls.most = f->calls.least + (calls % (uint64_t)runs != 0);
        has_calls = has_calls || calls > 0;
    }
    side->call_runs = has_calls ? (unsigned)runs : 0;
    side->source = r->path;
}

bool changes_file_read(struct changes_file *f, const char *path, struct diag *d)
{
    struct reader r = {.f = f, .path = path, .unit = 1, .diag = d};
    struct file_bytes bytes = {0};
    bool ok = file_read_all(&bytes, path, "name a JSON export or data files", d) &&
              take_lines(&r, &bytes);

    if (ok)
        divide(&r);
    file_bytes_release(&bytes);
    return ok;
}
