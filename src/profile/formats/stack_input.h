/* stack_input - reads the sections of a stack file
 *
 * Role: what is in a section; where sections are is stack_format's business. Private to formats/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_STACK_INPUT_H
#define PROFILE_STACK_INPUT_H

#include "base/cursor.h"
#include "base/diag.h"
#include "profile/gmon_target.h"
#include "profile/stacks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stack file that is being read; zeroed at first, but for what the caller sets. */
struct stack_input {
    struct cursor c;             /* from the file's first byte to the section's last; set */
    const char *path;            /* for messages; set */
    struct stack_data *stacks;   /* what is read is added to it; set */
    struct gmon_file_info *info; /* the same; set */
    struct diag *diag;           /* set */
    uint32_t *modules;           /* by their numbers in the file: those in stacks; owned */
    uint32_t n_modules;
    bool has_modules, has_tree;
    uint8_t last_clock;     /* of the tree that was read last */
    uint64_t last_interval; /* likewise */
};

/* Add the modules, or a tree, to the stacks; the cursor stands on the first byte of the section's
 * payload. False after reporting the offset of the first defect; `stacks' then holds what came
 * before it. */
bool stack_read_modules(struct stack_input *s);
bool stack_read_tree(struct stack_input *s);

void stack_input_release(struct stack_input *s);

#endif
