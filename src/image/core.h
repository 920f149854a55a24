/* core - reads the code, symbols and source lines of an executable image
 *
 * Role: hides the object-file library (libbfd): only core.c and the core_*.c beside it use it.
 * Input: a path. Output: facts about the target machine, the symbols that may be functions, and, on
 * request, the source line of an address and the bytes of code. Which symbols become functions is
 * symtab's business. libbfd's own remarks on a damaged file are not shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_H
#define IMAGE_CORE_H

#include "base/build_id.h"
#include "base/text_map.h"
#include "image/machine.h"

/* A symbol whose nm class is T, t, W or i: code, or weak. Symbols are in the order of the image's
 * symbol table. */
struct image_symbol {
    const char *name;       /* raw (mangled), as in the string table; owned by the image */
    uint64_t address;       /* link-time address */
    uint64_t section_end;   /* first address past the symbol's section */
    uint32_t size;          /* size as the table gives it, at most 2^32 - 1; 0: not known */
    bool is_function : 1;   /* typed as a function (ELF: STT_FUNC) */
    bool is_local : 1;      /* neither global nor weak */
    bool is_compressed : 1; /* its value says that its code is Thumb, MIPS16 or microMIPS */
    bool is_untyped : 1;    /* without a type, as a label of assembly (ELF: STT_NOTYPE), and neither
                             * hidden in its object file nor made by the assembler */
    bool is_mark : 1;       /* an address that the linker marks, such as etext, and no code */
    bool is_indirect : 1;   /* chooses a function when the program starts (ELF: STT_GNU_IFUNC) */
    uint32_t file : 24;     /* number of the source file of a local symbol, from 1 in the order of
                               linking (ELF: STT_FILE); 0: not known */
};

struct image_line {
    const char *file; /* path as the debug information gives it; owned by the image; never NULL */
    unsigned line;    /* 1 for the first */
    const char *function; /* innermost function, inlined or not; if the debug information names
                           * none, that of the image's symbols; owned by the image; may be NULL */
};

struct image {
    const char *path;               /* as given; not owned */
    size_t word_bytes;              /* size of an address in data files: 4 or 8 */
    bool big_endian;                /* byte order of data files */
    bool relocatable;               /* an object file, not yet linked */
    bool is_windows;                /* in a PE format */
    bool is_mach_o;                 /* in the format of macOS */
    bool has_short_long;            /* a `long' has 4 bytes although an address has 8 */
    bool has_loader;                /* ELF: the dynamic loader starts it */
    bool has_runtime;               /* the archive libgmon.a is linked into it */
    char prefix;                    /* character that the format puts before every name of the
                                     * source; NUL: none */
    struct isa isa;                 /* instruction set of its code */
    uint64_t entry;                 /* address at which the program begins to run; 0: not known */
    uint64_t code_start, code_end;  /* addresses between which all of its code is */
    uint64_t init;                  /* address of the section .init; 0: there is none */
    uint64_t text_start, text_end;  /* addresses of __executable_start (MinGW: __eprol) and etext,
                                     * between which start-up code takes samples; UINT64_MAX: not
                                     * known */
    uint64_t file_size;             /* bytes of the file */
    struct build_id build_id;       /* its bytes are owned by private_ */
    size_t n_symbols;               /* elements of symbols */
    struct image_symbol *symbols;   /* owned */
    struct image_private *private_; /* the library's view; owned */
};

/* Opens the image at `path`, which must outlive it. Until core_read it has no symbols and no code.
 * Fails, after reporting, if the file cannot be read or is not a single object or executable. */
bool core_open(struct image *image, const char *path, struct diag *d);

/* Reads the symbols of an open image. Fails after reporting. */
bool core_read(struct image *image, struct diag *d);

/* Opens the image at `path`, and reads its symbols. Fails as core_open and core_read do. */
bool core_init(struct image *image, const char *path, struct diag *d);

/* Prepares calls of core_line. Fails after reporting. */
bool core_open_lines(const struct image *image, struct diag *d);

/* Finds the source line of `address` in the debug information. Returns false if there is none.
 * Ascending addresses are fastest. The image is logically const: libbfd keeps a cache. */
bool core_line(const struct image *image, uint64_t address, struct image_line *line);

/* Returns true if there is any debug information about lines, in the image or in its debug file. */
bool core_has_lines(const struct image *image);

/* Frees image->symbols, when they are no longer needed. Their names stay valid. */
void core_forget_symbols(struct image *image);

void core_release(struct image *image);

/* Returns the linker's option for a program that is loaded at its link-time addresses. */
static inline const char *core_fixed_option(const struct image *image)
{
    return image->is_windows  ? "-Wl,--disable-dynamicbase"
           : image->is_mach_o ? "-Wl,-no_pie"
                              : "-no-pie";
}

#endif
