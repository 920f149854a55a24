# arch.mk - flags of the runtime's C code on MIPS, and how its archive hides names
#
# The code is entered with live registers of floating point, through which integers never go here.
# Names stay global, but hidden, and are our own: the linker takes an address that is relative to the
# global pointer for another one if its name has become local.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags :=
runtime_hiding := $(foreach f,memcpy memset,--redefine-sym $f=gm_$f)
