/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-VpzrAK/s7yO41ehVFtqDjAe0Ug8myeP3lbt6cQ1y2kc='"
#define HTML_STYLE_HASH "'sha256-qARy0sOW0KbZ2dnunTdOwzj3ojDafykexWJaLDeSIkA='"

#endif
