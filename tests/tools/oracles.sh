#!/bin/sh
# oracles.sh - unpacks GNU gprof of other releases of Debian, to be compared with
#
# Use: oracles.sh DIRECTORY [SUITE...]      suites: stable and unstable, if none is named
# Makes DIRECTORY/SUITE/gprof, a script that runs the suite's gprof with the libraries of its own suite,
# and prints the script's path. Nothing is installed; a suite that is there already is kept. Needs apt and
# its network. Status 77 if no suite can be had: the last line on standard error says why.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
test $# -ge 1 || { sed -n '3,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"
top=$(cd "$1" && pwd)
shift
test $# -gt 0 || set -- stable unstable
command -v apt-get >/dev/null || { echo 'oracles.sh: no apt-get' >&2; exit 77; }

# Where this system's packages come from.
site()
{
    # shellcheck disable=SC2016 # apt's own word
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep '/debian/*$' | head -n 1
}

# Unpacks binutils, and what it needs, of suite $1 from archive $2 into $top/$1/root.
unpack()
{
    dir=$top/$1
    rm -rf "$dir"
    mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial" "$dir/apt/none" "$dir/root"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $2 $1 main" >"$dir/apt/sources"
    : >"$dir/apt/status"
    cat >"$dir/apt/conf" <<END
Dir::Etc::SourceList "$dir/apt/sources";
Dir::Etc::SourceParts "$dir/apt/none";
Dir::State::Lists "$dir/apt/lists";
Dir::State::Status "$dir/apt/status";
Dir::Cache "$dir/apt/cache";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Debug::NoLocking "true";
END
    APT_CONFIG=$dir/apt/conf
    export APT_CONFIG
    apt-get -qq update && apt-get -qq -y --download-only install binutils || return 1
    for package in "$dir"/apt/cache/archives/*.deb; do
        dpkg -x "$package" "$dir/root" || return 1
    done
    unset APT_CONFIG
    rm -rf "$dir/apt"
}

archive=$(site)
test -n "$archive" || { apt-get -qq update >&2; archive=$(site); }
status=77
for suite; do
    run=$top/$suite/gprof
    if test ! -x "$run"; then
        (unpack "$suite" "$archive") >"$top/log" 2>&1 || { sed "s/^/oracles.sh: $suite: /" "$top/log" | tail -n 1 >&2; continue; }
        root=$top/$suite/root
        libraries=$(dirname "$(find "$root" -name libc.so.6 | head -n 1)")
        loader=$(find "$libraries" -name 'ld-linux*.so.*' | head -n 1)
        gprof=$(readlink -f "$root/usr/bin/gprof")
        printf '#!/bin/sh\nexec "%s" --library-path "%s" --argv0 gprof "%s" "$@"\n' "$loader" "$libraries" "$gprof" >"$run"
        chmod +x "$run"
    fi
    echo "$run"
    status=0
done
exit $status
