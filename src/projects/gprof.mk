# gprof.mk - profiles for a project with a makefile: make profile, profile-top, profile-html, ...
#
#     PROFILE_RUN = ./prog large.txt
#     include gprof.mk
#
# It is installed where GNU make looks for what `include' names (/usr/include, /usr/local/include); from
# elsewhere:  include $(shell pkg-config --variable=makefile libgmon)
# doc/examples/project/Makefile finds it by PATH, too, and does without it where it is not installed.
#
#     make profile           build with -pg and libgmon, run $(PROFILE_RUN), print where the time went
#     make profile-top       the same without a new run
#     make profile-html      a page for a browser
#     make profile-sum       the data of all runs added up, into one file for each program
#     make profile-compare   what changed since the `make profile' before the last one
#     make profile-clean     remove $(PROFILE_DIR)
#
# All but the first and the last take the data that are there, and without any do what `make profile' does
# first. Variables, to be set above the line that includes this file or on the command line:
#
#     PROFILE_RUN      what is to be measured: a command for the shell (there is no default)
#     PROFILE_RUNS     how often it is run; 1. Five tell what is noise; of one, profile-compare has no verdicts.
#     PROFILE_GOAL     what is to be built, if not the makefile's default goal
#     PROFILE_PROGRAM  the programs to report on, by name, if not all that wrote a profile
#     PROFILE_FLAGS    options of gprof for `make profile'; --top. -b: flat profile and call graph
#     PROFILE_BASE     a directory that was $(PROFILE_DIR)/runs, and has the programs in ../programs, for
#                      profile-compare; $(PROFILE_DIR)/before/runs
#     PROFILE_LIMITS   --fail-on=... for profile-compare: make fails if a limit is exceeded
#     PROFILE_DIR      where all of it goes; profile.dir. It can be removed at any time.
#     PROFILE_CFLAGS   what is added to CFLAGS, CXXFLAGS, FFLAGS, FCFLAGS; -pg -g
#     PROFILE_LDFLAGS  what is added to LDFLAGS; -pg and libgmon
#     PROFILE_TOP      the project's top directory, if this makefile needs files outside its own; .
#     PROFILE_OUT      the variable by which your makefile puts its products elsewhere, such as BUILD
#     PROFILE_BUILD    the command that builds, if it is not make
#     GPROF            gprof
#
# GMON_HZ, GMON_STACKS and others (libgmon(7)) are obeyed: make profile GMON_HZ=1000. The data that
# GMON_MODULES=1 gives shared libraries are in $(PROFILE_DIR)/libraries.
#
# The ordinary products stay as they are, since the profiled ones are built elsewhere. A makefile that
# builds beside its sources gets a copy of them, $(PROFILE_DIR)/src, in which `make clean' has removed what
# was built before; without a target `clean' everything is compiled each time (make -B). PROFILE_RUN is run
# there, so ./prog is the profiled one. The next time, only files that have changed are copied again. With
# PROFILE_OUT nothing is copied: make BUILD=$(PROFILE_DIR)/build; PROFILE_RUN is run in this directory, and
# finds programs in $$PROFILE_OBJ. PROFILE_BUILD is run in $(PROFILE_DIR)/src, too, with $$CFLAGS, $$CXXFLAGS,
# $$FFLAGS, $$FCFLAGS, $$LDFLAGS for what it calls.
#
# The makefile has to hand CFLAGS (or its language's) and LDFLAGS to the compiler. Flags that only makefiles
# in subdirectories set in these variables are replaced, as by `make CFLAGS=-g'; and where a makefile adds to
# them for single targets (prog: CFLAGS += -DX), make does not do that. For both:
#     PROFILE_BUILD = $(MAKE) CC='$(CC) $(PROFILE_CFLAGS) $(PROFILE_LDFLAGS)'
# Blanks are allowed in the path of the project, but not in PROFILE_DIR.
#
# SPDX-License-Identifier: MIT

# In the copy this file defines nothing.
ifndef PROFILE_INSIDE
gprof_mk_goal := $(.DEFAULT_GOAL)
gprof_mk_dir := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))

PROFILE_DIR ?= profile.dir
PROFILE_RUNS ?= 1
PROFILE_FLAGS ?= --top
PROFILE_BASE ?= $(PROFILE_DIR)/before/runs
PROFILE_CFLAGS ?= -pg -g
PROFILE_LDFLAGS ?= -pg -L$(gprof_mk_dir)/@libdir@ -lgmon
PROFILE_TOP ?= .
GPROF ?= $(or $(wildcard $(gprof_mk_dir)/@bindir@/@gprof@),@gprof@)

# Flags that the compiler refuses beside -pg, and those that remove the names of functions, are dropped.
gprof_mk_comma := ,
gprof_mk_drop := -fomit-frame-pointer -s -Wl$(gprof_mk_comma)-s -Wl$(gprof_mk_comma)--strip-all
gprof_mk_flags = $(filter-out $(gprof_mk_drop),$($(1))) $(2)
gprof_mk_each = $(foreach v,CFLAGS CXXFLAGS FFLAGS FCFLAGS,\
  $(v)=$(call $(1),$(call gprof_mk_flags,$(v),$(PROFILE_CFLAGS)))) \
  LDFLAGS=$(call $(1),$(call gprof_mk_flags,LDFLAGS,$(PROFILE_LDFLAGS)))
gprof_mk_squote = '$(subst ','\'',$(1))'
gprof_mk_for_make = $(call gprof_mk_squote,$(subst $$,$$$$,$(1)))
gprof_mk_inside = PROFILE_INSIDE=1 $(call gprof_mk_each,gprof_mk_for_make)

# ---- build ---------------------------------------------------------------------------------------
# Shell code; $$here: where the makefile is below the top; $$dir: the directory of it all.
define gprof_mk_start
set -e; unset CDPATH; top=$$(cd '$(PROFILE_TOP)' && pwd); here=$$(pwd); here=.$${here#"$$top"}; \
mkdir -p '$(PROFILE_DIR)'; dir=$$(cd '$(PROFILE_DIR)' && pwd);
endef

# Other flags than last time: nothing of it can be used.
define gprof_mk_same_flags
printf '%s\n' $(call gprof_mk_squote,$(gprof_mk_inside)) >"$$dir/flags.new"; \
cmp -s "$$dir/flags.new" "$$dir/flags" || rm -rf "$$dir/src" "$$dir/build" "$$dir/files" "$$dir/built"; \
mv "$$dir/flags.new" "$$dir/flags";
endef

# A fresh copy is cleaned, and compared with that of last time. What is new or different comes into it with
# the present time if it might be older than what was built; what is gone, goes.
define gprof_mk_copy
rm -rf "$$dir/new"; mkdir -p "$$dir/new" "$$dir/src"; \
( cd "$$top" && find . \( -name .git -o -name .hg -o -name .svn \) -prune -o \
  -path "./$${dir#"$$top/"}" -prune -o -print | \
  tar -c --no-recursion -f - -T - ) | ( cd "$$dir/new" && tar -x -f - ); \
always=-B; if ( cd "$$dir/new/$$here" && $(MAKE) -n PROFILE_INSIDE=1 clean ) >/dev/null 2>&1; then \
  ( cd "$$dir/new/$$here" && $(MAKE) -s PROFILE_INSIDE=1 clean ) >/dev/null && always=; fi; \
( cd "$$dir/new" && find . -type d | tar -c --no-recursion -f - -T - ) | ( cd "$$dir/src" && tar -x -f - ); \
( cd "$$dir/new" && find . ! -type d | LC_ALL=C sort ) >"$$dir/files.new"; touch "$$dir/files"; \
LC_ALL=C comm -23 "$$dir/files" "$$dir/files.new" | while IFS= read -r f; do rm -f "$$dir/src/$$f"; done; \
while IFS= read -r f; do cmp -s "$$dir/new/$$f" "$$dir/src/$$f" || { \
  cp -Pp "$$dir/new/$$f" "$$dir/src/$$f"; test ! -f "$$dir/built" || touch "$$dir/src/$$f"; }; \
done <"$$dir/files.new"; mv "$$dir/files.new" "$$dir/files"; rm -rf "$$dir/new";
endef

ifdef PROFILE_OUT
define gprof_mk_build
mkdir -p "$$dir/build"; place=.; bin=$$dir/build; \
$(MAKE) $(PROFILE_OUT)="$$dir/build" $(gprof_mk_inside) $(PROFILE_GOAL);
endef
else
gprof_mk_command = $(if $(PROFILE_BUILD),env PROFILE_INSIDE=1 $(call gprof_mk_each,gprof_mk_squote) $(SHELL) -ec \
  $(call gprof_mk_squote,$(PROFILE_BUILD)),$(MAKE) $$always $(gprof_mk_inside) $(PROFILE_GOAL))
define gprof_mk_build
$(gprof_mk_copy) place=$$dir/src/$$here; bin=$$dir/src; \
( cd "$$place" && $(gprof_mk_command) ); touch "$$dir/built";
endef
endif

# ---- run -----------------------------------------------------------------------------------------
# What there was becomes `before'. Then the data are sorted: runs/PROGRAM/NUMBER, beside it the call
# stacks, stacks.NUMBER; each program is copied to programs/PROGRAM: of several with the name, the build that wrote
# the data.
define gprof_mk_run
if test -d "$$dir/runs"; then rm -rf "$$dir/before"; mkdir "$$dir/before"; \
  mv "$$dir/runs" "$$dir/programs" "$$dir/before"; fi; \
rm -rf "$$dir/data"; mkdir "$$dir/data"; n=1; \
while test $$n -le $(PROFILE_RUNS); do \
  ( cd "$$place" && GMON_OUT="$$dir/data/$$n-%p-%e.gmon" GMON_OUT_PREFIX="$$dir/data/c" PROFILE_OBJ="$$bin" \
    $(SHELL) -ec $(call gprof_mk_squote,$(PROFILE_RUN)) ) || { \
    s=$$?; echo "gprof.mk: PROFILE_RUN ended with status $$s" >&2; exit $$s; }; \
  n=$$((n + 1)); \
done; \
mkdir "$$dir/runs" "$$dir/programs"; \
for f in "$$dir"/data/[0-9]*.gmon; do test -f "$$f" || continue; \
  b=$${f##*/}; b=$${b%.gmon}; run=$${b%%-*}; b=$${b#*-}; name=$${b#*-}; run=$$run.$${b%%-*}; \
  mkdir -p "$$dir/runs/$$name"; mv "$$f" "$$dir/runs/$$name/$$run"; \
  c=$${f%/*}/stacks.$${f##*/}; test ! -f "$$c" || mv "$$c" "$$dir/runs/$$name/stacks.$$run"; \
  test -f "$$dir/programs/$$name" || find "$$bin" -type f -name "$$name" -perm -100 | LC_ALL=C sort | \
  while IFS= read -r p; do LC_ALL=C head -c 4 "$$p" | LC_ALL=C grep ELF >/dev/null || continue; \
    cp "$$p" "$$dir/programs/$$name"; \
    '$(GPROF)' -b -p "$$dir/programs/$$name" "$$dir/runs/$$name/$$run" 2>&1 >/dev/null | \
      grep ' is build .* but ' >/dev/null || break; done; \
done; \
if test -n "$$(ls "$$dir/data" | grep '^c\.')"; then \
  echo "gprof.mk: the C library's profiling code has run, so a program was linked without libgmon: does the" \
  'makefile hand LDFLAGS to the compiler when it links?' >&2; rm -f "$$dir"/data/c.*; fi; \
rm -rf "$$dir/libraries"; rmdir "$$dir/data" 2>/dev/null || mv "$$dir/data" "$$dir/libraries"; \
test -n "$$(ls "$$dir/runs")" || { rm -rf "$$dir/runs" "$$dir/programs"; \
  echo 'gprof.mk: no profile was written. Does the makefile hand CFLAGS and LDFLAGS to the compiler, so' \
  'that its commands show -pg, and does PROFILE_RUN run what it builds?' >&2; exit 1; }
endef

define gprof_mk_no_run
echo 'gprof.mk: PROFILE_RUN is not set. Say what is to be measured, above the line that includes gprof.mk:' >&2; \
echo '    PROFILE_RUN = ./prog input' >&2; \
echo "or on the command line: make profile PROFILE_RUN='./prog input'" >&2; exit 2
endef

# `make -n' does nothing, as far as that goes with `+'.
gprof_mk_is_dry := $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
gprof_mk_steps = $(gprof_mk_start) $(gprof_mk_same_flags) $(gprof_mk_build) $(gprof_mk_run)
gprof_mk_say = echo $(call gprof_mk_squote,# build in $(PROFILE_DIR) and run: $(PROFILE_RUN))
gprof_mk_profile = $(if $(strip $(PROFILE_RUN)),$(if $(gprof_mk_is_dry),$(gprof_mk_say),$(gprof_mk_steps)),\
  $(gprof_mk_no_run))

# ---- reports -------------------------------------------------------------------------------------
# $(1): shell code for each program, whose name is $$p, image $$image, and data "$$@". gprof finds the call
# stacks beside these by itself, but for the classic listings of `make profile' they have to be named.
define gprof_mk_programs
d='$(PROFILE_DIR)'; s=0; for p in $(or $(PROFILE_PROGRAM),$$(ls "$$d/runs")); do image=$$d/programs/$$p; \
  test -d "$$d/runs/$$p" || { \
    echo "gprof.mk: $$p has written no profile; these have:" $$(ls "$$d/runs") >&2; exit 1; }; \
  test -f "$$image" || { \
    echo "gprof.mk: $$p is not a program of this project, so there is no report of it" >&2; continue; }; \
  set -- "$$d/runs/$$p"/[0-9]*; { $(1); } || s=$$?; done; exit $$s
endef
gprof_mk_title = test $$(ls "$$d/runs" | wc -l) -eq 1 || printf '\n==> %s <==\n\n' "$$p"

.PHONY: profile profile-top profile-html profile-sum profile-compare profile-clean gprof-mk-data
profile:
	+@$(gprof_mk_profile)
	@$(call gprof_mk_programs,$(gprof_mk_title); '$(GPROF)' $(PROFILE_FLAGS) "$$image" "$$d/runs/$$p"/*)

# Data are there, or made; but `make profile profile-top' makes them once.
gprof-mk-data: $(filter profile,$(MAKECMDGOALS))
	+@test -d '$(PROFILE_DIR)/runs' || { $(gprof_mk_profile); }

profile-top profile-html profile-sum profile-compare: gprof-mk-data
profile-top:
	@$(call gprof_mk_programs,$(gprof_mk_title); '$(GPROF)' --top "$$image" "$$@")

profile-html:
	@$(call gprof_mk_programs,'$(GPROF)' --export=html --output="$$d/$$p.html" "$$image" "$$@" && \
	  echo "$$d/$$p.html")

profile-sum:
	@$(call gprof_mk_programs,'$(GPROF)' -s --output="$$d/$$p.sum" "$$image" "$$@" && \
	  echo "$$d/$$p.sum: gprof $$image $$d/$$p.sum")

profile-compare:
	@test -d '$(PROFILE_BASE)' || { echo 'gprof.mk: there is nothing to compare with:' \
	  '$(PROFILE_BASE) is missing; it is there after the second "make profile"' >&2; exit 2; }
	@$(call gprof_mk_programs,$(gprof_mk_title); '$(GPROF)' --compare='$(PROFILE_BASE)'"/$$p" \
	  --compare-image='$(PROFILE_BASE)'"/../programs/$$p" $(PROFILE_LIMITS) "$$image" "$$@")

profile-clean:
	rm -rf '$(PROFILE_DIR)'

.DEFAULT_GOAL := $(gprof_mk_goal)
endif
