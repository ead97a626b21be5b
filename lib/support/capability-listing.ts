import type { CatalogReport } from "../../registry/capability-port.ts";
import type { CatalogDiagnostic } from "../../registry/catalog/catalog.ts";
import type { CapabilityKind } from "../../registry/catalog/descriptor.ts";

interface Line {
  id: string;
  kind: CapabilityKind;
  title: string;
  summary: string;
  source: string;
  risk: string;
  tokens: { index: number; full: number };
}

/** Capabilities as a tool tells them; by id. */
export interface Listing {
  count: number;
  /** UTF-8 bytes of all index lines: id, colon, summary. */
  index_bytes: number;
  capabilities: readonly Line[];
  sources: readonly { type: string; name: string; state: "ready" | "down"; reason: string | null }[];
  diagnostics: readonly CatalogDiagnostic[];
}

export function listing({ capabilities, sources, diagnostics }: CatalogReport): Listing {
  return {
    count: capabilities.length,
    index_bytes: capabilities.reduce((sum, { id, summary }) => sum + Buffer.byteLength(`${id}: ${summary}\n`), 0),
    capabilities,
    sources: sources.map((state) => ({
      type: state.source.type,
      name: state.source.name,
      state: state.state,
      reason: state.state === "down" ? state.reason : null,
    })),
    diagnostics,
  };
}

export function listingText({ count, index_bytes, capabilities, sources, diagnostics }: Listing): string {
  const width = Math.max(0, ...capabilities.map(({ id }) => id.length));
  const down = sources.filter(({ state }) => state === "down");
  return [
    ...capabilities.map(({ id, risk, summary }) => `${id.padEnd(width)}  ${risk.padEnd(6)}  ${summary}`),
    ...down.map(({ name, reason }) => `The source ${name} is down: ${reason}`),
    ...diagnostics.flatMap(({ severity, file, line, message, fix }) => [
      `${severity}: ${file}${line === undefined ? "" : `:${line}`}: ${message}`,
      `    → ${fix}`,
    ]),
    `${count} ${count === 1 ? "capability" : "capabilities"}, ${index_bytes} bytes of index lines`,
  ].join("\n");
}
