/* builds - tells which programs and libraries are of one build in all data
 *
 * Role: a function without a symbol is named by its address, prog+0x12a40, which says something in
 * one build of prog only. Data of several builds, as a comparison may have them, must not take
 * functions at one address for the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_BUILDS_H
#define PROFILE_BUILDS_H

#include "profile/stacks.h"

struct builds {
    struct text_map names; /* base names of files */
    struct text_map first; /* texts of their first builds */
    struct build_state {
        uint32_t first; /* number in `first` */
        bool differ;    /* there is another build, or the build is not known */
    } * of;             /* by number of the name; owned */
    size_t n, cap;
};

/* Adds a file of the build `id`. Files without a build ID are of one build if their paths are
 * equal. `b` is zero-initialised at first. */
void builds_add(struct builds *b, const char *path, struct build_id id, struct diag *d);

/* Adds the files of `from`. */
void builds_add_all(struct builds *b, const struct builds *from, struct diag *d);

/* Makes the builds of all files unknown, except that of the file with the base name of `path`; if
 * that is NULL, of all. */
void builds_forget(struct builds *b, const char *path);

/* Adds the image and, of the stacks that were read with it, the modules that are not the image. */
void builds_add_run(struct builds *b, const char *image, struct build_id id,
                    const struct stack_data *stacks, struct diag *d);

/* Returns true if all files that were added with the base name of `path` are of one build. */
bool builds_is_one(const struct builds *b, const char *path);

/* Returns the length of the file's name in the name of a function without a symbol, prog in
 * prog+0x12a40, or 0 if that is not such a name. */
size_t builds_file_length(const char *function);

void builds_release(struct builds *b);

#endif
