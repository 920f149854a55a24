/* state.c - defines the state of a profiled process, and proves that it is laid out as mcount.S
 * reads it
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/state.h"
#include "runtime/arch/layout.h"

_Static_assert(offsetof(struct gm_state, base) == GM_STATE_BASE, "layout.h: base");
_Static_assert(offsetof(struct gm_state, arcs_at) == GM_STATE_ARCS, "layout.h: arcs_at");
_Static_assert(sizeof(((struct gm_state *)0)->base) == sizeof(uintptr_t), "layout.h: base");
_Static_assert(offsetof(struct gm_table, mask) == GM_TABLE_MASK, "layout.h: mask");
_Static_assert(offsetof(struct gm_table, factor) == GM_TABLE_FACTOR, "layout.h: factor");
_Static_assert(offsetof(struct gm_table, word) == GM_TABLE_ENTRIES, "layout.h: entries");
_Static_assert(GM_ENTRY_KEY == 0 && GM_ENTRY_COUNT == sizeof(uint64_t), "keys.h: entries");
_Static_assert(GM_ARC_BYTES == GM_ARC_SCALE * GM_HOME_STEP, "layout.h: places of arcs");

struct gm_state gm;
#ifdef GM_SHARED_ARCS
struct gm_counters gm_shared;
#endif

/* An empty table that is never written to: the table of a thread before its first call. Its mask is
 * 0, and no key is 0. */
const uint64_t gm_no_table[(sizeof(struct gm_table) + (GM_REACH + 1) * GM_ARC_BYTES) / 8];
GM_ARCS_TLS struct gm_table *gm_arcs = GM_NO_TABLE;
GM_TLS struct gm_table *gm_blocks = GM_NO_TABLE;
GM_TLS struct gm_thread *gm_self;
