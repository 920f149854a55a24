/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-p1jRpaTFL4a8vvNTVLXm8XASO7+jDKVCp5HnE3k5atY='"
#define HTML_STYLE_HASH "'sha256-q8Vps74lnYhqlk8ghmBhNrCPWo63QDdNLSZq4cKIckM='"

#endif
