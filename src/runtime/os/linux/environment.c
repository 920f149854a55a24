/* environment.c - what GMON_* asks for: read once, at the start
 *
 * Role: fills gm.opt. What makes no sense has one line on stderr (os/variables.h).
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/text.h"
#include "runtime/os/variables.h"
#include "runtime/os/linux/linux.h"

#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

enum {
    DEFAULT_DEPTH = 512, /* frames of a stack */
    MAX_DEPTH = 65536,
    DEFAULT_NODES = 2000000, /* 80 MB */
    MAX_NODES = 999999999
};

static bool read_wall(void)
{
    const char *text = gm_value_of("GMON_CLOCK");

    if (text == NULL || strcmp(text, "cpu") == 0)
        return false;
    if (strcmp(text, "wall") == 0)
        return true;
    if (gm_is_profiled())
        gm_say("gmon: GMON_CLOCK=%s: neither cpu nor wall; taking cpu", text);
    return false;
}

static bool is_known(const char *name)
{
    static const char *const known[] = {"ALL",    "CLOCK",       "DUMP_SIGNAL", "EXIT_SIGNALS",
                                        "HZ",     "MODULES",     "OUT",         "OUT_PREFIX",
                                        "STACKS", "STACK_DEPTH", "STACK_NODES", "VERBOSE"};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    return false;
}

static void check_names(void)
{
    for (char **s = environ; s != NULL && *s != NULL; s++) {
        char name[32];
        size_t size = strcspn(*s, "=");
        if (strncmp(*s, "GMON_", 5) != 0)
            continue;
        gm_text(name, size - 5 < sizeof name ? size - 5 + 1 : sizeof name, "%s", *s + 5);
        if (!is_known(name))
            gm_say(
                "gmon: GMON_%s: no such variable; there are GMON_ALL, CLOCK, DUMP_SIGNAL, "
                "EXIT_SIGNALS, HZ, MODULES, OUT, OUT_PREFIX, STACKS, STACK_DEPTH, STACK_NODES and "
                "VERBOSE",
                name);
    }
}

void gm_read_environment(bool modules)
{
    gm.secure = getauxval(AT_SECURE) != 0;
    gm.opt.hz = GM_DEFAULT_HZ;
    gm.opt.modules = modules;
    if (gm.secure)
        return;
    gm.opt.all = gm_is_set("GMON_ALL", false);
    gm.opt.hz = gm_read_hz();
    gm_linux.wall = read_wall();
    gm.opt.modules = gm_is_set("GMON_MODULES", modules);
    gm.opt.verbose = gm_is_set("GMON_VERBOSE", false);
    gm.opt.stacks = gm_is_set("GMON_STACKS", false);
    gm.opt.stack_depth = (uint32_t)gm_number_of("GMON_STACK_DEPTH", MAX_DEPTH, DEFAULT_DEPTH);
    gm.opt.stack_nodes = (uint32_t)gm_number_of("GMON_STACK_NODES", MAX_NODES, DEFAULT_NODES);
    gm_read_path();
    gm_read_rank();
    if (gm_is_profiled())
        check_names();
}
