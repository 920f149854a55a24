# os.mk - how the runtime is built for Linux
#
# SPDX-License-Identifier: MIT
# Objects that the shared library alone has: a static program could not find the function wrapped.
runtime_shared_only := wrap_threads.o
