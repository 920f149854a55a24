#!/bin/sh
# mpirun.sh - plays `mpirun -n N PROGRAM ARG...': runs N processes, and tells each its rank
#
# SPDX-License-Identifier: GPL-3.0-or-later
export OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE="$2"
shift 2
while [ "$OMPI_COMM_WORLD_RANK" -lt "$OMPI_COMM_WORLD_SIZE" ]; do
    "$@" >/dev/null || exit 1
    OMPI_COMM_WORLD_RANK=$((OMPI_COMM_WORLD_RANK + 1))
done
