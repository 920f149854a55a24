/* test_limit - tests what memory cgroups allow, and which bytes of a file count
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/limit.h"
#include "unit.h"

#include <sys/stat.h>

/* Writes a file in a directory of a tree of cgroups. */
static void put(const char *directory, const char *file, const char *text)
{
    char path[200];

    mkdir(directory, 0755);
    snprintf(path, sizeof path, "%s/%s", directory, file);
    unit_spew(path, text, strlen(text));
}

static uint64_t limit_for(const char *list)
{
    unit_spew("list", list, strlen(list));
    return limit_of_cgroups("list", "root");
}

static void test_cgroups(void)
{
    mkdir("root", 0755);
    put("root/outer", "memory.max", "3000\n");
    put("root/outer/inner", "memory.max", "max\n");
    put("root/small", "memory.max", "20\n");
    put("root/memory", "memory.limit_in_bytes", "9223372036854771712\n");
    put("root/memory/job", "memory.limit_in_bytes", "700\n");
    is_uint(limit_for("0::/outer/inner\n"), 3000, "version 2: the limit of the group around");
    is_uint(limit_for("0::/small\n"), 20, "its own limit");
    is_uint(limit_for("0::/\n"), UINT64_MAX, "none at the root of a container");
    is_uint(limit_for("9:name=systemd:/small\n4:memory:/job\n0::/\n"), 700, "version 1");
    is_uint(limit_for("4:memory:/\n"), UINT64_C(9223372036854771712), "version 1, no limit");
    is_uint(limit_for("4:memory:/job\n0::/small\n"), 20, "both: the least");
    is_uint(limit_for("nonsense\n:\n0:\n"), UINT64_MAX, "rows that are none");
    is_uint(limit_of_cgroups("none", "root"), UINT64_MAX, "no cgroups");
}

/* Until limit_begin a run has no limit, and no file counts. */
static void test_before(void)
{
    unit_spew("file", "12345", 5);
    is_uint(limit_bytes_of("file"), 0, "without a limit, no file counts");
    limit_add(UINT64_MAX);
    limit_output(1, SIZE_MAX);
    limit_refused(0);
    limit_lift();
    ok(true, "and nothing ends the program");
}

UNIT_TESTS(test_cgroups, test_before)
