# arch.mk - flags of the runtime's C code on s390x
#
# The code is entered with live floating-point and vector registers, in which the compiler would
# keep integers, too, and must not touch them.
#
# SPDX-License-Identifier: MIT
runtime_arch_flags := -msoft-float
