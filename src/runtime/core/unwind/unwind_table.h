/* unwind_table.h - finds the call frame information that describes the code at an address
 *
 * Role: reads .eh_frame, and the index of it in .eh_frame_hdr (Linux Standard Base, "Exception
 * Frames"). If an object has no index, this module makes one. All bytes that are read lie in
 * object->frames, or in the index; if an object may be unloaded, both are copies.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_TABLE_H
#define GMON_UNWIND_TABLE_H

#include "runtime/core/objects.h"
#include "runtime/core/unwind/unwind_bytes.h"

/* A function's description (FDE), with the part it shares with others (CIE). */
struct gm_frame_info {
    uintptr_t begin, end;            /* range of the code that is described */
    struct gm_bytes first, function; /* instructions of all functions, then of this one */
    uint64_t code_unit;              /* unit of locations */
    int64_t data_unit;               /* unit of offsets */
    unsigned encoding;               /* encoding of addresses */
    unsigned return_register;        /* register that has the return address */
    bool has_augmentation;           /* true if there is an augmentation of a known length */
    bool is_signal;                  /* true for the kernel's frame around a signal handler */
};

#pragma GCC visibility push(hidden)

/* Fills in object->frames and the index, from .eh_frame_hdr, `header`, which lies in a readable
 * segment, or from .eh_frame itself, `frames`. May map memory. */
void gm_table_from_header(struct gm_object *object, struct gm_span header, struct gm_span segment);
void gm_table_from_frames(struct gm_object *object, struct gm_span frames);

/* Finds the description of the code at `address`. Returns false if there is none, or it is not
 * understood. */
bool gm_frame_info(const struct gm_object *object, uintptr_t address, struct gm_frame_info *info);

#pragma GCC visibility pop

#endif
