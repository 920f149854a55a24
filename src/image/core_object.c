/* core_object - opens files with libbfd, and reports its errors
 *
 * Role: for the other files of core, which it knows nothing of. Both the image and its separate
 * debug file are objects. Differences between versions of libbfd (binutils 2.35 to 2.47) are
 * handled in this file only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_object.h"

#include "base/file.h"
#include "base/limit.h"
#include "base/mem.h"

#include <errno.h>
#include <sys/stat.h>

bool core_start_library(struct diag *d)
{
    enum { FEW_SECTIONS = 200 }; /* first size of the tables of sections: many files are open */
    IN_LIBRARY("libbfd");

#ifdef BFD_INIT_MAGIC /* libbfd before 2.33 does not tell its version */
    if (bfd_init() != BFD_INIT_MAGIC)
        return diag_error(d, NULL,
                          "the libbfd found at run time is not the one this program was built "
                          "with; build it again, or set LD_LIBRARY_PATH");
#else
    bfd_init();
#endif
    bfd_hash_set_default_size(FEW_SECTIONS);
    if (d)
        bfd_set_error_program_name(d->program);
    return true;
}

bool core_report(struct diag *d, const char *path)
{
    uint8_t mark[4];
    static const char name_program[] = "name the profiled program: gprof PROGRAM gmon.out";
    struct stat st;

    /* short of memory, libbfd tries other formats, and says that it knows none */
    if (bfd_get_error() == bfd_error_no_memory || limit_lacked_memory())
        mem_out(d, 0);
    switch (bfd_get_error()) {
    case bfd_error_system_call:
        return diag_system(d, path, errno, file_read_remedy(errno, name_program));
    case bfd_error_file_truncated:
        return diag_error(d, path, "file truncated; copy or link the program again");
    default:
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            return diag_system(d, path, EISDIR, name_program);
        if (file_read_part(path, 0, mark, sizeof mark) == sizeof mark &&
            memcmp(mark, "gmon", sizeof mark) == 0)
            return diag_error(d, path, "is a data file; put the program before it");
        if ((mark[0] & 0xfe) == 0xce && memcmp(mark + 1, "\xfa\xed\xfe", 3) == 0)
            return diag_error(d, path,
                              "is an image of macOS (Mach-O), which this gprof cannot read; use a "
                              "gprof whose libbfd has all targets");
        return diag_error(d, path,
                          "not in executable format; put the program before its data file: "
                          "gprof PROGRAM gmon.out");
    }
}

bool core_open_object(struct object *o, const char *path)
{
    IN_LIBRARY("libbfd");

    o->bfd = bfd_openr(path, NULL);
    if (!o->bfd)
        return false;
    limit_add_file(path);
    o->bfd->flags |= BFD_DECOMPRESS; /* makes libbfd unpack compressed debug sections */
    return bfd_check_format(o->bfd, bfd_object);
}

/* Returns true if a table with `bytes` bytes of pointers has more symbols than the file has bytes.
 * libbfd 2.35 does not check that. */
static bool is_too_large(const struct object *o, uint64_t bytes)
{
    uint64_t file_size = bfd_get_file_size(o->bfd);

    return file_size > 0 && bytes / sizeof *o->table > file_size;
}

/* Returns the bytes of the pointers to all symbols, or a negative number. A program that is not a
 * PIE may have a dynamic table, too, though libbfd sets DYNAMIC for libraries and PIEs only. If it
 * has none, libbfd fails with an invalid operation. */
static long table_bytes(const struct object *o)
{
    if (o->is_dynamic) {
        flagword flags = bfd_get_file_flags(o->bfd) & (DYNAMIC | EXEC_P);
        long bytes = flags ? bfd_get_dynamic_symtab_upper_bound(o->bfd) : 0;

        return bytes < 0 && !(flags & DYNAMIC) && bfd_get_error() == bfd_error_invalid_operation
                   ? 0
                   : bytes;
    }
    return bfd_get_file_flags(o->bfd) & HAS_SYMS ? bfd_get_symtab_upper_bound(o->bfd) : 0;
}

bool core_read_table(struct object *o, struct diag *d)
{
    IN_LIBRARY("libbfd");
    long bytes = table_bytes(o);

    if (bytes > 0 && is_too_large(o, (uint64_t)bytes)) {
        bfd_set_error(bfd_error_file_truncated);
        bytes = -1;
    }
    if (bytes < 0)
        return core_report(d, bfd_get_filename(o->bfd));
    free(o->table);
    o->table_length = 0;
    o->table = mem_alloc(d, (size_t)bytes + sizeof *o->table, 1);
    if (bytes > 0)
        o->table_length = o->is_dynamic ? bfd_canonicalize_dynamic_symtab(o->bfd, o->table)
                                        : bfd_canonicalize_symtab(o->bfd, o->table);
    if (o->table_length < 0) {
        o->table_length = 0;
        return core_report(d, bfd_get_filename(o->bfd));
    }
    return true;
}

char *core_debug_link(const struct object *o, uint32_t *crc)
{
    /* the checksum is an unsigned long in binutils 2.40, and has 32 bits in 2.44 */
    union {
        unsigned long before;
        uint32_t since;
    } sum = {0};
    IN_LIBRARY("libbfd");
    char *link = bfd_get_debug_link_info(o->bfd, (void *)&sum);

    *crc = _Generic(&bfd_get_debug_link_info, char *(*)(bfd *, unsigned long *)
                    : (uint32_t)sum.before, default
                    : sum.since);
    return link;
}

struct object *core_dynamic(const struct image *image)
{
    struct object *o = &image->private_->dynamic;

    if (!o->bfd) {
        *o = (struct object){.bfd = image->private_->object.bfd, .is_dynamic = true};
        if (!core_read_table(o, NULL)) {
            free(o->table);
            o->table = NULL;
        }
    }
    return o->table ? o : NULL;
}

void core_close_object(struct object *o)
{
    IN_LIBRARY("libbfd");

    if (o->bfd)
        bfd_close(o->bfd);
    free(o->table);
    *o = (struct object){0};
}
