import assert from "node:assert";
import { test } from "node:test";
import { label } from "./label.js";

test("a label follows the number that it counts", () => {
  assert.equal(label(1), "1 item");
  assert.equal(label(2), "2 items");
});
