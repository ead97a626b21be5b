/**
 * TOOL_META
 * Print a completion script for a shell, with every noun, verb, option and enum value in it; load it in the shell's start file, and again after tools changed.
 *
 * @noun tool
 * @verb completion
 * @option {bash|zsh|fish} shell -s - For which shell.
 * @precondition none
 * @side_effect reads ${PROJECT_ROOT}
 * @idempotent true
 * @env PROJECT_ROOT
 * @env TOOL_PATH
 * @env SUBJECT
 * @env SUBJECT_COMMAND
 * @keywords completion, tab, bash, zsh, fish
 * @example tool completion --shell bash
 * @see_also tool list
 */
import type { ToolArguments } from "../logs/tool-types.d.ts";
import type { Run } from "../registry/tool-context.ts";
import { carriedTools } from "./support/carried-tools.ts";
import { bashCompletion } from "./support/completion/bash-completion.ts";
import { completionTree } from "./support/completion/completion-tree.ts";
import { fishCompletion } from "./support/completion/fish-completion.ts";
import { zshCompletion } from "./support/completion/zsh-completion.ts";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export const run: Run<ToolArguments["tool completion"], string> = async ({ shell }, context) => {
  const { project, tools } = await carriedTools(context);
  const script = SCRIPTS[shell](completionTree(project.subject, tools));
  const line = context.command("tool", "completion", "--shell", shell);
  // Bash 3.2 reads nothing by `source <(…)`.
  const load = shell === "fish" ? `${line} | source` : `eval "$(${line})"`;
  const about = `# Completion of ${project.subject} for ${shell}: ${load}\n`;
  // zsh wants its #compdef in the first line.
  return shell === "zsh" ? script.replace("\n", `\n${about}`) : about + script;
};
