/* gmon_io - reading and writing of data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/gmon_io.h"

#include "base/gzip.h"
#include "base/mem.h"
#include "profile/text_dump.h"
#include "base/trace.h"
#include "profile/foreign_file.h"
#include "profile/formats/stack_format.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- reading -------------------------------------------------------------------------------- */

/* The file's bytes, unpacked; the name `-' is standard input. */
static bool read_bytes(struct file_bytes *b, const char *path, struct diag *d)
{
    static const char remedy[] = "run the profiled program first, or name its data file";
    bool ok = strcmp(path, "-") == 0 ? file_read_open(b, STDIN_FILENO, path, remedy, d)
                                     : file_read_all(b, path, remedy, d);

    return ok && (!gunzip_recognise(b->data, b->size) || gunzip(b, path, d));
}

/* Where the file makes no sense as one of the image's programs, but does as one of another kind of
 * program, be it in another format than was asked for, or as no data file at all, report which
 * kind, and return false. All else is left to the format's reader to report. */
static bool check_kind(const struct gmon_input *in, const struct gmon_format *format)
{
    const struct cursor *file = &in->cursor;
    const struct gmon_target *image = in->target;

    if (!format->fits || format->fits(file, image))
        return true;
    if (!gmon_format_detect(file, image, file->size) &&
        foreign_file_report(file, in->path, in->diag))
        return false;
    for (unsigned other = 1; other < 4; other++) { /* the byte order alone, the word size, both */
        const struct gmon_target target = {.word_bytes = other & 2 ? 12 - image->word_bytes
                                                                   : image->word_bytes,
                                           .big_endian = image->big_endian != (other & 1)};
        const struct gmon_format *found = gmon_format_detect(file, &target, file->size);

        if (found && found->fits && found->fits(file, &target))
            return diag_error(
                in->diag, in->path,
                "is of a program with addresses of %zu bits in %s-endian order, and the image "
                "has %zu bits, %s-endian; name the image of that program",
                8 * target.word_bytes, target.big_endian ? "big" : "little", 8 * image->word_bytes,
                image->big_endian ? "big" : "little");
    }
    return true;
}

/* The format that the file is of, or should be: the one that was asked for, if any, unless the file
 * is of data that only another one can hold. */
static const struct gmon_format *choose_format(const struct gmon_input *in,
                                               const struct gmon_format *asked_for)
{
    const struct gmon_format *found = gmon_format_detect(&in->cursor, in->target, in->cursor.size);

    if (asked_for && !(found && found->suffix))
        return asked_for;
    if (!found)
        found = gmon_format_by_name(in->path);
    return found ? found : &bsd_format; /* which has no mark: it says what is wrong */
}

static void set_bytes(struct gmon_input *in, const struct file_bytes *bytes)
{
    in->cursor = (struct cursor){
        .data = bytes->data, .size = bytes->size, .big_endian = in->target->big_endian};
    in->has_build = false;
}

static bool read_data(struct gmon_input *in, const struct gmon_format *asked_for)
{
    const struct gmon_format *format = choose_format(in, asked_for);

    if (!check_kind(in, format) || !format->read(in) ||
        !profile_check_ranges(in->profile, in->diag))
        return false;
    if (!format->suffix)
        profile_add_build(in->profile, in->has_build ? &in->build : NULL);
    return true;
}

/* Whether it is a log with dumps of data files in it: what makes sense as a data file is none. */
static bool is_log(const struct gmon_input *in)
{
    return !gmon_format_detect(&in->cursor, in->target, in->cursor.size) &&
           text_dump_recognise(in->cursor.data, in->cursor.size);
}

/* All data files that were dumped into the log. */
static bool read_log(struct gmon_input *in, const struct gmon_format *asked_for)
{
    struct text_dump log = {.data = in->cursor.data, .size = in->cursor.size, .path = in->path};
    struct file_bytes dump = {0};
    enum text_dump_result result;
    bool ok = true;

    while (ok && (result = text_dump_next(&log, &dump, in->diag)) != TEXT_DUMP_NONE) {
        set_bytes(in, &dump);
        ok = result == TEXT_DUMP_FOUND && read_data(in, asked_for);
    }
    file_bytes_release(&dump);
    return ok;
}

bool gmon_out_read(struct profile *p, const char *path, const struct gmon_format *format,
                   const struct gmon_target *target, struct file_bytes *scratch,
                   struct gmon_file_info *info, struct diag *d)
{
    struct gmon_input in = {.path = path, .target = target, .profile = p, .info = info, .diag = d};

    *info = (struct gmon_file_info){0};
    if (!read_bytes(scratch, path, d))
        return false;
    set_bytes(&in, scratch);
    if (trace_on(d, TRACE_SAMPLES))
        trace_line(d, "gmon_out_read", "%s: %zu bytes", path, scratch->size);
    if (is_log(&in))
        return read_log(&in, format);
    return read_data(&in, format);
}

bool gmon_recognise(const uint8_t *start, size_t bytes, uint64_t size,
                    const struct gmon_target *target)
{
    uint8_t unpacked[GMON_RECOGNISE_BYTES];
    struct cursor c = {.data = start, .size = bytes, .big_endian = target->big_endian};

    if (gunzip_recognise(start, bytes)) {
        c.size = gunzip_start(start, bytes, unpacked, sizeof unpacked);
        c.data = unpacked;
        size = UINT64_MAX;
    }
    return gmon_format_detect(&c, target, size) != NULL || text_dump_recognise(c.data, c.size);
}

bool gmon_peek_modules(const char *path, struct stack_data *stacks, struct diag *d)
{
    enum { LOOKED_AT = 64 * 1024 };
    uint8_t *start = mem_alloc(d, 2, LOOKED_AT), *from = start;
    ssize_t bytes = file_read_start(path, start, LOOKED_AT);
    size_t n = bytes > 0 ? (size_t)bytes : 0;
    bool ok;

    if (gunzip_recognise(start, n)) {
        from = start + LOOKED_AT;
        n = gunzip_start(start, n, from, LOOKED_AT);
    }
    ok = n > 0 && stack_peek_modules(from, n, stacks, d);
    free(start);
    return ok;
}

/* ---- writing -------------------------------------------------------------------------------- */

bool gmon_out_put(const struct profile *p, struct sink *sink, const char *path,
                  const struct gmon_format *format, const struct gmon_target *target,
                  struct diag *d)
{
    struct gmon_output o = {.sink = sink, .path = path, .target = target, .diag = d};

    return (format ? format : &magic_format)->write(&o, p);
}

static bool write_file(const struct profile *p, const char *path, const struct gmon_format *format,
                       const struct gmon_target *target, struct diag *d)
{
    struct file_writer w;

    if (!file_writer_open(&w, path, d))
        return false;
    if (!gmon_out_put(p, &w.sink, path, format, target, d)) {
        file_writer_abandon(&w);
        return false;
    }
    return file_writer_commit(&w, d);
}

/* What stands there was written for other data than what is written now. */
static void warn_of_old(const char *path, struct diag *d)
{
    if (access(path, F_OK) == 0)
        diag_warning(d, path,
                     "was left by an earlier sum, and does not belong to this one; remove it");
}

/* Write the data that `format` alone can hold, if there are any, into a file beside `path`. */
static bool write_beside(const struct profile *p, const char *path,
                         const struct gmon_format *format, const struct gmon_target *target,
                         struct diag *d)
{
    char *name = gmon_format_beside(format, path, d);
    bool ok = true;

    if (format->holds(p))
        ok = write_file(p, name, format, target, d);
    else
        warn_of_old(name, d);
    free(name);
    return ok;
}

/* Whether the data are all of files that stand beside gmon.out, so that a sum would be empty. */
static bool is_beside_only(const struct profile *p)
{
    bool holds = false;

    for (size_t i = 0; gmon_formats[i]; i++)
        holds = holds || (gmon_formats[i]->suffix && gmon_formats[i]->holds(p));
    return holds && !p->has_histogram && !p->has_arcs && !p->has_blocks && p->n_builds == 0 &&
           !p->has_unknown_build;
}

bool gmon_out_write(const struct profile *p, const char *path, const struct gmon_format *format,
                    const struct gmon_target *target, struct diag *d)
{
    if (!profile_has_one_rate(p, d))
        return false;
    if (is_beside_only(p))
        warn_of_old(path, d);
    else if (!write_file(p, path, format, target, d))
        return false;
    for (size_t i = 0; gmon_formats[i]; i++)
        if (gmon_formats[i]->suffix && !write_beside(p, path, gmon_formats[i], target, d))
            return false;
    return true;
}
