/* line_source_dw - the file of debug information, opened with libdw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_dw.h"

#include "base/file.h"
#include "base/mem.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void open_dwarf(struct dwarf_file *file, const char *path)
{
    file->fd = path ? file_open(path, O_RDONLY) : -1;
    file->dwarf = file->fd >= 0 ? dwarf_begin(file->fd, DWARF_C_READ) : NULL;
}

static void close_dwarf(struct dwarf_file *file)
{
    dwarf_end(file->dwarf);
    if (file->fd >= 0)
        close(file->fd);
}

struct line_source *line_source_open(const struct image *image, struct diag *d)
{
    struct line_source *source = mem_alloc(d, 1, sizeof *source);

    open_dwarf(&source->debug, core_debug_path(image));
    open_dwarf(&source->alt, source->debug.dwarf ? core_alt_path(image) : NULL);
    if (source->alt.dwarf)
        dwarf_setalt(source->debug.dwarf, source->alt.dwarf);
    return source;
}

void line_source_release(struct line_source *source)
{
    if (!source)
        return;
    close_dwarf(&source->debug);
    close_dwarf(&source->alt);
    line_paths_release(&source->paths);
    free(source);
}
