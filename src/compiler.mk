# compiler.mk - what is asked of the compiler before it compiles, the flags that follow, and how its
# commands are shown
#
# Included by the Makefile.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# How the compiler sees a text.
seen_by_cc = $(shell echo '$(1)' | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -x c - 2>/dev/null)

# The x87 computes with more digits than a double has; reports are to be equal on all machines, and
# the last digit decides which of two rows comes first.
exact_doubles := $(if $(filter 12,$(subst $() ,,$(call seen_by_cc,__i386__ __FLT_EVAL_METHOD__))),-msse2 -mfpmath=sse)

# Debug information names sources and directories as seen from the top of the sources, so that builds in
# two places are equal; `make prefix_map=` leaves the paths in.
prefix_map := $(foreach from,$(CURDIR) $(top),-ffile-prefix-map=$(from)=.)
prefix_map := $(if $(shell $(CC) $(prefix_map) -E -x c /dev/null >/dev/null 2>&1 && echo yes),$(prefix_map))

# make V=1, or configure --disable-silent-rules, shows the commands; DEPFLAGS= writes no files of
# dependencies. An archive holds no times and owners.
Q := $(if $(filter 1,$(V)),,@)
DEPFLAGS ?= -MMD -MP
ifeq ($(origin ARFLAGS),default)
ARFLAGS := rcsD
endif
