/* sym_ids - parses symbol specifications, and finds the symbols that they name
 *
 * Grammar (manual, "Symspecs"):
 *   FILE  FILE:FUNCTION  FILE:LINE  FUNCTION  LINE  :FUNCTION.WITH.DOTS  FROM/TO
 * A word with a dot and without a colon is a file; a file is compared by its base name, a function
 * by its raw name; an empty part and line 0 match anything. FROM/TO is an arc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMBOLS_SYM_IDS_H
#define SYMBOLS_SYM_IDS_H

#include "symbols/sym_lines.h"

/* Tables that specifications fill. Each table has an include and an exclude half. */
enum sym_table {
    SYM_TABLE_FLAT,  /* flat profile: -p, -P */
    SYM_TABLE_GRAPH, /* call graph: -q, -Q */
    SYM_TABLE_TIME,  /* time propagation: -n, -N */
    SYM_TABLE_ARCS,  /* arcs of the call graph: -q FROM/TO, -k */
    SYM_TABLE_EXEC,  /* execution counts: -C, -Z */
    SYM_TABLE_ANNO,  /* annotated source: -A, -J */
    SYM_TABLE_TOP,   /* one function: --top=NAME */
    SYM_TABLES
};

/* One side of a specification. A part that is NULL or 0 matches anything. */
struct sym_pattern {
    const char *file; /* base name */
    const char *name; /* raw name */
    unsigned line;
};

/* The symbols that sym_search has found for sides that name nothing literally. */
struct sym_found {
    uint32_t *symbols; /* ascending; owned */
    size_t n;
};

struct sym_spec {
    char *text;              /* text that the parts of both patterns point into; owned */
    const char *option_text; /* as given, for messages; not owned */
    enum sym_table table;
    bool include;     /* true: include; false: exclude */
    bool is_arc;      /* has a right side */
    bool or_function; /* the arc, of -q, may also be a function with a slash in its name */
    struct sym_pattern left, right;
    uint32_t found[2]; /* 1 + number in ids->found of what the left or the right side names; 0: the
                        * pattern tells it */
    char *hint;        /* hint for the message, or NULL; owned */
};

/* How a specification that names nothing is treated. */
enum sym_unnamed {
    SYM_UNNAMED_IS_DOUBTFUL, /* reported as a warning */
    SYM_UNNAMED_IS_WRONG,    /* an error */
    SYM_UNNAMED_IS_NOTHING   /* not reported: the specification names something in another
                              * program */
};

struct sym_ids {
    struct sym_spec *specs; /* specifications in the order given; owned */
    size_t n, cap;
    struct sym_found *found; /* owned */
    size_t n_found, found_cap;
    bool need_lines; /* some pattern has a file or line */
    enum sym_unnamed unnamed;
};

/* Parses `text`, which must outlive `ids`, and adds the specification to one half of a table. `ids`
 * is zero-initialised before the first call. */
void sym_id_add(struct sym_ids *ids, const char *text, enum sym_table table, bool include,
                struct diag *d);

/* Copies all specifications of `from`, which must outlive the copy, into `ids`, which is empty.
 * Symbols that were found for them are not copied. */
void sym_ids_copy(struct sym_ids *ids, const struct sym_ids *from, struct diag *d);

/* A symbol that sides of specifications name. */
struct sym_match {
    uint32_t group;  /* number of the sides: all that name the same have one */
    uint32_t symbol; /* number of the symbol */
};

struct sym_matches {
    struct sym_match *at; /* owned */
    size_t n, cap;
    uint32_t (*groups)[2]; /* groups of the left and the right side, by specification; owned */
    uint32_t n_groups;
};

#define SYM_NO_GROUP UINT32_MAX

/* Returns every group with every symbol that it names: for patterns by symbol, and then the symbols
 * found, by group. The caller frees `at` and `groups`. In a table of symbols only the left side of
 * an arc counts. A right side that is none, or matches any symbol, has no group. A symbol matches
 * at most six patterns. O(symbols * log(specifications) + matches). */
struct sym_matches sym_ids_resolve(const struct sym_ids *ids, const struct symtab *symtab,
                                   const struct sym_lines *lines, struct diag *d);

/* Returns true if the specification has a right side that does not match any symbol. */
bool sym_spec_has_right(const struct sym_spec *spec);

/* Returns true if the pattern names every symbol there is. */
bool sym_pattern_is_any(const struct sym_pattern *p);

void sym_ids_release(struct sym_ids *ids);

#endif
