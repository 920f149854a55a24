# arch.mk - flags of the runtime's C code on ppc64le
#
# mcount is an ordinary call here. But walks of the stack begin on another stack (registers.h), around
# which no vector register is saved.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -mno-vsx -mno-altivec
