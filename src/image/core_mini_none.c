/* core_mini_none - replaces core_mini_dw.c if libdw is absent: packed symbols are not read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_mini.h"

bool core_open_mini(struct image *image, struct diag *d)
{
    (void)image;
    (void)d;
    return false;
}
