# arch.mk - flags of the runtime's C code on RISC-V
#
# mcount is an ordinary call here, so there is nothing that the code must not touch.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -fasynchronous-unwind-tables
# The linker may be one that takes objects for 64 bits when nobody names those for 32.
ifeq ($(call target_macro,__riscv_xlen),32)
runtime_ld_flags := -m elf32lriscv
endif
