/* changes_file - reads a side of a comparison from an export
 *
 * A line that begins with a quote is a member of the document, and one that begins with a brace is
 * a record of the list that was opened last. Only lines that are needed are given to libjansson.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/changes_file.h"

#include "base/file.h"
#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Returns true if the file begins as an export does. A file that can be read only once, such as a
 * pipe, is not opened. Data files of the oldest format may begin with any bytes, so the mark is
 * checked, too. */
bool changes_file_is(const char *path)
{
    char start[512];
    struct stat st;
    ssize_t bytes = 0, at = 0;

    if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
        bytes = file_read_start(path, (uint8_t *)start, sizeof start - 1);
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

#ifndef HAVE_JANSSON

bool changes_file_read(struct changes_file *f, const char *path, struct diag *d)
{
    (void)f;
    return diag_error(d, path,
                      "is a JSON export, which this gprof, built without libjansson, cannot read; "
                      "name the data files");
}

#else

#include "analysis/statistics.h"
#include "base/arith.h"
#include "profile/stacks.h"

#include <errno.h>
#include <jansson.h>

enum { JSON_VERSION = 1 };

static const char remedy[] = "export the profile again with --export=json, and leave its lines as "
                             "they are";

/* Lists whose records are read. */
enum list { LIST_OTHER, LIST_INPUTS, LIST_FUNCTIONS };

/* Members of the document that are read. */
enum member { FORMAT, VERSION, IMAGE, TIMES, SAMPLING, TOTAL, LEFT_OUT, MEMBERS };

static const char *const members[MEMBERS] = {[FORMAT] = "\"format\":",
                                             [VERSION] = "\"version\":",
                                             [IMAGE] = "\"image\":",
                                             [TIMES] = "\"times\":",
                                             [SAMPLING] = "\"sampling\":",
                                             [TOTAL] = "\"total\":",
                                             [LEFT_OUT] = "\"inputs_left_out\":"};

struct reader {
    struct changes_file *f;
    const char *path;
    size_t line;
    enum list list;
    size_t functions_cap;
    bool is_export, has_version, has_times, is_complete;
    double tick; /* a tick in units of times */
    double unit; /* units of times in a second; or 1 */
    double total;
    uint64_t effective_samples, signals, left_out;
    uint64_t data_files, stack_files;
    struct diag *diag;
};

static bool damaged(const struct reader *r, const char *what)
{
    return diag_error(r->diag, r->path, "line %zu: %s; %s", r->line, what, remedy);
}

/* Gets an integer, which may be in a string. Returns false if the member is no such number. */
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
    r->has_times = true;
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
    r->total = (double)self;
    return true;
}

static bool take_member(struct reader *r, enum member member, const json_t *value)
{
    switch (member) {
    case FORMAT:
        r->is_export = json_is_string(value) && strcmp(json_string_value(value), "gprof-json") == 0;
        return r->is_export || damaged(r, "the format is not gprof-json");
    case VERSION:
        r->has_version = json_is_integer(value) && json_integer_value(value) == JSON_VERSION;
        return r->has_version || diag_error(r->diag, r->path,
                                            "line %zu: the version of the format is not %d; export "
                                            "the profile with this gprof, or compare it with the "
                                            "one that wrote it",
                                            r->line, JSON_VERSION);
    case IMAGE:
        r->f->build_id = keep(r, get_text(value, "build_id"));
        return true;
    case TIMES:
        return take_times(r, value);
    case SAMPLING:
        get_number(value, "effective_samples", &r->effective_samples);
        get_number(value, "signals", &r->signals);
        return true;
    case TOTAL:
        return take_total(r, value);
    default:
        if (json_integer_value(value) > 0)
            r->left_out = (uint64_t)json_integer_value(value);
        return true;
    }
}

/* ---- records --------------------------------------------------------------------------------- */

static bool take_function(struct reader *r, const json_t *record)
{
    struct changes_side *side = &r->f->side;
    struct changes_function f = {.symbol = 0};
    const char *name = get_text(record, "linker"), *shown = get_text(record, "short");
    uint64_t self, inclusive, line;

    if (!name || !get_number(record, "self", &self) ||
        !get_number(record, "inclusive", &inclusive) || !get_number(record, "line", &line) ||
        !get_number(record, "calls", &f.calls.others) ||
        !get_number(record, "self_calls", &f.calls.self))
        return damaged(r, "a function lacks its name, times or calls");
    f.name = keep(r, name);
    f.shown = shown ? keep(r, shown) : f.name;
    f.file = keep(r, get_text(record, "file"));
    f.is_outside = get_text(record, "library") != NULL;
    f.line = r->f->by_line ? (unsigned)line : 0;
    f.self.mean = (double)self;
    f.inclusive.mean = (double)inclusive;
    f.is_used = self > 0 || f.calls.others > 0 || f.calls.self > 0;
    side->functions = mem_grow(r->diag, side->functions, &r->functions_cap, side->n + 1, sizeof f);
    side->functions[side->n++] = f;
    return true;
}

static bool take_record(struct reader *r, const json_t *record)
{
    const char *file;
    char *data;

    if (r->list == LIST_FUNCTIONS)
        return take_function(r, record);
    file = get_text(record, "file");
    data = file ? stack_data_name(file, r->diag) : NULL;
    if (data)
        r->stack_files++;
    else
        r->data_files++;
    free(data);
    return true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool begins_with(const char *text, size_t length, const char *start)
{
    size_t n = strlen(start);

    return length >= n && memcmp(text, start, n) == 0;
}

/* Parses the value of a line, without the comma behind it: the value of a member, or a record. */
static bool take_value(struct reader *r, const char *text, size_t length, enum member member)
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
    ok = member < MEMBERS ? take_member(r, member, value) : take_record(r, value);
    json_decref(value);
    return ok;
}

static bool take_line(struct reader *r, const char *text, size_t length)
{
    enum member member = MEMBERS;
    size_t key;

    if (length == 0)
        return true;
    if (text[0] == '{' && length > 1 && r->list != LIST_OTHER)
        return take_value(r, text, length, MEMBERS);
    if (text[0] == '"' || text[0] == ']')
        r->list = begins_with(text, length, "\"inputs\":[")      ? LIST_INPUTS
                  : begins_with(text, length, "\"functions\":[") ? LIST_FUNCTIONS
                                                                 : LIST_OTHER;
    for (enum member m = 0; m < MEMBERS; m++)
        if (begins_with(text, length, members[m]))
            member = m;
    key = member < MEMBERS ? strlen(members[member]) : 0;
    if (member < MEMBERS)
        return take_value(r, text + key, length - key, member);
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
    struct file_bytes bytes = {0};
    bool ok = file_read_all(&bytes, path, "name a JSON export or data files", d) &&
              take_lines(&r, &bytes);

    if (ok)
        divide(&r);
    file_bytes_release(&bytes);
    return ok;
}

#endif
