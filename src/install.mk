# install.mk - what is installed where, the manual's forms, and the archive of the sources
#
# Included by the Makefile.  Each file that is installed stands in one list, `installed`, from which
# install, uninstall and the sentence for those who lack rights are made: so uninstall removes what
# install put there, and nothing else.  Directories are the GNU standards'; configure sets them.
#
# SPDX-License-Identifier: GPL-3.0-or-later

libdir ?= $(exec_prefix)/lib
includedir ?= $(prefix)/include
pkgconfigdir ?= $(libdir)/pkgconfig
datadir ?= $(datarootdir)
infodir ?= $(datarootdir)/info
docdir ?= $(datarootdir)/doc/gprof
htmldir ?= $(docdir)
pdfdir ?= $(docdir)
MAKEINFO ?= makeinfo
TEXI2PDF ?= texi2pdf
INSTALL_PROGRAM ?= $(INSTALL) -m 755
INSTALL_DATA ?= $(INSTALL) -m 644
STRIP ?= strip

# Names under which programs, manual pages, info and completions are installed.
transform = $(shell printf '%s\n' '$(1)' | sed '$(program_transform_name)')
name_gprof := $(call transform,gprof)
name_bbconv := $(call transform,bbconv)

# ---- the manual: info, html, pdf -----------------------------------------------------------------
# An archive of the sources has the first one ready in doc/.
texi := $(top)/doc/gprof.texi
shipped_info := $(wildcard $(top)/doc/gprof.info)
info_file := $(if $(shipped_info),$(shipped_info),$(if $(shell command -v $(MAKEINFO)),$(BUILD)/gprof.info))

.PHONY: info html pdf
info: $(if $(info_file),$(info_file),$(BUILD)/gprof.info)
html: $(BUILD)/gprof.html
pdf: $(BUILD)/gprof.pdf
$(BUILD)/gprof.info: $(texi)
	@mkdir -p $(@D)
	$(MAKEINFO) --no-split -o $@ $<
$(BUILD)/gprof.html: $(texi)
	@mkdir -p $(@D)
	$(MAKEINFO) --html --no-split -o $@ $<
$(BUILD)/gprof.pdf: $(texi)
	@mkdir -p $(@D)
	$(TEXI2PDF) --batch --quiet --build=tidy --build-dir=$(BUILD)/pdf -o $@ $<

# ---- what goes where -----------------------------------------------------------------------------
# KIND:SOURCE:DIRECTORY:NAME, a word each; KIND is program, script or data.  No path has blanks but
# those that the user chose, which stand in the directories' variables and are named, not expanded.
installed := program:$(gprof):bindir:$(name_gprof) \
  script:$(top)/src/bbconv.pl:bindir:$(name_bbconv) \
  data:$(top)/doc/gprof.1:man1dir:$(name_gprof).1 \
  data:$(top)/doc/bbconv.1:man1dir:$(name_bbconv).1 \
  data:$(top)/doc/gmon.out.5:man5dir:gmon.out.5 \
  data:$(top)/doc/gmon.stacks.5:man5dir:gmon.stacks.5 \
  $(foreach f,README COPYING doc/NEWS doc/SECURITY doc/gmon-format doc/gprof.schema.json,data:$(top)/$(f):docdir:$(notdir $(f)))
installed_runtime := data:$(libgmon_a):libdir:libgmon.a \
  script:$(libgmon_so):libdir:libgmon.so.1 \
  data:$(BUILD)/libgmon.pc:pkgconfigdir:libgmon.pc \
  $(foreach h,gmon.h gmon_out.h gmon_stacks.h,data:$(top)/include/$(h):includedir:$(h)) \
  data:$(top)/doc/libgmon.3:man3dir:libgmon.3 data:$(top)/doc/libgmon.7:man7dir:libgmon.7 \
  data:$(runtime_dir)/LICENSE:docdir:LICENSE.libgmon
include $(top)/src/projects/projects.mk
man1dir ?= $(mandir)/man1
man3dir ?= $(mandir)/man3
man5dir ?= $(mandir)/man5
man7dir ?= $(mandir)/man7

part = $(word $(2),$(subst :, ,$(1)))
source_of = $(call part,$(1),2)
place_of = $(DESTDIR)$($(call part,$(1),3))/$(call part,$(1),4)
how_program = $(INSTALL_PROGRAM)
how_script = $(INSTALL) -m 755
how_data = $(INSTALL_DATA)
define put
	$(INSTALL) -d '$(DESTDIR)$($(call part,$(1),3))'
	$(how_$(call part,$(1),1)) $(source_of) '$(place_of)'

endef
define take
	rm -f '$(place_of)'

endef

# Without the right to write, the remedy is told before half of it is done.
define check_rights
	@mkdir -p '$(DESTDIR)$(bindir)' 2>/dev/null && test -w '$(DESTDIR)$(bindir)' || { \
	  echo 'make install: $(DESTDIR)$(bindir) cannot be written to; install as root, or into your' \
	    "home directory: make install prefix=\$$HOME/.local" >&2; exit 1; }
endef

$(BUILD)/libgmon.pc: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(prefix)' 'exec_prefix=$(exec_prefix)' 'libdir=$(libdir)' \
	  'includedir=$(includedir)' 'makefile=$(includedir)/gprof.mk' '' 'Name: libgmon' \
	  'Description: runtime of programs compiled with -pg' 'Version: $(version)' \
	  'Cflags: -pg -I$${includedir}' 'Libs: -pg -L$${libdir} -lgmon' >$@

.PHONY: install install-strip install-runtime install-info install-html install-pdf installcheck \
  uninstall uninstall-runtime
install: $(gprof) install-runtime $(info_file) $(projects_made_all)
	$(check_rights)
	$(foreach i,$(installed),$(call put,$(i)))
	$(if $(info_file),$(call put,data:$(info_file):infodir:$(name_gprof).info))

install-runtime: $(if $(runtime),$(runtime) $(BUILD)/libgmon.pc $(projects_made_all))
	$(check_rights)
	$(if $(runtime),$(foreach i,$(installed_runtime),$(call put,$(i))))

install-strip:
	$(MAKE) -f $(self) INSTALL_PROGRAM='$(INSTALL_PROGRAM) -s --strip-program=$(STRIP)' install

install-info: info
	$(call put,data:$(if $(info_file),$(info_file),$(BUILD)/gprof.info):infodir:$(name_gprof).info)
	-if command -v install-info >/dev/null; then \
	  install-info --info-dir='$(DESTDIR)$(infodir)' '$(DESTDIR)$(infodir)/$(name_gprof).info'; fi

install-html: html
	$(call put,data:$(BUILD)/gprof.html:htmldir:$(name_gprof).html)

install-pdf: pdf
	$(call put,data:$(BUILD)/gprof.pdf:pdfdir:$(name_gprof).pdf)

# What was installed works there: all tests, with the installed program.
installcheck: check-programs
	$(MAKE) -f $(self) check gprof_abs='$(DESTDIR)$(bindir)/$(name_gprof)'

uninstall: uninstall-runtime
	$(foreach i,$(installed),$(call take,$(i)))
	rm -f '$(DESTDIR)$(infodir)/$(name_gprof).info' '$(DESTDIR)$(htmldir)/$(name_gprof).html' \
	  '$(DESTDIR)$(pdfdir)/$(name_gprof).pdf'
	-rmdir '$(DESTDIR)$(docdir)' 2>/dev/null

uninstall-runtime:
	$(foreach i,$(installed_runtime),$(call take,$(i)))

# ---- the archive of the sources ------------------------------------------------------------------
# It holds configure and the info manual, so that neither git nor autoconf nor texinfo is needed to
# build from it.  Two of them made from the same sources are equal to the byte.
dist_name := gprof-$(version)
dist_tar := $(BUILD)/$(dist_name).tar.gz
dist_top := Makefile configure.ac bootstrap README COPYING LICENSES .reuse src include tests doc .ci
# All products lie in build directories, so what is in the source directories is source.
dist_files = cd $(top) && { git ls-files -z -- $(dist_top) 2>/dev/null | grep -z . || \
  find $(dist_top) ! -type d -print0; }
# When the sources were last changed: what git says, or the file that each archive holds.
dist_epoch = $(or $(SOURCE_DATE_EPOCH),$(shell cd $(top) && git log -1 --format=%ct -- . 2>/dev/null),\
  $(shell stat -c %Y $(top)/configure.ac))

.PHONY: dist distcheck
dist:
	@rm -rf $(BUILD)/dist && mkdir -p $(BUILD)/dist/$(dist_name)
	@( $(dist_files) ) | ( cd $(top) && tar -c --null -T - -f - ) | tar -xf - -C $(BUILD)/dist/$(dist_name)
	@cd $(BUILD)/dist/$(dist_name) && { test -f $(abstop)/.git -o -d $(abstop)/.git || \
	  cp $(abstop)/configure . 2>/dev/null; test -f configure || autoconf; } && rm -rf autom4te.cache
	@if test -n '$(info_file)'; then $(MAKE) -f $(self) info && \
	  cp $(info_file) $(BUILD)/dist/$(dist_name)/doc/gprof.info; fi
	@cd $(BUILD)/dist && LC_ALL=C tar --sort=name --format=ustar --mtime=@$(strip $(dist_epoch)) --owner=0 \
	  --group=0 --numeric-owner --mode=u+w,go-w,a+rX -cf $(dist_name).tar $(dist_name) && \
	  gzip -9nc $(dist_name).tar >$(abspath $(dist_tar))
	@rm -rf $(BUILD)/dist
	@echo $(dist_tar)

# The archive builds, passes its tests, installs and uninstalls, all from a read-only source tree, and
# makes itself again.  CHECK='check TESTS=...' chooses the tests; $(top) is the sources there.
CHECK ?= check
distcheck: dist
	@chmod -R u+w $(BUILD)/distcheck 2>/dev/null; rm -rf $(BUILD)/distcheck && mkdir -p $(BUILD)/distcheck/b
	@cd $(BUILD)/distcheck && tar -xzf $(abspath $(dist_tar)) && chmod -R a-w $(dist_name)
	cd $(BUILD)/distcheck/b && ../$(dist_name)/configure -q --prefix=/opt/gprof && $(MAKE) && \
	  $(MAKE) $(CHECK) && $(MAKE) install DESTDIR=$$PWD/../dest && \
	  $(MAKE) uninstall DESTDIR=$$PWD/../dest && test -z "$$(find ../dest -type f)" && \
	  $(MAKE) dist && cmp build/$(dist_name).tar.gz $(abspath $(dist_tar)) && \
	  $(MAKE) distclean && test -z "$$(ls -A)"
	@chmod -R u+w $(BUILD)/distcheck && rm -rf $(BUILD)/distcheck
	@echo '$(dist_tar) is ready to be given away'

.PHONY: TAGS
TAGS:
	etags -o TAGS $(src_c) $(wildcard $(top)/src/*/*.h $(top)/src/*.h) 2>/dev/null || \
	  ctags -e -f TAGS $(src_c) $(wildcard $(top)/src/*/*.h $(top)/src/*.h)
