/* gmon_path.c - what the environment asks for, and the name of the file at exit
 *
 * Role: reads GMON_* once, at the start; makes a file name of the template at each dump, as the
 * process number changes with a fork. A set-uid program reads nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_int.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/utsname.h>

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

    gm.opt.template = template != NULL && *template != 0;
    gm.opt.prefix = !gm.opt.template && prefix != NULL && *prefix != 0;
    if (gm.opt.template)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", template);
    else if (gm.opt.prefix)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", prefix);
    for (size_t i = 0; i < sizeof rank_names / sizeof rank_names[0] && gm.opt.rank[0] == 0; i++) {
        const char *rank = getenv(rank_names[i]);
        if (rank != NULL)
            gm_text(gm.opt.rank, sizeof gm.opt.rank, "%s", rank);
    }
}

/* With can_map_libraries data files of libraries are the default. */
void gm_read_environment(bool modules)
{
    gm.secure = getauxval(AT_SECURE) != 0;
    gm.opt.hz = DEFAULT_HZ;
    gm.opt.modules = modules;
    if (gm.secure)
        return;
    gm.opt.hz = read_hz();
    gm.opt.wall = read_wall();
    gm.opt.modules = is_set("GMON_MODULES", modules);
    gm.opt.verbose = is_set("GMON_VERBOSE", false);
    read_path();
}

/* LD_PRELOAD goes on to programs that this one starts. The first of them leaves its number in
 * GMON_ROOT; the others treat it as their parent, and do not take its file. */
void gm_find_root(void)
{
    char own[24];
    const char *root = getenv("GMON_ROOT");

    if (gm.secure || gm_external() != 0)
        return;
    gm_text(own, sizeof own, "%u", (uint64_t)gm.pid);
    if (root == NULL)
        setenv("GMON_ROOT", own, 1);
    else if (strcmp(root, own) != 0)
        gm.first_pid = 0;
}

/* ---- the name of the file ------------------------------------------------------------------- */

static size_t put_host(char *to, size_t size)
{
    struct utsname name;

    if (gm_syscall(SYS_uname, (long)&name, 0, 0, 0, 0, 0) != 0)
        return gm_text(to, size, "host");
    return gm_text(to, size, "%s", name.nodename);
}

static size_t put_program(char *to, size_t size)
{
    char *path = gm.other_path;
    const char *name = path;
    long n = gm_syscall(SYS_readlink, (long)"/proc/self/exe", (long)path, GM_PATH - 1, 0, 0, 0);

    if (n <= 0)
        return gm_text(to, size, "program");
    path[n] = 0;
    for (const char *s = path; *s != 0; s++)
        if (*s == '/')
            name = s + 1;
    return gm_text(to, size, "%s", name);
}

/* One letter behind a %; sets *pid where the text tells processes apart. */
static size_t put_field(char *to, size_t size, char letter, bool *pid)
{
    switch (letter) {
    case 'p':
        *pid = true;
        return gm_text(to, size, "%u", (uint64_t)gm.pid);
    case 'h':
        return put_host(to, size);
    case 'e':
        return put_program(to, size);
    case 't':
        return gm_text(to, size, "%u", gm.time_start);
    case 'r':
        return gm_text(to, size, "%s", gm.opt.rank[0] != 0 ? gm.opt.rank : "0");
    case '%':
        return gm_text(to, size, "%s", "%");
    default: {
        const char text[2] = {letter, 0};
        return gm_text(to, size, "%%%s", text);
    }
    }
}

/* A forked child never writes the parent's file: where the name does not tell them apart, the
 * process number is put behind it. */
void gm_path(char *to, size_t size)
{
    size_t n = 0;
    bool has_pid = gm.opt.prefix;

    if (gm.opt.prefix) {
        gm_text(to, size, "%s.%u", gm.opt.path, (uint64_t)gm.pid);
        return;
    }
    for (const char *s = gm.opt.template ? gm.opt.path : "gmon.out"; *s != 0 && n + 1 < size; s++) {
        if (*s == '%' && s[1] != 0)
            n += put_field(to + n, size - n, *++s, &has_pid);
        else
            to[n++] = *s;
    }
    to[n] = 0;
    if (gm.pid != gm.first_pid && !has_pid)
        gm_text(to + n, size - n, ".%u", (uint64_t)gm.pid);
}
