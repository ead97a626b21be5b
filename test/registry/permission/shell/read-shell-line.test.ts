import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { candidatesOf } from "../../../../registry/permission/shell/inner-commands.ts";
import { readShellLine } from "../../../../registry/permission/shell/read-shell-line.ts";
import { UNKNOWN } from "../../../../registry/permission/shell/shell-line.ts";

const commandsOf = (line: string) => readShellLine(line).commands.map(({ words }) => words.map(({ text }) => text).join(" "));

describe("a line is split at everything behind which a command begins", () => {
  test.each([
    ["a && b", ["a", "b"]],
    ["a || b", ["a", "b"]],
    ["a; b", ["a", "b"]],
    ["a | b", ["a", "b"]],
    ["a |& b", ["a", "b"]],
    ["a & b", ["a", "b"]],
    ["a\nb", ["a", "b"]],
    ["(a; b)", ["a", "b"]],
    ["{ a; b; }", ["a", "b"]],
    ["! a", ["a"]],
    ["a # b; c\nd", ["a", "d"]],
    ["a 'b; c' \"d && e\" f\\;g", ["a b; c d && e f;g"]],
    ["a 2>/dev/null >&2 </dev/null", ["a"]],
    ["a \\\n b", ["a b"]],
  ])("%j, plainly", (line, commands) => {
    expect(readShellLine(line).doubt).toBeUndefined();
    expect(commandsOf(line)).toEqual(commands);
  });

  test.each(["a $(b c)", "a `b c`", "a <(b c)", "a >(b c)", 'a "$(b c)"', 'a "`b c`"', "a $(d $(b c))", "x=$(b c) a", '"a$(b c)"'])(
    "%j has b c in it",
    (line) => expect(commandsOf(line)).toContain("b c"),
  );

  test("what a substitution or variable gives is not known, and unquoted may be several words or an option", () => {
    const words = (line: string) => readShellLine(line).commands.at(-1)?.words.slice(1);
    expect(words("a $(b)")).toEqual([{ text: UNKNOWN, open: true }]);
    expect(words('a "$B"')).toEqual([{ text: UNKNOWN, open: true }]);
    expect(words('a "x$B" x${B}')).toEqual([
      { text: `x${UNKNOWN}`, open: false },
      { text: `x${UNKNOWN}`, open: true },
    ]);
    expect(words('a --b="$C" -"$C" --"$C"')?.map(({ open }) => open)).toEqual([false, true, true]);
    expect(words("a * src/*.ts -*")?.map(({ open }) => open)).toEqual([true, false, true]);
  });
});

describe("what is not plainly understood is doubted, and its commands are found all the same", () => {
  test.each([
    "if a; then b c; fi",
    "for x in 1 2; do b c; done",
    "while b c; do a; done",
    "case x in x) b c;; esac",
    "f() { b c; }; f",
    "function f { b c; }",
    "coproc b c",
    "a <<E\n$(b c)\nE",
    "a <<'E'\nx\nE\nb c",
    "a <<-E\n\tx\n\tE\nb c",
    'a "${x:-$(b c)}"',
    "x=(1 $(b c))",
    "a > file; b c",
    "a <<< x; b c",
    "$'b' c",
    "[[ -n x ]] && b c",
    ">/dev/null while b c; do a; done",
    "a) b c",
  ])("%j", (line) => {
    expect(readShellLine(line).doubt).toBeDefined();
    expect(commandsOf(line)).toContain("b c");
  });

  test.each([
    "a 'b",
    'a "b',
    "a `b",
    "a $(b",
    "a $((1+1))",
    "a <<E\nb",
    "a ${x@P}",
    "a ${!x}",
    "a \\",
    "((a))",
    "a[$(b)]=1",
    "a <<$E\nb",
    "a\0b",
    "a $'\\'' b",
    "a *(e:'b':)",
    "a ${(e)x}",
  ])("%j may have commands that are not found, and says so", (line) => expect(readShellLine(line).unread).toBeDefined());

  test("a line of any length or depth ends in an answer", () => {
    expect(readShellLine("a ".repeat(60_000)).unread).toBeDefined();
    expect(readShellLine("$(".repeat(10_000)).unread).toBeDefined();
    expect(candidatesOf(`sudo ${"sudo ".repeat(500)}`).unread).toBeDefined();
    expect(candidatesOf(`sh -c ${"'sh -c ".repeat(200)}`).unread).toBeDefined();
  });
});

describe("held against Bash", () => {
  const folder = mkdtempSync(join(tmpdir(), "nichekit-shell-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const atom = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("p", "q", "r", "x", "-x", "a=1", "PATH=p") },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "'",
        '"',
        "\\",
        "`",
        "$(",
        ")",
        "(",
        "{",
        "}",
        "<(",
        "${",
        "$x",
        "$'",
        '$"',
        "${x:-",
        "#",
        "*",
        "[",
        "]",
        "=",
      ),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        " ",
        " ",
        "\n",
        ";",
        "&&",
        "||",
        "|",
        "|&",
        "&",
        ";;",
        " >/dev/null ",
        " 2>&1 ",
        "<<E\n",
        "\nE\n",
        "<<<",
        "!",
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "if ",
        "then ",
        "fi",
        "for x in p;do ",
        "done",
        "case p in p)",
        "esac",
        "while ",
        "f()",
        "time ",
        "[[ ",
        " ]]",
        "coproc ",
      ),
    },
  );
  const lines = fc.array(atom, { minLength: 1, maxLength: 14 }).map((atoms) => atoms.join(""));

  /** What Bash runs of each line: every program it wanted to start, none of which exists. A word's newlines are written as vertical tabs. */
  function ran(all: readonly string[]): string[][] {
    const script = `
      command_not_found_handle() { local word all=; for word in "$@"; do all+="\${word//$'\\n'/$'\\v'}"$'\\x1f'; done; printf '%s\\x1d%s\\x1e' "$number" "$all" >&9; return 0; }
      number=0
      while IFS= read -r -d '' line; do
        ( PATH=/nonexistent; exec </dev/null >/dev/null 2>&1; eval "$line"; wait )
        number=$((number + 1))
      done 9>&3`;
    const output = execFileSync("bash", ["--norc", "-c", `exec 3>&1; ${script}`], {
      input: all.map((line) => `${line}\0`).join(""),
      env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      timeout: 120_000,
      stdio: ["pipe", "pipe", "ignore"],
    }).toString();
    const started = all.map((): string[] => []);
    for (const one of output.split("\x1e").slice(0, -1)) {
      const [number, words] = one.split("\x1d") as [string, string];
      started[Number(number)]?.push(words.slice(0, -1));
    }
    return started;
  }

  test("of a line without doubt every program that Bash starts is among the commands, word for word", () => {
    const all = fc.sample(lines, { numRuns: 3000, seed: 20261201 }).filter((line) => !line.includes("\0"));
    const plain = all.filter((line) => readShellLine(line).doubt === undefined);
    expect(plain.length).toBeGreaterThan(300);
    const started = ran(plain);
    expect(started.flat().length).toBeGreaterThan(300);
    plain.forEach((line, at) => {
      const known = readShellLine(line).commands.map(({ words }) => words.map(({ text }) => text));
      for (const command of started[at] as string[]) {
        const words = withoutTime(command.split("\x1f"));
        expect(
          known.some((texts) => fits(withoutTime(texts), words)),
          `${JSON.stringify(line)} started ${JSON.stringify(words)}, known: ${JSON.stringify(known)}`,
        ).toBe(true);
      }
    });
  });

  test("of a line that was read whole every program that Bash starts is among those that deny rules see, by its name at least", () => {
    const all = fc.sample(lines, { numRuns: 3000, seed: 4711 }).filter((line) => !line.includes("\0"));
    const read = all.filter((line) => candidatesOf(line).unread === undefined && readShellLine(line).doubt !== undefined);
    expect(read.length).toBeGreaterThan(200);
    const started = ran(read);
    read.forEach((line, at) => {
      const heads = candidatesOf(line).texts.map((text) => text.split(" ")[0] as string);
      for (const command of started[at] as string[]) {
        const [name = ""] = command.replaceAll("\v", "\n").split("\x1f");
        if (name === "{" || name === "}") continue;
        const seen = heads.some((head) => head.includes(UNKNOWN) || head === name.split(" ")[0]);
        expect(seen, `${JSON.stringify(line)} started ${JSON.stringify(command)}, seen: ${JSON.stringify(heads)}`).toBe(true);
      }
    });
  });
});

/** Bash takes `time` for its own word at the beginning of a pipeline alone. */
function withoutTime(words: readonly string[]): readonly string[] {
  return words.slice(words.findIndex((word) => word !== "time" && word !== "-p"));
}

/** Whether words can be what was read: unknown parts stand for anything, open words for any number of words. */
function fits(texts: readonly string[], words: readonly string[]): boolean {
  const pattern = texts.map((text) =>
    text
      .split(UNKNOWN)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^]*"),
  );
  return new RegExp(`^${pattern.join("(?:\x1f|(?<=^|\x1f)|$)")}$`).test(words.join("\x1f").replaceAll("\v", "\n"));
}
