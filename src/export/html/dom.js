/* dom.js - makes the pieces of the document
 *
 * All text goes in as text nodes: nothing of the profile is ever read as markup.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Makes an element of TAG or TAG.CLASS.CLASS, with attributes, which may be left out, and children.
 * A child is an element, a text, or nothing. `on...' are listeners; a flag that is false or null
 * leaves its attribute out. */
function make(tag, ...parts) {
    const [element, ...classes] = tag.split(".");
    const made = document.createElement(element);
    const hasAttributes = parts[0] && parts[0].constructor === Object;
    if (classes.length > 0) made.className = classes.join(" ");
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

const note = (...parts) => make("p.note", parts);
const code = (text) => make("code", text);
const muted = (...parts) => make("span.muted", parts);

/* Makes the head of a column. */
const th = (kind, ...parts) => make("th", { class: kind, scope: "col" }, parts);

function button(act, more, ...parts) {
    return make("button", { type: "button", onclick: act, ...more }, parts);
}

/* Makes a box for the text that a view searches for, state.q. Calls `change' if it changes, and
 * `enter' for the key Enter. */
function searchBox(what, state, change, enter) {
    const box = make("input", {
        type: "search", id: "search", placeholder: what, "aria-label": what, value: state.q,
        autocomplete: "off", spellcheck: "false",
        oninput: () => {
            state.q = box.value;
            change();
        },
        onkeydown: (event) => {
            if (event.key === "Enter") enter();
        },
    });
    return box;
}

/* Makes a bar that is as long as its share of the whole; a range is hatched up to `most'. Sizes are
 * set as properties: the page's policy forbids attributes of style. */
function bar(share, kind, most) {
    const part = (of, length) => {
        const fill = make("i", { class: of });
        fill.style.width = (100 * Math.min(1, Math.max(0, length))).toFixed(2) + "%";
        return fill;
    };
    return make("span.bar", { "aria-hidden": "true" }, part(kind, share),
                most > share && part("open", most - share));
}

/* Returns a name that may be broken between its parts. */
const breakable = (name) => name.split(/(?<=::|,|[<(](?!\.\.\.))/).flatMap((part) => [part, make("wbr")]).slice(0, -1);

function functionLink(f, text) {
    const name = profile.names[f];
    return make("a.name", { href: functionAddress(f), title: name }, make("bdi", breakable(text || name)));
}

function cycleLink(cycle) {
    const title = "A cycle: functions that call each other";
    return make("a.badge.cycle", { href: "#cycle=" + cycle, title }, "cycle " + cycle);
}

const cycleBadge = (f) => cycleOf(f) > 0 && cycleLink(cycleOf(f));

/* Make cells: of a number, of a share with its bar, of a function. */
const number = (text, more) => make("td", { class: "number " + (more || "") }, text);

function shareCell(share, kind, { title, text, most } = {}) {
    return make("td.share", make(share > 0 || most ? "span.value" : "span.value.muted", { title },
                                 text || shareText(share)), bar(share, kind, most));
}

/* Makes the cell of a function's share of self time. */
function selfCell(f) {
    const range = openRange(f), share = selfShare(f);
    return shareCell(range ? range.low : share, "self", { text: shareText(share), most: range && range.high });
}

const functionCell = (f) => make("td.function", functionLink(f), cycleBadge(f));

/* Fills `body' with the rows of `items', some at first and more when asked for, and all of them
 * when the page is printed: body.shown is their number, body.grow shows more. */
function limited(body, items, row, first, step) {
    const more = make("tr.more");

    body.shown = 0;
    body.grow = (by) => {
        const rows = document.createDocumentFragment();
        const end = Math.min(items.length, body.shown + by), left = items.length - end;
        for (; body.shown < end; body.shown++) rows.append(row(items[body.shown]));
        more.remove();
        body.append(rows);
        if (left === 0) return;
        /* one cell, which its text may leave: how many columns can be seen is not known */
        more.replaceChildren(
            make("td", button(() => body.grow(step), {}, "Show " + countText(Math.min(step, left)) + " more"),
                 muted(" " + countText(left) + " not shown")));
        body.append(more);
    };
    body.replaceChildren();
    body.grow(first);
}

/* Returns the parts of tables that have such rows. */
const limitedBodies = () => [...document.querySelectorAll("tbody")].filter((body) => body.grow);

addEventListener("beforeprint", () => {
    for (const body of limitedBodies()) body.grow(Infinity);
});

/* Makes a table in a panel; rows as in `limited'. */
function table(kind, heads, items, row, first, step) {
    const body = make("tbody");
    limited(body, items, row, first, step);
    return make("div.panel", make("table." + kind, make("thead", make("tr", heads)), body));
}
