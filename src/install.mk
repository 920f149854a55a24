# install.mk - what is installed where, the manual's forms, the archive of the sources, and what clean removes
#
# Included by the Makefile.  Each file that is installed stands in one list, `installed`, from which
# install and uninstall are made: so uninstall removes what install put there, and nothing else.
# Directories are the GNU standards'; configure sets them.  The directories that install had to make
# are noted below $(BUILD), and uninstall removes those of them that are empty.
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
INSTALL_PROGRAM ?= $(INSTALL) -m 755
INSTALL_DATA ?= $(INSTALL) -m 644
STRIP ?= strip

# Names under which programs, manual pages, info and completions are installed.
transform = $(shell printf '%s\n' '$(1)' | sed '$(program_transform_name)')
name_gprof := $(call transform,gprof)
name_bbconv := $(call transform,bbconv)
is_renamed := $(filter-out gprof bbconv,$(name_gprof) $(name_bbconv))

# What is written for one installation stands in a directory of its own, so that several may go on at once.
state := $(BUILD)/install-$(shell printf '%s\n' $(call squote,$(DESTDIR) $(prefix) $(exec_prefix) $(libdir) \
  $(includedir) $(program_transform_name)) | cksum | cut -d ' ' -f 1)
made_dirs := $(state)/made-dirs

# ---- the manual: info, html, pdf -----------------------------------------------------------------
# An archive of the sources has the first two ready in doc/.
texi := $(top)/doc/gprof.texi
have_makeinfo := $(shell command -v $(MAKEINFO))
manual_in = $(or $(wildcard $(top)/doc/gprof.$(1)),$(if $(have_makeinfo),$(BUILD)/gprof.$(1)))
info_file := $(call manual_in,info)
html_file := $(call manual_in,html)

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
# KIND:SOURCE:DIRECTORY:NAME, a word each.  KIND is program, script or data; or page, info or shell: a
# manual page, the manual, or a completion, in which programs have the names that they are installed
# under.  No path has blanks but those that the user chose, which stand in the directories' variables
# and are named, not expanded.
installed := program:$(gprof):bindir:$(name_gprof) \
  script:$(top)/src/bbconv.pl:bindir:$(name_bbconv) \
  page:$(top)/doc/gprof.1:man1dir:$(name_gprof).1 \
  page:$(top)/doc/bbconv.1:man1dir:$(name_bbconv).1 \
  page:$(top)/doc/gmon.out.5:man5dir:gmon.out.5 \
  page:$(top)/doc/gmon.stacks.5:man5dir:gmon.stacks.5 \
  $(if $(bashcompdir),shell:$(top)/src/completion/gprof.bash:bashcompdir:$(name_gprof)) \
  $(if $(zshcompdir),shell:$(top)/src/completion/gprof.zsh:zshcompdir:_$(name_gprof)) \
  $(if $(fishcompdir),shell:$(top)/src/completion/gprof.fish:fishcompdir:$(name_gprof).fish) \
  $(foreach f,README COPYING doc/NEWS doc/SECURITY doc/gmon-format doc/gprof.schema.json,data:$(top)/$(f):docdir:$(notdir $(f)))
installed_info := info:$(or $(info_file),$(BUILD)/gprof.info):infodir:$(name_gprof).info
installed_html := data:$(or $(html_file),$(BUILD)/gprof.html):htmldir:$(name_gprof).html
installed_pdf := data:$(BUILD)/gprof.pdf:pdfdir:$(name_gprof).pdf
installed_runtime := data:$(libgmon_a):libdir:libgmon.a \
  program:$(libgmon_so):libdir:libgmon.so.1 \
  data:$(state)/libgmon.pc:pkgconfigdir:libgmon.pc \
  $(foreach h,gmon.h gmon_bare.h gmon_out.h gmon_stacks.h,data:$(top)/include/$(h):includedir:$(h)) \
  page:$(top)/doc/libgmon.3:man3dir:libgmon.3 page:$(top)/doc/libgmon.7:man7dir:libgmon.7 \
  data:$(runtime_dir)/LICENSE:docdir:LICENSE.libgmon
include $(top)/src/projects/projects.mk
man1dir ?= $(mandir)/man1
man3dir ?= $(mandir)/man3
man5dir ?= $(mandir)/man5
man7dir ?= $(mandir)/man7

part = $(word $(2),$(subst :, ,$(1)))
source_of = $(call part,$(1),2)
dir_of = $(DESTDIR)$($(call part,$(1),3))
place_of = $(dir_of)/$(call part,$(1),4)
how_program = $(INSTALL_PROGRAM) $(1)
how_script = $(INSTALL) -m 755 $(1)
how_data = $(INSTALL_DATA) $(1)
how_page = $(call how_renamed,$(1),$(foreach p,gprof bbconv gprof-run,$(call rename_page,$(p),$(call transform,$(p)))))
how_info = $(call how_renamed,$(1),$(rename_info))
how_shell = $(call how_renamed,$(1),$(rename_shell))
renamed = $(state)/$(notdir $(1))
how_renamed = $(if $(is_renamed),sed $(2) $(1) >$(renamed) && $(INSTALL_DATA) $(renamed),$(INSTALL_DATA) $(1))

# Manual pages: the title, the name, references, and lines that begin with the program, as commands do.
# The manual: its entry in the directory; without its table of nodes, which readers can do without, as
# it says at which byte they are.  Completions: the program they are for.
upper = $(shell printf '%s\n' '$(1)' | tr a-z A-Z)
rename_page = -e 's/^\(\.TH \)$(call upper,$(1)) /\1$(call upper,$(2)) /' \
  -e 's/^\(\(\.BR* \)\{0,1\}\)$(1)\(\([ ,].*\)\{0,1\}\)$$/\1$(2)\3/'
rename_info = -e 's/^\* gprof: (gprof)\./* $(name_gprof): ($(name_gprof))./' \
  -e 's/^File: gprof\.info,/File: $(name_gprof).info,/' -e '/^Tag Table:/,/^End Tag Table/d'
rename_shell = -e 's/^\(\#compdef \)gprof$$/\1$(name_gprof)/' -e '/^[\# ]/!s/ gprof$$/ $(name_gprof)/'

# Directories first: each that is missing is noted, so that uninstall knows which ones are ours.
define put_all
	@mkdir -p $(state) && for d in $(foreach v,$(sort $(foreach i,$(1),$(call part,$(i),3))),'$(DESTDIR)$($(v))'); do \
	  p=$$d; while test -n "$$p" && ! test -d "$$p"; do echo "$$p"; p=$${p%/*}; done; \
	  $(INSTALL) -d "$$d" || exit 1; done >>$(made_dirs)
	$(foreach i,$(1),$(call put,$(i)))
endef
define put
	$(call how_$(call part,$(1),1),$(source_of)) '$(place_of)'

endef
define take_all
	$(foreach i,$(1),$(call take,$(i)))
	@if test -f $(made_dirs); then sort -ru $(made_dirs) | while read -r d; do \
	  rmdir "$$d" 2>/dev/null || ! test -d "$$d" || echo "$$d"; done >$(made_dirs).new; \
	  mv $(made_dirs).new $(made_dirs); test -s $(made_dirs) || rm -r $(state); fi
endef
define take
	rm -f '$(place_of)'

endef

# Without the right to write, the remedy is told before half of it is done.
define check_rights
	@d='$(DESTDIR)$(bindir)'; while test -n "$$d" && ! test -e "$$d"; do d=$${d%/*}; done; d=$${d:-/}; \
	  test -d "$$d" && test -w "$$d" || { \
	  echo 'make install: $(DESTDIR)$(bindir) cannot be written to; install as root, or into your' \
	    "home directory: make install prefix=\$$HOME/.local" >&2; exit 1; }
endef

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

.PHONY: install install-strip install-runtime install-info install-html install-pdf installcheck \
  uninstall uninstall-runtime
install: $(gprof) install-runtime $(info_file) $(html_file) $(projects_made_all)
	$(check_rights)
	$(call put_all,$(installed) $(if $(info_file),$(installed_info)) $(if $(html_file),$(installed_html)))

install-runtime: $(if $(runtime),$(runtime) $(state)/libgmon.pc $(projects_made_all))
	$(check_rights)
	$(if $(runtime),$(call put_all,$(installed_runtime)))

install-strip: how_program = $(INSTALL_PROGRAM) -s --strip-program=$(STRIP) $(1)
install-strip: install

install-info: info
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

# The directory of manuals is there if install-info wrote to it; without entries it is of no use.
uninstall: uninstall-runtime
	@d='$(DESTDIR)$(infodir)/dir'; if grep -qs '($(name_gprof))' "$$d"; then \
	  install-info --delete --info-dir="$$d" $(name_gprof).info; \
	  grep -q '^\* .*(' "$$d" || rm -f "$$d"; fi
	$(call take_all,$(installed) $(installed_info) $(installed_html) $(installed_pdf))

uninstall-runtime:
	$(call take_all,$(installed_runtime))

# ---- the archive of the sources ------------------------------------------------------------------
# It holds configure and the manual as info and HTML, so that neither git nor autoconf nor texinfo is
# needed to build from it.  Two of them made from the same sources are equal to the byte.
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
CHECK ?= check
distcheck: dist
	+@MAKE='$(MAKE)' CHECK=$(call squote,$(value CHECK)) sh $(top)/tests/build/distcheck $(dist_tar) '$(abspath $(BUILD))/distcheck'

.PHONY: TAGS
tagged := $(src_c) $(runtime_c) $(wildcard $(top)/include/*.h $(top)/src/*.h $(top)/src/*/*.h $(top)/src/*/*/*.h)
TAGS:
	etags -o TAGS $(tagged) 2>/dev/null || ctags -e -f TAGS $(tagged)

# ---- packages (doc/packaging) ----------------------------------------------------------------------
# Status 77: what check-deb needs is not here.
.PHONY: deb check-packages
deb:
	$(top)/doc/packaging/build-deb $(abspath $(BUILD))/packages
check-packages:
	$(top)/doc/packaging/check-deb $(abspath $(BUILD))/packages || test $$? = 77

# ---- clean -------------------------------------------------------------------------------------------
clean:
	rm -rf $(addprefix $(BUILD)/,obj unit tools fuzz demo machines flags gprof gprof-fault gprof.info \
	  gprof.html gprof.pdf libgmon.a libgmon.so libgprof-core.a libtools.a) \
	  $(wildcard $(BUILD)/gprof-*.tar.gz) build-asan build-clang build-fuzz build-minimal

# In a directory outside the source tree, configure has written the Makefile, and may be a copy. Beside
# the sources it is part of them: maintainer-clean removes it.
distclean: clean
	rm -rf $(BUILD)/config.mk $(wildcard $(BUILD)/install-*) config.status \
	  config.log autom4te.cache TAGS
	test -f configure.ac || rm -f Makefile configure
	rmdir $(BUILD) 2>/dev/null || :

maintainer-clean: distclean
	rm -f configure
