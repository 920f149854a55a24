# arch.mk - flags of the runtime's C code on x86-64
#
# The code is entered with live vector registers and must not touch them.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -mgeneral-regs-only
