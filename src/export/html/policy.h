/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-NpnIUS+bTEP4ipV4F7MLjT9259yrubc3Mr4Yo0JiBxc='"
#define HTML_STYLE_HASH "'sha256-qARy0sOW0KbZ2dnunTdOwzj3ojDafykexWJaLDeSIkA='"

#endif
