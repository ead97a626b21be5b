import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../../registry/error/shell-quote.ts";
import { packageRoot } from "../../../registry/project/package-root.ts";
import { installLine, onPath, projectFacts } from "../scaffold/carrying.ts";
import { wrapperKind } from "../scaffold/wrapper-text.ts";
import { mayRun, plainTextFix } from "./check-tools.ts";
import type { Examined, Finding } from "./finding.ts";

/** What was put aside is no subject. */
const LEFTOVER = /(~|\.(bak|orig|rej|swp|tmp))$/;
/** What every wrapper ends in. */
const STARTS = /(?<![\w-])(niche-dispatch|dispatcher\.sh)(?![\w-])/;
/** A wrapper is a few lines. */
const LARGEST = 16_384;

/** The subjects in `bin/`: there at all, startable, and the canonical text or one of the project's own. */
export function checkWrappers(examined: Examined): { findings: Finding[]; wrappers: string[] } {
  const { root } = examined;
  const wrappers = files(root).flatMap((name) => {
    const text = readFileSync(join(root, "bin", name), "utf8");
    // nichekit's own bin holds more than subjects.
    const kind = root === packageRoot() && wrapperKind(text) === "own" ? "none" : wrapperKind(text);
    return kind === "none" ? [] : [{ name, text, kind }];
  });
  const findings = wrappers.flatMap(({ name, text, kind }) => [
    ...checkText(examined, name, text, kind),
    ...(mayRun(join(root, "bin", name)) ? [] : [notRunnable(name, examined)]),
  ]);
  if (wrappers.length === 0) findings.push(none(examined));
  else findings.push(...checkDispatcher(examined));
  return { findings, wrappers: wrappers.map(({ name }) => `bin/${name}`) };
}

function files(root: string): string[] {
  try {
    return readdirSync(join(root, "bin"))
      .filter((name) => {
        if (LEFTOVER.test(name)) return false;
        const stat = statSync(join(root, "bin", name), { throwIfNoEntry: false });
        return stat?.isFile() === true && stat.size < LARGEST;
      })
      .sort();
  } catch {
    return [];
  }
}

function checkText({ root, command, here }: Examined, name: string, text: string, kind: "canonical" | "other_copy" | "own"): Finding[] {
  const file = `bin/${name}`;
  if (text.includes("\r\n") || text.charCodeAt(0) === 0xfeff) {
    const message = `${file} has CRLF line ends or a byte order mark: it cannot be started`;
    return [{ check: "line_ends", severity: "error", recoverable: "yes", message, file, fix: [here(plainTextFix(file))] }];
  }
  if (kind === "canonical") return [];
  const [, target] = /^\s*exec "?\$\{?PROJECT_ROOT\}?\/([^"\s$]+)/m.exec(text) ?? [];
  if (kind === "own" && target !== undefined && !existsSync(join(root, target))) {
    const message = `${file} starts ${target}, which does not exist`;
    const fix = [`Ask the user what became of ${target}: bring it back, or let ${file} start another dispatcher.`];
    return [{ check: "wrapper", severity: "error", recoverable: "user-action-required", message, file, fix }];
  }
  if (kind === "own") {
    const message = `${file} is a wrapper of the project's own: project init does not bring it up to date`;
    return [
      {
        check: "wrapper",
        severity: "note",
        recoverable: "yes",
        message,
        file,
        fix: [command("project", "init", "--name", name, "--dry-run")],
      },
    ];
  }
  const starts = STARTS.test(text);
  return [
    {
      check: "wrapper",
      severity: starts ? "warning" : "error",
      recoverable: "yes",
      message: `${file} is an older or edited copy of the canonical wrapper${starts ? "" : ", and names no dispatcher: it starts nothing"}`,
      file,
      // Its own variables are kept, and the old text beside it.
      fix: [command("project", "init", "--name", name, "--yes")],
    },
  ];
}

/** Every wrapper looks in the same three places. */
function checkDispatcher({ root, env, here }: Examined): Finding[] {
  const facts = projectFacts(root, "auto", env);
  if (facts.installed || existsSync(join(root, "bin/niche-dispatch")) || onPath(env, root)) return [];
  const message = "No wrapper finds niche-dispatch: it is not in node_modules/.bin, beside the wrapper or on PATH";
  return [{ check: "dispatcher", severity: "error", recoverable: "yes", message, fix: [here(installLine(facts))] }];
}

function notRunnable(name: string, { here }: Examined): Finding {
  const file = `bin/${name}`;
  const message = `${file} has no run bit, so it is no command`;
  return { check: "run_bit", severity: "error", recoverable: "yes", message, file, fix: [here(commandLine(["chmod", "+x", file]))] };
}

function none({ command }: Examined): Finding {
  const message = "The project has no subject: there is no wrapper in bin/";
  return { check: "wrapper", severity: "warning", recoverable: "yes", message, fix: [command("project", "init")] };
}
