# arch.mk - flags of the runtime's C code on AArch64
#
# The code is entered with live vector registers and must not touch them, nor x18, which mcount.S leaves
# alone. An atomic operation is
# instructions in its place, not a call of a helper; the marks of gm_marks hold for C code, too.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -mgeneral-regs-only -ffixed-x18 -mbranch-protection=standard \
  $(shell $(CC) -mno-outline-atomics -E -x c /dev/null >/dev/null 2>&1 && echo -mno-outline-atomics)
