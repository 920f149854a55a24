/* shared.h - functions that stand in every object that includes them, and are linked once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SHARED_H
#define SHARED_H

#include "burn.h"

inline int spend(int n)
{
    BURN(n);
    return n / 2;
}

template <class T> T half(T n)
{
    BURN(30);
    return n > 2 ? half<T>(n / 2) + (T)spend((int)n) : n;
}

inline int from_both(int n)
{
    return half<int>(n) + (int)half<double>(n);
}

int elsewhere(int n);

#endif
