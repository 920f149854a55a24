/* check_data - data of another build, lines that nobody knows, and blocks that are not shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/checks.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

/* ---- another build --------------------------------------------------------------------------- */

enum { SHOWN = GMON_BUILD_ID_BYTES };

/* Of a build-id shorter than what a data file has room for, zeros follow. */
static bool is_build(const struct profile_build *build, const uint8_t *id, size_t bytes)
{
    uint8_t start[SHOWN] = {0};

    memcpy(start, id, bytes < SHOWN ? bytes : SHOWN);
    return memcmp(build->id, start, SHOWN) == 0;
}

/* The first build that wrote some of the data and is not the image's, or NULL. */
static const struct profile_build *find_other(const struct diagnosis *at, const uint8_t *id,
                                              size_t bytes)
{
    const struct profile *p = at->profile;

    for (unsigned i = 0; bytes > 0 && i < p->n_builds; i++)
        if (!is_build(&p->builds[i], id, bytes))
            return &p->builds[i];
    return NULL;
}

enum build_evidence build_evidence(const struct diagnosis *at)
{
    const struct profile *p = at->profile;
    const uint8_t *id;
    size_t bytes = core_build_id(at->image, &id);

    if (bytes == 0 || p->n_builds == 0)
        return BUILD_UNKNOWN;
    if (find_other(at, id, bytes))
        return BUILD_DIFFERS;
    return p->has_unknown_build ? BUILD_UNKNOWN : BUILD_AGREES;
}

struct time_evidence time_evidence(const struct diagnosis *at, const char *data)
{
    if (!file_is_newer(at->image->path, data))
        return (struct time_evidence){"", "", "", ""};
    return (struct time_evidence){"; ", at->image->path, " is newer than ", data};
}

static const char *in_hexadecimal(char *text, const uint8_t *id, size_t bytes)
{
    text[0] = '\0';
    for (size_t i = 0; i < bytes && i < SHOWN; i++)
        snprintf(text + 2 * i, 3, "%02x", id[i]);
    return text;
}

/* Returns true after warning if the file is of a library that is not the image. */
static bool warn_of_library(const char *image, const char *data, struct diag *d)
{
    const char *base = diag_basename(image), *name;
    size_t length = profile_library(data, &name);

    if (length == 0 || (strncmp(base, name, length) == 0 && base[length] == '\0'))
        return false;
    diag_warning(d, data, "is of the library %.*s, not of %s; report it with: gprof DIR/%.*s %s",
                 (int)length, name, image, (int)length, name, data);
    return true;
}

void check_other_build(const struct diagnosis *at, struct diag *d)
{
    char ours[2 * SHOWN + 1], others[2 * SHOWN + 1];
    const uint8_t *id;
    size_t bytes = core_build_id(at->image, &id);
    const struct profile_build *other = find_other(at, id, bytes);
    struct time_evidence times;

    if (!other || warn_of_library(at->image->path, other->path, d))
        return;
    times = time_evidence(at, other->path);
    diag_warning(d, at->image->path,
                 "is build %s, but %s is of build %s; name the image that wrote it, or run the "
                 "program again%s%s%s%s",
                 in_hexadecimal(ours, id, bytes), other->path,
                 in_hexadecimal(others, other->id, bytes), times.semicolon, times.image,
                 times.is_newer, times.data);
}

/* ---- lines and blocks ------------------------------------------------------------------------ */

void check_no_lines(const struct diagnosis *at, struct diag *d)
{
    if (!at->lines->at || at->has_list)
        return;
    for (uint32_t s = 0; s < at->symtab->n_code; s++)
        if (at->lines->at[s].file)
            return;
    diag_warning(d, at->image->path,
                 "has no information on source lines; compile the program with -g%s",
                 core_is_stripped(at->image) ? ", or name the directory of its debug file with "
                                               "--symbol-directory"
                                             : "");
}

void check_ignored_blocks(const struct diagnosis *at, struct diag *d)
{
    if (at->profile->has_blocks && !at->by_line && !(at->figures & SHOWS_BLOCKS))
        diag_warning(d, NULL, "ignoring basic-block exec counts; use -l to see them with -A or -C");
}
