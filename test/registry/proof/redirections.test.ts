import { describe, expect, test } from "vitest";
import { redirections } from "../../../registry/proof/redirections.ts";

const targets = (text: string) => redirections(text.split("\n")).map(({ line, target }) => `${line} ${target}`);

describe("redirections of a shell script", () => {
  test.each([
    ["echo a > out/a", ["1 out/a"]],
    ["echo a>>out/a 2>err.log", ["1 out/a", "1 err.log"]],
    ['echo a >"$PROJECT_ROOT/out a"', ["1 $PROJECT_ROOT/out a"]],
    ["cmd &> all.log", ["1 all.log"]],
    ["cmd >| forced", ["1 forced"]],
    [": > /tmp/x/lie; : >'/tmp/y z'", ["1 /tmp/x/lie", "1 /tmp/y z"]],
    ["(sleep 2; echo lie > f) &", ["1 f"]],
    ["cat <<E > file\na > b\nE\necho > after", ["1 file", "4 after"]],
    ["cat <<-'E'\n\ta > b\n\tE\necho > after", ["4 after"]],
    ["echo 'one\ntwo > three' > four", ["2 four"]],
  ])("%j", (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  test.each([
    "cmd >/dev/null 2>&1 </dev/null >&2",
    "echo 'a > b' \"c > d\" e\\>f",
    "awk '$1 > 3 { print }' f",
    "[[ a > b ]] && (( 3 > 2 ))",
    "diff <(a) >(b)",
    'tmp=$(mktemp)\necho a > "$tmp"\necho b > "$(mktemp)"\necho c > "${TMPDIR}/x"',
    "grep -- '->' f; x=a->b",
  ])("%j sends nothing into a file of anybody's", (text) => {
    expect(targets(text)).toEqual([]);
  });

  test("a quote that is misread hides no more than its own line", () => {
    expect(targets("echo \"it's\ncat > out/a")).toEqual(["2 out/a"]);
  });
});
