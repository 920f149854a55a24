/* test_new_kind - a kind of data with a file of its own is two rows more, and nothing else
 *
 * Puts a kind and a format into the tables, whose definitions here take the place of the library's:
 * steps, which no record of gmon.out holds. They are recognised, read, added up by one thread and
 * by several, listed by --file-info and written beside gmon.sum. A real kind would have a field in
 * struct profile; here it is kept beside it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_format.h"
#include "profile/gmon_io.h"
#include "profile/inputs.h"
#include "profile/merge_files.h"
#include "profile/records/record_kind.h"
#include "report/file_info.h"
#include "unit.h"

#include <pthread.h>

/* ---- the kind: a sum of steps of one length ------------------------------------------------- */

struct steps {
    const struct profile *owner; /* NULL: free */
    uint8_t length, sum;
};

static struct steps all_steps[16];
static pthread_mutex_t all_steps_lock = PTHREAD_MUTEX_INITIALIZER;

/* The steps of a profile; where it has none, a free entry is made its own if `add`, else NULL. */
static struct steps *steps_of(const struct profile *p, bool add)
{
    struct steps *found = NULL, *vacant = NULL;

    pthread_mutex_lock(&all_steps_lock);
    for (size_t i = 0; i < UNIT_COUNT(all_steps); i++) {
        if (all_steps[i].owner == p)
            found = &all_steps[i];
        else if (!all_steps[i].owner)
            vacant = &all_steps[i];
    }
    if (!found && add) {
        found = vacant;
        found->owner = p;
    }
    pthread_mutex_unlock(&all_steps_lock);
    return found;
}

static bool steps_fit(const struct profile *p, const struct profile *from, struct diag *d)
{
    const struct steps *a = steps_of(p, false), *b = steps_of(from, false);

    return !a || !b || a->length == b->length ||
           diag_error(d, "steps", "steps of %d and of %d", b->length, a->length);
}

static bool merge_steps(struct profile *p, struct profile *from, struct diag *d)
{
    const struct steps *b = steps_of(from, false);
    struct steps *a = b ? steps_of(p, true) : NULL;

    (void)d;
    if (a) {
        a->length = b->length;
        a->sum = (uint8_t)(a->sum + b->sum);
    }
    return true;
}

static void release_steps(struct profile *p)
{
    struct steps *s = steps_of(p, false);

    if (s)
        *s = (struct steps){0};
}

static const struct record_kind steps_record = {.name = "steps",
                                                .tag = RECORD_UNTAGGED,
                                                .fits = steps_fit,
                                                .merge = merge_steps,
                                                .release = release_steps};

const struct record_kind *const record_kinds[] = {&hist_record, &arc_record, &block_record,
                                                  &steps_record, NULL};

/* ---- its format: 5 bytes "steps", u8 length, u8 sum ----------------------------------------- */

enum { MAGIC_BYTES = 5, STEPS_ROW = 3 };

static bool detect(const struct cursor *start, const struct gmon_target *target, uint64_t size)
{
    (void)target;
    (void)size;
    return start->size >= MAGIC_BYTES && memcmp(start->data, "steps", MAGIC_BYTES) == 0;
}

static bool read_steps(struct gmon_input *in)
{
    struct steps *s = steps_of(in->profile, true);

    cursor_take(&in->cursor, MAGIC_BYTES);
    s->length = cursor_u8(&in->cursor);
    s->sum = (uint8_t)(s->sum + cursor_u8(&in->cursor));
    in->info->records[STEPS_ROW]++;
    return !in->cursor.failed || gmon_report_short(in, "a sum of steps", 2);
}

static bool has_steps(const struct profile *p)
{
    return steps_of(p, false) != NULL;
}

static bool write_steps(struct gmon_output *o, const struct profile *p)
{
    const struct steps *s = steps_of(p, false);

    sink_bytes(o->sink, "steps", MAGIC_BYTES);
    gmon_put_number(o, s->length, 1);
    gmon_put_number(o, s->sum, 1);
    return true;
}

static const struct gmon_format steps_format = {.name = "steps",
                                                .detect = detect,
                                                .read = read_steps,
                                                .write = write_steps,
                                                .suffix = ".steps",
                                                .holds = has_steps};

const struct gmon_format *const gmon_formats[] = {&magic_format, &bb_out_format, &bsd_format,
                                                  &bsd44_format, &steps_format,  NULL};

/* ---- tests ---------------------------------------------------------------------------------- */

static const struct gmon_target target = {8, false};

static void print_info(void *out, const char *path, const struct gmon_file_info *info)
{
    file_info_print(out, path, info);
}

/* Add up the files, with some threads or telling what each one held. */
static bool add_up(struct profile *p, const char *const *files, size_t n, unsigned jobs,
                   struct sink *info, struct told *t)
{
    const struct merge_request m = {.files = files,
                                    .n_files = n,
                                    .target = &target,
                                    .jobs = jobs,
                                    .added = info ? print_info : NULL,
                                    .context = info};
    size_t left_out;

    told_clear(t);
    *p = (struct profile){0};
    return merge_files(p, &m, &left_out, &t->diag);
}

static bool has(const struct profile *p, uint8_t length, uint8_t sum)
{
    const struct steps *s = steps_of(p, false);

    return s && s->length == length && s->sum == sum;
}

static void test_sums(const char *const *files, size_t n, struct told *t)
{
    struct profile p, back;
    size_t size;
    char *beside;

    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        ok(add_up(&p, files, n, jobs, NULL, t) && has(&p, 7, 30) && p.arcs.n == 1,
           "%u threads: steps are added up beside arcs", jobs);
        ok(gmon_out_write(&p, "gmon.sum", NULL, &target, &t->diag), "they are written");
        beside = unit_slurp("gmon.sum.steps", &size);
        ok(size == 7 && memcmp(beside, "steps\7\36", 7) == 0, "into a file of their own");
        free(beside);
        profile_release(&p);
        ok(add_up(&back, (const char *const[]){"gmon.sum", "gmon.sum.steps"}, 2, 1, NULL, t) &&
               has(&back, 7, 30) && back.arcs.n == 1,
           "both are read back");
        profile_release(&back);
    }
    ok(add_up(&p, files, 1, 1, NULL, t) &&
           gmon_out_write(&p, "other.sum", NULL, &target, &t->diag) &&
           access("other.sum", F_OK) == 0 && access("other.sum.steps", F_OK) != 0,
       "without such data there is no such file");
    profile_release(&p);
}

static void test_info(const char *const *files, struct told *t)
{
    struct profile p;
    struct sink out;

    sink_init(&out, -1);
    ok(add_up(&p, files, 2, 0, &out, t), "--file-info");
    sink_char(&out, '\0');
    is_str(out.buf,
           "File `arcs' (version 1) contains:\n\t0 histogram records\n\t1 call-graph record\n"
           "\t0 basic-block count records\n"
           "File `one' (version 0) contains:\n\t0 histogram records\n\t0 call-graph records\n"
           "\t0 basic-block count records\n\t1 steps record\n",
           "names the kind where a file has it");
    sink_release(&out);
    profile_release(&p);
}

/* An old sum is no input of the next one, nor is the file beside it. */
static void test_directory(struct told *t)
{
    const struct inputs_request r = {.names = (const char *const[]){"."},
                                     .n_names = 1,
                                     .recursive = true,
                                     .output = "gmon.sum",
                                     .target = &target};
    struct inputs in = {0};

    told_clear(t);
    ok(inputs_gather(&in, &r, &t->diag) && in.n == 4, "a directory");
    for (size_t i = 0; i < in.n; i++)
        ok(strncmp(in.names[i], "./gmon.sum", 10) != 0, "%s is not of the last sum", in.names[i]);
    inputs_release(&in);
}

static void test_refusals(struct told *t)
{
    struct profile p, from, bad;
    struct gmon_file_info info;
    struct file_bytes scratch = {0};

    unit_spew("nine", "steps\11\1", 7);
    unit_spew("short", "steps\7", 6);
    unit_spew("tag", "gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\3", 21);
    ok(add_up(&p, (const char *const[]){"one"}, 1, 1, NULL, t) &&
           add_up(&from, (const char *const[]){"nine", "arcs"}, 2, 1, NULL, t),
       "two profiles");
    ok(!profile_merge(&p, &from, &t->diag) && has(&p, 7, 10) && p.arcs.n == 0,
       "that do not fit: the first one stays as it was");
    like(told_text(t), "steps of 9 and of 7", "and the kind says why");
    profile_release(&p);
    told_clear(t);
    bad = (struct profile){0};
    ok(!gmon_out_read(&bad, "short", NULL, &target, &scratch, &info, &t->diag), "cut short");
    like(told_text(t), "short: unexpected end of file", "is reported");
    profile_release(&bad);
    told_clear(t);
    ok(!gmon_out_read(&bad, "tag", NULL, &target, &scratch, &info, &t->diag), "no tag");
    like(told_text(t), "bad tag 3 at offset 20, 0 to 2 are known",
         "of the magic format is its own");
    profile_release(&bad);
    file_bytes_release(&scratch);
    ok(gmon_recognise((const uint8_t *)"steps\7\1", 7, 7, &target), "found in a directory");
}

int main(void)
{
    static const char *const files[] = {"arcs", "one", "two"};
    struct profile p = {0};
    struct told t;

    told_open(&t);
    unit_enter_directory();
    profile_add_arc(&p, 1, 2, 3, &t.diag);
    gmon_out_write(&p, "arcs", NULL, &target, &t.diag);
    profile_release(&p);
    unit_spew("one", "steps\7\12", 7);
    unit_spew("two", "steps\7\24", 7);
    test_sums(files, UNIT_COUNT(files), &t);
    test_info(files, &t);
    test_directory(&t);
    test_refusals(&t);
    told_close(&t);
    return done_testing();
}
