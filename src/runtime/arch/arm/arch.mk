# arch.mk - flags of the runtime's C code on ARM
#
# The code is entered with live vector registers and must not touch them. It is ARM code also where
# programs are Thumb, whose frame pointer is the register that has the number of a system call.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -mgeneral-regs-only -marm
