import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { madePrivate, userCache } from "../../../registry/project/user-cache.ts";
import { scratch } from "../../support/project.ts";

afterEach(() => vi.unstubAllEnvs());

test("an account without a home is not given one", () => {
  const home = join(scratch(), "nobody");
  vi.stubEnv("XDG_CACHE_HOME", "");
  vi.stubEnv("HOME", home);
  const folder = userCache("v8");
  expect(folder).toBe(join(home, ".cache/nichekit/v8"));
  expect(madePrivate(folder ?? "")).toBe(false);
  expect(existsSync(home)).toBe(false);
  mkdirSync(home);
  expect(madePrivate(folder ?? "")).toBe(true);
});
