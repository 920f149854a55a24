#!/bin/sh
# fuzz.t - some hundred random cases, compared with GNU gprof (TAP)
#
# Environment: FUZZ_SEEDS how many (default 300), FUZZ_FROM the first seed (default 1),
# FUZZ_FAMILIES for gencase.pl -e (default: all that GNU gprof does right or fuzz.pl mends); the rest as fuzz.pl.
#
# SPDX-License-Identifier: GPL-3.0-or-later
from=${FUZZ_FROM:-1}
exec perl "$(dirname "$0")/fuzz.pl" --tap --from "$from" \
    --to "$((from + ${FUZZ_SEEDS:-300} - 1))" \
    --enable "${FUZZ_FAMILIES:-counts,mincount,order,fileorder,extsyms,symspec,annotate,arcspec,static}"
