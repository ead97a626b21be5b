// Preloaded: tells on descriptor 4 at the end which chunks were compiled, which packages were required, and which of Node's own modules came in addition.
const Module = require("node:module");
const vm = require("node:vm");
const chunks = [];
const packages = new Set();
const note = (file) => {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(String(file));
  if (name) packages.add(name[1]);
};
const load = Module._load;
Module._load = function (request, ...rest) {
  try {
    note(Module._resolveFilename(request, ...rest.slice(0, 1)));
  } catch {}
  return load.call(this, request, ...rest);
};
const Script = vm.Script;
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    const chunk = /dist\/chunks\/(.*)\.cjs$/.exec(options?.filename ?? "");
    if (chunk) chunks.push(chunk[1]);
  }
};
const before = new Set(process.moduleLoadList);
process.on("exit", () => {
  const own = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ") && !before.has(name));
  const builtins = own.map((name) => name.slice("NativeModule ".length)).sort();
  require("node:fs").writeSync(4, JSON.stringify({ chunks: chunks.sort(), packages: [...packages].sort(), builtins }));
});
