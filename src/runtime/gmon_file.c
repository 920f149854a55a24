/* gmon_file.c - writes gmon.out: header, histogram, arcs, basic blocks
 *
 * Role: the counts of a run become a data file (include/gmon_out.h), first the histogram, in one
 * record unless a bin overflows its 16 bits: then the record is split and the piece of 4096 bins
 * that holds it is repeated as often as needed, because readers add up what has the same range.
 * Counts of arcs are continued in a further record in the same way.
 * Without memory for a sorted list entries are written as the tables have them.
 * The file is written beside its place and renamed, so that a reader sees the old one or the new
 * one, and a full disk leaves the old one. Links are replaced, not followed; what is no plain file
 * is left alone. Errors: one line on stderr. Called with signals blocked.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"
#include "gmon_out.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

/* The number of /dev/null; makedev is a function of libc in some builds. */
enum { NULL_DEVICE = 1 << 8 | 3 };

enum { BUFFER = 4096, CHUNK = 4096, BIN_MAX = 65535 };

struct unaligned {
    uint16_t value;
} __attribute__((packed, may_alias));

struct out {
    int fd;
    long error; /* the first one; nothing is written after it */
    size_t used;
    uint64_t bytes;
    unsigned char *buffer; /* BUFFER bytes */
};

static void flush(struct out *o)
{
    size_t done = 0;

    while (done < o->used && o->error == 0) {
        long n =
            gm_syscall(SYS_write, o->fd, (long)(o->buffer + done), (long)(o->used - done), 0, 0, 0);
        if (n < 0 && n != -EINTR)
            o->error = n;
        if (n > 0)
            done += (size_t)n;
    }
    o->bytes += o->used;
    o->used = 0;
}

static void put_bytes(struct out *o, const void *from, size_t size)
{
    if (o->used + size > BUFFER)
        flush(o);
    for (size_t i = 0; i < size; i++)
        o->buffer[o->used++] = ((const unsigned char *)from)[i];
}

static void put_u8(struct out *o, unsigned value)
{
    unsigned char byte = (unsigned char)value;

    put_bytes(o, &byte, 1);
}

/* Bins are most of a file, so this one is in a hurry. */
static inline void put_u16(struct out *o, uint64_t value)
{
    uint16_t v = (uint16_t)value;

    if (o->used + sizeof v > BUFFER)
        flush(o);
    *(struct unaligned *)(void *)(o->buffer + o->used) = (struct unaligned){v};
    o->used += sizeof v;
}

static void put_u32(struct out *o, uint64_t value)
{
    uint32_t v = (uint32_t)value;

    put_bytes(o, &v, sizeof v);
}

static void put_word(struct out *o, uint64_t value)
{
    uintptr_t v = (uintptr_t)value;

    put_bytes(o, &v, sizeof v);
}

/* ---- records -------------------------------------------------------------------------------- */

static inline uint64_t bin(const struct gm_histogram *h, size_t i)
{
    uint64_t n = atomic_load_explicit(&h->bin[i], memory_order_relaxed);

    return i == h->extra_bin ? n + h->extra : n;
}

/* Bins from first up to end, each less than what earlier rounds wrote. */
static void put_histogram(struct out *o, const struct gm_histogram *h, size_t first, size_t end,
                          uint64_t written)
{
    static const char name[GMON_DIMENSION_BYTES] = "seconds";

    put_u8(o, GMON_TAG_TIME_HIST);
    put_word(o, h->low + ((uint64_t)first << h->shift));
    put_word(o, h->low + ((uint64_t)end << h->shift));
    put_u32(o, end - first);
    put_u32(o, h->rate);
    put_bytes(o, name, sizeof name);
    put_u8(o, 's');
    for (size_t i = first; i < end; i++) {
        uint64_t n = bin(h, i);
        n = n > written ? n - written : 0;
        put_u16(o, n < BIN_MAX ? n : BIN_MAX);
    }
}

static uint64_t highest(const struct gm_histogram *h, size_t first, size_t end)
{
    uint64_t max = 0;

    for (size_t i = first; i < end; i++) {
        uint64_t n = bin(h, i);
        if (n > max)
            max = n;
    }
    return max;
}

static void put_histograms(struct out *o, const struct gm_histogram *h)
{
    size_t first = 0; /* what is not written yet */

    for (size_t at = 0; at < h->bins; at += CHUNK) {
        size_t end = h->bins - at < CHUNK ? h->bins : at + CHUNK;
        uint64_t max = highest(h, at, end);
        if (max <= BIN_MAX)
            continue;
        if (first < at)
            put_histogram(o, h, first, at, 0);
        for (uint64_t written = 0; written < max; written += BIN_MAX)
            put_histogram(o, h, at, end, written);
        first = end;
    }
    if (first < h->bins)
        put_histogram(o, h, first, h->bins, 0);
}

static void put_arc(struct out *o, const struct gm_arc *a)
{
    for (uint64_t left = a->count; left != 0;) {
        uint64_t n = left < UINT32_MAX ? left : UINT32_MAX;
        put_u8(o, GMON_TAG_CG_ARC);
        put_word(o, a->site);
        put_word(o, a->callee);
        put_u32(o, n);
        left -= n;
    }
}

static void put_block(struct out *o, const struct gm_arc *a)
{
    put_word(o, a->site);
    put_word(o, a->count);
}

/* What is written of the tables themselves: arcs, or so many blocks. */
struct stream {
    struct out *o;
    const struct gm_part *part;
    bool arcs;
    uint64_t blocks;
};

static void put_entry(void *to, uintptr_t site, uintptr_t callee, uint64_t count)
{
    struct stream *s = to;
    struct gm_arc a = {site, callee, count};

    if (callee == GM_SAMPLE || !gm_translate(&a, s->part))
        return;
    if (callee != GM_BLOCK) {
        if (s->arcs)
            put_arc(s->o, &a);
    } else if (s->blocks > 0) {
        s->blocks--;
        put_block(s->o, &a);
    }
}

static void put_entries(struct out *o, const struct gm_counts *c, bool arcs)
{
    struct stream s = {o, c->part, arcs, arcs ? 0 : c->blocks};

    if (c->part != NULL) {
        gm_visit(put_entry, &s);
        return;
    }
    for (size_t i = 0; i < c->count; i++) {
        bool is_arc = c->arc[i].callee != GM_BLOCK;
        if (arcs && is_arc)
            put_arc(o, c->arc + i);
        else if (!arcs && !is_arc)
            put_block(o, c->arc + i);
    }
}

static void put_all(struct out *o, const struct gm_counts *c, const struct gm_histogram *h)
{
    static const char spare[GMON_SPARE_BYTES];

    put_bytes(o, GMON_MAGIC, GMON_MAGIC_BYTES);
    put_u32(o, GMON_VERSION);
    put_bytes(o, spare, sizeof spare);
    put_histograms(o, h);
    put_entries(o, c, true);
    if (c->blocks != 0) {
        put_u8(o, GMON_TAG_BB_COUNT);
        put_u32(o, c->blocks);
        put_entries(o, c, false);
    }
    flush(o);
}

/* ---- the file ------------------------------------------------------------------------------- */

/* A file size limit sends SIGXFSZ, which would kill the program when signals are let in again. */
static void take_file_size_signal(void)
{
    uint64_t set = UINT64_C(1) << (SIGXFSZ - 1);
    long zero[2] = {0, 0};

    gm_syscall(SYS_rt_sigtimedwait, (long)&set, 0, (long)zero, 8, 0, 0);
}

static long open_file(const char *path, int flags)
{
    return gm_syscall(SYS_openat, AT_FDCWD, (long)path,
                      O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags, 0666, 0, 0);
}

static long unlink_file(const char *path)
{
    return gm_syscall(SYS_unlinkat, AT_FDCWD, (long)path, 0, 0, 0, 0);
}

/* Into a temporary file that is renamed; where the folder lets us make none, into the old one. */
static void write_file(struct out *o, const char *path, const struct gm_counts *c,
                       const struct gm_histogram *h, const struct stat *old)
{
    char *temporary = gm.other_path;

    gm_text(temporary, sizeof gm.other_path, "%s.%u.tmp", path, (uint64_t)gm.pid);
    long fd = open_file(temporary, O_EXCL);
    if (fd == -EEXIST) { /* of a process with our number that was killed */
        unlink_file(temporary);
        fd = open_file(temporary, O_EXCL);
    }
    bool direct = fd < 0 && old != NULL;
    long why = fd;
    if (direct)
        fd = open_file(path, O_TRUNC | O_NONBLOCK);
    if (fd < 0) {
        o->error = why;
        return;
    }
    o->fd = (int)fd;
    if (old != NULL && !direct)
        gm_syscall(SYS_fchmod, fd, (long)(old->st_mode & 0777), 0, 0, 0, 0);
    put_all(o, c, h);
    long closed = gm_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    if (o->error == 0 && closed < 0 && closed != -EINTR)
        o->error = closed;
    if (o->error == -EFBIG)
        take_file_size_signal();
    if (direct)
        return;
    if (o->error == 0)
        o->error = gm_syscall(SYS_renameat2, AT_FDCWD, (long)temporary, AT_FDCWD, (long)path, 0, 0);
    if (o->error != 0)
        unlink_file(temporary);
}

static bool is_special(const struct stat *s)
{
    return !S_ISREG(s->st_mode) && !S_ISLNK(s->st_mode);
}

static bool look_at(const char *path, struct stat *s)
{
    return gm_syscall(SYS_newfstatat, AT_FDCWD, (long)path, (long)s, AT_SYMLINK_NOFOLLOW, 0, 0) ==
           0;
}

/* Is something there that no file may take the place of, like /dev/null? */
bool gm_is_special(const char *path)
{
    struct stat s;

    return look_at(path, &s) && is_special(&s);
}

/* Bytes written, or -1. A device that swallows everything gets nothing, and that is no error. */
int64_t gm_write(const char *path, const struct gm_counts *c, const struct gm_histogram *h)
{
    struct stat old;
    struct out o = {.fd = -1};
    bool found = look_at(path, &old);
    const struct stat *was = found && S_ISREG(old.st_mode) ? &old : NULL;

    if (found && S_ISCHR(old.st_mode) && old.st_rdev == NULL_DEVICE)
        return 0;
    if (found && is_special(&old)) {
        gm_say("gmon: cannot write %s: not a plain file", path);
        return -1;
    }
    o.buffer = gm_map(BUFFER);
    if (o.buffer != NULL) {
        write_file(&o, path, c, h, was);
        gm_unmap(o.buffer, BUFFER);
    } else if (path != gm.library_path) { /* of no use meanwhile */
        o.buffer = (unsigned char *)gm.library_path;
        write_file(&o, path, c, h, was);
    } else {
        o.error = -ENOMEM;
    }
    if (o.error == 0)
        return (int64_t)o.bytes;
    gm_say("gmon: cannot write %s: %s", path, gm_error(o.error));
    return -1;
}
