/* changes_file - reads a side of a comparison from an export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/changes_file.h"

#include "base/arith.h"
#include "base/mem.h"
#include "profile/builds.h"

#include <ctype.h>

/* Returns true if the file begins as an export does. A file that can be read only once, such as a
 * pipe, is not opened. Data files of the oldest format may begin with any bytes, so the mark is
 * checked, too. */
bool changes_file_is(const char *path)
{
    char start[512];
    ssize_t bytes = file_read_part(path, 0, (uint8_t *)start, sizeof start - 1), at = 0;

    if (bytes <= 0)
        return false;
    start[bytes] = '\0';
    while (at < bytes && isspace((unsigned char)start[at]))
        at++;
    return start[at] == '{' && strstr(start + at, "\"gprof-json\"") != NULL;
}

void changes_file_release(struct changes_file *f)
{
    changes_side_release(&f->side);
    text_map_release(&f->texts);
    *f = (struct changes_file){0};
}

/* Adds the figures of a function to another one. */
static void join(struct changes_function *to, const struct changes_function *from)
{
    to->self.mean += from->self.mean;
    if (from->inclusive.mean > to->inclusive.mean)
        to->inclusive.mean = from->inclusive.mean;
    to->calls.others = add_saturated(to->calls.others, from->calls.others);
    to->calls.self = add_saturated(to->calls.self, from->calls.self);
    to->calls.least = add_saturated(to->calls.least, from->calls.least);
    to->calls.most = add_saturated(to->calls.most, from->calls.most);
    to->is_used |= from->is_used;
}

void changes_file_join(struct changes_file *f, bool same_build, struct diag *d)
{
    LOCAL_BY(pair_map_release) struct pair_map rows = {0}; /* (name, 0) of rows such as `<prog>` */
    LOCAL uint32_t *row = mem_alloc(d, f->side.n, sizeof *row); /* their numbers, by rows */
    size_t kept = 0;

    for (size_t i = 0; i < f->side.n; i++) {
        struct changes_function at = f->side.functions[i];
        size_t length = builds_file_length(at.name);
        bool is_joined = length > 0 && (at.is_outside || !same_build);
        size_t n = rows.n;
        uint32_t number;

        if (is_joined) {
            LOCAL char *name = mem_printf(d, "<%.*s>", (int)length, at.name);

            number = text_map_add(&f->texts, name, d);
            at.name = at.shown = f->texts.texts[number];
        }
        number = is_joined || at.name[0] == '<'
                     ? pair_map_add(&rows, text_map_add(&f->texts, at.name, d), 0, d)
                     : PAIR_MAP_NONE;
        if (number < n) {
            join(&f->side.functions[row[number]], &at);
            continue;
        }
        if (number == n)
            row[number] = (uint32_t)kept;
        f->side.functions[kept++] = at;
    }
    f->side.n = kept;
}

#ifndef HAVE_JANSSON

bool changes_file_read(struct changes_file *f, const char *path, struct diag *d)
{
    (void)f;
    return diag_error(d, path,
                      "is a JSON export, which this gprof, built without libjansson, cannot read; "
                      "name the data files");
}

#else

#include "analysis/error_bars.h"
#include "base/limit.h"

#include <errno.h>
#include <jansson.h>

enum { JSON_VERSION = 1 };

static const char remedy[] = "export the profile again with --export=json";

struct reader {
    struct changes_file *f;
    const char *path;
    size_t functions_cap;
    double tick; /* a tick in units of times */
    double unit; /* units of times in a second; or 1 */
    double total;
    uint64_t effective_samples, signals, left_out;
    uint64_t data_files, stack_files;
    struct diag *diag;
};

static bool damaged(const struct reader *r, const char *what)
{
    return diag_error(r->diag, r->path, "%s; %s", what, remedy);
}

/* Gets an integer, which may be in a string. Returns false if the member is not such a number. */
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

/* Returns a copy that lives as long as the file; NULL if `text` is NULL. */
static const char *keep(struct reader *r, const char *text)
{
    uint32_t number = text ? text_map_add(&r->f->texts, text, r->diag) : 0;

    return text ? r->f->texts.texts[number] : NULL;
}

/* ---- members of the document ----------------------------------------------------------------- */

static bool take_times(struct reader *r, const json_t *value)
{
    struct changes_side *side = &r->f->side;
    const char *dimension = get_text(value, "dimension");
    uint64_t tick;

    if (!dimension || !get_number(value, "tick", &tick))
        return damaged(r, "the times have no dimension or no tick");
    side->dimension = keep(r, dimension);
    side->in_ticks = is_text(value, "unit", "ticks");
    side->is_measured = is_text(value, "inclusive", "measured");
    side->time_runs = get_text(value, "self") != NULL;
    r->f->by_line = is_text(value, "symbols", "lines");
    r->tick = (double)tick;
    r->unit = side->in_ticks ? 1 : 1e9;
    return true;
}

static bool take_total(struct reader *r, const json_t *value)
{
    uint64_t samples, self;

    if (!get_number(value, "samples", &samples) || !get_number(value, "self", &self))
        return damaged(r, "the total has no samples or no time");
    if (r->signals > 0 && r->signals < samples) /* older files have ticks in place of signals */
        samples = r->signals;
    r->f->side.samples = (double)samples;
    if (get_text(value, "time_is")) /* 1.0.0 tells the clock of stacks alone */
        r->f->side.kind = time_kind_named(get_text(value, "time_is"));
    r->total = (double)self;
    return true;
}

/* ---- records --------------------------------------------------------------------------------- */

static bool take_function(struct reader *r, size_t number, const json_t *record)
{
    struct changes_side *side = &r->f->side;
    struct changes_function f = {.symbol = 0};
    const char *name = get_text(record, "linker"), *shown = get_text(record, "short");
    uint64_t self, inclusive, line;

    if (!name || !get_number(record, "self", &self) ||
        !get_number(record, "inclusive", &inclusive) || !get_number(record, "line", &line) ||
        !get_number(record, "calls", &f.calls.others) ||
        !get_number(record, "self_calls", &f.calls.self))
        return diag_error(r->diag, r->path, "functions[%zu] lacks its name, times or calls; %s",
                          number, remedy);
    f.name = keep(r, name);
    f.shown = shown ? keep(r, shown) : f.name;
    f.file = keep(r, get_text(record, "file"));
    f.is_outside = get_text(record, "library") != NULL;
    f.line = r->f->by_line ? (unsigned)line : 0;
    f.self.mean = (double)self;
    f.inclusive.mean = (double)inclusive;
    f.is_used = self > 0 || f.calls.others > 0 || f.calls.self > 0;
    *mem_push(r->diag, side->functions, side->n, r->functions_cap) = f;
    return true;
}

static void take_input(struct reader *r, const json_t *record)
{
    const char *file = get_text(record, "file");
    LOCAL char *data = file ? stack_data_name(file, r->diag) : NULL;

    if (data)
        r->stack_files++;
    else
        r->data_files++;
}

static bool take_document(struct reader *r, const json_t *top)
{
    const json_t *sampling = json_object_get(top, "sampling"), *record;
    json_t *functions = json_object_get(top, "functions"), *inputs = json_object_get(top, "inputs");
    size_t i;

    if (!is_text(top, "format", "gprof-json"))
        return damaged(r, "the format is not gprof-json");
    if (json_integer_value(json_object_get(top, "version")) != JSON_VERSION)
        return diag_error(r->diag, r->path,
                          "the version of the format is not %d; export the profile with this "
                          "gprof, or compare it with the one that wrote it",
                          JSON_VERSION);
    r->f->build_id = keep(r, get_text(json_object_get(top, "image"), "build_id"));
    get_number(sampling, "effective_samples", &r->effective_samples);
    get_number(sampling, "signals", &r->signals);
    if (get_text(sampling, "clock"))
        r->f->side.kind = is_text(sampling, "clock", "elapsed") ? TIME_ELAPSED : TIME_CPU;
    get_number(top, "inputs_left_out", &r->left_out);
    if (!take_times(r, json_object_get(top, "times")) ||
        !take_total(r, json_object_get(top, "total")))
        return false;
    if (!json_is_array(functions))
        return damaged(r, "there is no list of functions");
    json_array_foreach(inputs, i, record) take_input(r, record);
    json_array_foreach(functions, i, record) if (!take_function(r, i, record)) return false;
    return true;
}

/* Reads the JSON text. Fails after reporting. */
static bool take_text(struct reader *r, const struct file_bytes *bytes)
{
    json_error_t error;
    IN_LIBRARY("jansson");
    json_t *top = json_loadb((const char *)bytes->data, bytes->size, 0, &error);
    bool ok;

    if (!top)
        return diag_error(r->diag, r->path, "line %d: %s; %s", error.line,
                          json_error_code(&error) == json_error_out_of_memory
                              ? "it needs more memory than there is"
                              : "it is not JSON",
                          remedy);
    ok = take_document(r, top);
    json_decref(top);
    return ok;
}

/* ---- the side -------------------------------------------------------------------------------- */

/* Divides the sum of several runs, so that the side is an average run. */
static void divide(struct reader *r)
{
    struct changes_side *side = &r->f->side;
    uint64_t files = r->data_files ? r->data_files : r->stack_files ? r->stack_files : 1;
    uint64_t runs = files > r->left_out ? files - r->left_out : 1;
    double in_run = r->unit * (double)runs;

    if (!side->in_ticks && r->tick > 0)
        side->rate = 1e9 / r->tick;
    side->sample = r->effective_samples > 0 ? r->total / r->unit / (double)r->effective_samples
                   : r->tick > 0            ? r->tick / r->unit * sig_ticks_of_signal(side->rate)
                                            : 1;
    side->sample /= (double)runs;
    side->total.mean = r->total / in_run;
    for (size_t i = 0; i < side->n; i++) {
        struct changes_function *f = &side->functions[i];
        uint64_t calls = add_saturated(f->calls.others, f->calls.self);

        f->self.mean /= in_run;
        f->inclusive.mean /= in_run;
        f->calls.least = calls / runs;
        f->calls.most = f->calls.least + (calls % runs != 0);
        if (calls > 0)
            side->call_runs = (unsigned)runs;
    }
    side->source = r->path;
}

bool changes_file_read(struct changes_file *f, const char *path, struct diag *d)
{
    struct reader r = {.f = f, .path = path, .unit = 1, .diag = d};
    LOCAL_BY(file_bytes_release) struct file_bytes bytes = {0};
    bool ok =
        file_read_all(&bytes, path, "name a JSON export or data files", d) && take_text(&r, &bytes);

    if (ok)
        divide(&r);
    return ok;
}

#endif
