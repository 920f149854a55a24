/* json_parts - what the files of the JSON export share
 *
 * Role: json_document.c has the order of the document and says what stands at its head; the others
 * write its lists. doc/gprof.schema.json describes all of it, and tests hold the two against each
 * other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_JSON_PARTS_H
#define EXPORT_JSON_PARTS_H

#include "analysis/cg_times.h"
#include "base/diag.h"
#include "base/json.h"
#include "view/figures.h"
#include "view/report.h"

#include <stdbool.h>
#include <stdint.h>

struct json_export {
    const struct report *r;
    struct cg_times times;    /* before filters; owned */
    struct figures facts;     /* of these times; owned */
    struct figures histogram; /* self times by the histogram, if has_histogram; owned */
    bool has_histogram;       /* beside call stacks, which facts are made of */
    bool is_measured;         /* facts are made of call stacks */
    struct json_object top;   /* the document */
};

/* The lists; each is false, after reporting, when memory is out. */
bool json_put_functions(struct json_export *e, struct diag *d);
bool json_put_arcs(struct json_export *e, struct diag *d);
bool json_put_cycles(struct json_export *e, struct diag *d);
bool json_put_lines(struct json_export *e, struct diag *d);
bool json_put_blocks(struct json_export *e, struct diag *d);
bool json_put_stacks(struct json_export *e, struct diag *d);

/* A place in the source; no file is null, and line 0. */
void json_put_place(struct json_object *o, const char *file, unsigned line);

/* Self time and samples of figures, the first members of many records. */
void json_put_self(struct json_object *o, uint64_t samples, uint64_t self);

/* Of call stacks. */
extern const char *const json_stack_ends[GSTACK_ENDS];

#endif
