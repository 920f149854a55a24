# machines.mk - for each machine: the hooks that the shared library exports, and flags of the C code
#
# Included by runtime.mk.  On machines whose hooks are entered with live vector or floating-point registers, the
# code must not touch them: -mgeneral-regs-only, -msoft-float.  On the others mcount is an ordinary call.
#
# SPDX-License-Identifier: MIT

runtime_hooks_aarch64 := mcount _mcount
runtime_hooks_arm := __gnu_mcount_nc
runtime_hooks_i386 := mcount _mcount __fentry__
runtime_hooks_loongarch64 := _mcount mcount
runtime_hooks_mips := _mcount
runtime_hooks_ppc64le := _mcount mcount
runtime_hooks_riscv := _mcount mcount
runtime_hooks_s390x := _mcount mcount __fentry__
runtime_hooks_x86_64 := mcount _mcount __fentry__

# mcount.S leaves x18 alone.  An atomic operation is instructions in its place, not a call of a helper.  The marks of
# gm_marks hold for C code, too.
runtime_flags_aarch64 = -mgeneral-regs-only -ffixed-x18 -mbranch-protection=standard \
  $(shell $(CC) -mno-outline-atomics -E -x c /dev/null >/dev/null 2>&1 && echo -mno-outline-atomics)
# ARM code also where programs are Thumb, whose frame pointer is the register that has the number of a system call.
# Walks go on through our __libc_start_main by tables.
runtime_flags_arm := -mgeneral-regs-only -marm -funwind-tables
# The kernel's call takes every register, and no stack needs more alignment than that of a word.
runtime_flags_i386 := -mgeneral-regs-only -mpreferred-stack-boundary=2
# Integers never go through registers of floating point here.
runtime_flags_mips := -fasynchronous-unwind-tables
# Walks of the stack begin on another stack (machine.h), around which no vector register is saved.
runtime_flags_ppc64le := -mno-vsx -mno-altivec
runtime_flags_riscv := -fasynchronous-unwind-tables
runtime_flags_s390x := -msoft-float
# Without the red zone, what the compiler says of a function's frame is all that it takes of a small stack.  Programs
# whose code is all marked for indirect branch tracking and shadow stacks (CET) stay so with ours in it.
runtime_flags_x86_64 := -mgeneral-regs-only -mno-red-zone -fcf-protection

# i386: the functions that load the pc are groups of their own; they become the runtime's.
runtime_merge_flags_i386 := -Wl,--force-group-allocation
# MIPS: an assembler may put a barrier in front of each exclusive load, as some processors lose what another one writes
# meanwhile; what mcount.S counts in no other writes.
runtime_asm_flags_mips = $(shell $(CC) -Wa,-mno-fix-loongson3-llsc -c -x assembler -o /dev/null /dev/null \
  >/dev/null 2>&1 && echo -Wa,-mno-fix-loongson3-llsc)
# MIPS: names stay global, but hidden, and are our own: the linker takes an address that is relative to the global
# pointer for another one if its name has become local.
runtime_hiding_mips := $(foreach f,memcpy memset,--redefine-sym $f=gm_$f)
# RISC-V: the linker may be one that takes objects for 64 bits when nobody names those for 32.
runtime_join_flags_riscv = $(if $(filter 32,$(call target_macro,__riscv_xlen)),-Xlinker -melf32lriscv)
