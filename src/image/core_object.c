/* core_object - opens files with libbfd, and reports its errors
 *
 * Role: for core; the lowest of its files. Both the image and its separate debug file are
 * objects. Differences between versions of libbfd (binutils 2.35 to 2.47) are handled in this file
 * only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_object.h"

#include "base/arith.h"
#include "base/file.h"
#include "base/mem.h"
#include "image/core_coff.h"
#include "image/core_elf.h"

#include <errno.h>
#include <sys/stat.h>

bool core_start_library(struct diag *d)
{
    enum { FEW_SECTIONS = 200 }; /* a table for more grows; each library has one */

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

static void say_nothing(const char *format, va_list values)
{
    (void)format;
    (void)values;
}

bool core_report(struct diag *d, const char *path)
{
    static const char name_program[] = "name the profiled program: gprof PROGRAM gmon.out";
    struct stat st;

    switch (bfd_get_error()) {
    case bfd_error_system_call:
        return diag_system(d, path, errno, file_read_remedy(errno, name_program));
    case bfd_error_no_memory:
        mem_out(d, 0);
    case bfd_error_file_too_big:
        return diag_error(
            d, path,
            "its sections overlap, or become more than 100 times as large, as in damaged "
            "files; copy or link the program again");
    case bfd_error_file_truncated:
        return diag_error(d, path, "file truncated; copy or link the program again");
    default:
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            return diag_system(d, path, EISDIR, name_program);
        return diag_error(d, path,
                          "not in executable format; name the program that wrote the data file "
                          "first: gprof PROGRAM gmon.out");
    }
}

bool core_open_object(struct object *o, const char *path)
{
    uint64_t bytes = 0;
    uint8_t first;
    bool is_object;

    o->bfd = bfd_openr(path, NULL);
    if (!o->bfd)
        return false;
    o->bfd->flags |= BFD_DECOMPRESS; /* makes libbfd unpack compressed debug sections */
    if (file_read_part(path, 0, &first, 1) == 1 && first == '%') {
        bfd_set_error(bfd_error_wrong_format); /* of Tektronix: reading takes quadratic time */
        return false;
    }
    if (!core_elf_is_sound(path, bfd_get_file_size(o->bfd)) ||
        !core_coff_is_sound(path, bfd_get_file_size(o->bfd))) {
        bfd_set_error(bfd_error_file_too_big);
        return false;
    }
    is_object = bfd_check_format(o->bfd, bfd_object);
    bfd_set_error_handler(say_nothing);
    if (!is_object)
        return false;
    for (const asection *s = o->bfd->sections; s; s = s->next) {
        uint64_t size = bfd_section_size(s);

        if (s->compress_status == COMPRESS_SECTION_NONE && size > bfd_get_file_size(o->bfd))
            size = bfd_get_file_size(o->bfd); /* the section is cut off at the end of the file */
        if (bfd_section_flags(s) & SEC_HAS_CONTENTS)
            bytes = add_saturated(bytes, size);
    }
    if (bytes > budget_of(bfd_get_file_size(o->bfd)).left) {
        bfd_set_error(bfd_error_file_too_big);
        return false;
    }
    return true;
}

/* Returns true if a file is too small for the symbols that fill `bytes` of pointers. libbfd 2.35
 * does not check that. */
static bool is_too_large(const struct object *o, uint64_t bytes)
{
    uint64_t file = bfd_get_file_size(o->bfd);

    return file > 0 && bytes / sizeof *o->table > file;
}

/* Returns the bytes of the symbol table, or a negative number. libbfd sets DYNAMIC for libraries
 * and PIEs only. For other programs without a dynamic table, it fails with an invalid operation. */
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
    if (o->bfd)
        bfd_close(o->bfd);
    free(o->table);
    *o = (struct object){0};
}
