/* core_debug - finds the separate debug file of an image, or a substitute
 *
 * An image names its debug file by .gnu_debuglink (a name, and the file's checksum) or by its
 * build ID; a file made by dwz names another one in the same way, .gnu_debugaltlink. A file is used
 * only if it is of the same build. BFD follows these names by itself, too, but only into the
 * system's directories, and does not tell of a file that does not fit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_debug.h"

#include "base/file.h"
#include "base/limit.h"
#include "base/mem.h"
#include "base/trace.h"
#include "image/core_mini.h"
#include "image/core_symbols.h"
#include "image/core_table.h"
#include "image/debug_search.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* Computes the checksum of the whole file. Returns false if the file cannot be read. */
static bool checksum(const char *path, uint32_t *sum)
{
    enum { PIECE = 1 << 16 };
    unsigned char piece[PIECE];
    int fd = file_open(path, O_RDONLY);
    ssize_t n = -1;

    *sum = (uint32_t)crc32(0, NULL, 0);
    while (fd >= 0 && (n = file_read(fd, piece, sizeof piece)) > 0)
        *sum = (uint32_t)crc32(*sum, piece, (uInt)n);
    if (fd >= 0)
        close(fd);
    return n == 0;
}

/* Returns the reason why the open file is not the wanted one, or NULL if it is. */
static const char *difference(const struct debug_wanted *wanted, bfd *b, const char *path)
{
    uint32_t sum;

    if (wanted->build_id.n > 0 && b->build_id)
        return build_id_compare(wanted->build_id, core_build_id(b)) == 0 ? NULL
                                                                         : "its build ID differs";
    if (!wanted->crc)
        return "it has no build ID";
    if (!checksum(path, &sum))
        return "or cannot be read";
    return sum == *wanted->crc ? NULL : "its checksum differs";
}

static bool same_file(const char *left, const char *right)
{
    struct stat l, r;

    return stat(left, &l) == 0 && stat(right, &r) == 0 && l.st_dev == r.st_dev &&
           l.st_ino == r.st_ino;
}

/* Opens the file at `path` if it is the wanted one. If it is another file, warns. Returns false if
 * the file was not opened. */
static bool try_path(const struct debug_wanted *wanted, const char *path, struct object *opened,
                     struct diag *d)
{
    IN_LIBRARY("libbfd");
    struct object o = {0};
    struct stat st;
    const char *differs;
    bool is_empty;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || same_file(path, wanted->beside))
        return false;
    is_empty = st.st_size == 0; /* files of /proc seem so, and reading them may never end */
    if (is_empty || !core_open_object(&o, path) || bfd_get_symtab_upper_bound(o.bfd) < 0) {
        if (!is_empty && (bfd_get_error() == bfd_error_no_memory || limit_lacked_memory()))
            mem_out(d, 0);
        if (is_empty || o.bfd)
            diag_warning(d, path,
                         "is not an object file or is damaged, and is not used as the debug file "
                         "of %s; install it again",
                         wanted->beside);
    } else if ((differs = difference(wanted, o.bfd, path))) {
        diag_warning(d, path,
                     "belongs to another build than %s (%s) and is not used; install "
                     "the debug file of this build",
                     wanted->beside, differs);
    } else {
        *opened = o;
        return true;
    }
    core_close_object(&o);
    return false;
}

/* Finds the wanted file. Returns false if there is none. */
static bool find_file(const struct text_map *search, const struct debug_wanted *wanted,
                      struct object *opened, struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map paths = {0};
    bool found = false;

    debug_search_list(search, wanted, &paths, d);
    for (size_t i = 0; !found && i < paths.n; i++)
        found = try_path(wanted, paths.texts[i], opened, d);
    return found;
}

/* Gets the wanted file from a server. Returns false if there is none. */
static bool fetch_file(struct debuginfod *servers, const struct debug_wanted *wanted,
                       struct object *opened, struct diag *d)
{
    LOCAL char *path = servers ? debuginfod_find(servers, wanted->beside, wanted->build_id) : NULL;

    return path && try_path(wanted, path, opened, d);
}

/* Finds the debug file of the image. A server is asked only if nothing else has names. Fails, after
 * reporting, if the table of that file cannot be read. */
static bool find_debug_file(struct image *image, const struct debug_places *places, struct diag *d)
{
    struct image_private *p = image->private_;
    uint32_t crc;
    LOCAL char *link = core_debug_link(&p->object, &crc);
    const struct debug_wanted wanted = {.beside = image->path,
                                        .link = link,
                                        .crc = link ? &crc : NULL,
                                        .build_id = image->build_id};

    if (!find_file(places->directories, &wanted, &p->debug, d) &&
        (image->n_symbols > 0 || (places->takes_packed && core_open_mini(image, d)) ||
         !fetch_file(places->servers, &wanted, &p->debug, d)))
        return true;
    for (size_t i = 0; i < p->n_codes; i++)
        p->codes[i].in_debug =
            bfd_get_section_by_name(p->debug.bfd, bfd_section_name(p->codes[i].section));
    if (trace_on(d, TRACE_IMAGE))
        trace_line(d, "core_find_debug", "debug file: %s", core_debug_path(image));
    return core_open_table(&p->debug, d);
}

/* Finds the file to which dwz moved what several debug files share. BFD and libdw find that file by
 * themselves if its name leads to it. */
static void find_alt_file(struct image *image, const struct text_map *search, struct diag *d)
{
    IN_LIBRARY("libbfd");
    struct image_private *p = image->private_;
    bfd *b = p->debug.bfd ? p->debug.bfd : p->object.bfd;
    struct object found = {0};
    bfd_size_type id_bytes = 0;
    LOCAL bfd_byte *id = NULL;
    LOCAL char *link = bfd_get_alt_debug_link_info(b, &id_bytes, &id);
    const struct debug_wanted wanted = {
        .beside = core_debug_path(image), .link = link, .build_id = {id, (size_t)id_bytes}};

    if (!link)
        return;
    if (find_file(search, &wanted, &found, d))
        p->alt_path = mem_printf(d, "%s", bfd_get_filename(found.bfd));
    else
        diag_warning(d, core_debug_path(image),
                     "shares its debug information with %s, which is not found; install it, or "
                     "name its directory with --symbol-directory",
                     link);
    core_close_object(&found);
}

/* Returns true if a file that is named as `wanted` may be a pipe or a device. libbfd and libdw look
 * for files in these places by themselves, and would wait forever. */
static bool leads_to_trap(const struct text_map *search, const struct debug_wanted *wanted,
                          struct diag *d)
{
    LOCAL_BY(text_map_release) struct text_map paths = {0};
    bool waits = false;

    debug_search_list(search, wanted, &paths, d);
    for (size_t i = 0; !waits && i < paths.n; i++) {
        waits = file_may_wait(paths.texts[i]);
        if (waits)
            diag_warning(d, wanted->beside,
                         "lines are not read: it names %s as its debug file, which is not a file; "
                         "remove that",
                         paths.texts[i]);
    }
    return waits;
}

/* Returns true if one of the two files that `o` may name leads to a trap. */
static bool names_trap(const struct text_map *search, const struct object *o, struct diag *d)
{
    IN_LIBRARY("libbfd");
    struct debug_wanted debug = {0}, alt = {0};
    bfd_size_type id_bytes = 0;
    LOCAL bfd_byte *alt_id = NULL;
    LOCAL char *link = NULL, *alt_link = NULL;
    uint32_t crc;

    if (!o->bfd)
        return false;
    debug.beside = alt.beside = bfd_get_filename(o->bfd);
    debug.link = link = core_debug_link(o, &crc);
    alt.link = alt_link = bfd_get_alt_debug_link_info(o->bfd, &id_bytes, &alt_id);
    debug.build_id = core_build_id(o->bfd);
    alt.build_id = (struct build_id){alt_id, (size_t)id_bytes};
    return leads_to_trap(search, &debug, d) || leads_to_trap(search, &alt, d);
}

/* Takes the symbols that the image exports, as the last resort, as `search` had no debug file, and
 * those that are packed into the image, which are the others. */
static bool use_dynamic_symbols(struct image *image, const struct text_map *search, struct diag *d)
{
    struct object *mini = &image->private_->mini;

    if (!core_take_dynamic_symbols(image, d) ||
        (mini->bfd && !core_collect_symbols(image, mini, d)))
        return false;
    if (image->n_symbols > 0 && !mini->bfd)
        diag_warning(d, image->path,
                     "has no symbol table: only exported functions have names; %s",
                     search && search->n > 0
                         ? "--symbol-directory has no debug file of this build; if there is one, "
                           "name it in the program's place"
                         : "use the program before strip, or --symbol-directory=DIR");
    return true;
}

bool core_find_debug(struct image *image, const struct debug_places *places, bool wants_lines,
                     struct diag *d)
{
    const struct text_map *search = places->directories;
    struct image_private *p = image->private_;

    if ((image->n_symbols == 0 || (wants_lines && !core_has_lines(image))) &&
        !find_debug_file(image, places, d))
        return false;
    if (image->n_symbols == 0 && p->debug.bfd && !core_collect_symbols(image, &p->debug, d))
        return false;
    if (image->n_symbols == 0 && !use_dynamic_symbols(image, search, d))
        return false;
    if (!wants_lines)
        return true;
    p->no_lines = core_has_lines(image) &&
                  (names_trap(search, &p->object, d) || names_trap(search, &p->debug, d));
    if (core_has_lines(image))
        find_alt_file(image, search, d);
    return true;
}

const char *core_debug_path(const struct image *image)
{
    bfd *debug = image->private_->debug.bfd;

    return debug ? bfd_get_filename(debug) : image->path;
}

const char *core_alt_path(const struct image *image)
{
    return image->private_->alt_path;
}
