import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatErrorBlock, parseErrorBlock } from "../../../dispatcher/outcome/error-block.ts";

const DOCS_DIR = {
  layer: "precondition",
  recoverable: "yes",
  message: "DOCS_DIR not found: /srv/app/docs/patterns",
  fix: ["bash scripts/docs-init.sh"],
};

describe("an error block", () => {
  it.each([
    [
      "indented",
      "Error: DOCS_DIR not found: /srv/app/docs/patterns\n  [LAYER: precondition] [RECOVERABLE: yes]\n  → Fix: bash scripts/docs-init.sh\n",
    ],
    [
      "on one line",
      "Error: DOCS_DIR not found: /srv/app/docs/patterns [LAYER: precondition] [RECOVERABLE: yes] → Fix: bash scripts/docs-init.sh",
    ],
    [
      "with CR LF",
      "Error: DOCS_DIR not found: /srv/app/docs/patterns\r\n  [LAYER: precondition] [RECOVERABLE: yes]\r\n  → Fix: bash scripts/docs-init.sh\r\n",
    ],
    [
      "in colours",
      "\x1b[1;31mError:\x1b[0m DOCS_DIR not found: /srv/app/docs/patterns\n  \x1b[2m[LAYER: precondition] [RECOVERABLE: yes]\x1b[0m\n  \x1b[32m→ Fix:\x1b[39m bash scripts/docs-init.sh\n",
    ],
    [
      "with an ASCII arrow",
      "Error: DOCS_DIR not found: /srv/app/docs/patterns\n[LAYER: precondition][RECOVERABLE: yes]\n-> Fix: bash scripts/docs-init.sh",
    ],
    [
      "without an arrow, in other case",
      "ERROR: DOCS_DIR not found: /srv/app/docs/patterns\n  [layer: Precondition] [recoverable: YES]\n  fix: bash scripts/docs-init.sh",
    ],
    [
      "with the tags on two lines",
      "Error: DOCS_DIR not found: /srv/app/docs/patterns\n  [LAYER: precondition]\n  [RECOVERABLE: yes]\n  → Fix: bash scripts/docs-init.sh",
    ],
    [
      "behind a program's name",
      "docs-fetch.sh: Error: DOCS_DIR not found: /srv/app/docs/patterns\n  [LAYER: precondition] [RECOVERABLE: yes]\n  → Fix: bash scripts/docs-init.sh",
    ],
    [
      "after a progress bar without a line break",
      "50%\r100%\rError: DOCS_DIR not found: /srv/app/docs/patterns\n  [LAYER: precondition] [RECOVERABLE: yes]\n  → Fix: bash scripts/docs-init.sh",
    ],
    [
      "between other lines",
      "warning: x\nError: DOCS_DIR not found: /srv/app/docs/patterns\n  [LAYER: precondition] [RECOVERABLE: yes]\n  → Fix: bash scripts/docs-init.sh\nbye\n",
    ],
  ])("is read %s", (_, stderr) => {
    expect(parseErrorBlock(stderr)).toEqual(DOCS_DIR);
  });

  it("may give several commands: repeated, on the lines below, or behind one another", () => {
    const head = "Error: a\n  [LAYER: runtime] [RECOVERABLE: no]\n";
    expect(parseErrorBlock(`${head}  → Fix: one\n  → Fix: two --x "→ y"\n`)?.fix).toEqual(["one", 'two --x "→ y"']);
    expect(parseErrorBlock(`${head}  Fix:\n    one\n    two\nthree`)?.fix).toEqual(["one", "two"]);
    expect(parseErrorBlock(`${head}  Fix: one \\\n    --more\n    two`)?.fix).toEqual(["one \\\n--more", "two"]);
    expect(parseErrorBlock("Error: a [LAYER: runtime] [RECOVERABLE: no] → Fix: one → Fix: two")?.fix).toEqual(["one", "two"]);
  });

  it("may have a message of several lines, and no Fix", () => {
    const block = parseErrorBlock("Error: first\n  second\n  [LAYER: platform] [RECOVERABLE: user-action-required]\nsomething else");
    expect(block).toEqual({ layer: "platform", recoverable: "user-action-required", message: "first\nsecond", fix: [] });
    expect(parseErrorBlock("x\nno such file [LAYER: runtime] [RECOVERABLE: user_action_required]")).toEqual({
      layer: "runtime",
      recoverable: "user-action-required",
      message: "no such file",
      fix: [],
    });
  });

  it("is the last of several", () => {
    const two = `${formatErrorBlock({ layer: "runtime", recoverable: "no", message: "inner", fix: ["a"] })}${formatErrorBlock({ layer: "platform", recoverable: "yes", message: "outer", fix: ["b"] })}`;
    expect(parseErrorBlock(two)).toMatchObject({ layer: "platform", message: "outer", fix: ["b"] });
  });

  it.each([
    "",
    "Error: File not found",
    "Error: x\n  [LAYER: kernel] [RECOVERABLE: yes]",
    "[LAYER: runtime]",
    "[RECOVERABLE: yes]",
    "[LAYER: runtime]\n\n[RECOVERABLE: yes]",
  ])("is not seen in %j", (stderr) => {
    expect(parseErrorBlock(stderr)).toBeUndefined();
  });

  it("reads back as it was written, whatever stands before and after it", () => {
    const line = fc.stringMatching(/^[A-Za-z0-9_./'"$→ \-漢é:]{1,40}$/).map((text) => text.trim());
    const sentence = line.filter((text) => text !== "" && !/error:/i.test(text));
    const command = line.filter((text) => text !== "" && !/fix:/i.test(text));
    fc.assert(
      fc.property(
        fc.constantFrom("precondition" as const, "runtime" as const, "platform" as const),
        fc.constantFrom("yes" as const, "no" as const, "user-action-required" as const),
        sentence,
        fc.array(command, { maxLength: 3 }),
        fc.array(line, { maxLength: 3 }),
        (layer, recoverable, message, fix, around) => {
          const block = { layer, recoverable, message, fix };
          const noise = around.map((text) => `${text}\n`).join("");
          expect(parseErrorBlock(`${noise}${formatErrorBlock(block)}\n${noise}`)).toEqual(block);
        },
      ),
    );
  });

  it("is found at once in 64 KiB of anything", () => {
    expect(parseErrorBlock("[LAYER: ".repeat(8192))).toBeUndefined();
    expect(parseErrorBlock(`Error: ${" ".repeat(65_000)}`)).toBeUndefined();
  });
});
