/* gmon_out.h - defines the profile data file "gmon.out": the contract between runtimes and readers
 *
 * All numbers are in the byte order of the profiled program; a "word" is its address size, 4 or 8
 * bytes. Nothing is padded.
 *
 * Magic format: a header, then records in any order until the end of the file.
 *   header     4 bytes "gmon", u32 version (0 or 1), 12 spare bytes:
 *              2 bytes GMON_BUILD_MARK, 10 bytes of the program's build ID,
 *              zeros behind a shorter one; or anything at all, as readers ignore them
 *   record     u8 tag, then by tag
 *     0 histogram    word low, word high, u32 bins, u32 rate (ticks a second), 15 bytes name of the
 *                    dimension ("seconds"), 1 byte abbreviation ('s'), then u16 for each bin
 *     1 arc          word address of the call site, word address of the callee, u32 count
 *     2 basic blocks u32 number of blocks, then for each a word address and a word count
 *
 * 4.4BSD format: word low, word high, u32 bytes of this header and the bins together,
 *   u32 0x00051879, u32 rate, 3 spare u32; then u16 for each bin; then to the end of the file arcs
 *   of three words each: call site, callee, count.
 * Old BSD format: the same without version, rate and spares; the rate is 100.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_OUT_H
#define GMON_OUT_H

#define GMON_MAGIC "gmon" /* without the NUL */
#define GMON_VERSION 1
#define GMON_BUILD_MARK "\x7f\xb1" /* without the NUL; a build ID follows */
/* If samples or calls were lost for lack of memory, these stand in place of a build ID: 4 bytes
 * GMON_LOST_MARK, u32 lost calls, u32 lost samples. */
#define GMON_LOST_MARK "\x7f\xb2lo" /* without the NUL */

enum gmon_record_tag {
    GMON_TAG_TIME_HIST = 0, /* histogram */
    GMON_TAG_CG_ARC = 1,    /* arc of the call graph */
    GMON_TAG_BB_COUNT = 2   /* basic-block counts */
};

enum gmon_sizes {
    GMON_MAGIC_BYTES = 4,
    GMON_SPARE_BYTES = 12,
    GMON_BUILD_MARK_BYTES = 2,
    GMON_BUILD_ID_BYTES = GMON_SPARE_BYTES - GMON_BUILD_MARK_BYTES,
    GMON_LOST_MARK_BYTES = 4,
    GMON_HEADER_BYTES = 20,
    GMON_DIMENSION_BYTES = 15,
    GMON_BIN_BYTES = 2,
    GMON_BSD_SPARE_BYTES = 12
};

#define GMON_BSD_VERSION 0x00051879U /* the fourth field of a 4.4BSD header */
#define GMON_DEFAULT_RATE 100        /* ticks a second if a file has no rate */

/* Variables that tell a process of its rank, and how many there are. Slurm's come last: an mpirun
 * that Slurm has started once on each machine passes its own rank on to all programs that it starts
 * there. */
#define GMON_RANK_VARIABLES                                                                        \
    "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"
#define GMON_SIZE_VARIABLES                                                                        \
    "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS",             \
        "SLURM_NTASKS", "SLURM_NPROCS"

#endif
