/* fuzz_map_file - fuzz target: the map of functions to object files (-R)
 *
 * Input: the map. Checks: every function and every object in it is found again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "symbols/map_file.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    fuzz_enter_directory();
    return 0;
}

static void check_map(const struct map_file *m, size_t size)
{
    size_t firsts = 0;

    FUZZ_CHECK(m->n_entries > 0 && m->n_entries <= size && m->n_objects > 0);
    for (size_t i = 1; i < m->n_objects; i++)
        FUZZ_CHECK(strcmp(m->objects[i - 1], m->objects[i]) < 0);
    for (size_t i = 0; i < m->n_entries; i++) {
        const struct map_entry *e = &m->entries[i], *found = map_file_find(m, e->function);
        size_t object = map_file_object(m, e->object);

        FUZZ_CHECK(*e->object && e->number < m->n_entries);
        FUZZ_CHECK(found && strcmp(found->function, e->function) == 0);
        FUZZ_CHECK(object < m->n_objects && strcmp(m->objects[object], e->object) == 0);
        FUZZ_CHECK(i == 0 || strcmp(m->entries[i - 1].function, e->function) <= 0);
        firsts += e->is_first;
    }
    FUZZ_CHECK(firsts >= m->n_objects);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diag d = fuzz_diag();
    struct map_file m;

    unit_spew("map", data, size);
    if (map_file_read(&m, "map", &d))
        check_map(&m, size);
    else
        FUZZ_CHECK(d.errors == 1);
    FUZZ_CHECK(d.errors == 0 || m.n_objects == 0);
    map_file_release(&m);
    return 0;
}
