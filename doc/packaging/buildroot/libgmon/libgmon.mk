# libgmon.mk - builds libgmon with Buildroot, for the target; a gprof of the host reads its data files
#
# SPDX-License-Identifier: GPL-3.0-or-later
LIBGMON_VERSION = 1.0.0
# The archive lies beside this file.
LIBGMON_SITE = $(LIBGMON_PKGDIR:/=)
LIBGMON_SITE_METHOD = file
LIBGMON_SOURCE = gprof-$(LIBGMON_VERSION).tar.gz
LIBGMON_LICENSE = MIT
LIBGMON_LICENSE_FILES = src/runtime/LICENSE
LIBGMON_INSTALL_STAGING = YES

define LIBGMON_BUILD_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) -C $(@D) $(TARGET_CONFIGURE_OPTS) runtime
endef

define LIBGMON_INSTALL_STAGING_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) -C $(@D) $(TARGET_CONFIGURE_OPTS) prefix=/usr \
		DESTDIR=$(STAGING_DIR) install-runtime
endef

# Buildroot removes the archive, the headers and the manual pages from the target.
define LIBGMON_INSTALL_TARGET_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) -C $(@D) $(TARGET_CONFIGURE_OPTS) prefix=/usr \
		DESTDIR=$(TARGET_DIR) install-runtime
endef

$(eval $(generic-package))
