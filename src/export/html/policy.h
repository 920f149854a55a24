/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-w03jPM9cY19sfmILy4Xs5TW/cnvegSdyKeilOctIU70='"
#define HTML_STYLE_HASH "'sha256-dwIuUYvEtG7RH5XFkjCJ+8iH1H5fYW44aqn05pIUhbI='"

#endif
