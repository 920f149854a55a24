/* vectors.h - the vector registers that hold arguments, around a call of libc
 *
 * Role: mcount is entered with the arguments of a function in them, and calls libc now and then,
 * which may use them. All registers but these are dead then, or the callee's to keep, or kept by
 * mcount.S. The one part of os/posix that is to be extended for another machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_POSIX_VECTORS_H
#define GMON_POSIX_VECTORS_H

#include <stdint.h>

#if defined(__x86_64__)

enum { GM_VECTORS = 8, GM_VECTOR_BYTES = 64 };
struct gm_vectors {
    unsigned char bytes[GM_VECTORS * GM_VECTOR_BYTES];
};

/* How wide they are, of what the system saves for a process: 16, 32 or 64 bytes. */
static inline int gm_vector_bytes(void)
{
    enum { OSXSAVE = 1 << 27, YMM = 6, ZMM = 0xe6 };
    uint32_t a = 1, b, c = 0, d;

    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if ((c & OSXSAVE) == 0)
        return 16;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return (a & ZMM) == ZMM ? 64 : (a & YMM) == YMM ? 32 : 16;
}

#define GM_SAVE_8(move, kind)                                                                      \
    __asm__ volatile(move " %%" kind "0, (%0)\n\t" move " %%" kind "1, 64(%0)\n\t" move " %%" kind \
                          "2, 128(%0)\n\t" move " %%" kind "3, 192(%0)\n\t" move " %%" kind        \
                          "4, 256(%0)\n\t" move " %%" kind "5, 320(%0)\n\t" move " %%" kind        \
                          "6, 384(%0)\n\t" move " %%" kind "7, 448(%0)" ::"r"(v->bytes)            \
                     : "memory")
#define GM_LOAD_8(move, kind)                                                                      \
    __asm__ volatile(move " (%0), %%" kind "0\n\t" move " 64(%0), %%" kind "1\n\t" move            \
                          " 128(%0), %%" kind "2\n\t" move " 192(%0), %%" kind "3\n\t" move        \
                          " 256(%0), %%" kind "4\n\t" move " 320(%0), %%" kind "5\n\t" move        \
                          " 384(%0), %%" kind "6\n\t" move " 448(%0), %%" kind "7" ::"r"(v->bytes) \
                     : "memory")

static inline void gm_vectors_save(struct gm_vectors *v, int bytes)
{
    if (bytes == 64)
        GM_SAVE_8("vmovups", "zmm");
    else if (bytes == 32)
        GM_SAVE_8("vmovups", "ymm");
    else
        GM_SAVE_8("movups", "xmm");
}

static inline void gm_vectors_load(const struct gm_vectors *v, int bytes)
{
    if (bytes == 64)
        GM_LOAD_8("vmovups", "zmm");
    else if (bytes == 32)
        GM_LOAD_8("vmovups", "ymm");
    else
        GM_LOAD_8("movups", "xmm");
}

#elif defined(__aarch64__)

struct gm_vectors {
    unsigned char bytes[8 * 16];
};

static inline int gm_vector_bytes(void)
{
    return 16;
}

static inline void gm_vectors_save(struct gm_vectors *v, int bytes)
{
    (void)bytes;
    __asm__ volatile("stp q0, q1, [%0]\n\tstp q2, q3, [%0, 32]\n\t"
                     "stp q4, q5, [%0, 64]\n\tstp q6, q7, [%0, 96]" ::"r"(v->bytes)
                     : "memory");
}

static inline void gm_vectors_load(const struct gm_vectors *v, int bytes)
{
    (void)bytes;
    __asm__ volatile("ldp q0, q1, [%0]\n\tldp q2, q3, [%0, 32]\n\t"
                     "ldp q4, q5, [%0, 64]\n\tldp q6, q7, [%0, 96]" ::"r"(v->bytes)
                     : "memory");
}

#else
#error "libgmon does not know which vector registers hold arguments on this machine: add them here"
#endif

#endif
