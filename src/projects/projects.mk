# projects.mk - what people's own projects are given: gprof-run, gprof.mk, the files for CMake, examples
#
# Included by install.mk, to whose lists it adds.  The installed files find each other by the way from
# one directory to the other, so that an installed tree may be moved, or unpacked elsewhere.
#
# SPDX-License-Identifier: GPL-3.0-or-later

projects_dir := $(top)/src/projects
cmakedir ?= $(libdir)/cmake/gmon
examplesdir ?= $(docdir)/examples

# The way from one absolute directory to another.
way = $(shell awk -v from='$(1)' -v to='$(2)' 'BEGIN { n = split(from, a, "/"); m = split(to, b, "/"); \
  for (i = 1; i <= n && i <= m && a[i] == b[i]; i++); for (j = i; j <= n; j++) if (a[j] != "") r = r "../"; \
  for (j = i; j <= m; j++) if (b[j] != "") r = r b[j] "/"; sub("/$$", "", r); print r == "" ? "." : r }')

project_files := gprof-run gprof.mk gmon-config.cmake gmon-config-version.cmake
from_gprof-run := bindir
from_gprof.mk := includedir
from_gmon-config.cmake := cmakedir
from_gmon-config-version.cmake := cmakedir

$(addprefix $(state)/,$(project_files)): $(state)/%: FORCE
	@mkdir -p $(@D)
	@sed -e 's|@gprof@|$(name_gprof)|g' -e 's|@version@|$(version)|' -e 's|@pointer@|$(pointer_bytes)|' \
	  -e 's|@bindir@|$(call way,$($(from_$*)),$(bindir))|' \
	  -e 's|@libdir@|$(call way,$($(from_$*)),$(libdir))|' \
	  -e 's|@includedir@|$(call way,$($(from_$*)),$(includedir))|' \
	  $(projects_dir)/$*$(if $(filter gprof-run,$*),.sh) >$@
# Of libgmon, which is the target's.
pointer_bytes = $(shell echo __SIZEOF_POINTER__ | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -x c - 2>/dev/null)

installed += 644:$(top)/doc/gprof-run.1:mandir:man1/$(call transform,gprof-run).1 \
  755:$(state)/gprof-run:bindir:$(call transform,gprof-run) \
  644:$(state)/gprof.mk:includedir:gprof.mk
installed_runtime += $(foreach f,gmon-config.cmake gmon-config-version.cmake,644:$(state)/$(f):cmakedir:$(f))

examples := $(patsubst $(top)/doc/examples/%,%,$(wildcard $(top)/doc/examples/* $(top)/doc/examples/*/*))
examples := $(foreach f,$(examples),$(if $(wildcard $(top)/doc/examples/$(f)/*),,$(f)))
installed += $(foreach f,$(examples),644:$(top)/doc/examples/$(f):examplesdir:$(f))
