# arch.mk - flags of the runtime's C code on x86-64
#
# The code is entered with live vector registers and must not touch them. Without the red zone, what
# the compiler says of a function's frame is all that it takes of a small stack.  Programs whose
# code is all marked for indirect branch tracking and shadow stacks (CET) stay so with ours in it.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -mgeneral-regs-only -mno-red-zone -fcf-protection
