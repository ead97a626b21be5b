import { describe, expect, test } from "vitest";
import type { EffectRow } from "../../../registry/catalog/descriptor.ts";
import { modeCell, PERMISSION_MODES, type PermissionMode, stricterMode } from "../../../registry/permission/mode.ts";

/** The table of contract 4.10, cell by cell: visible?, what a call meets. */
const TABLE: readonly [EffectRow, PermissionMode, boolean, string][] = [
  ["reads", "read-only", true, "runs"],
  ["reads", "ask", true, "runs"],
  ["reads", "auto", true, "runs"],
  ["network-read", "read-only", true, "asks"],
  ["network-read", "ask", true, "runs"],
  ["network-read", "auto", true, "runs"],
  ["writes", "read-only", false, "refuses"],
  ["writes", "ask", true, "asks"],
  ["writes", "auto", true, "runs"],
  ["deletes", "read-only", false, "refuses"],
  ["deletes", "ask", true, "asks"],
  ["deletes", "auto", true, "confirms"],
];

describe("modeCell, the table of contract 4.10", () => {
  test.each(TABLE)("%s in %s: visible %s, %s", (row, mode, visible, call) => {
    expect(modeCell(row, mode, false)).toEqual({ visible, call });
    expect(modeCell(row, mode, true)).toEqual({ visible, call });
  });

  test("outside the project: invisible and refused until a rule allows it, and in read-only for ever", () => {
    for (const mode of PERMISSION_MODES) expect(modeCell("outside", mode, false)).toEqual({ visible: false, call: "refuses" });
    expect(modeCell("outside", "read-only", true)).toEqual({ visible: false, call: "refuses" });
    expect(modeCell("outside", "ask", true)).toEqual({ visible: true, call: "asks" });
    expect(modeCell("outside", "auto", true)).toEqual({ visible: true, call: "confirms" });
  });

  test("of two modes the stricter one holds", () => {
    expect(stricterMode("auto", "ask")).toBe("ask");
    expect(stricterMode("read-only", "auto")).toBe("read-only");
    expect(stricterMode("ask", "ask")).toBe("ask");
  });
});
