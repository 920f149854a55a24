/* chart.js - draws a tree of calls as an icicle: each node above its children
 *
 * A bar is as wide as its node's time. Bars narrower than half a pixel are not made, so a chart of
 * 100,000 frames draws a few thousand at most.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const NARROWEST = 0.5, LABEL_FROM = 34, DEEPEST = 400;
const PADDING = 10, CHARACTER = 7.3; /* pixels of a label in a bar */
const PAPER = 680; /* pixels across a page */

/* Returns the bars of the zoomed node: the nodes above it as whole rows, then those below it, level
 * by level. */
function chartLayout(tree, zoom, width) {
    const path = [];
    for (let node = zoom; node; node = node.parent) path.unshift(node);
    const bars = path.map((node, depth) => ({ node, depth, left: 0, wide: 1, room: width }));
    let level = bars.slice(-1), depth = path.length;
    while (level.length > 0 && depth - path.length < DEEPEST) {
        const next = [];
        for (const bar of level) {
            let left = bar.left;
            for (const child of tree.below(bar.node)) {
                const wide = ratio(child.time, zoom.time);
                if (wide * width < NARROWEST) break; /* the others are narrower still */
                next.push({ node: child, depth, left, wide, room: wide * width });
                left += wide;
            }
        }
        bars.push(...next);
        level = next;
        depth += next.length > 0 ? 1 : 0;
    }
    return { bars, depth, top: path.length - 1, cut: level.length > 0 };
}

let isPrinting = false;

/* Returns the width of a chart in pixels: on the screen, or on paper. */
function widthOf(chart) {
    const width = chart.clientWidth || 1000;
    return isPrinting ? Math.min(width, (PAPER * width) / document.body.clientWidth) : width;
}

/* Makes a chart of a tree (root and below, as stackTree returns them). Its looks are functions of
 * a node: `name'; `sign', which stands before it, and which a chart need not have; `describe', which returns what is told of it beside the name; `hue' of its bar
 * (undefined: grey); `kind', more classes of its bar, which a chart need not have; `link', which makes
 * the name as a link; `open', for a click or Enter. Returns its elements, and `draw' of a zoomed node,
 * with bars marked for which isMarked (null: none) is true. */
function makeChart(tree, label, looks) {
    const chart = make("div.flame", { role: "tree", "aria-label": label });
    const detail = make("p", { class: changes ? "detail changed" : "detail", role: "status" });
    const elements = new Map(), nodes = new Map();
    let zoom = tree.root, at = tree.root;

    const tell = (node) => detail.replaceChildren(looks.link(node), make("span", looks.describe(node, zoom)));
    function move(node) {
        const old = elements.get(at), now = elements.get(node);
        if (!now) return;
        if (old) old.tabIndex = -1;
        at = node;
        now.tabIndex = 0;
        now.focus();
    }
    function place({ node, depth, left, wide, room }, isAbove, isMarked) {
        const sign = looks.sign ? looks.sign(node) : "", hue = looks.hue(node), name = sign + looks.name(node);
        const most = Math.floor((room - PADDING) / CHARACTER) - sign.length;
        const kinds = ["frame", hue === undefined && "other", looks.kind && looks.kind(node), isAbove && "above",
                       isMarked && (isMarked(node) ? "hit" : "miss")];
        const element = make("div", {
            class: kinds.filter((kind) => kind).join(" "), role: "treeitem", tabindex: node === at ? 0 : -1,
            "aria-level": depth + 1, "aria-label": name, title: name + "\n" + looks.describe(node, zoom),
        }, room >= LABEL_FROM && sign + fitting(looks.name(node), most));
        if (hue !== undefined) element.style.setProperty("--hue", hue);
        element.style.left = 100 * left + "%";
        element.style.width = 100 * wide + "%";
        element.style.top = "calc(var(--row) * " + depth + ")";
        elements.set(node, element);
        nodes.set(element, node);
        return element;
    }
    /* Returns true if deeper nodes are not drawn. */
    function draw(to, isMarked) {
        const layout = chartLayout(tree, to, widthOf(chart));
        if (zoom !== to || !layout.bars.some(({ node }) => node === at)) at = to;
        zoom = to;
        elements.clear();
        nodes.clear();
        chart.style.height = "calc(var(--row) * " + layout.depth + ")";
        chart.replaceChildren(...layout.bars.map((bar, i) => place(bar, i < layout.top, isMarked)));
        tell(at);
        return layout.cut;
    }
    function arrow(key) {
        const beside = at.parent ? tree.below(at.parent) : [];
        move(key === "ArrowUp" ? at.parent
            : key === "ArrowDown" ? tree.below(at)[0]
            : beside[beside.indexOf(at) + (key === "ArrowRight" ? 1 : -1)]);
    }
    /* Opens a node; if it is zoomed then, the focus stays with it. */
    function open(node) {
        looks.open(node);
        move(node);
    }
    const listen = (type, act) => chart.addEventListener(type, (event) => {
        const node = nodes.get(event.target);
        if (node) act(node, event);
    });
    listen("click", open);
    listen("mouseover", tell);
    chart.addEventListener("mouseleave", () => tell(at));
    listen("focusin", (node) => tell((at = node)));
    listen("keydown", (node, event) => {
        if (event.key.startsWith("Arrow")) arrow(event.key);
        else if (event.key === "Enter" || event.key === " ") open(at);
        else if (event.key === "o" && isFunction(at)) location.hash = functionAddress(at.of);
        else if (event.key === "Escape" && zoom !== tree.root) open(tree.root);
        else return;
        event.preventDefault();
        event.stopPropagation();
    });
    return { elements: [detail, make("div.panel.chart", chart)], draw };
}
