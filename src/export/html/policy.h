/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-uQ+BuxIl004xMRibSU5VNqcNQvOiYgTd5ebOhI2/6EQ='"
#define HTML_STYLE_HASH "'sha256-IKwXmLfd6PppZ5ny53Xvd+Z6ezccG3AgCXKvW0rfoss='"

#endif
