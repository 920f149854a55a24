/* speedscope.js - reads profiles as speedscope does, and prints their times by function
 *
 * Use: node speedscope.js DIRECTORY FILE...     DIRECTORY: dist/release of npm's package speedscope
 * Output: FILE, the unit of its times, then a line a function: name, self time, inclusive time; tabs between them.
 *
 * The package has one script, made for browsers. Its readers are loaded when a file is dropped: this script finds
 * the function that loads them and hands it out; everything else sees a page on which nothing happens.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");
const [, , directory, ...files] = process.argv;
const name = fs.readdirSync(directory).find((file) => /^speedscope-.*\.js$/.test(file));
const script = fs.readFileSync(path.join(directory, name), "utf8");
const [, init, readers] = /\(\)=>\((\w+)\(\),(\w+)\)/.exec(script);
const page = new Proxy(function () {}, {
    get: (target, key) => (key === Symbol.toPrimitive ? () => "" : page),
    set: () => true, apply: () => page, construct: () => page,
});
const say = console.log;

Object.assign(globalThis, { document: page, location: { hash: "", protocol: "file:" }, self: globalThis,
    window: globalThis, addEventListener() {} });
console.log = () => {};
try {
    vm.runInThisContext(script.replace("(()=>{", `(()=>{globalThis.readers=()=>(${init}(),${readers});`));
} catch (error) {
    /* the page has nothing to draw on; its readers are there */
}

(async () => {
    for (const file of files) {
        const bytes = Uint8Array.from(fs.readFileSync(file)).buffer;
        const group = await globalThis.readers().importProfilesFromArrayBuffer(path.basename(file), bytes);
        for (const profile of group.profiles) {
            say([file, profile.getWeightUnit()].join("\t"));
            profile.forEachFrame((frame) =>
                say([frame.name, frame.getSelfWeight(), frame.getTotalWeight()].join("\t")));
        }
    }
})();
