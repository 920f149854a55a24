/* unwind_table.h - which call frame information describes the code at an address
 *
 * Role: .eh_frame, and the index of it in .eh_frame_hdr (Linux Standard Base, "Exception Frames").
 * Where an object has no index, one is made. All that is read lies in object->frames, or in the
 * index; of objects that may be unloaded these are copies.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_UNWIND_TABLE_H
#define GMON_UNWIND_TABLE_H

#include "runtime/core/objects.h"
#include "runtime/core/unwind/unwind_bytes.h"

/* A function's description (FDE), with what it shares with others (CIE). */
struct gm_frame_info {
    uintptr_t begin, end;            /* the code that is described */
    struct gm_bytes first, function; /* instructions: those for all, then the function's own */
    uint64_t code_unit;              /* of locations */
    int64_t data_unit;               /* of offsets */
    unsigned encoding;               /* of addresses */
    unsigned return_register;        /* where the return address is */
    bool has_augmentation;           /* of a known length */
    bool is_signal;                  /* the kernel's frame around a signal handler */
};

#pragma GCC visibility push(hidden)

/* Fills in object->frames and the index: from .eh_frame_hdr, `header`, which lies in a segment that
 * may be read; or from .eh_frame, `frames`, itself. May map memory. */
void gm_table_from_header(struct gm_object *object, struct gm_span header, struct gm_span segment);
void gm_table_from_frames(struct gm_object *object, struct gm_span frames);

/* Finds what describes the code at `address`. Returns false if nothing does, or nothing that is
 * understood. */
bool gm_frame_info(const struct gm_object *object, uintptr_t address, struct gm_frame_info *info);

/* Does the same for the description at this place. */
bool gm_frame_info_at(const struct gm_object *object, uintptr_t place, struct gm_frame_info *info);

#pragma GCC visibility pop

#endif
