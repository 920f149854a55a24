/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-2alY5tsAn6+C+0b1o6jL9882XPD93lnvF38/SWOlz9w='"
#define HTML_STYLE_HASH "'sha256-skiSGsdCCgsMkW7gQn4FWV3uuSbSozS1COLxe3IEBsE='"

#endif
