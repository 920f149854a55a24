/* diagnosis - warns if a report is empty, all zero or doubtful, and tells why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/diagnosis.h"

void diagnose(const struct diagnosis *at, struct diag *d)
{
#define ROW(name, figures_)                                                                        \
    if ((figures_) == 0 || at->figures & (figures_))                                               \
        check_##name(at, d);
    CHECK_LIST(ROW)
#undef ROW
}
