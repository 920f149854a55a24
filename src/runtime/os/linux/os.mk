# os.mk - how the runtime is built for Linux
#
# SPDX-License-Identifier: MIT
# Objects that the shared library alone has: a static program could not find the function wrapped.
runtime_shared_only := wrap_threads.o
# glibc before 2.34 has dlsym in a library of its own.
runtime_os_libs := -Wl,--as-needed -ldl
# musl's wrapper of gcc, musl-gcc, hides the kernel's headers together with those of glibc; so do its specs with
# a compiler for another machine.
# Without vector registers gcc 10 refuses stdlib.h's inline atof.
runtime_os_flags := -D__NO_INLINE__=1 $(shell $(CC) $(CPPFLAGS) -E -include linux/filter.h -x c /dev/null >/dev/null 2>&1 || \
  echo -idirafter "/usr/$$($(CC) -dumpmachine)/include" -idirafter /usr/include -idirafter "/usr/include/$$($(CC) -print-multiarch 2>/dev/null)")
