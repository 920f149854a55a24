/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-UDOHXG+Ri82EdMSZu9nBejqNV7/kSM1kRbHO6tJEe1g='"
#define HTML_STYLE_HASH "'sha256-WYB318fRG4dVu4JGkQmIS6zYSyMW89lf17Q6xD80lq0='"

#endif
