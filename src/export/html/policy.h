/* policy - which script and style the page may run, by SHA-256; made by make html-policy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPORT_HTML_POLICY_H
#define EXPORT_HTML_POLICY_H

#define HTML_SCRIPT_HASH "'sha256-3EYd4o6zYSUZ/4olzF5rFRypgJ9aIJqzIpOUcWvg/Ts='"
#define HTML_STYLE_HASH "'sha256-JqYvIKl0lrHyDOPYJPWmecBCT1x1WeXRqUaAv5ZP2/Q='"

#endif
