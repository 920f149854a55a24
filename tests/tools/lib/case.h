/* case.h - declares a random small test case: image, data files, options
 *
 * Role: the model that the makers of a case share. A seed and a set of families decide everything.
 * Each maker has its own stream of random numbers, so that turning a family on changes as little as
 * possible of the rest.
 *
 * By default a case avoids inputs for which a better program than GNU gprof must differ from GNU
 * gprof. Each kind of these inputs is a family of its own, and so is each group of rarer options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CASE_H
#define CASE_H

#include "tool_buf.h"
#include "tool_prng.h"

#define CASE_FAMILIES(X)                                                                           \
    /* groups of options */                                                                        \
    X(SYMSPEC, "symspec", "-pNAME -PNAME -qNAME -QNAME -n -N -e -E -f -F")                         \
    X(ARCSPEC, "arcspec", "-k FROM/TO")                                                            \
    X(COUNTS, "counts", "-C -Z")                                                                   \
    X(ANNOTATE, "annotate", "-A -J -x -y -t")                                                      \
    X(MINCOUNT, "mincount", "-m (GNU: no effect on -C)")                                           \
    X(ORDER, "order", "-r")                                                                        \
    X(FILEORDER, "fileorder", "-R map")                                                            \
    X(EXTSYMS, "extsyms", "-S syms")                                                               \
    X(LINE, "line", "-l (GNU: loses the last function)")                                           \
    X(STATIC, "static", "-c, and calls in the code")                                               \
    X(SUMREPORT, "sumreport", "reports together with -s (GNU: they are in line mode)")             \
    /* inputs for which GNU is wrong */                                                            \
    X(LASTSYM, "lastsym", "samples in the last symbol, and calls of it outside .text")             \
    X(NOHIST, "nohist", "no histogram at all (GNU: nan)")                                          \
    X(RATES, "rates", "histograms of different rates")                                             \
    X(RATE0, "rate0", "rate 0 (GNU: inf)")                                                         \
    X(WRAP, "wrap", "sums that pass 65535 or 2^32 with -s")                                        \
    X(SUMARCS, "sumarcs", "arcs with unknown ends with -s (GNU: lost)")                            \
    X(SUMBLOCKS, "sumblocks", "basic blocks with -s")                                              \
    X(BLOCKS0, "blocks0", "basic blocks in version 0 files (GNU: strings follow the counts)")      \
    X(DOTTED, "dotted", "local names with dots before any other name in .strtab")                  \
    X(ATTO, "atto", "times per call below 1e-18")                                                  \
    X(LOWHIGH, "lowhigh", "histograms with low > high")                                            \
    X(NBINS0, "nbins0", "histograms without bins")                                                 \
    X(BSDINFO, "bsdinfo", "-i on BSD files (GNU: stale version)")                                  \
    X(MIXED, "mixed", "BSD and gmon.out files together")                                           \
    X(DEFECT, "defect", "cut and damaged data files")                                              \
    X(FORMAT, "format", "-O that does not fit the data file (GNU: may take gigabytes)")            \
    X(BIGENDIAN, "bigendian", "big-endian images and data")                                        \
    X(KERNEL, "kernel", "addresses in the upper half")

enum case_family_nr {
#define X(id, name, text) FAM_NR_##id,
    CASE_FAMILIES(X)
#undef X
        FAM_COUNT
};

enum case_family {
#define X(id, name, text) FAM_##id = 1 << FAM_NR_##id,
    CASE_FAMILIES(X)
#undef X
};

enum { CASE_MAX_DATA = 4, CASE_MAX_FUNCS = 40 };

struct case_func {
    char name[160]; /* one of possibly several symbols at this address */
    uint64_t addr;  /* address of its beginning */
    uint64_t size;  /* bytes up to the next function or the end of the section */
};

struct testcase {
    uint64_t seed;
    unsigned families; /* enum case_family, or-ed */
    /* shape, decided first */
    bool wide;       /* 64 bits */
    bool big;        /* big endian */
    bool bsd;        /* data files are BSD */
    bool sum;        /* -s */
    bool info;       /* -i */
    unsigned n_data; /* number of data files */
    uint64_t rate;   /* rate of every histogram, Hz */
    /* image */
    struct buf image;                      /* text */
    struct case_func func[CASE_MAX_FUNCS]; /* by address; the last one is the guard */
    unsigned n_func;
    uint64_t code_low;   /* first address of code */
    uint64_t code_end;   /* end of the last section */
    uint64_t guard;      /* beginning of the last function: samples stay below it */
    bool guard_callable; /* arcs may lead to the guard */
    /* data */
    struct buf data[CASE_MAX_DATA]; /* texts */
    /* for -R and -S; empty if not used */
    struct buf map, syms;
    /* command line, one word a line, without the program */
    struct buf args;
};

void case_make(struct testcase *c, uint64_t seed, unsigned families);
void case_release(struct testcase *c);

/* Makes a part of a case; case_make calls these in this order. */
void case_make_image(struct testcase *c);
void case_make_data(struct testcase *c);
void case_make_files(struct testcase *c);
void case_make_args(struct testcase *c);

bool case_has(const struct testcase *c, enum case_family family);

/* Parses "name,name,..." or "all". An unknown name is fatal. */
unsigned case_parse_families(const char *list);
void case_list_families(FILE *f);

/* Picks one of N values. The values must not draw random numbers themselves, because C leaves their
 * order open. */
#define PICK(r, ...)                                                                               \
    ((uint64_t[]){__VA_ARGS__}[prng_below(r, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))])

#endif
