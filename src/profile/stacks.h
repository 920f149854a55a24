/* stacks - adds up call stacks that samples were taken of
 *
 * Role: holds the trees of one or more stack files (include/gmon_stacks.h, doc/gmon-format): a tree
 * for each clock and interval, whose nodes are frames, by module and key; knows no symbols. Equal
 * paths are added sample by sample, all in 64 bits. So what is held does not depend on the order of
 * the files, nor on how they were added up before; only the numbers of modules, trees and nodes do.
 * A path that no sample ends at is kept.
 *
 * To walk a tree, go over `nodes` from 0 on: a parent comes before its children, so one pass from
 * the last node to the first adds up subtrees. The children of the root are the ways in which walks
 * ended, those below these are frames, the outermost first. A sample may end at an end itself: then
 * not even its leaf is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_STACKS_H
#define PROFILE_STACKS_H

#include "base/diag.h"
#include "base/pair_map.h"
#include "base/text_map.h"
#include "gmon_stacks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tells one data file from others (gmon_stacks.h). */
struct stack_mark {
    uint64_t bytes; /* its length; 0: no file is known */
    uint64_t sum;   /* its gstack_sum() */
};

/* Something that holds code. Two are the same if their kinds are and their build-ids, or, where
 * neither has one, their paths. */
struct stack_module {
    uint8_t kind;    /* gstack_module_kind */
    uint8_t *id;     /* build-id; owned */
    size_t id_bytes; /* 0: it has none */
    char *path;      /* of several that were told for one build-id the first in order; owned */
};

struct stack_node {
    uint32_t parent;  /* its number, less than that of the node; the root's own is 0 */
    uint32_t module;  /* its number + 1; 0: the root, or a way in which walks ended */
    uint64_t key;     /* as in gmon_stacks.h: of such a way its gstack_end */
    uint64_t signals; /* samples that end here */
    uint64_t ticks;   /* that these stand for */
    uint64_t squares; /* the sum of the squares of the ticks of each */
};

/* The stacks of one clock that ticks at one interval. */
struct stack_tree {
    enum gstack_clock clock;
    uint64_t interval_ns;
    uint64_t signals, ticks, squares; /* the sums of the nodes' */
    uint64_t missing;                 /* ticks that were due; nothing else is known of them */
    uint64_t lost;                    /* samples whose leaf alone was kept; in the sums */
    uint64_t runs;                    /* processes that this is the sum of */
    struct stack_node *nodes;         /* number 0 is the root, which is always there; owned */
    size_t n_nodes, nodes_cap;
    struct pair_map index; /* (parent and module, key) -> number of the node */
};

struct stack_data {
    struct stack_module *modules; /* in the order first seen; owned */
    size_t n_modules, modules_cap;
    struct text_map identities; /* kind and build-id or path -> number of the module */
    struct stack_tree *trees;   /* in the order first seen; owned */
    size_t n_trees, trees_cap;
    struct pair_map tree_index; /* (clock, interval) -> number of the tree */
    const char *file;           /* the first file that held stacks; outlives the profile */
};

/* A stack_data starts zero-initialised. */
void stack_data_release(struct stack_data *s);

/* Returns the number of the module; a copy is added if it is new. */
uint32_t stack_data_add_module(struct stack_data *s, const struct stack_module *m, struct diag *d);

/* Returns the order of modules in a file, as strcmp tells it: by kind, build-id and path. If one
 * text begins with the other, the shorter comes first. */
int stack_module_compare(const struct stack_module *a, const struct stack_module *b);

/* Returns the tree of that clock and interval, added if it is new; valid until the next one is
 * added. */
struct stack_tree *stack_data_add_tree(struct stack_data *s, enum gstack_clock clock,
                                       uint64_t interval_ns, struct diag *d);

/* Returns that tree, or NULL if there is none. */
const struct stack_tree *stack_data_tree(const struct stack_data *s, enum gstack_clock clock,
                                         uint64_t interval_ns);

/* Returns the clock that times are of: that of CPU time unless only the other one has samples. */
enum gstack_clock stack_data_clock(const struct stack_data *s);

/* Returns the number of the child of `parent' with that module (number + 1) and key, added if it is
 * new. O(1). */
uint32_t stack_tree_add_node(struct stack_tree *t, uint32_t parent, uint32_t module, uint64_t key,
                             struct diag *d);

/* Adds samples that end at the node to it and to the tree. Returns false, without a report, and
 * adds nothing if a sum exceeds 64 bits. */
bool stack_tree_add_samples(struct stack_tree *t, uint32_t node, uint64_t signals, uint64_t ticks,
                            uint64_t squares);

/* Returns true if the sums of `from' can be added to the tree's without exceeding 64 bits. */
bool stack_tree_has_room(const struct stack_tree *t, const struct stack_tree *from);

/* Reports that the sums of the file and of those before exceed 64 bits. Returns false. */
bool stack_report_overflow(const char *file, struct diag *d);

/* Returns true if all of `from' can be added to `s'; false, after reporting, if a sum exceeds 64
 * bits. O(trees). */
bool stack_data_fits(const struct stack_data *s, const struct stack_data *from, struct diag *d);

/* Adds all of `from', which fits; what is taken over is no longer from's. O(nodes and modules of
 * from). */
void stack_data_merge(struct stack_data *s, struct stack_data *from, struct diag *d);

/* Returns true if the module can be the image: a program or library of the same build-id, or, if
 * one of the two has none, of the same base name. */
bool stack_module_fits(const struct stack_module *m, const uint8_t *id, size_t id_bytes,
                       const char *image);

/* Returns how long the name of a file is without the suffix of call stacks, be they packed or not;
 * 0: it has none. */
size_t stack_file_stem(const char *name);

#endif
