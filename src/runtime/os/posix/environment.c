/* environment.c - what GMON_* asks for: read once, at the start
 *
 * Role: fills gm.opt with what this part can do. What it cannot, and what makes no sense, has one
 * line on stderr; a program that is not profiled (state.h, gm_is_profiled) says nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/posix/posix.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { DEFAULT_HZ = 100, MAX_HZ = 10000 };

#if defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) ||                         \
    defined(__DragonFly__) || defined(__APPLE__)
static bool is_secure(void)
{
    return issetugid() != 0;
}
#else
static bool is_secure(void)
{
    return getuid() != geteuid() || getgid() != getegid();
}
#endif

/* The value; NULL: unset or empty. */
static const char *value_of(const char *name)
{
    const char *value = getenv(name);

    return value == NULL || *value == 0 ? NULL : value;
}

static bool is_digits(const char *s)
{
    return s[strspn(s, "0123456789")] == 0;
}

static bool is_one_of(const char *word, const char *const *list, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (strcasecmp(word, list[i]) == 0)
            return true;
    return false;
}

static bool is_set(const char *name)
{
    static const char *const yes[] = {"yes", "true", "on", "y"};
    static const char *const no[] = {"no", "false", "off", "n"};
    const char *value = value_of(name);

    if (value == NULL)
        return false;
    if (is_digits(value))
        return strspn(value, "0") != strlen(value);
    if (is_one_of(value, yes, sizeof yes / sizeof yes[0]))
        return true;
    if (!is_one_of(value, no, sizeof no / sizeof no[0]) && gm_is_profiled())
        gm_say("gmon: %s=%s: neither yes nor no; taking no", name, value);
    return false;
}

static int read_hz(void)
{
    const char *text = value_of("GMON_HZ");

    if (text == NULL)
        return DEFAULT_HZ;
    int number = is_digits(text) && strlen(text) < 10 ? (int)strtol(text, NULL, 10) : 0;
    if (number >= 1 && number <= MAX_HZ)
        return number;
    if (gm_is_profiled())
        gm_say("gmon: GMON_HZ=%s: not from 1 to %u; taking %u", text, (uint64_t)MAX_HZ,
               (uint64_t)DEFAULT_HZ);
    return DEFAULT_HZ;
}

static void read_path(void)
{
    const char *template = value_of("GMON_OUT");
    const char *prefix = value_of("GMON_OUT_PREFIX");

    gm.opt.has_template = template != NULL;
    gm.opt.has_prefix = template == NULL && prefix != NULL;
    if (gm.opt.has_template)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", template);
    else if (gm.opt.has_prefix)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", prefix);
}

static const char *first_number(const char *const *names, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char *value = value_of(names[i]);
        if (value != NULL && is_digits(value) && strlen(value) < sizeof gm.opt.rank)
            return value;
    }
    return NULL;
}

/* Slurm comes last: an mpirun that it has started hands its own rank on to all that it starts. */
static void read_rank(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMI_RANK",
                                        "PMIX_RANK", "SLURM_PROCID"};
    static const char *const sizes[] = {
        "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "PMI_SIZE",
        "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS",        "SLURM_NPROCS"};
    const char *rank = first_number(ranks, sizeof ranks / sizeof ranks[0]);
    const char *size = first_number(sizes, sizeof sizes / sizeof sizes[0]);

    if (rank == NULL)
        return;
    gm_text(gm.opt.rank, sizeof gm.opt.rank, "%s", rank);
    gm.opt.is_one_of_many = size != NULL && strtoul(size, NULL, 10) > 1;
}

/* What os/linux has besides. */
static void refuse(void)
{
    static const char *const others[] = {"GMON_CLOCK", "GMON_DUMP_SIGNAL", "GMON_EXIT_SIGNALS",
                                         "GMON_MODULES", "GMON_STACKS"};

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const char *value = value_of(others[i]);
        if (value != NULL && strcmp(value, "cpu") != 0 && strcmp(value, "0") != 0)
            gm_say("gmon: %s=%s: not on this system, so it is ignored; unset it", others[i], value);
    }
}

void gm_read_environment(void)
{
    gm.secure = is_secure();
    gm.opt.hz = DEFAULT_HZ;
    if (gm.secure)
        return;
    gm.opt.all = is_set("GMON_ALL");
    gm.opt.hz = read_hz();
    gm.opt.verbose = is_set("GMON_VERBOSE");
    read_path();
    read_rank();
    if (gm_is_profiled())
        refuse();
}
