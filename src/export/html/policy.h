/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-TYoI/GicFsgJjjsfXohdoUYRRpB5HJnx7ZXV+n8Q3gg='"
#define HTML_STYLE_HASH "'sha256-skiSGsdCCgsMkW7gQn4FWV3uuSbSozS1COLxe3IEBsE='"

#endif
