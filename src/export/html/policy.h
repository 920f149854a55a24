/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-VZGxEfkhFAiHtJc6+kaAx513bRtVU01IaSRhUaZUDD8='"
#define HTML_STYLE_HASH "'sha256-Xpi4e5w/k+sU9QfIdrm/tqeJL1cJnY4dcTE50kiK/IQ='"

#endif
