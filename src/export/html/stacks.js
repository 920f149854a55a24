/* stacks.js - reads the tree of call stacks, and makes the trees that charts show
 *
 * The data have a frame for each path from a first caller to a callee. A node of a chart's tree stands
 * for the frames that the same functions lead to: from callers to callees or, if the tree is inverted,
 * from callees to callers. A node's children are made when they are first asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Figures of the frames, by number, made when first asked for. Frame 0 is above all others. A frame has
 * its caller as `parent', its function, `of', time of its own and inclusive; `first' is one of its
 * callees, `next' is another callee of its caller; 0: there is none. A caller has a smaller number.
 * `before', in a comparison, has the inclusive times of the base, from frame 1. */
let stacks = null;

function readStacks() {
    if (stacks) return stacks;
    const { frames: flat, dropped, before } = block("stacks"), n = flat.length / 3 + 1;
    const [parent, of, first, next] = [1, 2, 3, 4].map(() => new Int32Array(n)), own = new Float64Array(n);
    for (let i = 1; i < n; i++) {
        parent[i] = flat[3 * i - 3];
        of[i] = flat[3 * i - 2];
        own[i] = Number(flat[3 * i - 1]);
    }
    const time = own.slice();
    of[0] = -1;
    for (let i = n - 1; i > 0; i--) {
        time[parent[i]] += time[i];
        next[i] = first[parent[i]];
        first[parent[i]] = i;
    }
    stacks = { n, dropped, before, parent, of, own, time, first, next };
    return stacks;
}

const isFunction = ({ of }) => of >= 0 && of < count;

/* Returns the name of what a node is of. Behind the functions comes time without a stack. */
const nodeName = ({ of }) => (of < 0 ? "all stacks" : of < count ? profile.names[of] : "[pruned]");

/* Returns a node for each function that frames are of, those with most time first. The frames are a Map
 * from number to time. */
function merged(frames, parent) {
    const found = new Map();
    for (const [frame, time] of frames) {
        const of = stacks.of[frame];
        let node = found.get(of);
        if (!node) found.set(of, (node = { of, parent, time: 0, frames: new Map(), children: null }));
        node.time += time;
        node.frames.set(frame, time);
    }
    return [...found.values()].sort((a, b) => b.time - a.time || a.of - b.of);
}

/* Return the callees, and the callers, of frames. A caller's time is that of the frames it calls. */
function calleesOfFrames(frames) {
    const found = new Map();
    for (const frame of frames.keys())
        for (let i = stacks.first[frame]; i > 0; i = stacks.next[i]) found.set(i, stacks.time[i]);
    return found;
}
function callersOfFrames(frames) {
    const found = new Map();
    for (const [frame, time] of frames) {
        const caller = stacks.parent[frame];
        if (caller > 0) found.set(caller, (found.get(caller) || 0) + time);
    }
    return found;
}

/* Returns the frames of a function, without those below another one of it: recursion counts once. */
function outermost(f) {
    const { n, parent, of, time } = stacks, isInside = new Uint8Array(n), found = new Map();
    for (let i = 1; i < n; i++) {
        isInside[i] = isInside[parent[i]] || of[parent[i]] === f ? 1 : 0;
        if (of[i] === f && !isInside[i]) found.set(i, time[i]);
    }
    return found;
}

/* Returns the frames that a tree of all stacks starts with. */
function startsOfAll(isInverted) {
    const { n, parent, own, time } = stacks, found = new Map();
    for (let i = 1; i < n; i++) {
        if (isInverted ? own[i] > 0 : parent[i] === 0) found.set(i, isInverted ? own[i] : time[i]);
    }
    return found;
}

/* Returns the tree of all stacks, or of those with the function f (null: all); its root is null if
 * there are none. `below' returns a node's children. */
function stackTree(f, isInverted) {
    const { time } = readStacks(), step = isInverted ? callersOfFrames : calleesOfFrames;
    const below = (node) => (node.children = node.children || merged(step(node.frames), node));
    if (f !== null) return { root: merged(outermost(f), null)[0] || null, below, isInverted };
    const root = { of: -1, parent: null, time: time[0], frames: startsOfAll(isInverted) };
    root.children = merged(root.frames, root);
    return { root, below, isInverted };
}

/* Returns the time that a node's function has of its own, in a tree that is not inverted. */
const ownTime = ({ frames }) => [...frames.keys()].reduce((sum, frame) => sum + stacks.own[frame], 0);

/* Return where a node is in its tree, as the names of the functions that lead to it, and the node that is
 * there, or its nearest caller. What tells functions of one name apart stands behind their names. */
const stepName = (node) =>
    isFunction(node) ? Object.values(nameParts(node.of)).filter((part) => part).join(" ") : nodeName(node);

function placeInTree(node) {
    const path = [];
    for (; node.parent; node = node.parent) path.unshift(stepName(node));
    return path;
}
function nodeAt(tree, place) {
    let node = tree.root;
    for (const step of place) {
        const found = tree.below(node).find((child) => stepName(child) === step);
        if (!found) break;
        node = found;
    }
    return node;
}

/* ---- what is searched for ---- */

/* Returns the time of a node's stacks, as far as they are drawn, on which a wanted function is. One below
 * another counts once. */
function timeOfWanted(tree, node, wanted) {
    const { n, parent, of, time } = stacks;
    for (let above = node; above; above = above.parent)
        if (wanted[above.of]) return node.time;
    const hit = new Float64Array(n);
    let sum = 0;
    if (tree.isInverted) {
        for (let i = 1; i < n; i++) hit[i] = wanted[of[i]] ? 1 : hit[parent[i]];
        for (const [frame, part] of node.frames) sum += part * hit[frame];
    } else {
        for (let i = n - 1; i > 0; i--) {
            if (wanted[of[i]]) hit[i] = time[i];
            hit[parent[i]] += hit[i];
        }
        for (const frame of node.frames.keys()) sum += hit[frame];
    }
    return sum;
}

/* Returns the node with most time of a wanted function; the root if there is none. */
function largestWanted(tree, wanted) {
    const left = [tree.root];
    let largest = null;
    while (left.length > 0) {
        const node = left.pop();
        if (largest && node.time <= largest.time) continue;
        if (wanted[node.of]) largest = node;
        else left.push(...[...tree.below(node)].reverse());
    }
    return largest || tree.root;
}
