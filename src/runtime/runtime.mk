# runtime.mk - builds libgmon, the runtime of -pg programs, as archive and as shared library
#
# Included by the Makefile.  The compiler's macros choose the machine (arch/target.h), whose directory
# holds its code; arch/machines.mk has its flags, and the names that the shared library exports for it.
# All C files are compiled once, position-independent.  The archive is one object, so that the
# linker takes all of it or nothing wherever -lgmon stands; its code lies in a section of its own,
# whose limits tell samples in the runtime from the program's.  It has no debug information, or reports by
# line would name sources that a program's user does not have; the shared library keeps its own.
#
# SPDX-License-Identifier: MIT

runtime_dir := $(top)/src/runtime
# A macro as the compiler sees it behind target.h; itself, if no row fits.
target_macro = $(shell echo $(1) | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -include $(runtime_dir)/arch/target.h \
  -std=c11 -x c - 2>/dev/null | tail -n 1)
runtime_arch := $(call target_macro,GM_ARCH)
runtime_arch_dir := $(runtime_dir)/arch/$(runtime_arch)
runtime_generic_dir := $(runtime_dir)/arch/generic
include $(runtime_dir)/arch/machines.mk

runtime_c := $(sort $(wildcard $(addprefix $(runtime_dir)/,core/*.c core/unwind/*.c core/stacks/*.c os/*.c) $(runtime_arch_dir)/*.c))
runtime_s := $(sort $(wildcard $(runtime_arch_dir)/*.S))
ifneq ($(runtime_s),)
runtime_s += $(runtime_generic_dir)/external.S
endif
runtime_s_o := $(patsubst $(top)/%.S,$(BUILD)/obj/%.o,$(runtime_s))
runtime_o := $(call to_obj,$(runtime_c)) $(runtime_s_o)
# glibc before 2.34 has dlsym in a library of its own, which --as-needed leaves out: the symbol is weak.
runtime_os_libs := -Wl,--no-as-needed -ldl
# musl-gcc asks for no index of .eh_frame, by which walks leave the library.
runtime_index := -Wl,--eh-frame-hdr
# musl's wrapper of gcc, musl-gcc, hides the kernel's headers together with those of glibc; so do its specs with
# a compiler for another machine.
# Without vector registers gcc 10 refuses stdlib.h's inline atof.
runtime_os_flags := -D__NO_INLINE__=1 $(shell $(CC) $(CPPFLAGS) -E -include linux/futex.h -x c /dev/null >/dev/null 2>&1 || \
  echo -idirafter "/usr/$$($(CC) -dumpmachine 2>/dev/null)/include" -idirafter /usr/include -idirafter "/usr/include/$$($(CC) -print-multiarch 2>/dev/null)")
# Loops must not become calls of memset, which uses vector registers; -fno-builtin is enough for clang.
no_idioms := $(shell $(CC) -fno-tree-loop-distribute-patterns -E -x c /dev/null >/dev/null 2>&1 && \
  echo -fno-tree-loop-distribute-patterns)
runtime_flags := -fPIC -fvisibility=hidden -fno-stack-protector $(runtime_flags_$(runtime_arch)) \
  $(runtime_os_flags) $(no_idioms) -fno-builtin -fno-omit-frame-pointer -fno-lto -U_FORTIFY_SOURCE
# What programs are linked with, as distributions ask for it, but no library can be.
runtime_link_flags = $(filter-out -pie -no-pie -static -static-pie -pg -flto%,$(CFLAGS) $(LDFLAGS))
# <external> and <unseen> are in the archive alone. wrap_threads is in the shared library alone: a static program
# could not find the function that it wraps.
runtime_external_o := $(BUILD)/obj/src/runtime/arch/generic/external.o
runtime_shared_o := $(BUILD)/obj/src/runtime/os/wrap_threads.o
runtime_exports := $(runtime_dir)/os/exports
libgmon_a := $(BUILD)/libgmon.a
libgmon_so := $(BUILD)/libgmon.so
libgmon_map := $(BUILD)/obj/src/runtime/libgmon.map
# The compiler tells the linker which machine its options mean; none of them but those matters here.
runtime_join = $(CC) $(filter -m% --target=%,$(CFLAGS)) -r -nostdlib -Wl,--build-id=none $(runtime_join_flags_$(runtime_arch))
# The tools of the compiler, which may be one for another machine.
runtime_tool = $(firstword $(shell $(CC) -print-prog-name=$(1) 2>/dev/null) $(1))
OBJCOPY ?= $(call runtime_tool,objcopy)
runtime_ar := $(if $(filter default,$(origin AR)),$(call runtime_tool,ar),$(AR))

ifneq ($(runtime_s),)
runtime := $(libgmon_a) $(libgmon_so)
endif

runtime_compile = $(CC) -std=c11 $(prefix_map) $(WARNINGS) $(WERROR) -D_GNU_SOURCE -I$(top)/src -I$(top)/include \
  $(CPPFLAGS) $(filter-out -pg,$(CFLAGS)) $(runtime_flags)

$(runtime_o): $(BUILD)/flags $(runtime_dir)/runtime.mk $(runtime_dir)/arch/machines.mk
$(call to_obj,$(runtime_c)): $(BUILD)/obj/%.o: $(top)/%.c
	@echo "  CC      $(patsubst $(top)/%,%,$<)"
	@mkdir -p $(@D)
	$(Q)$(runtime_compile) $(DEPFLAGS) -c -o $@ $<
$(runtime_s_o): $(BUILD)/obj/%.o: $(top)/%.S $(wildcard $(runtime_dir)/arch/*.h $(runtime_arch_dir)/*.h) $(runtime_generic_dir)/assembly.inc
	@echo "  AS      $(patsubst $(top)/%,%,$<)"
	@mkdir -p $(@D)
	$(Q)$(CC) -I$(top)/src $(prefix_map) $(CPPFLAGS) $(filter-out -pg,$(CFLAGS)) $(runtime_asm_flags_$(runtime_arch)) -c -o $@ $<
# The hook of basic blocks is as fast as assembly so.
$(BUILD)/obj/src/runtime/core/hooks.o: runtime_flags += -fomit-frame-pointer -funroll-loops
-include $(runtime_o:.o=.d)

$(libgmon_a): $(runtime_o)
	@echo "  AR      $@"
	$(Q)$(runtime_join) $(runtime_merge_flags_$(runtime_arch)) -o $@.all.o $(filter-out $(runtime_external_o) $(runtime_shared_o),$(filter %.o,$^))
	$(Q)$(OBJCOPY) --rename-section .text=gmon_text \
	  --rename-section .text.unlikely=gmon_text \
	  --rename-section .text.startup=gmon_text --rename-section .text.exit=gmon_text $@.all.o
	$(Q)$(runtime_join) -o $@.o $@.all.o $(runtime_external_o)
	$(Q)$(OBJCOPY) $(or $(runtime_hiding_$(runtime_arch)),--localize-hidden) --strip-debug $@.o
	$(Q)rm -f $@ && $(runtime_ar) $(ARFLAGS) $@ $@.o && rm -f $@.all.o $@.o

$(libgmon_map): $(runtime_exports) $(runtime_dir)/runtime.mk $(runtime_dir)/arch/machines.mk
	@mkdir -p $(@D)
	@{ echo '{ global:'; sed '/^#/d; /^$$/d; s/$$/;/' $(runtime_exports); \
	  echo '$(runtime_hooks_$(runtime_arch):=;) local: *; };'; } >$@

$(libgmon_so): $(runtime_o) $(libgmon_map)
	@echo "  LINK    $@"
	$(Q)$(CC) -shared -o $@ $(filter-out $(runtime_external_o),$(filter %.o,$^)) \
	  $(runtime_link_flags) -Wl,-soname,libgmon.so.1 -Wl,--version-script=$(libgmon_map) \
	  -Wl,-z,now -Wl,-z,defs -Wl,-z,nodelete -Wl,-z,initfirst $(runtime_index) $(runtime_os_libs)

.PHONY: runtime
runtime: $(runtime)
	$(if $(runtime),,$(error $(CC) does not run, or compiles for a machine or a system that libgmon is not made for))

# ---- without an operating system ----------------------------------------------------------------
include $(runtime_dir)/bare/bare.mk

# The shared library is installed without a plain libgmon.so beside the archive: -lgmon is to find the
# archive.  src/install.mk has the rules.
