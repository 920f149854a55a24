/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-vLvMNYM4qZ1DOgAs2oWnuU7JXQBXC5AlzcBiwLk1CiM='"
#define HTML_STYLE_HASH "'sha256-O8w+II1IgtlIqN5nTC7ezwdPlNdmVFgUpDtolDCLx6Q='"

#endif
