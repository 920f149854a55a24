/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-Nr2ZacRLz6CRugOUDahB3oNlB3ItQr0+bdvg9mlPUkY='"
#define HTML_STYLE_HASH "'sha256-OS2pPeF057NZv3BVHW01r5zD7Xf8QNEnPjpqJrMqvg8='"

#endif
