/* flame.js - shows the chart of call stacks, an icicle: callers above what they call
 *
 * A bar is as wide as the time of the samples with this stack at their top. Bars narrower than half
 * a pixel are not made, so a chart of 100,000 frames draws a few thousand at most. Colours tell files
 * and libraries apart, those with most time of their own; the others are grey.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const NARROWEST = 0.5, LABEL_FROM = 34, DEEPEST = 400, HUES = [25, 205, 130, 285, 50, 340, 170, 240];

/* The frames, made when first asked for. The first one is above all others; each has its caller
 * as `parent', its function, `of', and its time, inclusive and own. */
let flameTree = null;

function readFlame() {
    if (flameTree) return flameTree;
    const { frames: flat, dropped } = block("stacks");
    const frames = [{ i: 0, of: -1, name: "all stacks", own: 0, time: 0, children: [] }];

    for (let i = 1; 3 * i <= flat.length; i++) {
        const [parent, of, time] = flat.slice(3 * i - 3, 3 * i), own = Number(time);
        frames.push({ i, parent: frames[parent], of, name: flameName(of), own, time: own, children: [] });
    }
    for (const frame of frames.slice(1).reverse()) {
        /* a caller stands in front of what it calls */
        frame.parent.time += frame.time;
        frame.parent.children.push(frame);
    }
    for (const { children } of frames) children.sort((a, b) => b.time - a.time || a.i - b.i);
    const all = homes(frames.filter(isFunction).map(({ of, own }) => [of, own]));
    const legend = all.slice(0, HUES.length).map(([home, part], i) => ({ home, part, hue: HUES[i] }));
    flameTree = { frames, dropped, legend, isWhole: all.length === legend.length };
    return flameTree;
}

const isFunction = ({ of }) => of >= 0 && of < count;

/* Returns the name of what a frame is of. Behind the functions comes time without a stack. */
const flameName = (of) => (of < count ? profile.names[of] : "[pruned]");

/* Finds the frames whose name the text is in, and their time; one below another counts once. */
function flameMatches(text) {
    const wanted = text.toLowerCase(), hit = new Set(), below = new Set();
    let time = 0, largest = flameTree.frames[0];
    for (const frame of flameTree.frames.slice(1)) {
        const isHit = frame.name.toLowerCase().includes(wanted), isBelow = below.has(frame.parent);
        if (isHit) hit.add(frame);
        if (isHit || isBelow) below.add(frame);
        if (!isHit || isBelow) continue;
        time += frame.time;
        if (largest.i === 0 || frame.time > largest.time) largest = frame;
    }
    return { hit, time, largest };
}

/* Returns what is drawn for the zoomed frame: its callers as whole rows, then what it calls, level by
 * level. */
function flameLayout(zoom, width) {
    const path = [];
    for (let frame = zoom; frame; frame = frame.parent) path.unshift(frame);
    const bars = path.map((frame, depth) => ({ frame, depth, left: 0, wide: 1 }));
    let level = bars.slice(-1), depth = path.length;
    while (level.length > 0 && depth - path.length < DEEPEST) {
        const next = [];
        for (const bar of level) {
            let left = bar.left;
            for (const child of bar.frame.children) {
                const wide = zoom.time > 0 ? child.time / zoom.time : 0;
                if (wide * width < NARROWEST) break; /* the others are narrower still */
                next.push({ frame: child, depth, left, wide });
                left += wide;
            }
        }
        bars.push(...next);
        level = next;
        depth += next.length > 0 ? 1 : 0;
    }
    return { bars, depth, top: path.length - 1, cut: level.length > 0 };
}

function flameNote() {
    return note(
        "Measured: each bar is a call stack, with its callers above it. Its width is the time of all " +
            "samples with this stack, whatever was called then. Left and right are no points in time: " +
            "the widest bar comes first.",
        flameTree.dropped > 0 && " " + plural(flameTree.dropped, "frame") +
            " with little time are not drawn; their time is their callers\u2019.");
}

/* Says why there is no chart. */
function noFlameView() {
    const title = make("h2", "Flame chart");
    if (profile.measured)
        return [title, note("The call stacks that the data hold are all left out by the options that this " +
                            "page was made with.")];
    return [
        title,
        note("There is none: it shows whole call stacks, and the data hold no stacks. They tell how often a " +
             "function called another one, not on whose behalf it did."),
        make("p", "libgmon records stacks, if the program is linked with it or run so:"),
        make("pre", "gprof-run ./" + programName + "\ngprof --export=html --output=profile.html " +
                    programName + " gmon.out"),
    ];
}

/* Makes the list of what the colours mean; each leads to the functions of the file or library. */
function flameLegend() {
    const { frames: [{ time: whole }], legend, isWhole } = flameTree;
    const entry = (hue, name, part) => {
        const swatch = make("i.swatch", { class: hue === null ? "swatch other" : "swatch" });
        if (hue !== null) swatch.style.setProperty("--hue", hue);
        return make("li", swatch, " ", name, muted(" " + shareText(part / whole) + " %"));
    };
    const rest = whole - legend.reduce((sum, { part }) => sum + part, 0);
    return make("ul.legend", { "aria-label": "Colours: time by file or library" },
                legend.map(({ home, part, hue }) => entry(
                    hue, make("a", { href: address({ in: home }) }, home || "file not known"), part)),
                (!isWhole || rest > 0.0005 * whole) && entry(null, "others", rest));
}

function flameView(parts) {
    if (!profile.has_stacks) return noFlameView();
    const { frames, legend } = readFlame(), top = frames[0], elements = new Map();
    const state = { zoom: frames[Number(parts.get("zoom"))] || top, q: parts.get("q") || "", at: top };
    const hues = new Map(legend.map(({ home, hue }) => [home, hue]));
    const chart = make("div.flame", { role: "tree", "aria-label": "Call stacks" });
    const detail = make("p.detail", { role: "status" });
    const found = make("span.found.muted", { role: "status" });
    const reset = button(() => zoomTo(top), {}, "Whole chart");
    const search = searchBox("Mark functions", state, () => {
        draw();
        remember(false);
    }, () => {
        if (state.q !== "") zoomTo(flameMatches(state.q).largest);
    });

    function remember(isStep) {
        setAddress({ flame: "", zoom: state.zoom.i || null, q: state.q || null }, isStep);
    }
    function zoomTo(frame) {
        const isStep = state.zoom !== frame;
        state.zoom = state.at = frame;
        draw();
        remember(isStep);
    }
    /* Returns what there is to say of a frame, beside its name. */
    function describe(frame) {
        const share = top.time > 0 ? frame.time / top.time : 0, home = isFunction(frame) && homeOf(frame.of);
        return timeWithUnit(frame.time) + ", " + shareText(share) + " %" +
            (frame !== top ? " \u00b1 " + errorText(errorOf(share)) : "") +
            (frame.own > 0 ? ", in itself " + timeWithUnit(frame.own) : "") + (home ? ", " + home : "");
    }
    function tell(frame) {
        detail.replaceChildren(isFunction(frame) ? functionLink(frame.of) : make("strong", frame.name),
                               " " + describe(frame));
    }
    function mark(frame) {
        const old = elements.get(state.at), now = elements.get(frame);
        if (old) old.tabIndex = -1;
        state.at = frame;
        if (!now) return;
        now.tabIndex = 0;
        now.focus();
    }
    function place({ frame, depth, left, wide }, isAbove, matches) {
        const hue = isFunction(frame) ? hues.get(homeOf(frame.of)) : undefined;
        const kinds = ["frame", hue === undefined && "other", isAbove && "above",
                       matches && (matches.hit.has(frame) ? "hit" : "miss")];
        const element = make("div", {
            class: kinds.filter((kind) => kind).join(" "), role: "treeitem", "data-frame": frame.i,
            tabindex: frame === state.at ? 0 : -1, "aria-level": depth + 1, "aria-label": frame.name,
            title: frame.name + "\n" + describe(frame),
        }, wide * chart.clientWidth >= LABEL_FROM ? frame.name : "");
        if (hue !== undefined) element.style.setProperty("--hue", hue);
        element.style.left = 100 * left + "%";
        element.style.width = 100 * wide + "%";
        element.style.top = "calc(var(--row) * " + depth + ")";
        elements.set(frame, element);
        return element;
    }
    function draw() {
        const layout = flameLayout(state.zoom, chart.clientWidth || 1000);
        const matches = state.q === "" ? null : flameMatches(state.q);
        elements.clear();
        chart.style.height = "calc(var(--row) * " + layout.depth + ")";
        chart.replaceChildren(...layout.bars.map((bar, i) => place(bar, i < layout.top, matches)));
        if (!elements.has(state.at)) state.at = state.zoom;
        reset.disabled = state.zoom === top;
        found.textContent =
            (matches ? shareText(top.time > 0 ? matches.time / top.time : 0) + " % of the time. " : "") +
            (layout.cut ? "Deeper stacks are cut: zoom in." : "");
        tell(state.at);
    }
    function move(key) {
        const { parent, children } = state.at, beside = parent ? parent.children : [];
        const to = key === "ArrowUp" ? parent
            : key === "ArrowDown" ? children[0]
            : beside[beside.indexOf(state.at) + (key === "ArrowRight" ? 1 : -1)];
        if (elements.has(to)) mark(to);
    }
    const frameOf = (event) => frames[event.target.dataset.frame || 0];
    chart.addEventListener("click", (event) => {
        if (event.target !== chart) zoomTo(frameOf(event));
    });
    chart.addEventListener("mouseover", (event) => {
        if (event.target !== chart) tell(frameOf(event));
    });
    chart.addEventListener("focusin", (event) => tell((state.at = frameOf(event))));
    chart.addEventListener("keydown", (event) => {
        if (event.key.startsWith("Arrow")) {
            move(event.key);
        } else if (event.key === "Enter" || event.key === " ") {
            zoomTo(state.at);
            mark(state.at);
        } else if (event.key === "o" && isFunction(state.at)) {
            location.hash = functionAddress(state.at.of);
        } else if (event.key === "Escape" && state.zoom !== top) {
            zoomTo(top);
            mark(top);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    });
    /* How wide it is shows when it stands in the document. */
    return { drawn: draw, content: [make("div.toolbar", search, reset, found), detail, flameLegend(),
                                    make("div.panel.chart", chart), flameNote()] };
}
