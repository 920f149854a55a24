/* stack_out.c - writes the file of call stacks, the companion of the data file
 *
 * The length of a section stands in front of it. So the bytes of a section are counted first, by a
 * writer without a buffer.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/call_stacks.h"
#include "gmon_stacks.h"
#include "runtime/core/file_out.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/stacks/stack_union.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

enum { SECOND = 1000000000, RUNS = 1, SUM_BYTES = 4 };

/* Contents of the file. */
struct stack_file {
    struct gm_stacks *s;
    struct gm_stack_sums sums;
    uint64_t missing, elapsed;
    uint64_t data_bytes, data_mark; /* size and gstack_sum() of the data file */
};

typedef void put_payload(struct gm_out *o, const struct stack_file *f);

static void put_section(struct gm_out *o, enum gstack_tag tag, put_payload *put,
                        const struct stack_file *f)
{
    struct gm_out counted = {.buffer = NULL};

    put(&counted, f);
    gm_put_u8(o, tag);
    gm_put_number(o, counted.bytes);
    put(o, f);
}

static void put_data(struct gm_out *o, const struct stack_file *f)
{
    gm_put_number(o, f->data_bytes);
    gm_put_number(o, f->data_mark);
}

static void put_elapsed(struct gm_out *o, const struct stack_file *f)
{
    gm_put_number(o, f->elapsed);
    gm_put_number(o, RUNS);
}

/* ---- modules -------------------------------------------------------------------------------- */

static void put_text(struct gm_out *o, const void *text, size_t size)
{
    gm_put_number(o, size);
    gm_put_bytes(o, text, size);
}

static void put_modules(struct gm_out *o, const struct stack_file *f)
{
    gm_put_number(o, f->s->modules.count);
    for (uint32_t number = 1; number <= f->s->modules.count; number++) {
        const struct gm_object *object = gm_stack_module(f->s, number);
        gm_put_u8(o, object->kind);
        put_text(o, object->id, object->id_bytes);
        put_text(o, object->path, gm_text_until(object->path, 0));
    }
}

/* ---- the tree ------------------------------------------------------------------------------- */

static void put_difference(struct gm_out *o, uint64_t key, uint64_t parent)
{
    gm_put_number(o, key >= parent ? (key - parent) << 1 : ((parent - key) << 1) - 1);
}

static void put_node(struct gm_out *o, struct gm_stacks *s, uint32_t number)
{
    const struct gm_stack_link *link = gm_stack_link(s, number);
    uint32_t module = gm_stack_module_of(s, number);

    gm_put_number(o, module != gm_stack_module_of(s, link->up) ? module : 0);
    put_difference(o, gm_stack_key_of(s, number), gm_stack_key_of(s, link->up));
    gm_put_number(o, link->children);
    gm_put_number(o, link->counts.signals);
    if (link->counts.signals != 0) {
        gm_put_number(o, link->counts.ticks);
        gm_put_number(o, link->counts.squares);
    }
}

static void put_tree(struct gm_out *o, const struct stack_file *f)
{
    uint32_t number = GM_STACK_ROOT;

    gm_put_u8(o, gm.opt.stack_clock);
    gm_put_number(o, (uint64_t)(SECOND / gm.opt.hz));
    gm_put_number(o, f->sums.signals);
    gm_put_number(o, f->sums.ticks);
    gm_put_number(o, f->missing);
    gm_put_number(o, f->sums.ends[GSTACK_NO_MEMORY]);
    gm_put_number(o, RUNS);
    do {
        put_node(o, f->s, number);
        number = gm_stack_next(f->s, number);
    } while (number != GM_STACK_ROOT);
}

/* ---- the file ------------------------------------------------------------------------------- */

/* Puts the lowest byte first: files of stacks are the same on all machines. */
static void put_sum(struct gm_out *o, uint32_t sum)
{
    for (unsigned i = 0; i < SUM_BYTES; i++)
        gm_put_u8(o, sum >> 8 * i & UINT8_MAX);
}

static void put_all(struct gm_out *o, const struct stack_file *f)
{
    static const unsigned char version[GSTACK_HEADER_BYTES - GSTACK_MAGIC_BYTES] = {GSTACK_MAJOR,
                                                                                    GSTACK_MINOR};

    gm_put_bytes(o, GSTACK_MAGIC, GSTACK_MAGIC_BYTES);
    gm_put_bytes(o, version, sizeof version);
    put_section(o, GSTACK_DATA, put_data, f);
    put_section(o, GSTACK_ELAPSED, put_elapsed, f);
    put_section(o, GSTACK_MODULES, put_modules, f);
    put_section(o, GSTACK_TREE, put_tree, f);
    gm_out_flush(o);
    gm_put_u8(o, GSTACK_END);
    gm_put_number(o, SUM_BYTES);
    put_sum(o, o->sum);
}

static void say(const char *path, const struct stack_file *f, int64_t bytes)
{
    const uint64_t *ends = f->sums.ends;

    gm_say("gmon: %s: %u samples, of these %u complete, %u guessed and %u of the leaf alone; %u "
           "ticks, %u missing; %u nodes, %u bytes",
           path, (uint64_t)atomic_load(&f->s->signals), ends[GSTACK_COMPLETE], ends[GSTACK_GUESSED],
           ends[GSTACK_NO_MEMORY], f->sums.ticks, f->missing, f->sums.nodes, (uint64_t)bytes);
}

bool gm_write_stacks(const char *path, uint64_t due, uint64_t elapsed, uint64_t data_bytes,
                     uint64_t data_mark)
{
    struct stack_file f = {.s = atomic_load(&gm.stacks),
                           .elapsed = elapsed,
                           .data_bytes = data_bytes,
                           .data_mark = data_mark};
    struct gm_out o = {.is_companion = true};
    char *name = gm.library_path;

    gm_text_beside(name, sizeof gm.library_path, path, GSTACK_PREFIX);
    gm_stack_unite(f.s, &f.sums);
    f.missing = due > f.sums.ticks ? due - f.sums.ticks : 0;
    if (gm_out_open(&o, name))
        put_all(&o, &f);
    int64_t bytes = gm_out_close(&o, name);
    if (bytes > 0 && gm.opt.verbose)
        say(name, &f, bytes);
    gm_stack_forget_names(f.s);
    return bytes >= 0;
}
