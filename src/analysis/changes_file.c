/* changes_file - a side of a comparison that is an export: what needs no reader of JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/changes_file.h"

#include "base/file.h"
#include "base/mem.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What can be read once only, such as a pipe, is not looked into. Data files of the oldest format
 * may begin with any bytes, so the mark is looked for, too. */
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

const char *changes_file_keep(struct changes_file *f, const char *text, struct diag *d)
{
    if (!text)
        return NULL;
    f->texts = mem_grow(d, f->texts, &f->texts_cap, f->n_texts + 1, sizeof *f->texts);
    return f->texts[f->n_texts++] = mem_copy_string(d, text, strlen(text));
}

void changes_file_release(struct changes_file *f)
{
    changes_side_release(&f->side);
    while (f->n_texts > 0)
        free(f->texts[--f->n_texts]);
    free(f->texts);
    free(f->build_id);
    *f = (struct changes_file){0};
}
