/* environment.c - what GMON_* asks for: read once, at the start
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/linux/linux.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

enum { DEFAULT_HZ = 100, MAX_HZ = 10000 };

static const char *const rank_names[] = {"SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                         "PMI_RANK", "MV2_COMM_WORLD_RANK"};

static bool is_set(const char *name, bool otherwise)
{
    const char *value = getenv(name);

    return value == NULL || *value == 0 ? otherwise : value[0] != '0';
}

static int read_hz(void)
{
    const char *text = getenv("GMON_HZ");
    int hz = 0;

    if (text == NULL || *text == 0)
        return DEFAULT_HZ;
    const char *s = text;
    for (; *s >= '0' && *s <= '9' && hz <= MAX_HZ; s++)
        hz = hz * 10 + (*s - '0');
    if (*s == 0 && hz >= 1 && hz <= MAX_HZ)
        return hz;
    gm_say("gmon: GMON_HZ=%s: not from 1 to %u; taking %u", text, (uint64_t)MAX_HZ,
           (uint64_t)DEFAULT_HZ);
    return DEFAULT_HZ;
}

static bool read_wall(void)
{
    const char *text = getenv("GMON_CLOCK");

    if (text == NULL || *text == 0 || strcmp(text, "cpu") == 0)
        return false;
    if (strcmp(text, "wall") == 0)
        return true;
    gm_say("gmon: GMON_CLOCK=%s: neither cpu nor wall; taking cpu", text);
    return false;
}

static void read_path(void)
{
    const char *template = getenv("GMON_OUT");
    const char *prefix = getenv("GMON_OUT_PREFIX");

    gm.opt.has_template = template != NULL && *template != 0;
    gm.opt.has_prefix = !gm.opt.has_template && prefix != NULL && *prefix != 0;
    if (gm.opt.has_template)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", template);
    else if (gm.opt.has_prefix)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", prefix);
    for (size_t i = 0; i < sizeof rank_names / sizeof rank_names[0] && gm.opt.rank[0] == 0; i++) {
        const char *rank = getenv(rank_names[i]);
        if (rank != NULL)
            gm_text(gm.opt.rank, sizeof gm.opt.rank, "%s", rank);
    }
}

void gm_read_environment(bool modules)
{
    gm.secure = getauxval(AT_SECURE) != 0;
    gm.opt.hz = DEFAULT_HZ;
    gm.opt.modules = modules;
    if (gm.secure)
        return;
    gm.opt.hz = read_hz();
    gm_linux.wall = read_wall();
    gm.opt.modules = is_set("GMON_MODULES", modules);
    gm.opt.verbose = is_set("GMON_VERBOSE", false);
    read_path();
}
