/* call_stacks.c - call stacks of samples, with GMON_STACKS=1
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/stacks/call_stacks.h"
#include "runtime/core/stacks/stack_nodes.h"
#include "runtime/core/stacks/thread_stacks.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

bool gm_stacks_begin(enum gstack_clock clock)
{
    struct gm_stacks *s =
        gm.opt.stacks ? gm_stacks_new(gm.opt.stack_depth, gm.opt.stack_nodes) : NULL;

    if (s != NULL)
        s->clock = (uint8_t)clock;
    else if (gm.opt.stacks && gm_is_profiled())
        gm_say("gmon: out of memory for call stacks: there will be none");
    atomic_store(&gm.stacks, s);
    return s != NULL;
}

struct gm_stack_tree *gm_stack_begin(struct gm_thread *t)
{
    struct gm_stacks *s = atomic_load_explicit(&gm.stacks, memory_order_acquire);

    atomic_fetch_add_explicit(&s->signals, 1, memory_order_relaxed);
    if (t == NULL)
        return NULL;
    if (t->stacks == NULL)
        t->stacks = gm_stack_tree_new(s->depth);
    if (t->stacks != NULL)
        t->stacks->n = 0;
    return t->stacks;
}

static struct gm_frame frame_of(uintptr_t pc)
{
    uint32_t object = gm_is_own(pc) ? (uint32_t)GM_OBJECT_PROFILER : gm_object_at(pc);
    bool is_known = object != GM_OBJECT_PROFILER && object != GM_OBJECT_ANONYMOUS;

    return (struct gm_frame){object, is_known ? 2 * (pc - gm_object(object)->bias) : 0};
}

void gm_stack_walk(struct gm_stack_tree *tree)
{
    tree->way = gm_walk((struct gm_walker *)(void *)tree->walker, &tree->registers, tree->depth,
                        &tree->frames, &tree->n);
}

void gm_stack_sample_leaf(const struct gm_stack_tree *tree, uintptr_t pc, uint64_t n)
{
    struct gm_stacks *s = atomic_load_explicit(&gm.stacks, memory_order_acquire);
    struct gm_frame leaf = tree != NULL && tree->n > 0 ? tree->frames[0] : frame_of(pc);

    gm_stack_count_leaf(s, leaf.object + 1, leaf.key, n);
}

void gm_stack_sample_own(struct gm_thread *t, uint64_t n)
{
    static const struct gm_frame own = {.object = GM_OBJECT_PROFILER};
    struct gm_stacks *s = atomic_load_explicit(&gm.stacks, memory_order_acquire);
    struct gm_stack_tree *tree = s != NULL ? gm_stack_begin(t) : NULL;

    if (tree != NULL) {
        tree->frames = &own;
        tree->n = 1;
        tree->way = GSTACK_COMPLETE;
    }
    if (s != NULL && (tree == NULL || !gm_stack_tree_count(s, tree, n)))
        gm_stack_count_leaf(s, own.object + 1, own.key, n);
}

void gm_stacks_forget(void)
{
    struct gm_stacks *s = atomic_load(&gm.stacks);

    if (s != NULL)
        gm_stack_nodes_forget(s);
}

void gm_stacks_after_fork(void)
{
    struct gm_stacks *s = atomic_load(&gm.stacks);

    if (s == NULL)
        return;
    for (struct gm_thread *t = atomic_load(&gm.threads); t != NULL; t = t->next) {
        gm_stack_tree_free(t->stacks);
        t->stacks = NULL;
    }
    gm_stack_nodes_free(s);
}
