# rust.sh - knows_rust: leaves a case, which is then skipped, if libiberty does not know names of Rust
#
# SPDX-License-Identifier: GPL-3.0-or-later

# Those that begin with _R are demangled since binutils 2.36.
knows_rust()
{
    test "$(c++filt _RNvC4demo4work)" != _RNvC4demo4work && return
    echo 'libiberty does not know these names of Rust' >&2
    exit 77
}
