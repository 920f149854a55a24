# arch.mk - flags of the runtime's C code on MIPS, and how its archive hides names
#
# The code is entered with live registers of floating point, through which integers never go here.
# An assembler may put a barrier in front of each exclusive load, as some processors lose what another one
# writes meanwhile; what mcount.S counts in no other writes.
# Names stay global, but hidden, and are our own: the linker takes an address that is relative to the
# global pointer for another one if its name has become local.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -fasynchronous-unwind-tables
runtime_asm_flags := $(shell $(CC) -Wa,-mno-fix-loongson3-llsc -c -x assembler -o /dev/null /dev/null >/dev/null 2>&1 && \
  echo -Wa,-mno-fix-loongson3-llsc)
runtime_hiding := $(foreach f,memcpy memset,--redefine-sym $f=gm_$f)
