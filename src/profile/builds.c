/* builds - tells which programs and libraries are of one build in all data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/builds.h"

#include "base/mem.h"
#include "base/words.h"

/* Adds a file of the build `text`; NULL: its build is not known. */
static void add(struct builds *b, const char *name, const char *text, struct diag *d)
{
    uint32_t build = text ? text_map_add(&b->first, text, d) : TEXT_MAP_NONE;
    uint32_t number = text_map_add(&b->names, name, d);

    if (number == b->n)
        *mem_push(d, b->of, b->n, b->cap) = (struct build_state){.first = build};
    b->of[number].differ |= !text || b->of[number].first != build;
}

void builds_add(struct builds *b, const char *path, struct build_id id, struct diag *d)
{
    LOCAL char *text = id.n > 0 ? build_id_text(id, d) : mem_printf(d, "file %s", path);

    add(b, diag_basename(path), text, d);
}

void builds_forget(struct builds *b, const char *path)
{
    for (size_t i = 0; i < b->n; i++)
        b->of[i].differ |= !path || strcmp(b->names.texts[i], diag_basename(path)) != 0;
}

void builds_add_all(struct builds *b, const struct builds *from, struct diag *d)
{
    for (size_t i = 0; i < from->n; i++)
        add(b, from->names.texts[i],
            from->of[i].differ ? NULL : from->first.texts[from->of[i].first], d);
}

void builds_add_run(struct builds *b, const char *image, struct build_id id,
                    const struct stack_data *stacks, struct diag *d)
{
    builds_add(b, image, id, d);
    for (size_t i = 0; i < stacks->n_modules; i++)
        if (!stack_module_fits(&stacks->modules[i], id, image))
            builds_add(b, stacks->modules[i].path, stacks->modules[i].id, d);
}

bool builds_is_one(const struct builds *b, const char *path)
{
    uint32_t number = text_map_find(&b->names, diag_basename(path));

    return number == TEXT_MAP_NONE || !b->of[number].differ;
}

size_t builds_file_length(const char *function)
{
    const char *plus = strrchr(function, '+');

    return plus && begins_with(plus, "+0x") ? (size_t)(plus - function) : 0;
}

void builds_release(struct builds *b)
{
    text_map_release(&b->names);
    text_map_release(&b->first);
    free(b->of);
    *b = (struct builds){0};
}
