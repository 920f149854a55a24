# compiler.mk - what is asked of the compiler before it compiles, and the flags that follow
#
# Included by the Makefile.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# How the compiler sees a text.
seen_by_cc = $(shell echo '$(1)' | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -x c - 2>/dev/null)

# The x87 computes with more digits than a double has; reports are to be equal on all machines, and
# the last digit decides which of two rows comes first.
exact_doubles := $(if $(filter 12,$(subst $() ,,$(call seen_by_cc,__i386__ __FLT_EVAL_METHOD__))),-msse2 -mfpmath=sse)
