import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CommandBlock, type DocumentedCommand, matchesSample } from "./fences.ts";
import { NOT_RUN, type NotRun, REACHES_OUT } from "./not-run.ts";

export interface PageRun {
  /** A line each: what was wrong, with the line of the page. */
  faults: string[];
  /** How many commands ran. */
  ran: number;
  /** The entries of the table that kept a command from running. */
  spared: Set<NotRun>;
}

interface Step {
  command: DocumentedCommand;
  script: string;
}

/**
 * Runs the commands of a page in one shell, in their order, in the repository
 * copy at `repository`, and compares exit codes and samples. Everything they
 * may write stands below the folder that holds the copy.
 */
export function runPage(blocks: readonly CommandBlock[], repository: string): PageRun {
  const page: PageRun = { faults: [], ran: 0, spared: new Set() };
  const steps = blocks.map((block) => block.commands.flatMap((command) => step(command, page) ?? []));
  const records = join(dirname(repository), "records");
  mkdirSync(records);
  const all = steps.flat();
  const script = all.map(({ script }, index) => {
    const record = `"$RECORDS/${index}`;
    return `{\n${script}\n} >${record}.out" 2>${record}.err" </dev/null\nprintf %s "$?" >${record}.code"\n`;
  });
  writeFileSync(join(records, "page.sh"), script.join(""));
  const shell = spawnSync("bash", [join(records, "page.sh")], {
    cwd: repository,
    env: environment(repository, records),
    encoding: "utf8",
    timeout: 170_000,
  });
  if (shell.error) page.faults.push(`the page did not end: ${shell.error.message}`);
  let index = 0;
  blocks.forEach((block, at) => {
    const outputs = (steps[at] ?? []).map((one) => judge(one, join(records, String(index++)), page));
    for (const sample of block.samples) {
      if (outputs.length === 0 || outputs.some((output) => matchesSample(sample.lines, output))) continue;
      page.faults.push(`line ${sample.line}: no command above printed this sample, but:\n${outputs.join("---\n")}`);
    }
  });
  return page;
}

function step(command: DocumentedCommand, page: PageRun): Step | undefined {
  const line = command.text.split("\n")[0]?.replace(/\s+# exit \d$/, "") ?? "";
  const listed = NOT_RUN.find((one) => one.command.test(line));
  if (listed !== undefined) {
    page.spared.add(listed);
    return listed.instead === undefined ? undefined : { command, script: line.replace(listed.command, listed.instead) };
  }
  if (!REACHES_OUT.test(line)) return { command, script: command.text };
  page.faults.push(`line ${command.line}: not run and not listed in not-run.ts: ${line}`);
  return undefined;
}

function judge({ command }: Step, record: string, page: PageRun): string {
  const read = (kind: string) => (existsSync(`${record}.${kind}`) ? readFileSync(`${record}.${kind}`, "utf8") : "");
  const output = `${read("out")}${read("err")}`;
  const code = read("code");
  page.ran++;
  if (code !== String(command.exitCode)) {
    page.faults.push(`line ${command.line}: exit ${code || "never"}, not ${command.exitCode}: ${command.text.split("\n")[0]}\n${output}`);
  }
  return output;
}

function environment(repository: string, records: string): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  const home = dirname(repository);
  return {
    PATH,
    HOME: home,
    TMPDIR: home,
    LANG: "C.UTF-8",
    RECORDS: records,
    REPOSITORY: repository,
    GIT_AUTHOR_NAME: "Reader",
    GIT_AUTHOR_EMAIL: "reader@example.org",
    GIT_COMMITTER_NAME: "Reader",
    GIT_COMMITTER_EMAIL: "reader@example.org",
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
}
