# dist.mk - the archive of the sources, and packages
#
# Included by the Makefile.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# The archive holds configure and the manual as info and HTML, so that neither git nor autoconf nor texinfo is
# needed to build from it.  Two archives of the same sources are equal to the byte.
dist_name := gprof-$(version)
dist_tar := $(BUILD)/$(dist_name).tar.gz
dist_top := Makefile configure.ac bootstrap README COPYING LICENSES .reuse src include tests doc .ci
# All products lie in build directories, so what is in the source directories is source.
dist_files = cd $(top) && { git ls-files -z -- $(dist_top) 2>/dev/null | grep -z . || \
  find $(dist_top) ! -type d -print0; }
# When the sources were last changed: what git says, or the file that each archive holds.
dist_epoch = $(or $(SOURCE_DATE_EPOCH),$(shell cd $(top) && git log -1 --format=%ct -- . 2>/dev/null),\
  $(shell stat -c %Y $(top)/configure.ac))

## make dist            an archive of the sources; distcheck tries whether it is whole; deb: a package
.PHONY: dist distcheck
dist: $(info_file) $(html_file)
	@rm -rf $(BUILD)/dist && mkdir -p $(BUILD)/dist/$(dist_name)
	@( $(dist_files) ) | ( cd $(top) && tar -c --null -T - -f - ) | tar -xf - -C $(BUILD)/dist/$(dist_name)
	@cd $(BUILD)/dist/$(dist_name) && { test -f $(abstop)/.git -o -d $(abstop)/.git || \
	  cp $(abstop)/configure . 2>/dev/null; test -f configure || autoconf; } && rm -rf autom4te.cache
	$(if $(info_file),@cp $(info_file) $(html_file) $(BUILD)/dist/$(dist_name)/doc)
	@cd $(BUILD)/dist && LC_ALL=C tar --sort=name --format=ustar --mtime=@$(strip $(dist_epoch)) --owner=0 \
	  --group=0 --numeric-owner --mode=u+w,go-w,a+rX -cf $(dist_name).tar $(dist_name) && \
	  gzip -9nc $(dist_name).tar >$(abspath $(dist_tar))
	@rm -rf $(BUILD)/dist
	@echo $(dist_tar)

# From the archive alone all is built, tested, installed and uninstalled. CHECK='check TESTS="..."' chooses
# the tests, see the script's head.
CHECK ?= check-quick
distcheck: dist
	+@MAKE='$(MAKE)' CHECK=$(call squote,$(value CHECK)) sh $(top)/tests/build/distcheck $(dist_tar) '$(abspath $(BUILD))/distcheck'

# ---- packages (doc/packaging) ----------------------------------------------------------------------
# In another release of Debian, in whose base system the README's commands work, too. Status 77: what check-deb
# needs is not here.
SUITE := trixie
.PHONY: deb check-packages
deb:
	$(top)/doc/packaging/build-deb $(abspath $(BUILD))/packages
check-packages:
	SUITE=$(SUITE) README='make demo; make check-quick' $(top)/doc/packaging/check-deb $(abspath $(BUILD))/packages || \
	  test $$? = 77
