import { TYPES_PATH } from "../entry.ts";
import type { FaultCode } from "../error/catalogue.ts";
import type { TypesByNoun } from "../tool-meta/types-by-noun.ts";
import { committedPieces, readCommitted } from "./committed.ts";
import type { DriftFault } from "./compare.ts";

/**
 * The committed types against what the headers give; `now` undefined: there is to be no such file. The text is read piece
 * by piece, and whole only where it differs.
 *
 * @throws ToolError `registry_unreadable`
 */
export function compareTypes(root: string, now: TypesByNoun | undefined, registryDiffers: boolean): DriftFault[] {
  if (now?.is(committedPieces(root, TYPES_PATH, "\n  };\n"))) return [];
  const text = readCommitted(root, TYPES_PATH);
  if (text === undefined && now === undefined) return [];
  const fault = (code: FaultCode, what: string) => [{ code, file: TYPES_PATH, message: `${TYPES_PATH} ${what}` }];
  if (text === undefined) return fault("types_missing", "does not exist");
  if (now === undefined) return fault("types_left_over", "is left over: the project has no TypeScript tool of its own");
  if (/^(<{7}|>{7}) /m.test(text)) return fault("types_edited", "has merge-conflict markers");
  return registryDiffers ? fault("types_stale", "is older than the headers") : fault("types_edited", "was edited by hand");
}
