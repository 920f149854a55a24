# arch.mk - flags of the runtime's C code on i386
#
# The code is entered with live vector registers and must not touch them; the kernel's call takes
# every register, and no stack needs more alignment than that of a word.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -mgeneral-regs-only -mpreferred-stack-boundary=2
# The functions that load the pc are groups of their own; they become the runtime's.
runtime_merge_flags := --force-group-allocation
