/* dom.js - pieces of the document
 *
 * All text goes in as text nodes: nothing of the profile is ever read as markup.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* An element, of TAG or TAG.CLASS.CLASS, with attributes, which may be left out, and children; a child
 * is an element, a text, or nothing. `on...' are listeners, a flag that is false or null leaves its
 * attribute out. */
function make(tag, ...parts) {
    const [element, ...classes] = tag.split("."),
        made = document.createElement(element);
    if (classes.length > 0) made.className = classes.join(" ");
    const hasAttributes = parts[0] && parts[0].constructor === Object;
    for (const [name, value] of Object.entries(hasAttributes ? parts.shift() : {})) {
        if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false)
            made.setAttribute(name, value === true ? "" : value);
    }
    return add(made, parts);
}

function add(to, children) {
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined && child !== "" && child !== false)
            to.append(child);
    return to;
}

/* The head of a column. */
function th(kind, ...parts) {
    const made = make("th." + kind, ...parts);
    made.setAttribute("scope", "col");
    return made;
}

/* A box for the text that a view searches for, which is state.q; `change' is called if it changes. */
function searchBox(what, state, change) {
    const box = make("input", {
        type: "search",
        id: "search",
        placeholder: what,
        "aria-label": what,
        autocomplete: "off",
        spellcheck: "false",
        value: state.q,
        oninput: () => {
            state.q = box.value;
            change();
        },
    });
    return box;
}

/* A bar that is as long as its share of the whole. Sizes are set as properties: the page's policy
 * forbids attributes of style. */
function bar(share, kind) {
    const fill = make("i", { class: kind });
    fill.style.width = (100 * Math.min(1, Math.max(0, share))).toFixed(2) + "%";
    return make("span.bar", { "aria-hidden": "true" }, fill);
}

function functionLink(f, more) {
    return make(
        "a.name",
        { href: functionAddress(f), title: profile.names[f], ...more },
        make("bdi", profile.names[f])
    );
}

function cycleBadge(f) {
    const cycle = cycleOf(f);
    const attributes = {
        href: "#cycle=" + cycle,
        title: "It is in a cycle of functions that call each other",
    };
    return cycle > 0 && make("a.badge.cycle", attributes, "cycle " + cycle);
}

/* A cell of numbers, and one of a share with its bar. */
function number(text, more) {
    return make("td", { class: "number " + (more || "") }, text);
}

function shareCell(share, kind, more) {
    return make(
        "td",
        { class: "share " + (more || "") },
        make("span", { class: share > 0 ? "value" : "value none" }, shareText(share)),
        bar(share, kind)
    );
}

/* Fill `body` with the rows of `items`, some at first and more when asked for. */
function limited(body, items, row, first, step) {
    let shown = 0;
    const more = make("tr.more");

    function grow(by) {
        const rows = document.createDocumentFragment(),
            end = Math.min(items.length, shown + by);
        for (; shown < end; shown++) rows.append(row(items[shown], shown));
        more.remove();
        body.append(rows);
        if (shown < items.length) {
            const left = items.length - shown;
            /* one cell, which its text may leave: how many columns can be seen is not known */
            more.replaceChildren(
                make(
                    "td",
                    make(
                        "button",
                        { type: "button", onclick: () => grow(step) },
                        "Show " + countText(Math.min(step, left)) + " more"
                    ),
                    make("span.muted", " " + countText(left) + " not shown")
                )
            );
            body.append(more);
        }
    }
    body.replaceChildren();
    grow(first);
}
