/* gmon_io - reads and writes data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/gmon_io.h"

#include "base/gzip.h"
#include "base/limit.h"
#include "base/trace.h"
#include "profile/formats/gmon_parts.h"
#include "profile/text_dump.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- files that are not data files ------------------------------------------------------------
 */

enum { LOOKED_AT = 512 /* bytes of a text */ };

struct kind {
    const char *start; /* first bytes */
    const char *name;
    const char *remedy; /* remedy; if it ends in a blank, the file's name is appended */
};

static const char name_program[] =
    "name the program first, then the data that it wrote: gprof PROGRAM gmon.out";
static const char use_perf[] = "read it with: perf report -i ";
static const char use_gcov[] = "read it with gcov";

/* Perf and gcov write their marks as numbers, so they appear in both byte orders. */
static const struct kind kinds[] = {
    {"PERFILE2", "a file of perf", use_perf},
    {"2ELIFREP", "a file of perf", use_perf},
    {"gcda", "a gcov file", use_gcov},
    {"adcg", "a gcov file", use_gcov},
    {"gcno", "a gcov file", use_gcov},
    {"oncg", "a gcov file", use_gcov},
    {"\177ELF", "an ELF file", name_program},
    {"!<arch>\n", "an archive of object files", name_program},
    {"BZh", "compressed by bzip2", "unpack it with: bzip2 -d "},
    {"\3757zXZ", "compressed by xz", "unpack it with: xz -d "},
    {"\050\265\057\375", "compressed by zstd", "unpack it with: zstd -d "},
    {"\004\042\115\030", "compressed by lz4", "unpack it with: lz4 -d "},
    {"PK\003\004", "a zip archive", "unpack it with: unzip "},
    {"Basic block profiling", "a bb.out", "convert it with: bbconv >bb.gmon "},
};

static const struct kind a_text = {
    "", "a text", "name the file that the profiled program wrote, gmon.out as a rule"};

/* Returns true if the file begins with lines of text. */
static bool is_text(const struct cursor *file)
{
    size_t n = file->size < LOOKED_AT ? file->size : LOOKED_AT;

    return n > 0 && !memchr(file->data, '\0', n) && memchr(file->data, '\n', n);
}

/* Reports the kind of a file that was named as a data file and is none. Otherwise the message would
 * be about defects of a data file. Returns false, without a report, if its first bytes do not tell
 * the kind. O(1). */
static bool report_foreign(const struct cursor *file, const char *path, struct diag *d)
{
    const struct kind *kind = NULL;
    bool wants_path;

    for (size_t i = 0; !kind && i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].start);
        if (file->size >= length && memcmp(file->data, kinds[i].start, length) == 0)
            kind = &kinds[i];
    }
    if (!kind && is_text(file))
        kind = &a_text;
    if (!kind)
        return false;
    wants_path = kind->remedy[strlen(kind->remedy) - 1] == ' ';
    diag_error(d, path, "is %s, not a data file; %s%s", kind->name, kind->remedy,
               wants_path ? path : "");
    return true;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Returns false, after reporting, if the file does not fit the image, but fits another kind of
 * program or another format, or is not a data file. The format's reader reports all other defects.
 */
static bool check_kind(const struct gmon_input *in, const struct gmon_format *format)
{
    const struct cursor *file = &in->cursor;
    const struct gmon_target *image = in->target;

    if (!format->fits || format->fits(file, image))
        return true;
    if (!gmon_format_find(file, image, file->size) && report_foreign(file, in->path, in->diag))
        return false;
    for (unsigned other = 1; other < 4; other++) { /* the byte order alone, the word size, both */
        const struct gmon_target target = {.word_bytes = other & 2 ? 12 - image->word_bytes
                                                                   : image->word_bytes,
                                           .big_endian = image->big_endian != (other & 1)};
        const struct gmon_format *found = gmon_format_find(file, &target, file->size);

        if (found && found->fits && found->fits(file, &target))
            return diag_error(
                in->diag, in->path,
                "is of a %zu-bit, %s-endian program, and the image is %zu-bit, %s-endian; name "
                "the image of that program",
                8 * target.word_bytes, target.big_endian ? "big" : "little", 8 * image->word_bytes,
                image->big_endian ? "big" : "little");
    }
    return true;
}

static void set_bytes(struct gmon_input *in, const struct file_bytes *bytes)
{
    in->cursor = (struct cursor){
        .data = bytes->data, .size = bytes->size, .big_endian = in->target->big_endian};
    in->has_build = false;
}

/* Reads the file in the requested format, if any. A stack file is always read as one, since no
 * other format can hold stacks. */
static bool read_data(struct gmon_input *in, const struct gmon_format *asked_for)
{
    const struct gmon_format *format = gmon_format_find(&in->cursor, in->target, in->cursor.size);

    if (asked_for && format != &gmon_formats[FORMAT_STACKS])
        format = asked_for;
    if (!format) { /* the BSD format has no mark, so its reader reports the defects */
        LOCAL char *data = stack_data_name(in->path, in->diag);

        format = &gmon_formats[data ? FORMAT_STACKS : FORMAT_BSD];
    }
    if (!check_kind(in, format) || !format->read(in))
        return false;
    if (format != &gmon_formats[FORMAT_STACKS])
        profile_add_build(in->profile, in->has_build ? &in->build : NULL);
    return true;
}

/* Reads all data files that were dumped into the log. */
static bool read_log(struct gmon_input *in)
{
    struct text_dump log = {.data = in->cursor.data, .size = in->cursor.size, .path = in->path};
    LOCAL_BY(file_bytes_release) struct file_bytes dump = {0};
    enum text_dump_result result;
    bool ok = true;

    while (ok && (result = text_dump_next(&log, &dump, in->diag)) != TEXT_DUMP_NONE) {
        set_bytes(in, &dump);
        ok = result == TEXT_DUMP_FOUND && read_data(in, NULL);
    }
    return ok;
}

bool gmon_out_read(struct profile *p, const char *path, const struct gmon_format *format,
                   const struct gmon_target *target, struct file_bytes *scratch,
                   struct gmon_file_info *info, struct diag *d)
{
    static const char remedy[] = "run the profiled program first, or name its data file";
    LIMIT_STAGE(LIMIT_DATA, path);
    struct gmon_input in = {.path = path, .target = target, .profile = p, .info = info, .diag = d};
    bool ok;

    *info = (struct gmon_file_info){0};
    if (strcmp(path, "-") == 0 ? !file_read_open(scratch, STDIN_FILENO, path, remedy, d)
                               : !file_read_all(scratch, path, remedy, d))
        return false;
    if (gunzip_recognise(scratch->data, scratch->size) && !gunzip(scratch, path, d))
        return false;
    set_bytes(&in, scratch);
    if (trace_on(d, TRACE_SAMPLES))
        trace_line(d, "gmon_out_read", "%s: %zu bytes", path, scratch->size);
    /* a file that makes sense as a data file, or must be one, is not searched for dumps */
    if (!format && !gmon_format_find(&in.cursor, target, in.cursor.size) &&
        text_dump_recognise(in.cursor.data, in.cursor.size))
        ok = read_log(&in);
    else
        ok = read_data(&in, format);
    return ok && profile_check_ranges(p, d); /* once, as a log may have many ranges */
}

bool gmon_recognise(const char *path, uint64_t size, const struct gmon_target *target)
{
    uint8_t start[GMON_RECOGNISE_BYTES], unpacked[GMON_RECOGNISE_BYTES];
    struct cursor c = {.data = start, .big_endian = target->big_endian};
    ssize_t bytes = file_read_part(path, 0, start, sizeof start);

    if (bytes <= 0)
        return bytes < 0;
    c.size = (size_t)bytes;
    if (gunzip_recognise(start, c.size)) {
        c.size = gunzip_start(start, c.size, unpacked, sizeof unpacked);
        c.data = unpacked;
        size = UINT64_MAX;
    }
    return gmon_format_find(&c, target, size) != NULL || text_dump_recognise(c.data, c.size);
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Starts to write a file, up to its commit. */
static bool begin_file(struct file_writer *w, const struct profile *p, struct gmon_output *o,
                       const struct gmon_format *format)
{
    if (!file_writer_open(w, o->path, o->diag))
        return false;
    o->sink = &w->sink;
    if (format->write(o, p))
        return true;
    file_writer_abandon(w);
    return false;
}

/* Returns the mark of the data file that is written with the stacks. */
static struct stack_mark mark_of(const struct profile *p, struct gmon_output o,
                                 const struct gmon_format *format)
{
    LOCAL_BY(sink_release) struct sink file = sink_in_memory(o.diag);

    o.sink = &file;
    format->write(&o, p);
    return (struct stack_mark){file.used,
                               gstack_sum(0, 0, (const unsigned char *)file.buf, file.used)};
}

/* Warns of a file that was written for other data than what is written now. */
static void warn_of_old(const char *path, struct diag *d)
{
    if (access(path, F_OK) == 0)
        diag_warning(d, path,
                     "was left by an earlier sum, and does not belong to this one; remove it");
}

/* The stacks come first: they have the mark of their data file, so a reader sees that the other one
 * is old. */
bool gmon_out_write(const struct profile *p, const char *path, const struct gmon_format *format,
                    const struct gmon_target *target, struct diag *d)
{
    LIMIT_STAGE(LIMIT_SUM, path);
    struct stat st;
    bool is_device = stat(path, &st) == 0 && !S_ISREG(st.st_mode), ok;
    bool has_stacks = p->stacks.n_trees > 0 && !is_device;
    /* a sum of stacks alone would be empty */
    bool has_data = !has_stacks || p->has_histogram || p->has_arcs || p->has_blocks ||
                    p->n_builds > 0 || p->has_unknown_build;
    LOCAL char *beside = stack_file_name(path, 0, d);
    struct gmon_output data = {.path = path, .target = target, .diag = d};
    struct gmon_output stacks = data;
    struct file_writer files[2], *data_file = &files[has_stacks];

    stacks.path = beside;
    if (!format)
        format = &gmon_formats[FORMAT_MAGIC];
    ok = !has_data || begin_file(data_file, p, &data, format);
    if (ok && has_stacks) {
        if (has_data)
            stacks.mark = mark_of(p, stacks, format);
        ok = begin_file(files, p, &stacks, &gmon_formats[FORMAT_STACKS]);
        if (!ok && has_data)
            file_writer_abandon(data_file);
    }
    ok = ok && file_writers_commit(files, (size_t)has_data + has_stacks, d);
    if (ok && is_device && p->stacks.n_trees > 0)
        diag_warning(d, path,
                     "is not a file, so call stacks are not written beside it; name a file");
    else if (ok && !(has_data && has_stacks))
        warn_of_old(has_data ? beside : path, d);
    return ok;
}
