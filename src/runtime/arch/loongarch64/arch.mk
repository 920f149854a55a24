# arch.mk - flags of the runtime's C code on LoongArch of 64 bits
#
# mcount is an ordinary call here, so there is nothing that the code must not touch.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags :=
