/* stacks - adds up call stacks that samples were taken of
 *
 * Role: holds the trees of one or more stack files (include/gmon_stacks.h, doc/gmon-format): a
 * tree for each clock and interval, whose nodes are frames, by module and key; knows no symbols.
 * Equal paths are added sample by sample, all in 64 bits. So the contents depend neither on the
 * order of the files nor on how they were added up before; only the numbers of modules, trees and
 * nodes do. A path is kept even if no sample ends at it.
 *
 * To walk a tree, go over `nodes` from 0 on: a parent comes before its children, so one pass from
 * the last node to the first adds up subtrees. The children of the root are the ways in which walks
 * ended. Below them are frames, the outermost first. A sample may end at a child of the root: then
 * not even its leaf is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILE_STACKS_H
#define PROFILE_STACKS_H

#include "base/build_id.h"
#include "base/text_map.h"
#include "gmon_stacks.h"

/* Mark that identifies a data file (gmon_stacks.h). */
struct stack_mark {
    uint64_t bytes; /* length of the data file; 0: no file is known */
    uint64_t sum;   /* gstack_sum() of the data file */
};

/* A file, or other object, that holds code. Two modules are equal if kinds and build IDs are equal,
 * or, if neither has a build ID, kinds and paths. */
struct stack_module {
    uint8_t kind;       /* gstack_module_kind */
    struct build_id id; /* its bytes are owned */
    char *path;         /* path; the first in order if files tell several for one build ID; owned */
};

struct stack_node {
    uint32_t parent;  /* number of the parent, less than the node's own; 0 for the root */
    uint32_t module;  /* number of the module + 1; 0: the node is the root, or a way in which walks
                       * ended */
    uint64_t key;     /* key as in gmon_stacks.h; gstack_end for a way in which walks ended */
    uint64_t signals; /* samples that end here */
    uint64_t ticks;   /* ticks of these samples */
    uint64_t squares; /* sum of the squares of each sample's ticks */
};

/* The stacks of one clock and one interval. */
struct stack_tree {
    enum gstack_clock clock;
    uint64_t interval_ns;
    uint64_t signals, ticks, squares; /* sums over all nodes */
    uint64_t missing;                 /* ticks that were due, but have no sample */
    uint64_t lost;                    /* samples with only their leaf kept; included in the sums */
    uint64_t runs;                    /* number of processes that were added up */
    struct stack_node *nodes;         /* nodes; number 0 is the root, which always exists; owned */
    size_t n_nodes, nodes_cap;
    struct pair_map index; /* (parent and module, key) -> number of the node */
};

struct stack_data {
    struct stack_module *modules; /* modules in the order first seen; owned */
    size_t n_modules, modules_cap;
    struct text_map identities; /* kind and build ID or path -> number of the module */
    struct stack_tree *trees;   /* trees in the order first seen; owned */
    size_t n_trees, trees_cap;
    struct pair_map tree_index;        /* (clock, interval) -> number of the tree */
    uint64_t elapsed_ns, elapsed_runs; /* elapsed time of so many processes */
    const char *file;                  /* first file that held stacks; outlives the profile */
};

/* Frees the contents of a stack_data. A stack_data starts zero-initialised. */
void stack_data_release(struct stack_data *s);

/* Returns the number of the module, and adds a copy if the module is new. */
uint32_t stack_data_add_module(struct stack_data *s, const struct stack_module *m, struct diag *d);

/* Compares two modules by their order in a file: by kind, build ID and path. If one text begins
 * with the other, the shorter comes first. Returns as strcmp does. */
int stack_module_compare(const struct stack_module *a, const struct stack_module *b);

/* Returns the tree of that clock and interval, and adds the tree if it is new. The result is valid
 * until the next tree is added. */
struct stack_tree *stack_data_add_tree(struct stack_data *s, enum gstack_clock clock,
                                       uint64_t interval_ns, struct diag *d);

/* Returns the clock that reports count: that of CPU time, unless only the other clock has
 * samples. */
enum gstack_clock stack_data_clock(const struct stack_data *s);

/* Returns the number of the child of `parent' with that module (number + 1) and key, and adds the
 * child if it is new. O(1). */
uint32_t stack_tree_add_node(struct stack_tree *t, uint32_t parent, uint32_t module, uint64_t key,
                             struct diag *d);

/* Adds samples that end at the node to it and to the tree. Returns false, without a report, and
 * adds nothing if a sum exceeds 64 bits. */
bool stack_tree_add_samples(struct stack_tree *t, uint32_t node, uint64_t signals, uint64_t ticks,
                            uint64_t squares);

/* Returns true if the sums of `from' can be added to the tree's without exceeding 64 bits. */
bool stack_tree_has_room(const struct stack_tree *t, const struct stack_tree *from);

/* Reports that the sums of the file and of earlier files exceed 64 bits. Returns false. */
bool stack_report_overflow(const char *file, struct diag *d);

/* Adds the elapsed time of some processes; the sums stay below 2^64. */
void stack_data_add_elapsed(struct stack_data *s, uint64_t ns, uint64_t runs);

/* Returns true if all of `from' can be added to `s'; else, if a sum exceeds 64 bits, reports and
 * returns false. O(trees). */
bool stack_data_fits(const struct stack_data *s, const struct stack_data *from, struct diag *d);

/* Adds all of `from', which must fit. O(nodes and modules of from). */
void stack_data_merge(struct stack_data *s, const struct stack_data *from, struct diag *d);

/* Returns the number, in `s`, of the tree of the same clock and interval as `tree` of `part`, which
 * was added by stack_data_merge. Sets `nodes`, by node of that tree, to numbers of nodes in `s`.
 * O(nodes and modules of part). */
uint32_t stack_data_match(const struct stack_data *s, const struct stack_data *part, size_t tree,
                          uint32_t *nodes, struct diag *d);

/* Returns true if the module can be the image: a program or library of the same build ID, or, if
 * one of the two has no build ID, of the same base name; `image` may be a link to the program. */
bool stack_module_fits(const struct stack_module *m, struct build_id id, const char *image);

/* Returns the name of the data file that the name of a stack file tells, without `.gz', or NULL if
 * it is not a name of a stack file. The caller frees. */
char *stack_data_name(const char *name, struct diag *d);

/* Returns a name that the stacks of a data file may have: number 0 is that which is written.
 * Returns NULL if there is none of that number. The caller frees. */
char *stack_file_name(const char *data, size_t number, struct diag *d);

/* Returns true if the name is that of stacks, and their data file exists. */
bool stack_has_data(const char *path, struct diag *d);

#endif
