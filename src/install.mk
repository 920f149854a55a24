# install.mk - the manual's forms, and what is installed where
#
# Included by the Makefile.  Each file that is installed stands in one list, from which install and
# uninstall are made: uninstall removes what install put there, and leaves directories.  Directories are
# the GNU standards'; configure sets them.  With program_transform_name files have other names, but what
# is in them stays, except for names that shells and info look up.
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
# An empty one: no completions for that shell.
bashcompdir ?= $(datadir)/bash-completion/completions
zshcompdir ?= $(datadir)/zsh/site-functions
fishcompdir ?= $(datadir)/fish/vendor_completions.d
MAKEINFO ?= makeinfo
TEXI2PDF ?= texi2pdf
STRIP ?= strip
# What is written for one installation.
state := $(BUILD)/to-install

# ---- the manual: info, html, pdf -----------------------------------------------------------------
# An archive of the sources has the first two ready in doc/.
texi := $(top)/doc/gprof.texi
have_makeinfo := $(shell command -v $(MAKEINFO))
manual_in = $(or $(wildcard $(top)/doc/gprof.$(1)),$(if $(have_makeinfo),$(BUILD)/gprof.$(1)))
info_file := $(call manual_in,info)
html_file := $(call manual_in,html)

## make info html pdf   the manual, in build/, where texinfo is installed
.PHONY: info html pdf
info: $(or $(info_file),$(BUILD)/gprof.info)
html: $(or $(html_file),$(BUILD)/gprof.html)
pdf: $(BUILD)/gprof.pdf
$(BUILD)/gprof.info: $(texi)
	@mkdir -p $(@D)
	LC_ALL=C $(MAKEINFO) --no-split -o $@ $<
$(BUILD)/gprof.html: $(texi) $(top)/doc/manual.css
	@mkdir -p $(@D)
	LC_ALL=C $(MAKEINFO) --html --no-split --css-include=$(top)/doc/manual.css -o $@ $<
$(BUILD)/gprof.pdf: $(texi)
	@mkdir -p $(@D)
	$(TEXI2PDF) --batch --quiet --build=tidy --build-dir=$(BUILD)/pdf -o $@ $<

# ---- what goes where -----------------------------------------------------------------------------
# MODE:SOURCE:DIRECTORY:NAME, a word each.  No path has blanks but those that the user chose, which stand
# in the directories' variables and are named, not expanded.
transform = $(shell printf '%s\n' '$(1)' | sed '$(program_transform_name)')
name_gprof := $(call transform,gprof)
installed := 755:$(gprof):bindir:$(name_gprof) \
  755:$(top)/src/bbconv.pl:bindir:$(call transform,bbconv) \
  $(foreach p,gprof bbconv,644:$(top)/doc/$(p).1:mandir:man1/$(call transform,$(p)).1) \
  $(foreach p,gmon.out gmon.stacks,644:$(top)/doc/$(p).5:mandir:man5/$(p).5) \
  $(if $(bashcompdir),644:$(state)/gprof.bash:bashcompdir:$(name_gprof)) \
  $(if $(zshcompdir),644:$(state)/gprof.zsh:zshcompdir:_$(name_gprof)) \
  $(if $(fishcompdir),644:$(state)/gprof.fish:fishcompdir:$(name_gprof).fish) \
  $(foreach f,README COPYING doc/NEWS doc/SECURITY doc/gmon-format doc/gprof.schema.json,\
    644:$(top)/$(f):docdir:$(notdir $(f)))
installed_info := 644:$(state)/gprof.info:infodir:$(name_gprof).info
installed_html := 644:$(or $(html_file),$(BUILD)/gprof.html):htmldir:$(name_gprof).html
installed_pdf := 644:$(BUILD)/gprof.pdf:pdfdir:$(name_gprof).pdf
installed_runtime := 644:$(libgmon_a):libdir:libgmon.a \
  755:$(libgmon_so):libdir:libgmon.so.1 \
  644:$(state)/libgmon.pc:pkgconfigdir:libgmon.pc \
  $(foreach h,gmon.h gmon_bare.h gmon_out.h gmon_stacks.h,644:$(top)/include/$(h):includedir:$(h)) \
  $(foreach n,3 7,644:$(top)/doc/libgmon.$(n):mandir:man$(n)/libgmon.$(n)) \
  644:$(runtime_dir)/LICENSE:docdir:LICENSE.libgmon
include $(top)/src/projects/projects.mk

part = $(word $(2),$(subst :, ,$(1)))
place = '$(DESTDIR)$($(call part,$(1),3))/$(call part,$(1),4)'
define put
	$(INSTALL) -D -m $(call part,$(1),1) $(call part,$(1),2) $(call place,$(1))

endef
define take
	rm -f $(call place,$(1))

endef
put_all = $(foreach i,$(1),$(call put,$(i)))
take_all = $(foreach i,$(1),$(call take,$(i)))

# Names that shells and info look up.
define named
	@mkdir -p $(@D)
	@sed -e 's/^\(\#compdef\|complete -F _gprof\|__gprof_load\) gprof$$/\1 $(name_gprof)/' \
	  -e 's/^\* gprof: (gprof)\./* $(name_gprof): ($(name_gprof))./' $< >$@
endef
$(addprefix $(state)/gprof.,bash zsh fish): $(state)/%: $(top)/src/completion/% FORCE
	$(named)
$(state)/gprof.info: $(or $(info_file),$(BUILD)/gprof.info) FORCE
	$(named)

# Directories below the prefix follow it where it is moved. Dynamically linked programs take the archive,
# too; statically linked ones need the threads' library where that is apart from libc.
$(state)/libgmon.pc: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(prefix)' 'exec_prefix=$(exec_prefix)' 'libdir=$(libdir)' \
	  'includedir=$(includedir)' 'makefile=$${includedir}/gprof.mk' '' 'Name: libgmon' \
	  'Description: runtime of programs compiled with -pg' 'Version: $(version)' \
	  'Cflags: -pg -I"$${includedir}"' 'Libs: -pg -L"$${libdir}" -lgmon' 'Libs.private: -pthread' | \
	  sed -e 's|^\(libdir\)=$(exec_prefix)/|\1=$${exec_prefix}/|' \
	  -e 's|^\(exec_prefix\)=$(prefix)$$|\1=$${prefix}|' \
	  -e 's|^\([a-z_]*\)=$(prefix)/|\1=$${prefix}/|' >$@

# If root installs into a directory that the loader has in its cache, the cache is renewed.
define renew_cache
	@test -n '$(DESTDIR)' || test "$$(id -u)" != 0 || { PATH=$$PATH:/sbin:/usr/sbin; \
	  ldconfig -N -X -v 2>/dev/null | sed -n 's,^\(/[^:]*\):.*,\1,p' | \
	  while read -r d; do ! test "$$d" -ef '$(libdir)' || ldconfig; done; }
endef
define tell_preload
	@test -n '$(DESTDIR)' || LD_PRELOAD=libgmon.so.1 grep -qs /libgmon.so.1 /proc/self/maps 2>/dev/null || \
	  printf '%s\n' 'The loader does not look for libgmon.so.1 in $(libdir): use LD_PRELOAD=$(libdir)/libgmon.so.1, or gprof-run.' \
	  'If the linker does not find -lgmon, give it -L$(libdir), too.'
endef

## make install         [DESTDIR=dir] [prefix=dir]; install-strip, installcheck; uninstall undoes it
.PHONY: install install-strip install-runtime install-info install-html install-pdf installcheck \
  uninstall uninstall-runtime
sources = $(foreach i,$(1),$(call part,$(i),2))
all_but_runtime := $(installed) $(if $(info_file),$(installed_info)) $(if $(html_file),$(installed_html))
install: $(call sources,$(all_but_runtime)) install-runtime
	$(call put_all,$(all_but_runtime))

install-runtime: $(if $(runtime),$(call sources,$(installed_runtime)))
	$(if $(runtime),$(call put_all,$(installed_runtime)))
	$(if $(runtime),$(renew_cache))
	$(if $(runtime),$(tell_preload))

install-strip: install
	$(STRIP) '$(DESTDIR)$(bindir)/$(name_gprof)' $(if $(runtime),'$(DESTDIR)$(libdir)/libgmon.so.1')

install-info: $(call sources,$(installed_info))
	$(call put_all,$(installed_info))
	-if command -v install-info >/dev/null; then \
	  install-info --info-dir='$(DESTDIR)$(infodir)' '$(DESTDIR)$(infodir)/$(name_gprof).info'; fi

install-html: html
	$(call put_all,$(installed_html))

install-pdf: pdf
	$(call put_all,$(installed_pdf))

# What was installed works there: all tests, with the installed program.
installcheck: check-programs
	$(MAKE) -f $(self) check gprof_abs='$(DESTDIR)$(bindir)/$(name_gprof)'

# install-info reads the manual to know its entry. A directory of manuals without entries is of no use.
uninstall: uninstall-runtime
	@d='$(DESTDIR)$(infodir)/dir'; if grep -qs '($(name_gprof))' "$$d" && test -f "$${d%dir}$(name_gprof).info"; then \
	  install-info --delete --dir-file="$$d" "$${d%dir}$(name_gprof).info"; \
	  grep -q '^\* .*(' "$$d" || rm -f "$$d"; fi
	$(call take_all,$(installed) $(installed_info) $(installed_html) $(installed_pdf))

uninstall-runtime:
	$(call take_all,$(installed_runtime))
	$(renew_cache)
