import type { CatalogueEntry } from "../catalogue-entry.ts";

/**
 * What the wrapper and the launcher tell in Bash, before Node runs or after it
 * died. A test holds their texts to this table.
 */
export const LAUNCHER = {
  nichekit_missing: {
    layer: "precondition",
    recoverable: "yes",
    message: "nichekit is not installed: no niche-dispatch in node_modules/.bin or on PATH",
    fix: ["npm install --prefix {root} --save-dev nichekit"],
  },
  not_built: {
    layer: "precondition",
    recoverable: "yes",
    message: "nichekit is not built: {loader} is missing",
    fix: ["npm run --prefix {package} build"],
  },
  node_missing: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: 'Node.js is not on PATH (looked for "{node}")',
    fix: ["Tell the user: install Node.js 20 or later and put it on PATH, or name it in NICHE_NODE"],
  },
  node_elsewhere: {
    layer: "precondition",
    recoverable: "yes",
    message: 'Node.js is not on PATH (looked for "{node}")',
    fix: ["NICHE_NODE={found} {again!}"],
  },
  node_unusable: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "{node} is no Node.js that can be run",
    fix: ["Tell the user: install Node.js 20 or later and put it on PATH, or name it in NICHE_NODE"],
  },
  node_too_old: {
    layer: "precondition",
    recoverable: "user-action-required",
    message: "Node.js {version} is too old: nichekit needs 20 or later",
    fix: ["Tell the user: install Node.js 20 or later"],
  },
  dispatcher_died: {
    layer: "runtime",
    recoverable: "no",
    message: "The dispatcher was {how} before it had a result",
    fix: ["{again!}"],
  },
} as const satisfies Record<string, CatalogueEntry>;
