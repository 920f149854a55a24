/* stack_model.h - what lines about call stacks have stated
 *
 * Role: from stack_compile.c, which reads the lines, to stack_encode.c, which makes the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STACK_MODEL_H
#define STACK_MODEL_H

#include "stack_text.h"

struct module {
    size_t kind;
    struct buf id;
    struct word path; /* owned */
    char *label;      /* owned */
    size_t number;    /* in the order of the text */
    uint32_t rank;    /* in that of the file, + 1 */
};

struct node {
    uint32_t parent, module; /* module: its number + 1, and its rank in the file at the end */
    uint64_t key, signals, ticks, squares;
    uint32_t child, sibling; /* the child that was added last, and the one before this; 0: none */
    uint32_t number;
};

struct tree {
    uint64_t clock, interval, runs, missing, lost;
    bool lies_signals, lies_ticks;
    uint64_t signals, ticks; /* the lies */
    struct node *nodes;      /* owned */
    size_t n, cap;
};

struct stack_compiler {
    struct module *modules; /* owned, like all that follow */
    size_t n_modules;
    struct tree *trees;
    size_t n_trees;
    struct stack_symbol *symbols;
    size_t n_symbols;
    struct buf before, behind; /* further sections */
};

/* A section of that tag; the payload is released. */
void stack_put_section(struct buf *out, unsigned tag, struct buf *payload);

#endif
