# bare.mk - builds libgmon-bare.a, the runtime of programs without an operating system
#
# Included by runtime.mk.  Never part of `make': the compiler is one for the target, and its flags are
# the program's:
#     make libgmon-bare CC=arm-none-eabi-gcc CFLAGS='-mcpu=cortex-m3 -mthumb -O2' BUILD=build-m3
# The C code is freestanding and uses no floating-point registers, so that interrupts may count.
#
# SPDX-License-Identifier: MIT

bare_dir := $(top)/src/runtime/bare
libgmon_bare_a := $(BUILD)/libgmon-bare.a
bare_o := $(patsubst $(bare_dir)/%,$(BUILD)/obj/bare/%.o,$(wildcard $(bare_dir)/*.c $(bare_dir)/*.S))
bare_flags = -ffreestanding -fno-builtin -fno-stack-protector -ffunction-sections -fno-lto -fno-common \
  $(call bare_takes,-fno-tree-loop-distribute-patterns) $(call bare_takes,-mno-outline-atomics) \
  $(call bare_takes,-mgeneral-regs-only)
bare_takes = $(shell $(CC) -Werror $(CFLAGS) $(1) -E -x c /dev/null >/dev/null 2>&1 && echo $(1))
bare_compile = $(CC) -std=c11 $(WARNINGS) $(WERROR) -I$(top)/src -I$(top)/include $(CPPFLAGS) \
  $(filter-out -pg -finstrument-functions -flto%,$(CFLAGS)) $(bare_flags)

.PHONY: libgmon-bare
libgmon-bare: $(libgmon_bare_a)
$(bare_o): $(BUILD)/obj/bare/%.o: $(bare_dir)/% $(wildcard $(bare_dir)/*.h $(top)/include/gmon_*.h) \
  $(BUILD)/flags $(bare_dir)/bare.mk
	@echo "  CC      $(patsubst $(top)/%,%,$<)"
	@mkdir -p $(@D)
	@$(bare_compile) -c -o $@ $<
$(libgmon_bare_a): $(bare_o)
	@echo "  AR      $@"
	@rm -f $@ && $(AR) rcs $@ $^
