/* core - an executable image: its code, symbols and source lines
 *
 * Role: hides the object-file library (libbfd): only core.c and the core_*.c beside it use it.
 * Input: a path. Output: facts about the target machine, the symbols that may be functions, and, on
 * request, the source line of an address and the bytes of code. Which symbols become functions is
 * symtab's business. What libbfd itself remarks on a damaged file goes to standard error as it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_CORE_H
#define IMAGE_CORE_H

#include "base/diag.h"
#include "image/debug_search.h"
#include "image/machine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A symbol whose nm class is T, t, W or i: code, or weak. In the order of the image's symbol table.
 */
struct image_symbol {
    const char *name;       /* raw (mangled), as in the string table; owned by the image */
    uint64_t address;       /* link-time address */
    uint64_t section_end;   /* first address past the symbol's section */
    uint32_t size;          /* bytes that it claims, at most 2^32 - 1; 0: not known */
    bool is_function : 1;   /* typed as a function (ELF: STT_FUNC) */
    bool is_local : 1;      /* neither global nor weak */
    bool is_compressed : 1; /* its code is Thumb, MIPS16 or microMIPS, as its value says */
    bool is_untyped : 1;    /* typed as nothing, as a label of assembly is (ELF: STT_NOTYPE), and
                               neither hidden in its object file nor the assembler's own */
    bool is_indirect : 1;   /* chooses a function when the program starts (ELF: STT_GNU_IFUNC) */
    uint32_t file : 24;     /* number of the source file of a local symbol, from 1 in the order of
                               linking (ELF: STT_FILE); 0: not known */
};

struct image_line {
    const char *file; /* path as the debug information gives it; owned by the image; never NULL */
    unsigned line;    /* 1 for the first */
    const char *function; /* innermost function, inlined or not; of the image's symbols where the
                             debug information names none; owned by the image; may be NULL */
};

struct image {
    const char *path;               /* as given; not owned */
    size_t word_bytes;              /* size of an address in data files: 4 or 8 */
    bool big_endian;                /* byte order of data files */
    bool relocatable;               /* an object file, not yet linked */
    bool has_prefix;                /* its format has a character before every name of the source */
    struct isa isa;                 /* of its code */
    size_t n_symbols;               /* elements of symbols */
    struct image_symbol *symbols;   /* owned */
    struct image_private *private_; /* the library's view; owned */
};

/* Opens the image at `path`, which must outlive it, and reads its symbols. Fails, after reporting,
 * when the file cannot be read or is no single object or executable. */
bool core_init(struct image *image, const char *path, struct diag *d);

/* Where the image has no symbols or no source lines: find its separate debug file and take them
 * from there. Where there is no such file, take the symbols that the image exports, and warn. Also
 * find the file that dwz may have moved parts of the debug information to. A file of another build
 * is not used, with a warning. `search` is not kept. To be called once, before lines are asked for.
 * Fails, after reporting, if a table cannot be read. */
bool core_find_debug(struct image *image, const struct debug_search *search, struct diag *d);

/* Returns the file that holds the debug information, perhaps the image itself; and the file, made
 * by dwz, that has what it shares with others, or NULL. Owned by the image. */
const char *core_debug_path(const struct image *image);
const char *core_alt_path(const struct image *image);

enum demangle_style {
    DEMANGLE_NONE,
    DEMANGLE_AUTO, /* C++ (Itanium) and Rust */
    DEMANGLE_GNU_V3,
    DEMANGLE_JAVA,
    DEMANGLE_GNAT,
    DEMANGLE_DLANG,
    DEMANGLE_RUST
};

/* The style that --demangle calls `name`; false for an unknown name. */
bool demangle_style_named(const char *name, enum demangle_style *style);

/* Returns true if core_demangle may make something of the name. That is for callers with millions
 * of names: a look at the first byte is all that a name of C takes. But for Ada's, mangled names
 * begin with an underscore, behind the dots and dollars that some formats have before names. */
static inline bool core_may_be_mangled(const struct image *image, const char *raw,
                                       enum demangle_style style)
{
    while (*raw == '.' || *raw == '$')
        raw++;
    return *raw == '_' || style == DEMANGLE_GNAT || image->has_prefix;
}

/* Returns the raw symbol name as the source spells it; NULL if it is not mangled, or would be
 * longer than 4 KB and 64 times itself. The caller frees it. */
char *core_demangle(const struct image *image, const char *raw, enum demangle_style style);

/* Gets ready for core_line. Fails after reporting. */
bool core_open_lines(const struct image *image, struct diag *d);

/* The source line of `address` by the debug information; false when it has none. Ascending
 * addresses are fastest. The image is logically const: libbfd keeps a cache. */
bool core_line(const struct image *image, uint64_t address, struct image_line *line);

/* Returns true if there is any debug information about lines, in the image or in its debug file. */
bool core_has_lines(const struct image *image);

/* The addresses whose lines -l lists: those of .text, or of all code where there is no .text. */
void core_text_range(const struct image *image, uint64_t *start, uint64_t *end);

/* Bytes of code, as they lie in memory when the program starts. */
struct image_code {
    const uint8_t *bytes; /* owned by the image */
    uint64_t address;     /* of bytes[0]; at least the one asked for */
    size_t size;          /* up to the section's end; 0: no code from there on */
};

/* The code at `address`, up to the end of its section; where there is none, that of the next
 * section above. A section is read when it is first asked for; the image is logically const. Fails,
 * after reporting, when the file holds less than it claims. O(log sections), and reading. */
bool core_code(const struct image *image, uint64_t address, struct image_code *code,
               struct diag *d);

/* The first address past the code section that holds `address`; without one, `address` itself. */
uint64_t core_section_end(const struct image *image, uint64_t address);

/* The first address at or above `address` that is in a code section, and the end of that section;
 * false when there is none. O(log sections). */
bool core_next_code(const struct image *image, uint64_t address, uint64_t *start, uint64_t *end);

/* Returns true if neither the image nor its debug file has a table of all symbols. */
bool core_is_stripped(const struct image *image);

/* Returns true if a symbol of the image, of its debug file or for the dynamic linker, defined or
 * not, has a name that `wanted` takes; a name may have a version appended: NAME@VERSION. What
 * cannot be read is reported, and counts as wanted. O(symbols). */
bool core_names(const struct image *image, bool (*wanted)(const char *name), struct diag *d);

/* Returns the build-id of the image; its bytes, in *id, are owned by the image. 0: it has none. */
size_t core_build_id(const struct image *image, const uint8_t **id);

/* A stub of the linker's, by which other modules, and functions that are chosen at the start, are
 * called: an entry of a procedure linkage table (PLT). */
struct image_stub {
    const char *name;    /* NAME@plt, as disassemblers have it, of the raw name; <plt> for code of
                            such tables that leads to nothing with a name; owned by the image */
    uint64_t start, end; /* [start, end); no two overlap */
};

/* The stubs of the image, by ascending addresses; owned by the image. They are searched for when
 * first asked for; what cannot be read has none. To be called behind core_find_debug. O(bytes of
 * tables and relocations, symbols); on PowerPC of 64 bits O(bytes of code). */
void core_stubs(struct image *image, const struct image_stub **stubs, size_t *n, struct diag *d);

/* The address at which the program begins to run; of a library it may be anything. */
uint64_t core_entry(const struct image *image);

/* Size of the image's file, in bytes. */
uint64_t core_file_size(const struct image *image);

/* Gives the memory of image->symbols back, once nobody asks for them any more; their names stay. */
void core_forget_symbols(struct image *image);

void core_release(struct image *image);

#endif
