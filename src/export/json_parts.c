/* json_parts - members that many records of the JSON export have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/json_parts.h"

const char *const json_stack_ends[GSTACK_ENDS] = {
    [GSTACK_COMPLETE] = "complete",   [GSTACK_GUESSED] = "guessed",
    [GSTACK_NO_UNWIND] = "no-unwind", [GSTACK_OFF_STACK] = "off-stack",
    [GSTACK_TOO_DEEP] = "too-deep",   [GSTACK_NO_MEMORY] = "no-memory",
};

void json_put_self(struct json_object *o, uint64_t samples, uint64_t self)
{
    json_put_u64(o, "samples", samples);
    json_put_u64(o, "self", self);
}

void json_put_place(struct json_object *o, const char *file, unsigned line)
{
    json_put_string(o, "file", file);
    json_put_u64(o, "line", file ? line : 0);
}
