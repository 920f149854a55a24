/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-XoC6ubxQiI1CL8pe8eayC900TYCKzy7WxPYL55khQ9s='"
#define HTML_STYLE_HASH "'sha256-IKwXmLfd6PppZ5ny53Xvd+Z6ezccG3AgCXKvW0rfoss='"

#endif
