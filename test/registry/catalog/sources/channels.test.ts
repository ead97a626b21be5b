import { expect, test } from "vitest";
import { openCatalog } from "../../../../registry/catalog/open-catalog.ts";
import { channelAbilities, channels, type PresentChannel } from "../../../../registry/catalog/sources/channels.ts";

test.each<[PresentChannel, string, boolean, boolean, boolean]>([
  [{ name: "cli", terminal: true }, "channel__cli", true, true, false],
  [{ name: "cli", terminal: false, json: true }, "channel__cli", false, false, true],
  [{ name: "library", ask: false }, "channel__library", false, false, true],
  [{ name: "library", ask: true, progress: true }, "channel__library", true, true, true],
  [{ name: "mcp", elicitation: true }, "channel__mcp", true, false, true],
  [{ name: "mcp", elicitation: false, progress: true }, "channel__mcp", false, true, true],
])("the present channel %j can do what it can do now; all three are in the catalog", async (present, id, ask, progress, structured) => {
  const catalog = await openCatalog([channels(present)]);
  expect([...catalog.cards()].map((card) => [card.id, card.kind])).toEqual([
    ["channel__cli", "channel"],
    ["channel__library", "channel"],
    ["channel__mcp", "channel"],
  ]);
  expect(catalog.card(id)?.abilities).toEqual({ ask, progress, structured });
  expect(channelAbilities(present)).toEqual({ ask, progress, structured });
  expect((await catalog.load(id)).modelProjection).not.toBe("");
});
