/* image_traits - tells by the names of an image how it was made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/checks/image_traits.h"

#include "image/core_symbols.h"

/* Names, or beginnings of names, without the characters that formats put in front of them. */
static const struct {
    const char *begins;
    unsigned trait;
} known_names[] = {
    {"mcount", NAMES_HOOK},
    {"fentry__", NAMES_HOOK},
    {"gnu_mcount", NAMES_HOOK},
    {"gprof_mcount", NAMES_HOOK},
    {"cyg_profile_func", NAMES_HOOK},
    {"sanitizer_cov_trace", NAMES_HOOK},
    {"monstartup", NAMES_START},
    {"libc_start_main", NAMES_LIBC},
    {"pthread_create", STARTS_THREADS},
    {"thrd_create", STARTS_THREADS},
    {"GOMP_parallel", STARTS_THREADS},
    {"kmpc_fork_call", STARTS_THREADS},
    {"ZNSt6thread15_M_start_thread", STARTS_THREADS},
    {"gmon_tick", IS_FIRMWARE},
    {"cgo_topofstack", IS_GO},
    {"runtime.sigprof", IS_GO},
    {"ProfilerStart", IS_TCMALLOC},
};

unsigned name_traits(const char *name)
{
    const char *bare = name + strspn(name, "_.");
    unsigned traits = 0;

    for (size_t i = 0; i < sizeof known_names / sizeof *known_names; i++)
        if (*bare == *known_names[i].begins &&
            strncmp(bare, known_names[i].begins, strlen(known_names[i].begins)) == 0)
            traits |= known_names[i].trait;
    if (traits & NAMES_HOOK && strchr(bare, '@') && !strstr(bare, "@plt"))
        traits |= NAMES_LIBC_HOOK; /* its names have versions */
    if (traits & NAMES_START && strncmp(name, "monstartup@", 11) == 0)
        traits |= CHOOSES_RANGE;
    if (traits & NAMES_START && strncmp(name, "__monstartup@", 13) == 0)
        traits |= HAS_START_UP;
    return traits;
}

static void add_traits(void *context, const char *name)
{
    *(unsigned *)context |= name_traits(name);
}

unsigned image_traits(const struct image *image)
{
    unsigned traits = 0;

    return core_names(image, add_traits, &traits) ? traits : TRAITS - 1;
}
