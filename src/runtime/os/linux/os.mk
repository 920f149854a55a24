# os.mk - how the runtime is built for Linux
#
# SPDX-License-Identifier: MIT
# Objects that the shared library alone has: a static program could not find the function wrapped.
runtime_shared_only := wrap_threads.o
# musl's wrapper of gcc, musl-gcc, hides the kernel's headers together with those of glibc.
runtime_os_flags := $(shell $(CC) $(CPPFLAGS) -E -include linux/filter.h -x c /dev/null >/dev/null 2>&1 || \
  echo -idirafter /usr/include -idirafter "/usr/include/$$($(CC) -print-multiarch 2>/dev/null)")
