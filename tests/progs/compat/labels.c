/* labels.c - names that only the assembler can give: dots, dollars, underscores
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "burn.h"

#define NAMED(id, text, rounds)                                                                    \
    static KEEP __attribute__((used)) int id(int n) __asm__(text);                                 \
    static KEEP __attribute__((used)) int id(int n)                                                \
    {                                                                                              \
        BURN(rounds);                                                                              \
        return n + 1;                                                                              \
    }
#define GLOBAL(id, text, rounds)                                                                   \
    int id(int n) __asm__(text);                                                                   \
    KEEP int id(int n)                                                                             \
    {                                                                                              \
        BURN(rounds);                                                                              \
        return n + 1;                                                                              \
    }

NAMED(n01, "plain", 900)
NAMED(n02, "name.1", 800)
NAMED(n03, "name.1.2", 700)
NAMED(n04, "name.clone.7", 600)
NAMED(n05, "name.constprop.0", 500)
NAMED(n06, "name.cold", 400)
NAMED(n07, "name.part.0", 300)
NAMED(n08, "name.isra.0", 200)
NAMED(n09, "name.1x", 100)
NAMED(n10, "name.x1", 110)
NAMED(n11, "name.lto_priv.0", 120)
NAMED(n12, "name.constprop.0.cold", 130)
NAMED(n13, "name.", 140)
NAMED(n14, "name.1.", 150)
NAMED(n15, "name.clone.", 160)
NAMED(n16, "dollar$name", 170)
NAMED(n17, "_leading", 180)
NAMED(n18, "__double", 190)
NAMED(n19, "tail.9", 800)
NAMED(n20, "aaa.cold", 210)
NAMED(n21, "tail.8", 800)
NAMED(n22, "aaa$x", 230)
GLOBAL(g01, "glob.cold", 1000)
GLOBAL(g02, "glob$al", 900)
GLOBAL(g03, "_glob", 800)
GLOBAL(g04, "__glob", 700)
GLOBAL(g05, "glob.part.0", 600)
GLOBAL(g06, "a..b", 500)
GLOBAL(g07, "_Z3abci", 400)
GLOBAL(g08, "_Z3abci.cold", 300)
GLOBAL(g09, "_Zbroken", 200)
GLOBAL(g10, "_gprof_mcount", 1000)
GLOBAL(g11, "__mcleanup", 900)
GLOBAL(g12, "etext_like", 100)
GLOBAL(g13, "_ZN4core3fmt5write17h0123456789abcdefE", 300)
GLOBAL(g14, "_RNvCs1234_7mycrate3foo", 300)
GLOBAL(g15, "_D3foo3barFi", 300)
GLOBAL(g16, "pkg__proc", 300)

static int (*const all[])(int) = {n01, n02, n03, n04, n05, n06, n07, n08, n09, n10, n11, n12, n13,
                                  n14, n15, n16, n17, n18, n19, n20, n21, n22, g01, g02, g03, g04,
                                  g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15, g16};

int main(void)
{
    int sum = 0;
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
        for (int i = 0; i < 3000 + (int)k * 7; i++)
            sum += all[k](i);
    return sum == 1;
}
