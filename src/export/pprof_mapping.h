/* pprof_mapping - lists the files that hold code, as if they were mapped into memory
 *
 * Role: for the export to pprof, whose places are addresses in memory: pprof subtracts where a file
 * is mapped, and finds an address in the file. The image is at its link-time addresses, as `go tool
 * pprof' knows no others. Each library is put at another multiple of 256 MB.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_PPROF_MAPPING_H
#define EXPORT_PPROF_MAPPING_H

#include "view/results.h"

struct pprof_mapping {
    const char *file;
    struct build_id id;
    struct image_mapping at; /* by addresses in the file */
    uint64_t base;           /* difference of an address in memory and that in the file */
};

struct pprof_mappings {
    struct pprof_mapping *list; /* the image first, then by stack_module_compare; owned */
    uint64_t n;
    uint64_t *of_module; /* numbers in list, from 1, by stack_node.module, where 0 is the image; 0:
                          * the module has no file; owned */
};

/* Lists the mappings of the image, and of each module of `places` (stack_frames.places). The texts
 * belong to the report. O(places + modules log(modules)). */
void pprof_mappings_init(struct pprof_mappings *m, const struct results *r,
                         const struct pair_map *places, struct diag *d);

void pprof_mappings_release(struct pprof_mappings *m);

#endif
