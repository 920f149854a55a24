/* core_machine - the instruction set of an image
 *
 * Role: for core. Input: an open image. Output: its machine, as machine.h names it, by e_machine
 * and e_flags of an ELF header; for other formats by what libbfd says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_bfd.h"

#include "base/cursor.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct machine_row {
    enum machine machine;
    enum bfd_architecture arch; /* as libbfd says of other formats; unknown: not in those */
    unsigned elf[3];            /* e_machine; 0: none */
};

static const struct machine_row machine_rows[] = {
#define ROW(name, decoder, arch, traits, ...) {MACHINE_##name, bfd_arch_##arch, {__VA_ARGS__}},
    MACHINE_LIST(ROW)
#undef ROW
};

static bool has_number(const struct machine_row *row, unsigned number)
{
    for (size_t i = 0; i < sizeof row->elf / sizeof *row->elf; i++)
        if (row->elf[i] == number && number != 0)
            return true;
    return false;
}

/* The first `size` bytes of a file, or as many as it has. libbfd's functions for it have other
 * names in other versions. */
static bool read_header(const char *path, uint8_t *header, size_t size, struct diag *d)
{
    int fd = file_open(path, O_RDONLY), error;
    ssize_t bytes = fd < 0 ? -1 : 1;

    for (size_t at = 0; at < size && bytes > 0; at += (size_t)bytes)
        do
            bytes = read(fd, header + at, size - at);
        while (bytes < 0 && errno == EINTR);
    error = errno;
    if (fd >= 0)
        close(fd);
    return bytes >= 0 ||
           diag_system(
               d, path, error,
               file_read_remedy(error, "name the profiled program: gprof PROGRAM gmon.out"));
}

/* The fields of an ELF header that name the machine. A libbfd that was built for few targets opens
 * every ELF file, but knows few of the machines: so the header itself is read. */
static bool read_elf_machine(const struct image *image, unsigned *machine, uint32_t *flags,
                             struct diag *d)
{
    enum { CLASS_AT = 4, MACHINE_AT = 18, FLAGS_AT_32 = 36, FLAGS_AT_64 = 48 };
    uint8_t header[FLAGS_AT_64 + 4] = {0};
    struct cursor c = {.data = header, .size = sizeof header, .big_endian = image->big_endian};

    if (!read_header(image->path, header, sizeof header, d))
        return false;
    c.pos = MACHINE_AT;
    *machine = cursor_u16(&c);
    c.pos = header[CLASS_AT] == 2 ? FLAGS_AT_64 : FLAGS_AT_32;
    *flags = cursor_u32(&c);
    return true;
}

/* What e_flags say of the instructions. */
static void apply_elf_flags(struct isa *isa, uint32_t flags)
{
    const uint32_t arm_be8 = 0x00800000, mips_32r6 = 9, mips_64r6 = 10;
    const uint32_t mips_16 = 0x04000000, micromips = 0x02000000;

    if (isa->machine == MACHINE_ARM && flags & arm_be8)
        isa->big_endian = false; /* BE8: the linker has swapped the bytes of the instructions */
    if (isa->machine == MACHINE_MIPS && (flags >> 28 == mips_32r6 || flags >> 28 == mips_64r6))
        isa->machine = MACHINE_MIPS_R6;
    if (isa->machine == MACHINE_MIPS && flags & (mips_16 | micromips))
        isa->machine = MACHINE_MIPS_16;
}

bool core_find_isa(struct image *image, struct diag *d)
{
    bfd *b = image->private_->object.bfd;
    bool is_elf = bfd_get_flavour(b) == bfd_target_elf_flavour;
    struct isa isa = {.machine = MACHINE_UNKNOWN,
                      .big_endian = image->big_endian,
                      .wide = image->word_bytes == 8};
    unsigned elf = 0;
    uint32_t flags = 0;

    if (is_elf && !read_elf_machine(image, &elf, &flags, d))
        return false;
    for (size_t i = 0; i < sizeof machine_rows / sizeof *machine_rows; i++) {
        const struct machine_row *row = &machine_rows[i];
        if (is_elf ? has_number(row, elf)
                   : row->arch != bfd_arch_unknown && row->arch == bfd_get_arch(b))
            isa.machine = row->machine;
    }
    if (!is_elf && isa.machine == MACHINE_I386 && isa.wide)
        isa.machine = MACHINE_X86_64;
    apply_elf_flags(&isa, flags);
    image->isa = isa;
    return true;
}
