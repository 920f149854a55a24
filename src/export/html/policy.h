/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-qSr9GjB/hLlMfQ0/K+3L3VqQmt66+ANKTY68LyYzG5A='"
#define HTML_STYLE_HASH "'sha256-1pU87xQhaCcjBj4rhYPmn6A14kbIR2KfkcuHo3+UdE0='"

#endif
