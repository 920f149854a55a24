/* flame.js - shows the chart of call stacks, an icicle: callers above what they call
 *
 * A bar is as wide as the time of the samples with this stack at their top. Bars narrower than half
 * a pixel are not made, so a chart of 100,000 frames draws a few thousand at most. Colours tell files
 * and libraries apart, those with most time of their own; the others are grey.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const NARROWEST = 0.5, LABEL_FROM = 34, DEEPEST = 400, HUES = [25, 205, 130, 285, 50, 340, 170, 240];

/* The tree of frames, made when first asked for: frame 0 is above all of them. */
let flameTree = null;

function readFlame() {
    if (flameTree) return flameTree;
    const { frames: flat, dropped } = block("stacks"), n = flat.length / 3 + 1;
    const parent = new Int32Array(n), of = new Int32Array(n), children = new Array(n);
    const time = new Float64Array(n), own = new Float64Array(n);

    of[0] = -1;
    parent[0] = -1;
    for (let i = 1; i < n; i++) {
        parent[i] = flat[3 * i - 3];
        of[i] = flat[3 * i - 2];
        own[i] = time[i] = Number(flat[3 * i - 1]);
    }
    for (let i = n - 1; i > 0; i--) {
        /* a caller's number is less than that of what it calls */
        time[parent[i]] += time[i];
        (children[parent[i]] = children[parent[i]] || []).push(i);
    }
    for (const list of children) if (list) list.sort((a, b) => time[b] - time[a] || a - b);
    const all = homes([...own.keys()].filter((i) => of[i] >= 0 && of[i] < count).map((i) => [of[i], own[i]]));
    const legend = all.slice(0, HUES.length).map(([home, part], i) => ({ home, part, hue: HUES[i] }));
    flameTree = { n, parent, of, time, own, children, dropped, legend, isWhole: all.length === legend.length };
    return flameTree;
}

const isFunction = (i) => flameTree.of[i] >= 0 && flameTree.of[i] < count;

/* Returns the name of a frame. Behind the functions come the cycles, which estimated stacks lead
 * into, and time without a stack. */
function flameName(i) {
    const cycle = flameTree.of[i] - count + 1;
    if (i === 0) return "all stacks";
    if (isFunction(i)) return profile.names[flameTree.of[i]];
    return cycle <= profile.cycle_times.length ? "<cycle " + cycle + ">" : "[pruned]";
}

/* Finds the frames whose name the text is in, and their time; one below another counts once. */
function flameMatches(text) {
    const t = flameTree, wanted = text.toLowerCase();
    const hit = new Uint8Array(t.n), above = new Uint8Array(t.n), byName = new Map();
    let time = 0, largest = 0;
    for (let i = 1; i < t.n; i++) {
        if (!byName.has(t.of[i])) byName.set(t.of[i], flameName(i).toLowerCase().includes(wanted));
        hit[i] = byName.get(t.of[i]) ? 1 : 0;
        above[i] = hit[i] || above[t.parent[i]];
        if (!hit[i] || above[t.parent[i]]) continue;
        time += t.time[i];
        if (largest === 0 || t.time[i] > t.time[largest]) largest = i;
    }
    return { hit, time, largest };
}

/* Returns what is drawn for the zoomed frame: its callers as whole rows, then what it calls, level by
 * level. */
function flameLayout(zoom, width) {
    const t = flameTree, path = [];
    for (let i = zoom; i > 0; i = t.parent[i]) path.unshift(i);
    path.unshift(0);
    const bars = path.map((i, depth) => ({ i, depth, left: 0, wide: 1, above: i !== zoom }));
    let level = [{ i: zoom, left: 0 }], depth = path.length;
    while (level.length > 0 && depth - path.length < DEEPEST) {
        const next = [];
        for (const at of level) {
            let left = at.left;
            for (const child of t.children[at.i] || []) {
                const wide = t.time[zoom] > 0 ? t.time[child] / t.time[zoom] : 0;
                if (wide * width < NARROWEST) break; /* the others are narrower still */
                next.push({ i: child, depth, left, wide, above: false });
                left += wide;
            }
        }
        bars.push(...next);
        level = next;
        depth += next.length > 0 ? 1 : 0;
    }
    return { bars, depth, cut: level.length > 0 };
}

function flameNote() {
    return note(
        profile.measured
            ? "Measured: each bar is a call stack, with its callers above it. Its width is the time of all " +
              "samples with this stack, whatever was called then. "
            : "Estimated, as --estimated asks for: each function\u2019s time is divided among its callers by " +
              "numbers of calls, and theirs again. These stacks are possible ones; that they happened is " +
              "not known. ",
        "Left and right are no points in time: the widest bar comes first.",
        flameTree.dropped > 0 && " " + plural(flameTree.dropped, "frame") +
            " with little time are not drawn; their time is their callers\u2019.");
}

/* Says why there is no chart. */
function noFlameView() {
    const title = make("h2", "Flame chart");
    if (profile.stacks !== "none")
        return [title, note("The call stacks that the data hold are all left out by the options that this " +
                            "page was made with.")];
    return [
        title,
        note("There is none: it shows whole call stacks, and the data hold no stacks. They tell how often a " +
             "function called another one, not on whose behalf it did."),
        make("p", "To record stacks, link the program with libgmon, or preload it, and run it so:"),
        make("pre", "GMON_STACKS=1 ./" + programName + "\ngprof --export=html --output=profile.html " +
                    programName + " gmon.out gmon.out.stacks"),
        make("p", "With ", code("--estimated"), " a chart is made from numbers of calls, and says so."),
    ];
}

/* Makes the list of what the colours mean; each leads to the functions of the file or library. */
function flameLegend() {
    const t = flameTree;
    const entry = (hue, name, part) => {
        const swatch = make("i.swatch", { class: hue === null ? "swatch other" : "swatch" });
        if (hue !== null) swatch.style.setProperty("--hue", hue);
        return make("li", swatch, " ", name, muted(" " + shareText(part / t.time[0]) + " %"));
    };
    const rest = t.time[0] - t.legend.reduce((sum, { part }) => sum + part, 0);
    return make("ul.legend", { "aria-label": "Colours: time by file or library" },
                t.legend.map(({ home, part, hue }) => entry(
                    hue, make("a", { href: address({ in: home }) }, home || "file not known"), part)),
                (!t.isWhole || rest > 0.0005 * t.time[0]) && entry(null, "others", rest));
}

function flameView(parts) {
    if (profile.stacks !== "measured" && profile.stacks !== "estimated") return noFlameView();
    const t = readFlame(), asked = Number(parts.get("zoom")), elements = new Map();
    const state = { zoom: asked > 0 && asked < t.n ? asked : 0, q: parts.get("q") || "", at: 0 };
    const hues = new Map(t.legend.map(({ home, hue }) => [home, hue]));
    const chart = make("div.flame", { role: "tree", "aria-label": "Call stacks" });
    const detail = make("p.detail", { role: "status" });
    const found = make("span.found.muted", { role: "status" });
    const reset = button(() => zoomTo(0), {}, "Whole chart");
    const search = searchBox("Mark functions", state, () => {
        draw();
        remember(false);
    }, () => {
        if (state.q !== "") zoomTo(flameMatches(state.q).largest);
    });

    function remember(isStep) {
        setAddress({ flame: "", zoom: state.zoom || null, q: state.q || null }, isStep);
    }
    function zoomTo(i) {
        const isStep = state.zoom !== i;
        state.zoom = state.at = i;
        draw();
        remember(isStep);
    }
    /* Returns what there is to say of a frame, beside its name. */
    function describe(i) {
        const share = t.time[0] > 0 ? t.time[i] / t.time[0] : 0;
        return timeWithUnit(t.time[i]) + ", " + shareText(share) + " %" +
            (i > 0 && profile.measured ? " \u00b1 " + errorText(errorOf(share)) : "") +
            (i > 0 && t.own[i] > 0 ? ", in itself " + timeWithUnit(t.own[i]) : "") +
            (isFunction(i) && homeOf(t.of[i]) ? ", " + homeOf(t.of[i]) : "");
    }
    function tell(i) {
        detail.replaceChildren(isFunction(i) ? functionLink(t.of[i]) : make("strong", flameName(i)),
                               " " + describe(i));
    }
    function mark(i) {
        const old = elements.get(state.at), now = elements.get(i);
        if (old) old.tabIndex = -1;
        state.at = i;
        if (!now) return;
        now.tabIndex = 0;
        now.focus();
    }
    function place(at, matches) {
        const name = flameName(at.i), i = at.i, hue = isFunction(i) ? hues.get(homeOf(t.of[i])) : undefined;
        const kinds = ["frame", hue === undefined && "other", at.above && "above",
                       matches && (matches.hit[i] ? "hit" : "miss")];
        const element = make("div", {
            class: kinds.filter((kind) => kind).join(" "), role: "treeitem", "data-frame": i,
            tabindex: i === state.at ? 0 : -1, "aria-level": at.depth + 1, "aria-label": name,
            title: name + "\n" + describe(i),
        }, at.wide * chart.clientWidth >= LABEL_FROM ? name : "");
        if (hue !== undefined) element.style.setProperty("--hue", hue);
        element.style.left = 100 * at.left + "%";
        element.style.width = 100 * at.wide + "%";
        element.style.top = "calc(var(--row) * " + at.depth + ")";
        elements.set(i, element);
        return element;
    }
    function draw() {
        const layout = flameLayout(state.zoom, chart.clientWidth || 1000);
        const matches = state.q === "" ? null : flameMatches(state.q);
        elements.clear();
        chart.style.height = "calc(var(--row) * " + layout.depth + ")";
        chart.replaceChildren(...layout.bars.map((at) => place(at, matches)));
        if (!elements.has(state.at)) state.at = state.zoom;
        reset.disabled = state.zoom === 0;
        found.textContent =
            (matches ? shareText(t.time[0] > 0 ? matches.time / t.time[0] : 0) + " % of the time. " : "") +
            (layout.cut ? "Deeper stacks are cut: zoom in." : "");
        tell(state.at);
    }
    function move(key) {
        const i = state.at, beside = t.children[t.parent[i]] || [];
        const to = key === "ArrowUp" ? t.parent[i]
            : key === "ArrowDown" ? (t.children[i] || [])[0]
            : beside[beside.indexOf(i) + (key === "ArrowRight" ? 1 : -1)];
        if (elements.has(to)) mark(to);
    }
    const frameOf = (event) => Number(event.target.dataset.frame || 0);
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
            location.hash = functionAddress(t.of[state.at]);
        } else if (event.key === "Escape" && state.zoom > 0) {
            zoomTo(0);
            mark(0);
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
