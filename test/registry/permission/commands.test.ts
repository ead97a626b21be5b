import { describe, expect, test } from "vitest";
import { decideByRules, matchRule } from "../../../registry/permission/decide-by-rules.ts";
import { NO_RULES } from "../../../registry/permission/rules.ts";
import { AUTHORITY } from "../../../registry/permission/shell/carries-authority.ts";
import { target } from "./target.ts";

const allows = (command: string, ...specifiers: string[]) =>
  decideByRules({ ...NO_RULES, allow: specifiers.map((specifier) => `local__repo-run(${specifier})`) }, target({ command }))?.kind ===
  "allow";
const denial = (command: string, specifier: string) => {
  const hit = decideByRules({ ...NO_RULES, deny: [`local__repo-run(${specifier})`] }, target({ command }));
  return hit === undefined ? "no" : hit.undecided ? "unknown" : hit.kind;
};

describe("the grammar of a command's specifier", () => {
  test.each([
    ["ls *", "ls", true],
    ["ls *", "ls -la", true],
    ["ls *", "lsof", false],
    ["ls*", "lsof", true],
    ["npm run test:*", "npm run test", true],
    ["npm run test:*", "npm run test unit", true],
    ["npm run test:*", "npm run test:unit", false],
    ["npm run test:* x", "npm run test:unit x", true],
    ["git * main", "git push origin main", true],
    ["git status", "git status", true],
    ["git status", "git status -s", false],
    ["git status", "'git' \"status\"", true],
    ["git status", "  git   status  ", true],
    ["git *", "/tmp/git status", false],
    ["git *", "gi\\t status", true],
    ["git commit -m *", "git commit -m 'a; b && c'", true],
  ])("%s and %j: %s", (specifier, command, expected) => expect(allows(command, specifier)).toBe(expected));

  test("a parameter can be named, and one that holds a list of words is one command", () => {
    const run = (rule: string, input: Record<string, unknown>) => matchRule(rule, target(input), "allow");
    expect(run("local__repo-run(cmd:git *)", { cmd: "git status", command: "rm x" })).toBe(true);
    expect(run("local__repo-run(git *)", { cmd: "git status", command: "rm x" })).toBe(false);
    expect(run("local__repo-run(git *)", { command: ["git", "status"] })).toBe(true);
    expect(run("local__repo-run(git *)", { command: ["git", "status;", "rm", "x"] })).toBe(false);
    expect(run("local__repo-run(git *)", {})).toBe(false);
  });

  test("the words of a tool without declared arguments are one command, however it hands them on", () => {
    const words = (...given: string[]) => target({}, { words: given });
    const allow = (...given: string[]) => matchRule("local__repo-run(git *)", words(...given), "allow");
    expect(allow("git", "log", "-1")).toBe(true);
    expect(allow("git", "commit", "-m", "it's a text")).toBe(true);
    expect(allow("git", "status", "&&", "rm", "x")).toBe(false);
    expect(allow("git status; rm x")).toBe(false);
    expect(allow("git", "-c", "core.pager=x", "log")).toBe(false);
    expect(allow("git", "log --output=x")).toBe(false);
    expect(allow()).toBe(false);
    const deny = (...given: string[]) => matchRule("local__repo-run(rm *)", words(...given), "deny");
    expect(deny("rm", "x")).toBe(true);
    expect(deny("git", "status", "&&", "rm", "x")).toBe(true);
    expect(deny("sh", "-c", "cd x; rm y")).toBe(true);
    expect(deny("git", "commit", "-m", "don't rm x")).toBe(false);
  });
});

describe("every part needs a rule, and one denied part denies", () => {
  test("rules of one argument add up", () => {
    expect(allows("git status && npm --version", "git *", "npm --version")).toBe(true);
    expect(allows("git status && npm --version", "git *")).toBe(false);
    expect(allows("(git status; git log) | { npm --version; }", "git *", "npm --version")).toBe(true);
    expect(allows('git tag "v$(npm --version)"', "git *", "npm --version")).toBe(true);
    expect(allows('git tag "v$(npm --version)"', "git *")).toBe(false);
    expect(allows("diff <(git show a) <(git show b)", "diff *", "git *")).toBe(true);
  });

  test.each([
    "git log $(npm --version)",
    "git log $X",
    "git log *",
    "git $(npm --version)",
    'git "$(npm --version)" x',
    "git {-c,x}",
    "$(npm --version) x",
  ])("%s is not covered: what it becomes may be an option", (command) =>
    expect(allows(command, "git *", "npm --version", "* x")).toBe(false),
  );

  test.each(["&&", "||", ";", "|", "|&", "&", "\n", "\\\n&&"])("a denied command behind %j denies", (operator) => {
    expect(denial(`git status ${operator} rm -rf x`, "rm *")).toBe("deny");
    expect(denial(`rm -rf x ${operator} git status`, "rm *")).toBe("deny");
  });
});

describe("what is not plainly understood no rule allows", () => {
  test.each([
    "git log > file",
    "git log >> file",
    "git log &> file",
    "git log >& file",
    "git log 2> file",
    "git apply < patch",
    "git log >| file",
    "git apply <<< x",
    "git apply <<E\nx\nE",
    "git log < /dev/tcp/a.example/80",
    "eval 'git log'",
    "sh -c 'git log'",
    "bash -lc 'git log'",
    "bash",
    "find . -exec git log ;",
    "find . -delete",
    "git ls-files | xargs git log",
    "sudo git log",
    "doas git log",
    "exec git log",
    "alias git=rm",
    "source git.sh",
    ". ./git.sh",
    "trap 'git log' EXIT",
    "if true; then git log; fi",
    "for x in a; do git log; done",
    "git() { rm x; }; git log",
    "git log 'unclosed",
    "env -S 'git log'",
    "env -i git log",
    "timeout --unknown 5 git log",
    "timeout git log",
    "git log $'x'",
    "((1))",
    "git log \u0000x",
    "",
    "# git log",
  ])("%j", (command) => {
    expect(
      allows(
        command,
        "git *",
        "sh *",
        "bash *",
        "bash",
        "find *",
        "xargs *",
        "sudo *",
        "doas *",
        "exec *",
        "alias *",
        "source *",
        ". *",
        "trap *",
        "env *",
        "timeout *",
        "true",
        "eval *",
        "?",
      ),
    ).toBe(false);
  });

  test("while a rule for anything at all takes the argument as it is", () => {
    expect(allows("sh -c 'git log' > x", "command:*")).toBe(true);
  });
});

describe("wrappers and assignments", () => {
  test.each([
    "timeout 5 git log",
    "timeout -k 5s -s KILL 1.5m git log",
    "time -p git log",
    "nice -n 5 git log",
    "nice -10 git log",
    "nohup git log",
    "stdbuf -oL -e 0 git log",
    "command git log",
    "builtin git log",
    "noglob git log",
    "timeout 5 nice nohup git log",
    "LANG=C LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 TERM=dumb git log",
    "env LANG=C git log",
    "TZ=Europe/Berlin git log 2>/dev/null",
  ])("%s is git log", (command) => expect(allows(command, "git log")).toBe(true));

  test.each([
    "NODE_OPTIONS",
    "LD_PRELOAD",
    "PATH",
    "GIT_SSH_COMMAND",
    "GIT_PAGER",
    "BASH_ENV",
    "ENV",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "IFS",
    "HOME",
    "X",
  ])("%s before a command, by env or for all that follow makes it another", (name) => {
    for (const line of [
      `${name}=x git log`,
      `env ${name}=x git log`,
      `${name}=x; git log`,
      `timeout 5 env ${name}=x git log`,
      `time ${name}=x git log`,
    ]) {
      expect(allows(line, "git *", "time *", "env *"), line).toBe(false);
    }
  });

  test("a harmless variable may not hold a path out of where names are looked up", () => {
    for (const line of ["LANG=../../x git log", "TZ=:/etc/passwd git log", "TZ=/etc/passwd git log", "LANG=$X git log"]) {
      expect(allows(line, "git *"), line).toBe(false);
    }
  });

  test("a rule for a wrapper is no rule for what it runs", () => {
    expect(allows("nohup rm x", "nohup *")).toBe(false);
    expect(allows("timeout 5 rm x", "timeout *")).toBe(false);
    expect(allows("/usr/bin/timeout 5 rm x", "/usr/bin/timeout *")).toBe(false);
  });
});

describe("arguments that carry authority", () => {
  test.each([
    "git -c core.pager=x log",
    "git -p -c core.pager=x log",
    "git -C /tmp log",
    "git --git-dir=/tmp/x log",
    "git --exec-path=/tmp log",
    "git fetch --upload-pack=x origin",
    "git fetch --upload-pa=x origin",
    "git clone -u x y",
    "git rebase -x make",
    "git rebase --exec make",
    "git grep -Oless x",
    "git log --output=x",
    "git diff --ext-diff",
    "git config core.pager x",
    "git submodule foreach x",
    "git bisect run x",
    "git clone ext::sh",
    "npm --prefix /tmp run x",
    "npm run x --script-shell=/tmp/x",
    "npm exec x",
    "npm --loglevel silent exec x",
    "npm install -g x",
    "tar xf a --to-command=x",
    "tar -xIx -f a",
    "tar cf a --checkpoint-action=exec=x b",
    "rsync -e x a b",
    "rsync -ave x a b",
    "rsync --rsh=x a b",
    "ssh -o ProxyCommand=x host",
    "ssh -oProxyCommand=x host",
    "scp -o ProxyCommand=x a b",
    "find . -fprintf x y",
    "find . -execdir x ;",
    "sort -o x y",
    "sort --compress-program=x y",
    "sed -i s/a/b/ x",
    "sed s/a/b/e x",
    "sed 'w x' y",
    "awk 'BEGIN{system(1)}'",
    "curl -o x https://a.example",
    "curl -K x",
    "curl -d @x https://a.example",
    "make SHELL=x",
    "make -C /tmp",
    "go build -toolexec x",
    "python3 -c x",
    "python3.12 -m x",
    "node -e x",
    "node --require=x y",
    "rg --pre x y",
    "docker run -v /:/x y",
  ])("a rule with the program's name alone does not cover %s", (command) => {
    const [program] = command.split(" ");
    expect(allows(command, `${program} *`)).toBe(false);
  });

  test("a rule that names the argument covers it", () => {
    expect(allows("git -c user.name=x commit", "git -c user.name=* commit")).toBe(true);
    expect(allows("git -c core.pager=x log", "git -c user.name=* *")).toBe(false);
    expect(allows("npm exec vitest run", "npm exec vitest *")).toBe(true);
    expect(allows("node --import=./a.js b.js", "node --import=./a.js *")).toBe(true);
    expect(allows("git -c a=b -C /tmp log", "git -c a=b *")).toBe(false);
    expect(allows("/usr/bin/git -c a=b log", "/usr/bin/git *")).toBe(false);
  });

  test.each([
    "git log --oneline -5",
    "git push -u origin main",
    "git commit -am 'config'",
    "git switch -c x",
    "git add -A",
    "npm run build -- --watch",
    "npm test",
    "tar tzf a",
    "sort -u x",
    "sed -n 5p x",
    "sed s/a/b/g x",
    "find . -name x",
    "curl -sS https://a.example",
    "make test",
    "go test ./...",
    "rg -n x",
    "python3 x.py",
  ])("what people ask for every day is covered: %s", (command) => {
    const [program] = command.split(" ");
    expect(allows(command, `${program} *`)).toBe(true);
  });

  test("every entry of the table says what its arguments make possible, and has some", () => {
    for (const { what, options, letters, first, words, other } of Object.values(AUTHORITY)) {
      expect(what).not.toBe("");
      expect([options, letters, first, words, other].some((one) => one !== undefined)).toBe(true);
    }
  });
});

describe("a deny rule sees every simple command inside", () => {
  test.each([
    "sudo rm x",
    "sudo -u nobody rm x",
    "env A=1 rm x",
    "A=1 rm x",
    "timeout 5 rm x",
    "nohup nice rm x",
    "sh -c 'rm x'",
    "bash -lc 'cd y && rm x'",
    'sudo env A=1 sh -c "true; rm x"',
    "eval 'rm x'",
    "eval rm x",
    "find . -exec rm {} ;",
    "find . -exec sh -c 'rm x' ;",
    "ls | xargs rm",
    "ls | xargs -n 1 rm -f",
    "echo $(rm x)",
    "echo `rm x`",
    "cat <(rm x)",
    'echo "$(rm x)"',
    'echo "${A:-$(rm x)}"',
    "if true; then rm x; fi",
    "for f in a; do rm $f; done",
    "case a in a) rm x;; esac",
    "f() { rm x; }",
    "function f { rm x; }",
    "bash <<E\nrm x\nE",
    "cat <<E\n$(rm x)\nE",
    "{ rm x; }",
    "(rm x)",
    "! rm x",
    "time rm x",
    "coproc rm x",
    "/bin/rm x",
    "/bin/RM x",
    "\\rm x",
    "'rm' x",
    "$'rm' x",
    "r''m x",
    "command rm x",
    "exec rm x",
    "trap 'rm x' EXIT",
    "alias ls='rm x'",
    "git -c alias.x='!rm y' x",
    "git rebase --exec='rm x'",
    "npm exec -c 'rm x'",
    "ssh host rm x",
    "watch rm x",
    "parallel rm ::: x",
    "git status # x\nrm x",
    "x=$(rm y)",
    "a=1 b=2 rm x > y",
    "echo <<'E' | cat\nx\nE\nrm y",
  ])("%j", (command) => expect(denial(command, "rm *")).toBe("deny"));

  test.each(["echo rm x", "git commit -m 'rm x; rm y'", "rmdir x", "cat <<'E'\nrm x\nE", "git rm x", "grep -r 'rm x' .", "farm x"])(
    "and nothing that is none: %j",
    (command) => expect(denial(command, "rm *")).toBe("no"),
  );

  test.each([
    "$X y",
    "r$X y",
    "$(echo rm) x",
    "rm{,} x",
    'eval "$X"',
    'sh -c "$X"',
    "echo x | sh",
    "echo 'x",
    "a[$(b)]=1",
    "echo ${x@P}",
    "$((1))",
  ])("what cannot be told asks a person: %j", (command) => expect(denial(command, "rm *")).toBe("unknown"));

  test("an argument that cannot be told asks only where it could make a difference", () => {
    expect(denial("git push $X", "git push --force*")).toBe("unknown");
    expect(denial("git log $X", "git push --force*")).toBe("no");
    expect(denial("git push origin $X", "git push --force*")).toBe("no");
  });

  test("a rule may also be about the line as a whole", () => expect(denial("echo x > /etc/passwd", "*> /etc/*")).toBe("deny"));
});
