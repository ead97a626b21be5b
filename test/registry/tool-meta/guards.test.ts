import { expect, it } from "vitest";
import { findGuards } from "../../../registry/tool-meta/guards.ts";

it("finds guards of every form, sorted and once each", () => {
  const source = [
    `: "\${DOCS_DIR:?DOCS_DIR is not set}"`,
    `: "\${B?}" "\${A:?}"`,
    `: \${C:?unquoted}`,
    `set -e; : "\${D:?}"`,
    `: "\${DOCS_DIR:?again}"`,
    `main() {`,
    `  : "\${E:?in a function}"`,
    `}`,
  ].join("\n");
  expect(findGuards(source)).toEqual({ always: ["A", "B", "C", "D", "DOCS_DIR", "E"], branch: [] });
});

it("a guard in a branch is needed by some calls only", () => {
  const source = [
    `if [ "$1" = remote ]; then`,
    `  : "\${TOKEN:?}"`,
    `else`,
    `  : "\${FOLDER:?}"`,
    `fi`,
    `case $1 in`,
    `  a) : "\${IN_CASE:?}" ;;`,
    `  b)`,
    `    : "\${IN_CASE_TOO:?}"`,
    `    ;;`,
    `esac`,
    `[ -n "$x" ] && : "\${BEHIND_AND:?}"`,
    `if x; then : "\${ONE_LINE:?}"; fi`,
    `: "\${ALWAYS:?}"`,
  ].join("\n");
  expect(findGuards(source)).toEqual({
    always: ["ALWAYS"],
    branch: ["BEHIND_AND", "FOLDER", "IN_CASE", "IN_CASE_TOO", "ONE_LINE", "TOKEN"],
  });
});

it("comments, here-documents, defaults, positionals and printed samples are none", () => {
  const source = [
    `# : "\${COMMENT:?}"`,
    `cat <<EOF`,
    `: "\${HERE:?}"`,
    `EOF`,
    `cat <<-'END' >file`,
    `: "\${TABBED:?}"`,
    `\tEND`,
    `cat <<"A" <<B`,
    `: "\${FIRST:?}"`,
    `A`,
    `: "\${SECOND:?}"`,
    `B`,
    `: "\${DEFAULT:=x}" "\${1:?usage}"`,
    `echo 'write : "\${PRINTED:?}"'`,
    `x=\${VALUE:?not a guard command}`,
    `cat <<<EOF`,
    `: "\${REAL:?}"`,
  ].join("\n");
  expect(findGuards(source)).toEqual({ always: ["REAL"], branch: [] });
});
