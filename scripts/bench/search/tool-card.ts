import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";

/** A tool of a server as the catalog would hold it. */
export function toolCard(
  server: string,
  name: string,
  summary: string,
  parameters: readonly (readonly [name: string, description: string])[],
  returns?: string,
): CapabilityCard {
  return {
    id: `mcp__${server}__${name}`,
    kind: "tool",
    title: name,
    summary: summary.slice(0, 1024),
    source: { type: "mcp", name: server },
    risk: "low",
    row: "reads",
    effects: [],
    searched: {
      parameters: parameters.map(([parameter, description]) => ({ name: parameter, description })),
      ...(returns === undefined ? {} : { returns }),
    },
    tokens: { index: 20, full: 200 },
    digest: "",
  };
}
