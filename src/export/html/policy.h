/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-mAY6ar+eUOAGKBZIvCHw/j+VBJnJ4q38f8OTurmZ9nw='"
#define HTML_STYLE_HASH "'sha256-bX3/7FX5Ij4IwcCqF/RZgmdxC+1EQ70dVzZoDjlTjSo='"

#endif
