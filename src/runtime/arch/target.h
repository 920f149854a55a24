/* target.h - chooses the machine that the compiler makes code for
 *
 * Role: the one table of machines that libgmon runs on. The compiler's own macros choose the
 * machine, never a name that the compiler prints, so that options like -m32 choose rightly. GM_ARCH
 * is the directory below arch/: runtime.mk asks the preprocessor for it. If no row fits, make
 * builds gprof alone. The headers of the machine are for #include.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_TARGET_H
#define GMON_TARGET_H

#if !defined(__linux__)
#error "libgmon runs on Linux alone; libgmon-bare needs no operating system"
#elif defined(__x86_64__) && defined(__LP64__)
#define GM_ARCH x86_64
#define GM_MACHINE_HEADER "runtime/arch/x86_64/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/x86_64/linux.h"
#elif defined(__aarch64__) && defined(__LP64__)
#define GM_ARCH aarch64
#define GM_MACHINE_HEADER "runtime/arch/aarch64/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/aarch64/linux.h"
#elif defined(__i386__)
#define GM_ARCH i386
#define GM_MACHINE_HEADER "runtime/arch/i386/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/i386/linux.h"
#elif defined(__arm__) && defined(__ARM_EABI__) && defined(__ARMEL__)
#define GM_ARCH arm
#define GM_MACHINE_HEADER "runtime/arch/arm/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/arm/linux.h"
#elif defined(__riscv) && (__riscv_xlen == 64 || __riscv_xlen == 32)
#define GM_ARCH riscv
#define GM_MACHINE_HEADER "runtime/arch/riscv/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/riscv/linux.h"
#elif defined(__loongarch__) && __loongarch_grlen == 64
#define GM_ARCH loongarch64
#define GM_MACHINE_HEADER "runtime/arch/loongarch64/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/loongarch64/linux.h"
#elif defined(__s390x__)
#define GM_ARCH s390x
#define GM_MACHINE_HEADER "runtime/arch/s390x/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/s390x/linux.h"
#elif defined(__powerpc64__) && defined(_CALL_ELF) && _CALL_ELF == 2 && defined(__LITTLE_ENDIAN__)
#define GM_ARCH ppc64le
#define GM_MACHINE_HEADER "runtime/arch/ppc64le/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/ppc64le/linux.h"
#elif defined(__mips__) && (_MIPS_SIM == _ABI64 || _MIPS_SIM == _ABIO32)
#define GM_ARCH mips
#define GM_MACHINE_HEADER "runtime/arch/mips/machine.h"
#define GM_MACHINE_LINUX_HEADER "runtime/arch/mips/linux.h"
#else
#error "libgmon has no part for this machine: see the recipe in doc/HACKING"
#endif

#endif
