/* variables.c - what GMON_* variables say, for all systems: words, numbers, names, ranks
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/os/variables.h"

#include "runtime/core/state.h"
#include "runtime/core/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- words ---------------------------------------------------------------------------------- */

const char *gm_value_of(const char *name)
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

bool gm_is_set(const char *name, bool otherwise)
{
    static const char *const yes[] = {"yes", "true", "on", "y"};
    static const char *const no[] = {"no", "false", "off", "n"};
    const char *value = gm_value_of(name);

    if (value == NULL)
        return otherwise;
    if (is_digits(value))
        return strspn(value, "0") != strlen(value);
    if (is_one_of(value, yes, sizeof yes / sizeof yes[0]))
        return true;
    if (is_one_of(value, no, sizeof no / sizeof no[0]))
        return false;
    if (gm_is_profiled())
        gm_say("gmon: %s=%s: neither yes nor no; taking %s", name, value, otherwise ? "yes" : "no");
    return otherwise;
}

int gm_number_of(const char *name, int max, int otherwise)
{
    const char *text = gm_value_of(name);

    if (text == NULL)
        return otherwise;
    if (is_digits(text) && strlen(text) < 10) {
        int number = (int)gm_text_number(text);
        if (number >= 1 && number <= max)
            return number;
    }
    if (gm_is_profiled())
        gm_say("gmon: %s=%s: not from 1 to %u; taking %u", name, text, (uint64_t)max,
               (uint64_t)otherwise);
    return otherwise;
}

int gm_read_hz(void)
{
    return gm_number_of("GMON_HZ", 10000, GM_DEFAULT_HZ);
}

/* ---- names of files ------------------------------------------------------------------------- */

static void check_letters(const char *template)
{
    for (const char *s = strchr(template, '%'); s != NULL && s[1] != 0; s = strchr(s + 2, '%')) {
        const char letter[2] = {s[1], 0};
        if (strchr("pehtr%", s[1]) == NULL)
            gm_say("gmon: GMON_OUT=%s: %%%s means nothing and stays as it is; there are %%p %%e "
                   "%%h %%t %%r and %%%%",
                   template, letter);
    }
}

void gm_read_path(void)
{
    const char *template = gm_value_of("GMON_OUT");
    const char *prefix = gm_value_of("GMON_OUT_PREFIX");

    gm.opt.has_template = template != NULL;
    gm.opt.has_prefix = template == NULL && prefix != NULL;
    if (gm.opt.has_template)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", template);
    else if (gm.opt.has_prefix)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", prefix);
    if (gm.opt.has_template && gm_is_profiled())
        check_letters(template);
}

/* ---- ranks ---------------------------------------------------------------------------------- */

/* Slurm comes last: an mpirun that it has started once on each machine hands that one's rank on to
 * all that it starts there. */
static const char *const rank_names[] = {"OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMI_RANK",
                                         "PMIX_RANK", "SLURM_PROCID"};
static const char *const size_names[] = {
    "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "PMI_SIZE",
    "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS",        "SLURM_NPROCS"};

static const char *first_number(const char *const *names, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char *value = gm_value_of(names[i]);
        if (value != NULL && is_digits(value) && strlen(value) < sizeof gm.opt.rank)
            return value;
    }
    return NULL;
}

void gm_read_rank(void)
{
    const char *rank = first_number(rank_names, sizeof rank_names / sizeof rank_names[0]);
    const char *size = first_number(size_names, sizeof size_names / sizeof size_names[0]);

    if (rank == NULL)
        return;
    gm_text(gm.opt.rank, sizeof gm.opt.rank, "%s", rank);
    gm.opt.is_one_of_many = size != NULL && gm_text_number(size) > 1;
}
