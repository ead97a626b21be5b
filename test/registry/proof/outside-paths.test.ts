import { expect, test } from "vitest";
import { outsidePaths } from "../../../registry/proof/outside-paths.ts";
import { outsideWrites, sentOutside } from "../../../registry/proof/outside-writes.ts";

test("the absolute paths that code names, each once, without what everyone shares and what is no file", () => {
  const lines = [
    "#!/opt/odd/bin/bash",
    'cp /etc/hosts "/srv/app/x y" /tmp/deep/a',
    "ls /tmp /usr/bin /dev/null /proc/self/maps https://host.example/a/b a/b/c //x",
    "cat /tmp/deep/a --to=/var/data/f",
  ];
  expect(outsidePaths(lines)).toEqual([
    { path: "/etc/hosts", line: 2 },
    { path: "/srv/app/x", line: 2 },
    { path: "/tmp/deep/a", line: 2 },
    { path: "/var/data/f", line: 4 },
  ]);
});

test("a path that a side effect names is declared with all below it; in other words than paths the header has said more", () => {
  const lines = ["echo a > /srv/app/log/today", "cp a /srv/other/b"];
  const writes = { kind: "writes", path: "/srv/app/", text: "writes /srv/app/" } as const;
  expect(outsideWrites([writes], lines, "shell")).toEqual([{ path: "/srv/other/b", line: 2 }]);
  expect(sentOutside([], lines, "shell")).toEqual([{ path: "/srv/app/log/today", line: 1 }]);
  expect(outsideWrites([{ kind: "external", system: "disk", what: "keeps logs", text: "" }], lines, "shell")).toEqual([]);
});
