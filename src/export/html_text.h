/* html_text - declares the built-in script and style of the page
 *
 * Role: the files of src/export/html, which the Makefile makes into arrays of lines, each with its
 * newline, and a NULL behind the last one. They have no data of a profile, so their hashes, which
 * the page's policy names, are the same in all pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_TEXT_H
#define EXPORT_HTML_TEXT_H

extern const char *const html_script[];
extern const char *const html_style[];

#endif
