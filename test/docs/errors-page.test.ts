import { expect, test } from "vitest";
import { errorsPage } from "../../scripts/errors-page.ts";

test("docs/errors.md is what the catalogue gives", async () => {
  await expect(errorsPage()).toMatchFileSnapshot("../../docs/errors.md");
});
