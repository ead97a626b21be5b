import { expect, test } from "vitest";
import { sendsOut } from "../../../registry/proof/sends-out.ts";

test.each([
  ["git push origin HEAD:main", [["git push", "network write HOST", "origin"]]],
  ["git -C sub --no-pager push --force-with-lease up main", [["git push", "network write HOST", "up"]]],
  ["git push", [["git push", "network write HOST", undefined]]],
  ["npm publish --access public", [["npm publish", "network write registry.npmjs.org", undefined]]],
  ["npm run build && npm  publish", [["npm publish", "network write registry.npmjs.org", undefined]]],
  ["gh release create v1", [["gh release create", "network write github.com", undefined]]],
  ["npx cdk deploy --all", [["cdk deploy", "external aws changes the deployed stack", undefined]]],
])("%s sends something out", (line, expected) => {
  expect(sendsOut(line).map(({ command, effect, remote }) => [command, effect, remote])).toEqual(expected);
});

test.each([
  "git push --dry-run origin main",
  "git pushed",
  "git stash",
  "gitpush",
  "npm run publish-docs",
  "git log --grep push",
  "docker build .",
])("%s sends nothing", (line) => {
  expect(sendsOut(line)).toEqual([]);
});
