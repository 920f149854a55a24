#!/bin/sh
# harmless_starts.t - how a program gets libgmon, and how it ends, changes nothing in it
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"

# ---- dlopen, monstartup, dlclose ------------------------------------------------------------------
cat >loads.c <<'END'
#include <dlfcn.h>
#include <time.h>
int main(int argc, char **argv)
{
    void (*start)(unsigned long, unsigned long);
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
    if (library == 0)
        return 9;
    *(void **)&start = dlsym(library, "monstartup");
    start(0, 0);
    dlclose(library);
    while (clock() < CLOCKS_PER_SEC / 10)
        ;
    return 7;
}
END
$CC loads.c -ldl -o loads || bail 'cannot build'
run timeout 60 ./loads "$libgmon_so"
is "$status $(test -s gmon.out && echo written)" '7 written' 'dlopen, monstartup, dlclose: the program goes on, and is profiled'
done_testing
