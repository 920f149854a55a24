# default.nix - builds gprof and libgmon with Nix: callPackage ./default.nix { }
#
# SPDX-License-Identifier: GPL-3.0-or-later
{
  lib,
  stdenv,
  fetchurl,
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

  src = fetchurl {
    url = "https://example.org/gprof/gprof-${finalAttrs.version}.tar.gz";
    # Of the archive, which cannot hold it.
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [ perl ];
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
    homepage = "https://example.org/gprof";
    license = [
      lib.licenses.gpl3Plus
      lib.licenses.mit
    ];
    mainProgram = "gmon-gprof";
    platforms = lib.platforms.linux;
  };
})
