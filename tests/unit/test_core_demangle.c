/* test_core_demangle - tests which names need no demangler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_demangle.h"
#include "image/core_object.h"
#include "image_text.h"
#include "unit.h"

#include <demangle.h>

static bool open_text(struct image *image)
{
    static const char text[] = "section .text 0x1000 0x100\nsym main 0x1010\n";
    struct buf file = {0};

    image_compile("text", text, strlen(text), &file);
    unit_spew("image", file.p, file.len);
    buf_release(&file);
    told_clear();
    return core_init(image, "image", &told.diag);
}

/* Names of many kinds of compilers. Their ends, and their beginnings, may be names, too. */
static const char *const kinds[] = {
    "_Z3fooi",
    "_ZN3foo3barEv.part.0",
    "_ZN4core3fmt9Formatter3pad17h0123456789abcdefE",
    "_RNvCs1234_7mycrate3foo",
    "_D3foo3barFZv",
    "_Dmain",
    "_GLOBAL__I__Z3foov",
    "_GLOBAL_$D$_Z3foov",
    "foo__Fi",
    "foo__1AFi",
    "_$_3foo",
    "_._3foo",
    "__tf3foo",
    "_vt$3foo",
    "foo__bar__elabb",
    "_ada_foo",
    "<foo>",
    "?foo@@YAXXZ",
    "NSt6vectorIiSaIiEE9push_backEOi",
    "__imp__Z3foov@V1",
    "foo@@V1",
    "___Z3foov_block_invoke",
};

/* Returns how many of the names that need no demangler the library still demangles, in any style
 * but Ada's. Adds the number of names that it was asked for to *n. */
static size_t count_missed(const struct image *image, const char *name, size_t *n)
{
    static const struct {
        enum demangle_style style;
        int flag;
    } styles[] = {
        {DEMANGLE_AUTO, DMGL_AUTO},   {DEMANGLE_GNU_V3, DMGL_GNU_V3}, {DEMANGLE_JAVA, DMGL_JAVA},
        {DEMANGLE_DLANG, DMGL_DLANG}, {DEMANGLE_RUST, DMGL_RUST},
    };
    size_t missed = 0;

    for (size_t i = 0; i < UNIT_COUNT(styles); i++) {
        char *text;

        if (core_may_be_mangled(image, name, styles[i].style))
            continue;
        text = bfd_demangle(image->private_->object.bfd, name,
                            DMGL_PARAMS | DMGL_ANSI | styles[i].flag);
        ++*n;
        if (text) {
            diag("%s: %s", name, text);
            missed++;
        }
        free(text);
    }
    return missed;
}

static void test_not_mangled(void)
{
    static const char *const before[] = {"", ".", "$", "..", "$.", "@", "x", ".x", "?", "<"};
    size_t missed = 0, n = 0;
    struct image image;

    ok(open_text(&image), "an image whose names begin as in the source");
    for (size_t k = 0; k < UNIT_COUNT(kinds); k++)
        for (size_t b = 0; b < UNIT_COUNT(before); b++)
            for (const char *end = kinds[k]; *end; end++) {
                char name[80];

                snprintf(name, sizeof name, "%s%s", before[b], end);
                missed += count_missed(&image, name, &n);
            }
    ok(n > 10000, "%zu names are told to be as in the source", n);
    is_uint(missed, 0, "and so they are, by libbfd");
    ok(!core_may_be_mangled(&image, "", DEMANGLE_AUTO), "so is one of no bytes");
    ok(core_may_be_mangled(&image, ".$_Z1fv", DEMANGLE_AUTO), "others may be mangled");
    ok(core_may_be_mangled(&image, "pack__proc", DEMANGLE_GNAT), "those of Ada may be any");
    image.prefix = '_';
    ok(core_may_be_mangled(&image, "main", DEMANGLE_AUTO), "where all have a prefix, all may be");
    core_release(&image);
}

UNIT_TESTS(test_not_mangled)
