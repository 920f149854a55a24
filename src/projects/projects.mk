# projects.mk - what people's own projects are given: gprof-run, gprof.mk, the files for CMake, examples
#
# Included by install.mk, to whose lists it adds.  The installed files find each other by the way from
# one directory to the other, so that an installed tree may be moved, or unpacked elsewhere.
#
# SPDX-License-Identifier: GPL-3.0-or-later

projects_dir := $(top)/src/projects
projects_made := $(BUILD)/projects
name_gprof_run := $(call transform,gprof-run)

# The way from one absolute directory to another.
way = $(shell awk -v from='$(1)' -v to='$(2)' 'BEGIN { n = split(from, a, "/"); m = split(to, b, "/"); \
  for (i = 1; i <= n && i <= m && a[i] == b[i]; i++); for (j = i; j <= n; j++) if (a[j] != "") r = r "../"; \
  for (j = i; j <= m; j++) if (b[j] != "") r = r b[j] "/"; sub("/$$", "", r); print r == "" ? "." : r }')

project_files := gprof-run
from_gprof-run := bindir

projects_made_all := $(addprefix $(projects_made)/,$(project_files))
$(projects_made_all): $(projects_made)/%: FORCE
	@mkdir -p $(@D)
	@sed -e 's|@gprof@|$(name_gprof)|g' -e 's|@version@|$(version)|' \
	  -e 's|@bindir@|$(call way,$($(from_$*)),$(bindir))|' \
	  -e 's|@libdir@|$(call way,$($(from_$*)),$(libdir))|' \
	  -e 's|@includedir@|$(call way,$($(from_$*)),$(includedir))|' \
	  $(projects_dir)/$*$(if $(filter gprof-run,$*),.sh) >$@

installed += data:$(top)/doc/gprof-run.1:man1dir:$(name_gprof_run).1 \
  script:$(projects_made)/gprof-run:bindir:$(name_gprof_run)
