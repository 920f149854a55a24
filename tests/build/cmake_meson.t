#!/bin/sh
# cmake_meson.t - doc/examples/project is profiled with what is installed for CMake and Meson
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT CFLAGS CXXFLAGS FFLAGS LDFLAGS
. "$SRCDIR/tests/runtime/runtime.sh"
command -v cmake >/dev/null || command -v meson >/dev/null || skip_all 'no cmake, no meson'
export CC

ok 'make install' make_with_products DESTDIR="$PWD/dest" prefix=/usr exec_prefix=/usr install-runtime
mv dest 'moved to'
root="$PWD/moved to/usr"
cp -r "$SRCDIR/doc/examples/project" . && chmod -R u+w project

# counted DIRECTORY - how often the programs built there, of 600 words, have called what; empty: no profile
counted()
(
    cd "$1" && rm -f gmon.out
    ./mktext 600 >text && ./words text >words.out && test -f gmon.out &&
        echo "$(calls table_find words) $(calls hash words)"
)

if command -v cmake >/dev/null; then
    generator='Unix Makefiles'
    command -v ninja >/dev/null && generator=Ninja
    ok 'cmake: Profile' cmake -G "$generator" -S project -B profile -Dgmon_ROOT="$root" -DCMAKE_BUILD_TYPE=Profile
    ok 'is built' cmake --build profile
    is "$(counted profile)" '600 600' 'and profiled'

    cat >>project/CMakeLists.txt <<'END'
set(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -fomit-frame-pointer")
gmon_add_targets(mktext 9)
END
    for base in '' "$PWD/profile/mktext"; do
        ok "cmake: GMON_BASE=$base" cmake -G "$generator" -S project -B turns -Dgmon_ROOT="$root" \
            -DCMAKE_BUILD_TYPE=Profile -DGMON_GPROF="$GPROF" -DGMON_BASE="$base" -DGMON_LIMITS='--fail-on=calls:0;--max-runs=1'
        run cmake --build turns --target compare-mktext
        if test -z "$base"; then
            like "$(cat "$out" "$err")" 'GMON_BASE is not set: the older build of mktext' 'without a base it says so'
        else
            like "$(cat "$out")" '^What changed' 'a target compares an executable with an older build'
        fi
    done
    sed -i.bak '/^set(CMAKE_C_FLAGS/d; /^gmon_add_targets/d' project/CMakeLists.txt

    # Languages that are there, components, versions, and a target; what does not fit is refused.
    mkdir other && cd other || exit 1
    cp ../project/mktext.c ../project/hash.c ../project/table.h .
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(other C)
find_package(gmon 1.0 REQUIRED COMPONENTS shared static)
add_executable(with_shared mktext.c hash.c)
target_link_libraries(with_shared PRIVATE Gmon::gmon)
add_executable(with_static mktext.c hash.c)
target_link_libraries(with_static PRIVATE Gmon::static)
add_executable(only_profile mktext.c hash.c)
target_link_libraries(only_profile PRIVATE $<$<CONFIG:Profile>:Gmon::gmon>)
find_package(gmon 999 QUIET)
message(STATUS "version 999: ${gmon_FOUND}")
find_package(gmon QUIET COMPONENTS strange)
message(STATUS "component strange: ${gmon_FOUND}")
message(STATUS "Fortran: ${CMAKE_Fortran_FLAGS_PROFILE}, C++: ${CMAKE_CXX_FLAGS_PROFILE}")
END
    run cmake -G "$generator" -S . -B b -DCMAKE_PREFIX_PATH="$root" \
        -DCMAKE_BUILD_TYPE=Release
    is_status 0 'cmake: components'
    is "$(sed -n 's/^-- //p' "$out" | grep -e '^version' -e '^component' -e '^Fortran')" 'version 999: 0
component strange: 0
Fortran: -O2 -g -pg -fno-omit-frame-pointer, C++: -O2 -g -pg -fno-omit-frame-pointer' 'other versions and components are not found; flags are there for each language'
    ok 'are built' cmake --build b
    for program in with_shared with_static only_profile; do
        rm -f gmon.out*
        b/$program 90 >/dev/null
        echo "$program $(test ! -f gmon.out || calls hash b/$program) $(readelf -d b/$program | grep -c 'libgmon.so.1')"
    done >linked
    is "$(cat linked)" 'with_shared 90 1
with_static 90 0
only_profile  0' 'the targets are what they say'
    # A generator of several configurations
    if test "$generator" = Ninja; then
        ok 'cmake: several build types' cmake -G 'Ninja Multi-Config' -S . -B m -DCMAKE_PREFIX_PATH="$root"
        ok 'Profile is one of them' cmake --build m --config Profile --target only_profile
        m/Profile/only_profile 80 >/dev/null
        is "$(calls hash m/Profile/only_profile)" 80 'and profiles'
    fi
    cd ..
else
    skip CMake 'no cmake'
fi

if command -v meson >/dev/null && command -v ninja >/dev/null && command -v pkg-config >/dev/null; then
    # Of a tree that was moved the sysroot tells pkg-config.
    PKG_CONFIG_LIBDIR="$root/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$PWD/sysroot"
    export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
    ln -s 'moved to' sysroot
    ok 'meson: profile' meson setup meson project -Dprofile=true
    ok 'is built by meson' ninja -C meson
    is "$(counted meson)" '600 600' 'and profiled, too'
else
    skip Meson 'no meson, ninja or pkg-config'
fi
done_testing
