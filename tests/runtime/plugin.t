#!/bin/sh
# plugin.t - a plugin that is linked with -lgmon harms no host; it has a profile, or a line says how to get one
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
. "$SRCDIR/tests/runtime/runtime.sh"
test -z "${VARIANT-}" || skip_all 'a variant build'

$CC -g "$progs/plugin_host.c" -o host -ldl || bail 'cannot build plugin_host.c'
# plugin FLAG...: plugin.so with the archive
plugin()
{
    $CC -g -pg -fPIC -shared "$progs/plugin.c" -o plugin.so "$libgmon_a" "$@" || bail 'cannot build plugin.c'
}

# libc was loaded before, and has an mcount of its own.
line='gmon: plugin.so is not profiled: -lgmon is for programs; run the program by GMON_MODULES=plugin.so gprof-run'
plugin
for way in '1 keep' 1 0; do
    # shellcheck disable=SC2086
    run timeout 60 ./host $way
    is "$status $(cat "$out") $(cat "$err")" "0 SIGPROF is default $line" "host $way: lives, and a line says what to do"
done
run timeout 60 ./host 3
is "$status $(cat "$out") $(uniq "$err")" "0 SIGPROF is default $line" 'host 3: lives'
is "$(ls -- *gmon* 2>/dev/null)" '' 'and there are no files'

rm -f ./*gmon.out*
run timeout 60 env GMON_MODULES=plugin.so LD_PRELOAD="$libgmon_so" GMON_ALL=1 ./host 1
is "$status $(cat "$err") $(calls inner plugin.so gmon.out.plugin.so)" '0  50' 'with the shared library it is profiled, and there is no line'

# A plugin whose names are its own: the runtime begins and ends with it.
plugin -Wl,--exclude-libs,ALL
for way in '1 keep' 1 0 3; do
    rm -f ./*gmon.out*
    # shellcheck disable=SC2086
    run timeout 60 env GMON_HZ=1000 ./host $way
    taken=default
    test "$way" != '1 keep' || taken=taken
    is "$status $(cat "$out" "$err") $(ls gmon.out)" "0 SIGPROF is $taken gmon.out" "host $way, with names of its own: lives, and has a file"
done

# ---- the price of dlclose -----------------------------------------------------------------------
# With 40 libraries loaded, 30 calls of dlclose() read nothing of them again.
cat >closes.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>
int main(void)
{
    char name[32];
    for (int i = 0; i < 40; i++) {
        sprintf(name, "./lib%d.so", i);
        if (dlopen(name, RTLD_NOW) == NULL)
            return 1;
    }
    while (clock() < CLOCKS_PER_SEC / 10)
        ;
    for (int i = 0; i < 30; i++) {
        void *library = dlopen("./one.so", RTLD_NOW);
        if (library == NULL || dlclose(library) != 0)
            return 1;
    }
    return 0;
}
END
echo 'int one(void) { return 1; }' >one.c
$CC -shared -fPIC one.c -o one.so || bail 'cannot build one.c'
i=0
while test $i -lt 40; do
    cp one.so lib$i.so
    i=$((i + 1))
done
$CC -pg closes.c -o closes "$libgmon_a" -ldl || bail 'cannot build closes.c'
if strace -V >/dev/null 2>&1 && strace -o calls ./closes && grep -q process_vm_readv calls; then
    copies=$(grep -c process_vm_readv calls)
    ok "dlclose() reads no library again: $copies copies" test "$copies" -lt 1000
else
    skip 'dlclose() reads no library again' 'no strace that works'
fi
done_testing
