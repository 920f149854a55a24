# projects.mk - what people's own projects are given: gprof-run, gprof.mk, the files for CMake, examples
#
# Included by install.mk, to whose lists it adds.  The installed files find each other by the way from
# one directory to the other, so that an installed tree may be moved, or unpacked elsewhere.
#
# SPDX-License-Identifier: GPL-3.0-or-later

projects_dir := $(top)/src/projects
cmakedir ?= $(libdir)/cmake/gmon
examplesdir ?= $(docdir)/examples
name_gprof_run := $(call transform,gprof-run)

# The way from one absolute directory to another.
way = $(shell awk -v from='$(1)' -v to='$(2)' 'BEGIN { n = split(from, a, "/"); m = split(to, b, "/"); \
  for (i = 1; i <= n && i <= m && a[i] == b[i]; i++); for (j = i; j <= n; j++) if (a[j] != "") r = r "../"; \
  for (j = i; j <= m; j++) if (b[j] != "") r = r b[j] "/"; sub("/$$", "", r); print r == "" ? "." : r }')

project_files := gprof-run gprof.mk gmon-config.cmake gmon-config-version.cmake
from_gprof-run := bindir
from_gprof.mk := includedir
from_gmon-config.cmake := cmakedir
from_gmon-config-version.cmake := cmakedir

projects_made_all := $(addprefix $(state)/,$(project_files))
$(projects_made_all): $(state)/%: FORCE
	@mkdir -p $(@D)
	@sed -e 's|@gprof@|$(name_gprof)|g' -e 's|@version@|$(version)|' -e 's|@pointer@|$(pointer_bytes)|' \
	  -e 's|@bindir@|$(call way,$($(from_$*)),$(bindir))|' \
	  -e 's|@libdir@|$(call way,$($(from_$*)),$(libdir))|' \
	  -e 's|@includedir@|$(call way,$($(from_$*)),$(includedir))|' \
	  $(projects_dir)/$*$(if $(filter gprof-run,$*),.sh) >$@
# Of libgmon, which is the target's.
pointer_bytes = $(shell echo __SIZEOF_POINTER__ | $(CC) $(CPPFLAGS) $(CFLAGS) -E -P -x c - 2>/dev/null)

installed += page:$(top)/doc/gprof-run.1:man1dir:$(name_gprof_run).1 \
  script:$(state)/gprof-run:bindir:$(name_gprof_run) \
  data:$(state)/gprof.mk:includedir:gprof.mk
installed_runtime += data:$(state)/gmon-config.cmake:cmakedir:gmon-config.cmake \
  data:$(state)/gmon-config-version.cmake:cmakedir:gmon-config-version.cmake

# Each example, with its directory below $(docdir)/examples in a variable of its own.
examples := $(patsubst $(top)/doc/examples/%,%,$(wildcard $(top)/doc/examples/* $(top)/doc/examples/*/*))
examples := $(foreach f,$(examples),$(if $(wildcard $(top)/doc/examples/$(f)/*),,$(f)))
example_dir = examplesdir$(if $(filter-out ./,$(dir $(1))),_$(patsubst %/,%,$(dir $(1))))
$(foreach f,$(examples),$(eval $(call example_dir,$(f)) ?= $(examplesdir)/$(patsubst %/,%,$(filter-out ./,$(dir $(f))))))
installed += $(foreach f,$(examples),data:$(top)/doc/examples/$(f):$(call example_dir,$(f)):$(notdir $(f)))
