/* route.js - reads and makes addresses of parts of the page
 *
 * Behind the # stand parts with & between them, NAME or NAME=VALUE: #f=NAME, #f=NAME&n=2 (the second
 * function of that name), #cycle=1, #flame, #flame&zoom=7&q=TEXT, #about, #q=TEXT&sort=calls&order=up.
 * in=FILE is a file or library, and zero shows functions without time. theme=dark and theme=light
 * may stand beside each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Returns the parts of the address. A plus sign stands for itself. */
const readAddress = () => new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));

/* Returns an address of these parts; those without a value (null) are left out. */
function address(parts) {
    const some = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined);
    return "#" + some.map(([name, value]) => (value === "" ? name : name + "=" + encodeURIComponent(value)))
        .join("&");
}

function functionAddress(f) {
    const name = profile.names[f], same = named.get(name);
    return address({ f: name, n: same.length > 1 ? same.indexOf(f) + 1 : null });
}

/* Changes the address, but for the theme, without drawing anything again. `isStep': the key Back
 * leads to the address before. */
function setAddress(parts, isStep) {
    const to = address({ ...parts, theme: readAddress().get("theme") });
    if (isStep) history.pushState(null, "", to);
    else history.replaceState(null, "", to);
}
