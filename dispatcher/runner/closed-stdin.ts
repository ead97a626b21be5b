import { closeSync, fstatSync, openSync } from "node:fs";

/**
 * Puts /dev/null in the place of this process's stdin, for good: what reads descriptor 0 from then on, a child that
 * inherits it included, is at its end at once (contract 4.4). For a process that runs one tool in itself and whose stdin
 * has served (`--input -`, a confirmation); there is no way back.
 */
export function closeStdin(): void {
  try {
    closeSync(0);
  } catch {
    // It was closed already.
  }
  // The lowest free number: 0.
  const opened = openSync("/dev/null", "r");
  if (opened !== 0) closeSync(opened);
}

/** Descriptor 0 is taken for good, if by /dev/null: the next file that is opened must not become it. */
export function keepStdin(): void {
  try {
    fstatSync(0);
  } catch {
    closeStdin();
  }
}
