import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process that goes on though the tool which started it has ended. */
export interface Left {
  pid: number;
  /** The first word of its command line. */
  program: string;
}

/**
 * The processes that work in a folder, or were given it as their PROJECT_ROOT, HOME or TMPDIR: whoever a tool has started is one of them, in
 * whatever group or session. Where there is no /proc (macOS) none is found.
 */
export function leftBehind(folder: string): Left[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || !belongs(name, folder)) return [];
    const [program = ""] = text(`/proc/${name}/cmdline`).split("\0");
    // One that has ended, and is only not yet reaped, has no command line.
    return program === "" ? [] : [{ pid, program: program.split("/").at(-1) ?? program }];
  });
}

function belongs(name: string, folder: string): boolean {
  const environment = text(`/proc/${name}/environ`);
  if (
    environment
      .split("\0")
      .some((item) => /^(?:PROJECT_ROOT|HOME|TMPDIR)=/.test(item) && item.slice(item.indexOf("=") + 1).startsWith(`${folder}/`))
  )
    return true;
  try {
    return `${readlinkSync(`/proc/${name}/cwd`)}/`.startsWith(`${folder}/`);
  } catch {
    return false;
  }
}

/** Ends them at once. */
export function endLeft(folder: string): void {
  for (const { pid } of leftBehind(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Empty where it has ended, or is another user's. */
function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
