import { SAFE_VARIABLES } from "../registry/permission/shell/assignment.ts";
import type { Authority } from "../registry/permission/shell/authority.ts";
import { AUTHORITY, SAME_PROGRAM } from "../registry/permission/shell/carries-authority.ts";
import { WRAPPERS } from "../registry/permission/shell/unwrap.ts";

/** `docs/authority.md`: what an allow rule with a `*` does not cover. */
export function authorityPage(): string {
  const rows = Object.entries(AUTHORITY).map(
    ([program, authority]) => `| ${names(program)} | ${authority.what} | ${argumentsOf(authority)} |`,
  );
  return `---
title: Arguments that carry authority
keywords: [permission, allow rule, authority, git -c, --upload-pack, ProxyCommand, --to-command, wrapper, environment assignment]
---
# Arguments that carry authority

Written from \`registry/permission/shell/\`; change that, not this page. An allow rule with a \`*\`, such as \`local__repo-run(git *)\`, does
not cover a command with one of these arguments unless the rule itself names it: \`local__repo-run(git -c user.name=* commit *)\`. Long
options count cut short as well, letters in a cluster too, subcommands where they can stand. The table cannot be whole. What is
not in it a rule covers by its text alone, so write rules as narrow as the work is. More: [Permissions](patterns/permissions.md).

| program | what they make possible | arguments |
| --- | --- | --- |
${rows.sort().join("\n")}

Wrappers that are taken away before an allow rule is looked at: ${Object.keys(WRAPPERS).map(code).join(", ")}; \`env\` where it only sets
variables that are harmless. Those are the variables that match ${code(SAFE_VARIABLES.source.replaceAll("|", "\\|"))}, with a value that is a name.
`;
}

function names(program: string): string {
  const others = Object.entries(SAME_PROGRAM).flatMap(([other, same]) => (same === program ? [other] : []));
  return [program, ...others].map(code).join(", ");
}

function argumentsOf({ options, letters, first, words, other }: Authority): string {
  const list = (text: string | undefined) => (text ?? "").split(/\s+/).filter((word) => word !== "");
  const told = [...list(options), ...[...(letters ?? "")].map((letter) => `-${letter}`)].map(code);
  const early = [...(first ?? "")].map((letter) => `${code(`-${letter}`)} before the subcommand`);
  const subcommands = list(words).map((word) => `${code(word)} as subcommand`);
  const pattern = other === undefined ? [] : [`what matches ${code(other.source.replaceAll("|", "\\|"))}`];
  return [...told, ...early, ...subcommands, ...pattern].join(", ");
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
