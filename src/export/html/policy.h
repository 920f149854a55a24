/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-z2s6z7D87YAKkrB8dlvxNqtEv5+g+w2qukfbPwx+YEg='"
#define HTML_STYLE_HASH "'sha256-zWeCPgIL9d1o3o5Kz6mr/W3Jtp/2b0dD+2JYWMowUcI='"

#endif
