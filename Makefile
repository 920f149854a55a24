# Makefile - builds, tests and installs gprof; `make help` lists the targets
#
# Works as it stands; when ./configure has run, $(BUILD)/config.mk overrides the defaults below.
# Every product lies under $(BUILD).  To build outside the source tree: `make -f /path/to/Makefile`,
# or run /path/to/configure in the other directory, which puts a one-line Makefile there.
# Needs GNU make.
#
# SPDX-License-Identifier: GPL-3.0-or-later

self := $(lastword $(MAKEFILE_LIST))
top := $(patsubst %/,%,$(dir $(self)))
abstop := $(abspath $(top))

BUILD := build
# A variant build (make BUILD=build-x ...) shares what configure found for the main one.
config := $(firstword $(wildcard $(BUILD)/config.mk build/config.mk))

MAKEFLAGS += --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

# ---- what a user may set: defaults, then configure's findings --------------------------------
CFLAGS ?= -O2 -g
LIBS ?= -lbfd -liberty -lz
INSTALL ?= install
PROVE ?= $(or $(shell command -v prove),$(error there is no prove, which runs the tests: $(top)/bootstrap installs it))
prefix ?= /usr/local
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
datarootdir ?= $(prefix)/share
mandir ?= $(datarootdir)/man
program_transform_name ?= s,x,x,
LIBIBERTY_CPPFLAGS ?= $(addprefix -isystem ,$(firstword $(patsubst %/demangle.h,%,\
  $(wildcard /usr/include/libiberty/demangle.h /usr/local/include/libiberty/demangle.h))))
HAVE_LIBDW ?= $(wildcard /usr/include/elfutils/libdw.h)
HAVE_JANSSON ?= $(wildcard /usr/include/jansson.h)
JOBS ?= 2
ifneq ($(config),)
include $(config)
endif

# ---- our own flags, kept apart from the user's -----------------------------------------------
include $(top)/src/compiler.mk
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
INCLUDES := -I$(top)/src -I$(top)/include
TEST_INCLUDES := -I$(top)/tests -I$(top)/tests/unit -I$(top)/tests/tools -I$(top)/tests/tools/lib
# VARIANT: flags of a variant build, for compiling and for linking (check-asan sets it).
VARIANT :=
WERROR :=
# bfd.h, too, wants PACKAGE_VERSION.
version := $(shell sed -n 's/^AC_INIT.\[gprof\], *\[\([^]]*\)\].*/\1/p' $(top)/configure.ac)
own_cppflags = -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -DPACKAGE_VERSION='"$(version)"' $(INCLUDES) \
  $(LIBIBERTY_CPPFLAGS) $(if $(HAVE_JANSSON),-DHAVE_JANSSON)
compile = $(CC) -std=c11 $(prefix_map) $(exact_doubles) $(WARNINGS) $(WERROR) $(own_cppflags) $(CPPFLAGS) $(VARIANT) $(CFLAGS)
link = $(CC) $(prefix_map) $(VARIANT) $(CFLAGS) $(LDFLAGS)
all_libs = $(LIBS) $(if $(HAVE_LIBDW),-ldw -lelf) $(if $(HAVE_JANSSON),-ljansson) -lm -lrt -pthread

# What is built only to be run is built with all processors, unless make was given -j.
ifneq ($(filter demo check%,$(MAKECMDGOALS)),)
ifeq ($(filter -j%,$(shell echo "$$MAKEFLAGS")),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
endif

# ---- sources and products --------------------------------------------------------------------
layers := base image lines decode profile symbols names analysis compare view report export
# Of alternative implementations one file is built.
left_out := lines/line_$(if $(HAVE_LIBDW),rows_none,%_dw).c \
  image/core_table$(if $(HAVE_LIBDW),_none).c image/core_mini_$(if $(HAVE_LIBDW),none,dw).c
src_c := $(filter-out $(addprefix $(top)/src/,$(left_out)),\
  $(sort $(wildcard $(top)/src/*.c $(foreach l,$(layers),$(top)/src/$(l)/*.c $(top)/src/$(l)/*/*.c))))
tool_c := $(wildcard $(top)/tests/tools/*.c)
tool_lib_c := $(wildcard $(top)/tests/tools/lib/*.c)
unit_c := $(filter-out $(if $(HAVE_LIBDW),,%_dw.c),$(wildcard $(top)/tests/unit/test_*.c))
fuzz_c := $(wildcard $(top)/tests/fuzz/*.c $(top)/tests/oom/*.c)

to_obj = $(patsubst $(top)/%.c,$(BUILD)/obj/%.o,$(1))
src_o := $(call to_obj,$(src_c))
main_o := $(BUILD)/obj/src/main.o
# The page of --export=html: its parts, as lines of C. One script, so the order matters.
html_js := $(addprefix $(top)/src/export/html/,data.js dom.js table.js source.js \
  changes.js stacks.js chart.js flame.js function.js page.js)
html_css := $(top)/src/export/html/style.css
html_c := $(BUILD)/obj/src/export/html_text.c
html_o := $(html_c:.c=.o)
core_o := $(filter-out $(main_o),$(src_o)) $(html_o)
core_a := $(BUILD)/libgprof-core.a
tool_lib_o := $(call to_obj,$(tool_lib_c))
tool_lib_a := $(BUILD)/libtools.a
replay_o := $(BUILD)/obj/tests/fuzz/replay.o
usable := $(BUILD)/obj/usable
all_o := $(src_o) $(tool_lib_o) $(call to_obj,$(tool_c) $(unit_c) $(fuzz_c))

gprof := $(BUILD)/gprof
tools := $(patsubst $(top)/tests/tools/%.c,$(BUILD)/tools/%,$(tool_c))
units := $(patsubst $(top)/tests/unit/%.c,$(BUILD)/unit/%,$(unit_c))
fuzzers := $(patsubst $(top)/tests/%.c,$(BUILD)/%,$(filter $(top)/tests/fuzz/fuzz_%,$(fuzz_c)))
include $(top)/src/runtime/runtime.mk

.PHONY: all objects check-programs check check-asan check-minimal check-valgrind check-clang lint \
  analyse bless demo fuzz bench bench-full clean distclean maintainer-clean help FORCE

## make                 build build/gprof
## make demo            profile a sample program, and show where its time goes
all: $(gprof) $(runtime)
objects: $(all_o) $(runtime_o)
check-programs: $(gprof) $(runtime) $(tools) $(units) $(fuzzers) $(gprof)-fault

$(gprof): $(main_o) $(core_a)
	@echo "  LINK    $@"
	$(Q)$(link) -o $@ $(main_o) $(core_a) $(all_libs)

$(gprof)-fault: $(main_o) $(BUILD)/obj/tests/oom/fault.o $(core_a) $(top)/tests/oom/wraps
	$(Q)$(link) -o $@ @$(lastword $^) $(filter %.o %.a,$^) $(all_libs)

$(core_a): $(core_o)
$(tool_lib_a): $(tool_lib_o)
$(core_a) $(tool_lib_a): $(BUILD)/flags
	@echo "  AR      $@"
	$(Q)rm -f $@ && $(AR) $(ARFLAGS) $@ $(filter %.o,$^)

$(tools): $(BUILD)/tools/%: $(BUILD)/obj/tests/tools/%.o $(tool_lib_a) $(core_a)
$(units): $(BUILD)/unit/%: $(BUILD)/obj/tests/unit/%.o $(tool_lib_a) $(core_a)
$(fuzzers): $(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(replay_o) $(tool_lib_a) $(core_a)
$(tools) $(units) $(fuzzers):
	@echo "  LINK    $@"
	@mkdir -p $(@D)
	$(Q)$(link) -o $@ $(filter %.o %.a,$^) $(all_libs)

$(filter $(BUILD)/obj/tests/%,$(all_o)): private INCLUDES += $(TEST_INCLUDES)
$(all_o): $(BUILD)/obj/%.o: $(top)/%.c $(BUILD)/flags | $(usable)
	@echo "  CC      $(patsubst $(top)/%,%,$<)"
	@mkdir -p $(@D)
	$(Q)$(compile) $(DEPFLAGS) -c -o $@ $<

$(html_c): $(html_js) $(html_css) $(BUILD)/flags
	@echo "  TEXT    $@"
	@mkdir -p $(@D)
	@{ echo '#include "export/html_sources.h"'; \
	  echo 'const char *const html_script[] = {'; $(call page_text,$(html_js)) | sed -e '$(line_of_c)'; \
	  echo 'NULL};'; \
	  echo 'const char *const html_style[] = {'; $(call page_text,$(html_css)) | sed -e '$(line_of_c)'; \
	  echo 'NULL};'; } >$@
# What pages get: the comments, which stand on lines of their own, would make each page larger.
page_text = cat $(1) | sed -e '/^ *\/\*.*\*\/ *$$/d' -e '/^ *\/\*/,/\*\//d'
line_of_c := s/[\\"?]/\\&/g; s/^/"/; s/$$/\\n",/

# The hashes by which the page lets its script and its style run: to be made again when these change.
hash_of = $$($(call page_text,$(1)) | perl -MDigest::SHA -e 'print Digest::SHA->new(256)->addfile(*STDIN)->b64digest')
.PHONY: html-policy
html-policy:
	@{ printf '/* policy - which script and style the page may run, by SHA-256; made by make html-policy\n'; \
	  printf ' *\n * SPDX-License-Identifier: GPL-3.0-or-later\n */\n'; \
	  printf '#ifndef EXPORT_HTML_POLICY_H\n#define EXPORT_HTML_POLICY_H\n\n'; \
	  echo "#define HTML_SCRIPT_HASH \"'sha256-$(call hash_of,$(html_js))='\""; \
	  echo "#define HTML_STYLE_HASH \"'sha256-$(call hash_of,$(html_css))='\""; \
	  printf '\n#endif\n'; } >$(top)/src/export/html/policy.h

$(html_o): $(html_c) | $(usable)
	@echo "  CC      $<"
	$(Q)$(compile) -include stddef.h $(DEPFLAGS) -c -o $@ $<
-include $(html_o:.o=.d)

-include $(all_o:.o=.d)

# Rewritten only when the command lines change, so that new flags rebuild what they touch.
flags_text = $(filter-out $(prefix_map),$(compile) // $(link)) // $(all_libs) // $(sort $(src_c) $(tool_lib_c))
squote = '$(subst ','\'',$(1))'
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call squote,$(flags_text)) | cmp -s - $@ || \
	  printf '%s\n' $(call squote,$(flags_text)) >$@

# Once for each set of flags: one line says what to do if there is no compiler, or a library is missing.
$(usable): $(BUILD)/flags
	@mkdir -p $(@D)
	@{ printf '#include <%s>\n' bfd.h libiberty.h demangle.h zlib.h $(if $(HAVE_LIBDW),elfutils/libdw.h) \
	  $(if $(HAVE_JANSSON),jansson.h) && echo 'int main(void) { return 0; }'; } >$@.c
	@LC_ALL=C $(CC) $(own_cppflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $@.c $(all_libs) 2>$@.log || { \
	  echo "gprof cannot be built here$$(sed -n '/error:\|cannot find\|not found/{s/.*error: //;s/^/: /p;q}' $@.log);" \
	    'run $(top)/bootstrap, which installs what is missing' >&2; exit 1; }

# ---- tests, lints, speed; the sources build without the directory ---------------------------------
## make check-quick     tests for every day, in less than 45 seconds
## make check           tests of the build, in less than 4 minutes [TESTS=files] [T=golden cases, a pattern]
## make check-all       all tests, also those that take long or need other tools
## make check-asan      what runs gprof, under AddressSanitizer and UBSan, in build-asan
## make check-minimal   some of them without libdw and libjansson, in build-minimal
## make check-oracles   compare with GNU gprof of Debian stable and unstable
## make check-valgrind  the same, with gprof under valgrind
## make fuzz [T=60]     libFuzzer for T seconds on each target of tests/fuzz
## make check-clang     compile everything with clang -Werror, in build-clang
## make analyse         cppcheck and clang-tidy over src
## make lint            check the laws of the source tree (part of check); TAGS: for editors
## make messages        list all messages of gprof and libgmon
## make bless [T=NAME]  show how golden outputs changed, accept the new ones
## make bench           compare with GNU gprof; bench-full: longer cases; bench-runtime, bench-workloads: libgmon
include $(wildcard $(top)/tests/check.mk)
.PHONY: has-prove
has-prove:
	@: $(PROVE)$(if $(word 2,$(abstop)),$(error $(abstop): neither make nor LD_PRELOAD takes a name with a blank; \
	  to run the tests, move the sources))

# ---- demo: one screen of measured times ----------------------------------------------------------------
demo: $(gprof) $(runtime)
	@mkdir -p $(BUILD)/demo && rm -f $(BUILD)/demo/*gmon.out
	@$(CC) -pg -g -O1 -fno-inline -o $(BUILD)/demo/demo $(top)/tests/progs/demo.c $(filter %.a,$(runtime))
	@cd $(BUILD)/demo && GMON_HZ=1000 ./demo >output && set -- demo *gmon.out && \
	  $(gprof_abs) --output=report.txt "$$@" && \
	  $(gprof_abs) --export=html --output=profile.html "$$@" && \
	  $(gprof_abs) --top=4 --sort=total --output=top.txt "$$@" && sed '/^Next/,$$d' top.txt && \
	  { test -f stacks.gmon.out || \
	    echo 'To measure these times, libgmon is needed, which there is not for this machine.'; } && \
	  echo 'Classic report: $(BUILD)/demo/report.txt; for a browser: $(BUILD)/demo/profile.html' && \
	  echo "To go on: cd $(BUILD)/demo; ../gprof -b -qmatches $$*"

# ---- install, the manual; archives of the sources, packages -----------------------------------------------
include $(top)/src/install.mk
include $(top)/src/dist.mk

.PHONY: TAGS
TAGS:
	etags -o $@ $(tagged) 2>/dev/null || ctags -e -f $@ $(tagged)
tagged := $(src_c) $(runtime_c) $(wildcard $(top)/include/*.h $(top)/src/*.h $(top)/src/*/*.h $(top)/src/*/*/*.h)

## make clean           remove products; distclean also what configure wrote
clean:
	rm -rf $(addprefix $(BUILD)/,obj unit tools fuzz demo machines oracles to-install flags gprof gprof-fault gprof.info \
	  gprof.html gprof.pdf libgmon.a libgmon.so libgprof-core.a libtools.a) \
	  $(wildcard $(BUILD)/gprof-*.tar.gz) build-asan build-clang build-fuzz build-minimal

# In a directory outside the source tree, configure has written the Makefile, and may be a copy. Beside
# the sources it is part of them: maintainer-clean removes it.
distclean: clean
	rm -rf $(BUILD)/config.mk config.status config.log autom4te.cache TAGS
	test -f configure.ac || rm -f Makefile configure
	rmdir $(BUILD) 2>/dev/null || :

maintainer-clean: distclean
	rm -f configure

## Variables: CC CFLAGS CPPFLAGS LDFLAGS LIBS BUILD=directory JOBS=n
help:
	@sed -n 's/^## //p' $(filter %Makefile %.mk,$(MAKEFILE_LIST))
