/* test_core_unwind - tests which functions are read from unwind tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_unwind.h"
#include "image_text.h"
#include "unit.h"

#define TEXT "section .text 0x1000 0x1000\nsection .data 0x8000 0x10\n"
#define EH "section .eh_frame 0x3000 %zu rodata hex %s\n"
#define DEBUG "section .debug_frame 0 %zu rodata hex %s\n"

/* A CIE of version 1, without an augmentation, and with a form of addresses. */
#define CIE_PLAIN                                                                                  \
    "0c000000"                                                                                     \
    "00000000"                                                                                     \
    "01"                                                                                           \
    "00"                                                                                           \
    "017810"                                                                                       \
    "000000"
#define CIE_ZR(form)                                                                               \
    "10000000"                                                                                     \
    "00000000"                                                                                     \
    "01"                                                                                           \
    "7a5200"                                                                                       \
    "017810"                                                                                       \
    "01" form "000000"
/* An FDE with its distance from the CIE, address and size. */
#define FDE(place, rest) "14000000" place "000000" rest

static const struct {
    const char *what, *image, *section, *bytes, *ranges;
} rows[] = {
    {"addresses", TEXT, EH,
     CIE_PLAIN FDE("14", "0010000000000000"
                         "2000000000000000") FDE("2c", "8010000000000000"
                                                       "0800000000000000"),
     "1000-1020 1080-1088 "},
    {"an end mark between the tables of two files", TEXT, EH,
     "00000000" CIE_PLAIN "00000000" FDE("18", "0010000000000000"
                                               "2000000000000000"),
     "1000-1020 "},
    {"relative, of 4 bytes", TEXT, EH,
     CIE_ZR("1b") "10000000"
                  "18000000"
                  "e4dfffff"
                  "20000000"
                  "00000000",
     "1000-1020 "},
    {"relative, of 8 bytes", TEXT, EH,
     CIE_ZR("1c") "18000000"
                  "18000000"
                  "e4dfffffffffffff"
                  "2000000000000000"
                  "00000000",
     "1000-1020 "},
    {"of 2 bytes", TEXT, EH,
     CIE_ZR("02") "08000000"
                  "18000000"
                  "0010"
                  "2000",
     "1000-1020 "},
    {"a handler and its form before the form of addresses", TEXT, EH,
     "18000000"
     "00000000"
     "01"
     "7a504c5200"
     "017810"
     "07"
     "03"
     "44332211"
     "1b"
     "1b"
     "000000"
     "10000000"
     "20000000"
     "dcdfffff"
     "20000000"
     "00000000",
     "1000-1020 "},
    {"a frame of a signal handler", TEXT, EH,
     "10000000"
     "00000000"
     "01"
     "7a525300"
     "017810"
     "01"
     "1b"
     "0000"
     "10000000"
     "18000000"
     "e4dfffff"
     "20000000"
     "00000000",
     "1000-1020 "},
    {"32 bits, high bytes first", "class 32\nendian big\nmachine ppc\n" TEXT, EH,
     "0000000c"
     "00000000"
     "01"
     "00"
     "017841"
     "000000"
     "0000000c"
     "00000014"
     "00001000"
     "00000020",
     "1000-1020 "},
    {"the instruction set of ARM in bit 0", "class 32\nmachine arm\n" TEXT, EH,
     CIE_PLAIN "0c000000"
               "14000000"
               "01100000"
               "20000000",
     "1000-1020 "},
    {".debug_frame, where the place of a CIE counts from the start", TEXT, DEBUG,
     "10000000"
     "ffffffff"
     "04"
     "00"
     "0800"
     "017810"
     "0000000000" FDE("00", "0010000000000000"
                            "2000000000000000"),
     "1000-1020 "},
    {"an image without tables", TEXT, "section .other 0x3000 %zu rodata hex %s\n", "00", ""},
    {"what no code section holds", TEXT, EH,
     CIE_PLAIN FDE("14", "0080000000000000"
                         "2000000000000000") FDE("2c", "f01f000000000000"
                                                       "2000000000000000")
         FDE("44", "0010000000000000"
                   "0000000000000000"),
     ""},
    {"what is within another", TEXT, EH,
     CIE_PLAIN FDE("14", "0010000000000000"
                         "2000000000000000") FDE("2c", "0010000000000000"
                                                       "1000000000000000")
         FDE("44", "1010000000000000"
                   "0800000000000000"),
     "1000-1010 1010-1018 "},
    {"a place that is no CIE", TEXT, EH,
     CIE_PLAIN FDE("10", "0010000000000000"
                         "2000000000000000"),
     ""},
    {"an unknown augmentation", TEXT, EH,
     "10000000"
     "00000000"
     "01"
     "7a5100"
     "017810"
     "01"
     "1b"
     "000000"
     "10000000"
     "18000000"
     "e4dfffff"
     "20000000"
     "00000000",
     ""},
    {"an endless augmentation", TEXT, EH,
     "18000000"
     "00000000"
     "01"
     "7a535353535353535353535353535353535353"
     "10000000"
     "20000000"
     "dcdfffff"
     "20000000"
     "00000000",
     ""},
    {"an entry that is longer than the section", TEXT, EH,
     CIE_PLAIN "14000001"
               "14000000",
     ""},
    {"an entry that is cut short", TEXT, EH,
     CIE_PLAIN "08000000"
               "14000000"
               "00100000",
     ""},
};

static void test_tables(void)
{
    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        char text[2000], section[1000], got[200] = "";
        struct image_range *ranges = NULL;
        struct image image;
        struct buf file = {0};
        size_t n;

        snprintf(section, sizeof section, rows[i].section, strlen(rows[i].bytes) / 2,
                 rows[i].bytes);
        snprintf(text, sizeof text, "%s%s", rows[i].image, section);
        image_compile("text", text, strlen(text), &file);
        unit_spew("image", file.p, file.len);
        ok(core_init(&image, "image", &told.diag), "%s: opened", rows[i].what);
        n = core_unwind(&image, &ranges, &told.diag);
        for (size_t r = 0; r < n; r++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%" PRIx64 "-%" PRIx64 " ",
                     ranges[r].start, ranges[r].end);
        is_str(got, rows[i].ranges, rows[i].what);
        free(ranges);
        core_release(&image);
        buf_release(&file);
    }
}

UNIT_TESTS(test_tables)
