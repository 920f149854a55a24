/* stack_model.h - holds the modules, trees and nodes that statements about call stacks declare
 *
 * Role: stack_compile.c reads the statements, stack_encode.c makes the file.
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
    size_t number;    /* number in the order of the text */
    uint32_t rank;    /* rank in the order of the file, + 1 */
};

struct node {
    uint32_t parent, module; /* module: its number + 1; at the end, its rank in the file */
    uint64_t key, signals, ticks, squares;
    uint32_t child, sibling; /* child added last, child added before this one; 0: none */
    uint32_t number;
};

struct tree {
    uint64_t clock, interval, runs, missing, lost;
    bool lies_signals, lies_ticks;
    uint64_t signals, ticks; /* false sums of a tree, as stated */
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

/* Puts an unsigned LEB128 number. */
void stack_put_number(struct buf *out, uint64_t v);

/* Puts a section with this tag. Releases the payload. */
void stack_put_section(struct buf *out, unsigned tag, struct buf *payload);

#endif
