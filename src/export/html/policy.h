/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-zmGSWokCLlfnpF2e+gfYPfecm06aSV7HwE93Tiqhjng='"
#define HTML_STYLE_HASH "'sha256-tdn6/4ZU4HCeXWw1s6X/SoeWZPQvBqTYyDk+T0R+TY4='"

#endif
