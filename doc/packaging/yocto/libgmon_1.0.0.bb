# Builds libgmon with Yocto, for the target; a gprof of the host reads its data files.
#
# SPDX-License-Identifier: GPL-3.0-or-later
SUMMARY = "Runtime of programs compiled with -pg"
LICENSE = "MIT"
LIC_FILES_CHKSUM = "file://src/runtime/LICENSE;md5=106cb79f9a1fcc5f9a72f046203c9141"

# The archive lies in the directory `files' beside this file.
SRC_URI = "file://gprof-${PV}.tar.gz"
S = "${WORKDIR}/gprof-${PV}"

COMPATIBLE_HOST = "(x86_64|aarch64|arm|i.86|loongarch64|powerpc64le|riscv64|s390x).*-linux"

do_compile() {
    oe_runmake runtime
}

do_install() {
    oe_runmake DESTDIR="${D}" prefix="${prefix}" exec_prefix="${exec_prefix}" libdir="${libdir}" \
        includedir="${includedir}" mandir="${mandir}" docdir="${docdir}/${BPN}" install-runtime
}
