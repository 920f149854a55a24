# default.nix - builds gprof and libgmon with Nix: callPackage ./default.nix { }
#
# SPDX-License-Identifier: GPL-3.0-or-later
{
  lib,
  stdenv,
  elfutils,
  jansson,
  libbfd,
  libiberty,
  perl,
  zlib,
}:

stdenv.mkDerivation (finalAttrs: {
  pname = "gprof";
  version = "1.0.0";

  # The archive lies beside this file.
  src = ./. + "/gprof-${finalAttrs.version}.tar.gz";

  buildInputs = [
    elfutils
    jansson
    libbfd
    libiberty
    perl
    zlib
  ];

  # The compiler's wrapper brings binutils' gprof into each environment.
  configureFlags = [ "--program-prefix=gmon-" ];

  enableParallelBuilding = true;

  # What depends neither on time nor on what else is installed.
  doCheck = true;
  nativeCheckInputs = [ perl ];
  preCheck = ''
    checkFlagsArray+=('TESTS=$(units)')
  '';

  # The plain name, for those who put this directory in front of PATH.
  postInstall = ''
    mkdir -p $out/libexec/gprof
    ln -s ../../bin/gmon-gprof $out/libexec/gprof/gprof
  '';

  meta = {
    description = "Profiler for programs compiled with -pg";
    license = [
      lib.licenses.gpl3Plus
      lib.licenses.mit
    ];
    mainProgram = "gmon-gprof";
    platforms = lib.platforms.linux;
  };
})
