#!/bin/sh
# real_names.t - names of C++, Fortran and Ada as their compilers make them: short, and in symspecs
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"

test -z "$VARIANT$VALGRIND" || skip_all 'programs of a variant build have other names'

# shown PROGRAM OPTION... - the names in the flat profile of a program that has run
shown()
{
    program=$1
    shift
    gprof -b -p -z "$@" "$program" gmon.out 2>"$err" | sed '1,/name    $/d; s/^.\{54\}//' | sort
}

# has TEXT NAME - a line of the last output is TEXT
has()
{
    ok "$2: $1" grep -Fqx -e "$1" list
}

# What was inlined has a name of the same style as all others, in a page and in a profile for pprof.
cat >inlined.cc <<'END'
namespace geo {
template <class T> __attribute__((always_inline)) inline T twice(T x, volatile T *y) { *y = x; return *y + x; }
}
int main(int n, char **) { volatile int v; return geo::twice<int>(n, &v); }
END
if ${CXX:-c++} -g -O2 inlined.cc -o inlined 2>log && grep -qa 'libdw\.so' "${GPROF_REAL:-$GPROF}"; then
    main=0x$(nm inlined | sed -n 's/ T main$//p')
    printf 'magic\nhist %s 0x%x 16 100 seconds s\nfill 0 15 1\n' "$main" $((main + 16)) | "$TOOLS/mkgmon" >gmon.out
    for names in short full mangled; do
        case $names in
        short) name='geo::twice<int>(...)' ;;
        full) name='int geo::twice<int>(int, int volatile*)' ;;
        mangled) name=_ZN3geo5twiceIiEET_S1_PVS1_ ;;
        esac
        gprof --names=$names --export=pprof inlined gmon.out | gunzip | sed 's/…/.../' >list
        ok "inlined, pprof, --names=$names: $name" grep -Fqa -e "$name" list
        is "$(gprof --names=$names --export=html inlined gmon.out | sed 's/\\u003c/</; s/\\u003e/>/; 1,/^"inlined"/d' | sed 1q)" "\"$name\"" \
            'and the page'
    done
else
    skip 'names of what was inlined' 'no C++ compiler, or no libdw'
fi

cat >shapes.cc <<'END'
#include <functional>
#include <string>
#include <vector>
namespace geo {
namespace {
int hidden(int x) { return x + 1; }
}
struct shape {
    double side;
    bool operator<(const shape &other) const { return side < other.side; }
    shape operator()(int) { return *this; }
    shape *operator->() { return this; }
    operator bool() const { return side > 0; }
    explicit shape(double s) : side(s) {}
    ~shape() { side = 0; }
};
shape operator/(const shape &s, int by) { return shape(s.side / by); }
double area(const shape &s, double scale) { return s.side * scale; }
double area(const std::vector<shape> &all) { return all.empty() ? 0 : area(all[0], 2); }
template <class T> T sum(const std::vector<T> &all, const std::string &what)
{
    T total = T();
    auto add = [&](T value) { total += value + (T)what.size(); };
    for (T value : all)
        add(value);
    return total;
}
}
int main()
{
    geo::shape s(2);
    std::vector<geo::shape> all(1, s);
    s(1), s->side += 1;
    std::vector<int> numbers(3, 4);
    return geo::area(all) < 0 || s < all[0] || !s || geo::hidden(1) < geo::sum<int>(numbers, "x") - 20 ||
           (s / 2).side < 0;
}
END
if "${CXX:-g++}" -pg -O0 -o shapes shapes.cc 2>/dev/null && ./shapes; test -s gmon.out; then
    shown shapes --names=short >list
    has 'geo::(anonymous namespace)::hidden(int)' 'a namespace without a name'
    has 'geo::area(geo::shape const&, double)' 'overloads have their parameters'
    has 'geo::sum<int>(...)' 'a template without its parameters'
    has 'geo::shape::operator<(...)' 'an operator'
    has 'geo::shape::operator()(int)' 'calls'
    has 'geo::shape::operator->()' 'and arrows'
    has 'geo::shape::operator bool()' 'a conversion'
    has 'geo::shape::~shape()' 'a destructor'
    shown shapes --names=base >list
    has 'hidden' 'no scope'
    has 'sum' 'no arguments'
    has 'operator bool' 'a conversion without its class'
    for spec in 'geo::hidden' 'geo::(anonymous namespace)::hidden(int)' 'hidden' '*hidden'; do
        shown shapes "-P$spec" | grep -q hidden && found=yes || found=no
        expected=no
        test "$spec" != geo::hidden || expected=yes # the scope without a name is part of the name
        is "$found" "$expected" "$spec"
    done
    for spec in 'geo::area' area 'geo::ar*' 'geo::area(geo::shape const&,double)' 'geo::shape::operator bool' \
        'geo::operator/(geo::shape const&, int)' 'geo::sum<int>' 'operator<'; do
        run gprof -b "-p$spec" shapes gmon.out
        unlike "$(cat "$err")" 'names nothing' "$spec"
    done
else
    skip 'C++' 'no g++ with -pg'
fi
rm -f gmon.out

cat >geometry.f90 <<'END'
module Geometry
contains
    subroutine Area(n)
        integer :: n
        n = n + 1
    end subroutine
    subroutine Solve(n)
        integer :: n
        call Area(n)
    end subroutine
end module
program main
    use Geometry
    integer :: n = 1
    call Solve(n)
end program
END
if gfortran -pg -O0 -o geometry geometry.f90 2>/dev/null && ./geometry; test -s gmon.out; then
    shown geometry --names=short >list
    has 'geometry::area' 'Fortran: a procedure of a module'
    has 'geometry::solve' 'and its caller'
    shown geometry >list
    has '__geometry_MOD_area' 'the classic report: as the linker has it'
    run gprof -b -pgeometry::area geometry gmon.out
    unlike "$(cat "$err")" 'names nothing' 'a symspec'
else
    skip Fortran 'no gfortran with -pg'
fi
rm -f gmon.out

mkdir ada && cd ada || exit 1
cat >engine.ads <<'END'
package Engine is
   procedure Turn (N : in out Integer);
   procedure Turn (X : in out Float);
   package Parts is
      function "+" (A : Float; B : Integer) return Float;
   end Parts;
end Engine;
END
cat >engine.adb <<'END'
package body Engine is
   procedure Turn (N : in out Integer) is begin N := N + 1; end Turn;
   procedure Turn (X : in out Float) is begin X := X + 1.0; end Turn;
   package body Parts is
      function "+" (A : Float; B : Integer) return Float is begin return A + Float (B); end "+";
   end Parts;
end Engine;
END
cat >demo.adb <<'END'
with Engine; use Engine; use Engine.Parts;
procedure Demo is
   N : Integer := 1;
   X : Float := 1.0;
begin
   Turn (N);
   Turn (X);
   X := X + N;
end Demo;
END
if gnatmake -q -pg demo.adb >/dev/null 2>&1 && ./demo; test -s gmon.out; then
    shown demo --names=short >list
    has 'engine.turn' 'Ada: a procedure of a package'
    has 'engine.turn__2' 'and another one of its name'
    has 'engine.parts."+"' 'an operator'
    has 'demo' 'the main procedure'
    shown demo >list
    has 'engine__turn' 'the classic report: as the linker has it'
    run gprof -b -pengine.turn demo gmon.out
    unlike "$(cat "$err")" 'names nothing' 'a symspec'
else
    skip Ada 'no gnatmake with -pg'
fi

done_testing
