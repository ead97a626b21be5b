import { checkRegistry } from "../../../registry/drift/check.ts";
import { placed } from "../../../registry/drift/refuse.ts";
import { REGISTRY_PATH } from "../../../registry/entry.ts";
import type { Project } from "../../../registry/project/project.ts";
import type { Examined, Finding } from "./finding.ts";

/** Broken headers, two tools of one name, hidden tools, shebangs nobody can follow, a registry that is not what the headers give. */
export async function checkHeaders({ command, here }: Examined, project: Project): Promise<{ findings: Finding[]; sources: string[] }> {
  const { built, faults } = await checkRegistry(project, { sources: true });
  const own = (source: string) => !source.startsWith("nichekit:");
  const findings: Finding[] = [
    ...built.problems.map((problem): Finding => {
      const twice = problem.code === "tool_name_taken_twice";
      const fix = twice
        ? `Ask the user which file is the tool: ${problem.message}.`
        : `In ${problem.file}, line ${problem.line}: ${problem.fix}`;
      return {
        check: twice ? "two_of_one_name" : "header",
        severity: "error",
        // As a call of it, and `registry generate`, have it: what is mended by writing no command mends.
        recoverable: "user-action-required",
        message: placed(problem),
        file: problem.file,
        fix: [fix],
      };
    }),
    ...built.warnings.map((warning): Finding => {
      const shebang = warning.code === "shebang_unreadable";
      return {
        check: shebang ? "line_ends" : "header",
        severity: shebang ? "error" : "note",
        recoverable: shebang ? "yes" : "user-action-required",
        message: placed(warning),
        file: warning.file,
        fix: [shebang ? here(warning.fix) : `In ${warning.file}, line ${warning.line}: ${warning.fix}`],
      };
    }),
    ...built.shadowed.map(
      ({ source, by }): Finding => ({
        check: "shadowed",
        severity: own(source) ? "warning" : "note",
        recoverable: "user-action-required",
        message: `${source} is hidden by ${by}`,
        file: by,
        fix: [`Ask the user whether ${by} is meant to stand for ${source}; else one of the two needs another name.`],
      }),
    ),
    ...built.unmarked.filter(own).map(
      (source): Finding => ({
        check: "header",
        severity: "note",
        recoverable: "user-action-required",
        message: `${source} is named like a tool and has no TOOL_META header`,
        file: source,
        fix: [`Write a TOOL_META header at the top of ${source}, or move the file out of the tool folder.`],
      }),
    ),
  ];
  if (faults.length > 0) {
    const more = faults.length > 3 ? ` (and ${faults.length - 3} more)` : "";
    const message = `${faults
      .slice(0, 3)
      .map((fault) => fault.message)
      .join("; ")}${more}`;
    findings.push({
      check: "registry",
      severity: "error",
      recoverable: "yes",
      message,
      file: REGISTRY_PATH,
      fix: [command("registry", "generate")],
    });
  }
  return { findings, sources: built.sources.filter(own) };
}
