import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sealedCard } from "../../../registry/catalog/card-digest.ts";
import type { CatalogSource, SourceCards } from "../../../registry/catalog/catalog.ts";
import type { CapabilityCard } from "../../../registry/catalog/descriptor.ts";
import { openCatalog } from "../../../registry/catalog/open-catalog.ts";

function card(id: string, summary = "Do it."): CapabilityCard {
  const source = { type: "local", name: "test" } as const;
  return sealedCard(
    { id, kind: "tool", title: id, summary, source, risk: "low", row: "reads", effects: [], tokens: { index: 1, full: 2 } },
    summary,
  );
}

interface Made extends CatalogSource {
  reads: number;
  stampText: string | undefined;
}

/** A source of the test's own that counts how often it was read. */
function source(
  name: string,
  cards: readonly CapabilityCard[],
  more: Partial<CatalogSource> & { variables?: readonly string[] } = {},
): Made {
  const { variables, ...rest } = more;
  const made: Made = {
    source: { type: "local", name },
    reads: 0,
    stampText: "one",
    read: async (): Promise<SourceCards> => {
      made.reads += 1;
      const diagnostics = [{ code: "odd", severity: "warning", file: "x", message: "odd", fix: "mend" }] as const;
      return { state: { source: made.source, state: "ready" }, cards, diagnostics, variables: new Set(variables) };
    },
    load: async (wanted) => ({ card: wanted, modelProjection: "", trusted: true }),
    stamp: async () => made.stampText,
    ...rest,
  };
  return made;
}

function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "niche-cards-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "catalog");
}

const ids = (cards: Iterable<CapabilityCard>) => [...cards].map(({ id }) => id);

describe("openCatalog", () => {
  test("gives cards of all sources in the order of code points, and each by its id", async () => {
    const names = ["b", "Z", "a", "あ", "\u{1f389}", "\ufffd", "a__b", "a_"];
    const catalog = await openCatalog([
      source(
        "one",
        names.slice(0, 4).map((id) => card(id)),
      ),
      source(
        "two",
        names.slice(4).map((id) => card(id)),
      ),
    ]);
    const sorted = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(ids(catalog.cards())).toEqual(sorted);
    expect(catalog.size).toBe(names.length);
    for (const id of names) expect(catalog.card(id)?.id).toBe(id);
    for (const id of ["", "c", "aa", "Z ", "あ_", "B"]) expect(catalog.card(id)).toBeUndefined();
    expect(catalog.sourceOf("あ")?.source.name).toBe("one");
    expect(catalog.sourceOf("none")).toBeUndefined();
  });

  test("cards come back as they were put in", async () => {
    const held = card("a", 'Text with 議事録, \u2028 and "quotes"');
    expect((await openCatalog([source("one", [held])])).card("a")).toEqual(held);
  });

  test("of two with one id the earlier source's is in the catalog, once, and both are named", async () => {
    const fileOf = (name: string) => ({ fileOf: ({ id }: CapabilityCard) => `${name}/${id}` });
    const sources = [
      source("one", [card("a", "First."), card("a", "Again.")], fileOf("x")),
      source("two", [card("a", "Second."), card("b")], fileOf("y")),
      source("three", [card("a", "Third.")]),
    ];
    const catalog = await openCatalog(sources);
    expect(ids(catalog.cards())).toEqual(["a", "b"]);
    expect(catalog.size).toBe(2);
    expect(catalog.card("a")?.summary).toBe("First.");
    const told = catalog.diagnostics.filter(({ code }) => code === "capability_same_id");
    expect(told.map(({ file, message }) => [file, message])).toEqual([
      ["x/a", "a stands in x/a (source one) and in x/a (source one); the first is in the catalog"],
      ["y/a", "a stands in x/a (source one) and in y/a (source two); the first is in the catalog"],
      ["three", "a stands in x/a (source one) and in a (source three); the first is in the catalog"],
    ]);
    expect((await openCatalog([...sources].reverse())).card("a")?.summary).toBe("Third.");
  });

  test("a source that fails is down with its reason, whether at once or among its cards; the others stay", async () => {
    const failing = source("failing", [], { read: () => Promise.reject(new Error("no answer")) });
    const breaking = source("breaking", []);
    breaking.read = async () => ({
      state: { source: breaking.source, state: "ready" },
      cards: (function* () {
        yield card("z");
        throw new Error("cut off");
      })(),
      diagnostics: [],
    });
    const told = source("told", []);
    told.read = async () => ({ state: { source: told.source, state: "down", reason: "asleep" }, cards: [card("y")], diagnostics: [] });
    const catalog = await openCatalog([failing, source("one", [card("a")]), breaking, told]);
    expect(ids(catalog.cards())).toEqual(["a"]);
    expect(catalog.sources.map((state) => (state.state === "down" ? state.reason : state.state))).toEqual([
      "no answer",
      "ready",
      "cut off",
      "asleep",
    ]);
  });

  test("the digest depends on the cards alone: not on their order, their source's order, or the cache", async () => {
    const digest = async (...sources: CatalogSource[]) => (await openCatalog(sources)).digest;
    const one = await digest(source("one", [card("a"), card("b")]), source("two", [card("c")]));
    expect(await digest(source("two", [card("c")]), source("one", [card("b"), card("a")]))).toBe(one);
    expect(await digest(source("one", [card("a", "Else."), card("b")]), source("two", [card("c")]))).not.toBe(one);
    expect(await digest(source("one", [card("a"), card("b")]))).not.toBe(one);
  });

  test("load holds what comes to the card: changed is capability_changed, unknown is capability_gone", async () => {
    const catalog = await openCatalog(
      [
        source("one", [card("a"), card("b")], {
          load: async ({ id }) => ({ card: card(id, id === "a" ? "Do it." : "Else."), modelProjection: "text", trusted: true }),
        }),
      ],
      undefined,
      "acme",
    );
    expect(await catalog.load("a")).toMatchObject({ modelProjection: "text" });
    await expect(catalog.load("b")).rejects.toMatchObject({
      code: "capability_changed",
      layer: "precondition",
      recoverable: "yes",
      fix: [expect.stringMatching(/^acme capability list/)],
    });
    await expect(catalog.load("c")).rejects.toMatchObject({ code: "capability_gone" });
  });
});

describe("the cache", () => {
  test("is believed as long as the stamp is the same, with cards, diagnostics and digest", async () => {
    const folder = cacheFolder();
    const one = source("one", [card("b"), card("a")]);
    const first = await openCatalog([one], folder);
    const second = await openCatalog([one], folder);
    const other = source("one", []);
    const third = await openCatalog([other], folder);
    expect([one.reads, other.reads, third.digest]).toEqual([1, 0, first.digest]);
    expect([second.digest, [...second.cards()], second.diagnostics]).toEqual([first.digest, [...first.cards()], first.diagnostics]);
    expect(second.card("a")).toEqual(card("a"));
    one.stampText = "two";
    await openCatalog([one], folder);
    expect(one.reads).toBe(2);
  });

  test("is not used for a source that gives no stamp, and one that is down is not kept", async () => {
    const folder = cacheFolder();
    const one = source("one", [card("a")]);
    one.stampText = undefined;
    const down = source("down", [card("a")], { read: () => Promise.reject(new Error("no")) });
    for (let at = 0; at < 2; at++) await openCatalog([one, down], folder);
    expect(one.reads).toBe(2);
    expect((await openCatalog([down], folder)).size).toBe(0);
  });

  test("is another one where a variable that the cards depend on has another value; values are not kept", async () => {
    const folder = cacheFolder();
    const env: Record<string, string | undefined> = { PLACE: "a-secret-place" };
    const one = source("one", [card("a")], { variables: ["PLACE", "NOT_SET"], variable: (name) => env[name] });
    for (let at = 0; at < 2; at++) await openCatalog([one], folder);
    expect(one.reads).toBe(1);
    expect(readFileSync(join(folder, readdirSync(folder)[0] as string), "latin1")).not.toContain("a-secret-place");
    env.PLACE = "elsewhere";
    await openCatalog([one], folder);
    expect(one.reads).toBe(2);
    env.NOT_SET = "";
    await openCatalog([one], folder);
    expect(one.reads).toBe(3);
  });

  test("damaged in any byte, cut at any length, empty or foreign, it is made anew in silence", async () => {
    const folder = cacheFolder();
    const one = source("one", [card("a"), card("b")]);
    const { digest } = await openCatalog([one], folder);
    const file = join(folder, readdirSync(folder)[0] as string);
    const sound = readFileSync(file);
    const damaged: Buffer[] = [Buffer.alloc(0), Buffer.from("{}\n"), Buffer.concat([sound, Buffer.from("x")])];
    for (let at = 0; at < sound.length; at += 7) {
      const flipped = Buffer.from(sound);
      flipped[at] = (flipped[at] as number) ^ 0x20;
      damaged.push(flipped, sound.subarray(0, at));
    }
    for (const [at, bytes] of damaged.entries()) {
      writeFileSync(file, bytes);
      const again = source("one", [card("a"), card("b")]);
      expect([at, (await openCatalog([again], folder)).digest, again.reads]).toEqual([at, digest, 1]);
    }
    // Another source's, under this one's name.
    const other = source("other", [card("x")]);
    await openCatalog([other], folder);
    const foreign = readdirSync(folder)
      .map((name) => join(folder, name))
      .find((path) => path !== file) as string;
    writeFileSync(file, readFileSync(foreign));
    expect((await openCatalog([one], folder)).digest).toBe(digest);
  });

  test("a folder that cannot be made or written costs nothing but the keeping", async () => {
    const folder = cacheFolder();
    writeFileSync(folder, "a file is in its place");
    const one = source("one", [card("a")]);
    expect((await openCatalog([one], folder)).size).toBe(1);
    const again = source("one", [card("a")]);
    expect([(await openCatalog([again], folder)).size, again.reads]).toEqual([1, 1]);
    expect(readFileSync(folder, "utf8")).toBe("a file is in its place");
  });

  test.skipIf(process.getuid?.() === 0)("a folder without the right to write is left as it is", async () => {
    const folder = cacheFolder();
    await openCatalog([source("one", [card("a")])], folder);
    chmodSync(folder, 0o555);
    expect((await openCatalog([source("two", [card("b")])], folder)).size).toBe(1);
    expect(readdirSync(folder).length).toBe(1);
    chmodSync(folder, 0o755);
  });

  test("leaves no temporary file behind", async () => {
    const folder = cacheFolder();
    for (const name of ["one", "two"]) await openCatalog([source(name, [card(name)])], folder);
    expect(readdirSync(folder).filter((name) => !name.endsWith(".cards"))).toEqual([]);
    expect(readdirSync(folder).length).toBe(2);
  });
});
