# os.mk - how the runtime is built for a POSIX system
#
# SPDX-License-Identifier: MIT
runtime_os_flags := -D__NO_INLINE__=1
