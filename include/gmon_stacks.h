/* gmon_stacks.h - defines the data file of call stacks, "stacks.gmon.out", the companion of
 * "gmon.out": the contract between runtimes and readers
 *
 * Bytes are little-endian on every machine. v is an unsigned LEB128 number of at most 64 bits, in
 * as few bytes as it takes; zigzag(n) is n << 1 for n >= 0, else (-n << 1) - 1.
 *
 *   header   8 bytes GSTACK_MAGIC, u8 major version, u8 minor version, u16 0
 *   section  u8 tag, v length of the payload, payload. A reader skips a section whose tag is a
 *            lower-case letter that it does not know; any other unknown tag is an error.
 *
 *     d      at most once, in front of the modules: the data file (gmon_out.h) that was written
 *            with it, by v its bytes, v its gstack_sum(); without it, none is known
 *     e      at most once: v elapsed time in ns while samples were taken, added up over v
 *            processes; without it, none is known
 *     M      modules, once, in front of the trees: v n, then n times
 *            { u8 kind, v length, build ID, v length, path }, sorted by kind, build ID, path, all
 *            different; a build ID of length 0: there is none; a path holds no NUL
 *     T      a tree, once for each clock and interval, sorted by these: u8 clock, v interval in ns,
 *            v signals, v ticks, v missing ticks, v lost samples, v runs, then the nodes
 *     E      the end, 4 bytes: u32 CRC-32 (that of gzip) of all bytes in front of this tag.
 *            Nothing follows.
 *
 *   node     preorder; children sorted by module, then key, all different:
 *            v module + 1 (0: that of the parent), v zigzag(key - parent's key, modulo 2^64),
 *            v children, v signals of samples that end here; if > 0: v ticks, v sum of the squares
 *            of the ticks that each signal stood for. The first node is the root, of no module,
 *            with key 0, and no samples end there; its children are of module 0 too, with a key
 *            that is a gstack_end; a sample that ends at one of these has no known frame at all.
 *            Below these the module is never 0, and the nodes are frames: the outermost function
 *            first, the leaf last.
 *   key      2 * offset in the module + 1: a return address, less 1, so that it is in the call;
 *            2 * offset: exactly the pc, of a leaf or of what a signal interrupted. An offset is an
 *            address in memory less the load bias, so that of the file's symbols. Frames in modules
 *            of the kinds GSTACK_ANONYMOUS and GSTACK_PROFILER have the key 0.
 *
 * A file that is a sum of files has the same form; `runs` is the number of processes in the sum.
 * The signals of a tree are the sum of the signals of its nodes, and so are its ticks. Ticks and
 * missing ticks together are the ticks that were due. A lost sample has only its leaf
 * (GSTACK_NO_MEMORY); the sums include lost samples. If a stack had too little room, it is cut
 * (GSTACK_TOO_DEEP): it has its outermost functions and its leaf; a frame with key 0 in the module
 * of the program, where no function is, stands for the functions between.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_STACKS_H
#define GMON_STACKS_H

#include <stddef.h>
#include <stdint.h>

#define GSTACK_MAGIC "gstack\r\n" /* without the NUL */
#define GSTACK_PREFIX "stacks."   /* in front of the name of the data file of the same run */
#define GSTACK_SUFFIX ".stacks"   /* behind it, in place of the prefix: the name up to 1.0.0 */

enum gstack_sizes { GSTACK_MAGIC_BYTES = 8, GSTACK_HEADER_BYTES = 12 };

enum gstack_version { GSTACK_MAJOR = 1, GSTACK_MINOR = 0 };

enum gstack_tag {
    GSTACK_DATA = 'd',
    GSTACK_ELAPSED = 'e',
    GSTACK_MODULES = 'M',
    GSTACK_TREE = 'T',
    GSTACK_END = 'E'
};

enum gstack_module_kind {
    GSTACK_PROGRAM = 0,
    GSTACK_LIBRARY = 1,
    GSTACK_VDSO = 2,      /* code that the kernel provides */
    GSTACK_ANONYMOUS = 3, /* code of no file, such as a JIT compiler's; the path is the name that
                           * the program has given it, or empty */
    GSTACK_PROFILER = 4, /* the runtime itself: always a leaf, below the function that entered it */
    GSTACK_MODULE_KINDS
};

enum gstack_clock { GSTACK_CPU = 0, GSTACK_WALL = 1, GSTACK_CLOCKS };

/* Reasons why the walk of a stack ended. */
enum gstack_end {
    GSTACK_COMPLETE = 0,  /* at the beginning of the thread */
    GSTACK_GUESSED = 1,   /* as COMPLETE, but with the help of frame pointers or a search */
    GSTACK_NO_UNWIND = 2, /* at code without unwind information */
    GSTACK_OFF_STACK = 3, /* the next frame would be outside of the stack, or out of order */
    GSTACK_TOO_DEEP = 4,  /* at the greatest depth that is recorded, or the stack is cut */
    GSTACK_NO_MEMORY = 5, /* not walked, to save time, or not recorded: only the leaf is known */
    GSTACK_ENDS
};

/* Returns a checksum that tells data files apart: the sum, modulo 2^64, of all bytes, each
 * multiplied by a number that depends on its offset. `sum` is the checksum of the bytes in front of
 * `offset`. Zeros add nothing, so holes of a file need not be read. */
static inline uint64_t gstack_sum(uint64_t sum, uint64_t offset, const unsigned char *bytes,
                                  size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t factor = (offset + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        if (bytes[i] != 0)
            sum += bytes[i] * (factor ^ factor >> 32);
    }
    return sum;
}

#endif
