import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { shellQuote } from "../../../registry/error/shell-quote.ts";
import { configEntries, configText, type Entry } from "./git-config.ts";
import { gitText } from "./listed-files.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Folders of a whole copy. */
export interface CopyFolders {
  /** Everything of one verification lies in it. */
  all: string;
  /** Of the copy that every scratch is made from: the project, and the remotes beside it. */
  base: string;
  project: string;
}

/** What of the caller's configuration says how git reads and names things. All else may start programs, or lead out. */
const HARMLESS =
  /^(?:user\.(?:name|email)|init\.defaultbranch|core\.(?:autocrlf|eol|safecrlf|filemode|ignorecase|quotepath|precomposeunicode|symlinks|abbrev)|branch\..*\.(?:merge|remote|rebase)|remote\..*\.(?:fetch|push|tagopt)|remote\.pushdefault|push\.(?:default|followtags)|pull\.(?:rebase|ff)|merge\.ff|tag\.sort|versionsort\..*|i18n\..*|log\.(?:date|abbrevcommit)|diff\.(?:renames|algorithm))$/i;

/** Where a push goes that would leave the copy: to no repository. */
const NOWHERE = "guard/pushes-lead-nowhere/";
const REFUSAL = "nichekit: a push leaves the scratch copy of the project, so it is not made";

/** What a tool said when the guards kept its push from leaving: where it would have gone. Undefined: nothing of that. */
export function refusedPush(stderr: string): string | undefined {
  if (stderr.includes(REFUSAL)) return "a host, by ssh";
  return /guard\/pushes-lead-nowhere\/([^\s'"]*)/.exec(stderr)?.[1];
}

/**
 * Settings under which git sends nothing out of `all`, wherever it is called from: each push to another place is rewritten to one that
 * does not exist, ssh only reads, and no credential is asked for. To fetch stays possible: `network read` is a promise of its own.
 */
export function gitGuards(all: string): Entry[] {
  const nowhere = `url.${all}/${NOWHERE}.pushinsteadof`;
  return [
    ...["https://", "http://", "ssh://", "git://", "git+ssh://", "ftp://", "ftps://", "file://", "git@", "/"].map(
      (from): Entry => [nowhere, from],
    ),
    // The longest match wins: the copy's own remotes stay what they are.
    [`url.${all}/.pushinsteadof`, `${all}/`],
    ["core.sshcommand", shellQuote(join(all, "guard/ssh-reads"))],
    ["core.fsmonitor", "false"],
    ["credential.helper", ""],
    ["protocol.ext.allow", "never"],
    ["commit.gpgsign", "false"],
    ["tag.gpgsign", "false"],
    ["gc.auto", "0"],
    ["maintenance.auto", "false"],
  ];
}

/** Writes what the guards start: an ssh through which nothing can be pushed. */
export function writeGuards(all: string): void {
  mkdirSync(join(all, "guard"));
  const refuse = `*git-receive-pack*) echo '${REFUSAL}' >&2; exit 1 ;;`;
  const file = join(all, "guard/ssh-reads");
  writeFileSync(file, ["#!/bin/sh", 'case "$*" in', refuse, "esac", 'exec ssh "$@"', ""].join("\n"));
  chmodSync(file, 0o755);
}

/** The text of a home's .gitconfig: who the caller is to git, and the guards. */
export function homeConfig(root: string, all: string, env: Env): string {
  const own = configEntries(gitText(root, env, ["config", "--global", "--includes", "--list", "-z"]) ?? "");
  return configText([...own.filter(([key]) => HARMLESS.test(key)), ...gitGuards(all)]);
}

/**
 * The project's repository in the copy: its branches, tags and history without a copy of its objects, and each remote as a bare
 * repository beside it that holds what is known of it. No address leads out. False: there is none to copy, or none that can be.
 */
export function copyRepository(root: string, { all, base, project }: CopyFolders, env: Env): boolean {
  const ask = (...words: string[]) => gitText(root, env, words)?.trimEnd();
  const refs = ask("for-each-ref", "--format=%(objectname) %(refname) %(symref)");
  const objects = ask("rev-parse", "--git-path", "objects");
  if (refs === undefined || objects === undefined) return false;
  const shallow =
    ask("rev-parse", "--is-shallow-repository") === "true"
      ? readFileSync(resolve(root, ask("rev-parse", "--git-path", "shallow") ?? ""))
      : undefined;
  const known = refs
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" ") as [string, string, string?]);
  const settings = configEntries(gitText(root, env, ["config", "--local", "--includes", "--list", "-z"]) ?? "");
  const format = ask("rev-parse", "--show-object-format") ?? "sha1";
  const head = ask("symbolic-ref", "--quiet", "HEAD");

  const made = (
    folder: string,
    bare: boolean,
    own: readonly (readonly [oid: string, name: string])[],
    symbolic: readonly (readonly [string, string])[],
  ) => {
    mkdirSync(folder, { recursive: true });
    const init = [
      "init",
      "--quiet",
      "--template=",
      ...(format === "sha1" ? [] : [`--object-format=${format}`]),
      ...(bare ? ["--bare"] : []),
    ];
    if (gitText(folder, env, init) === undefined) return false;
    const store = bare ? folder : join(folder, ".git");
    mkdirSync(join(store, "objects/info"), { recursive: true });
    mkdirSync(join(store, "info"), { recursive: true });
    writeFileSync(join(store, "objects/info/alternates"), `${resolve(root, objects)}\n`);
    if (shallow !== undefined) writeFileSync(join(store, "shallow"), shallow);
    const lines = own.map(([oid, name]) => `create ${name} ${oid}\n`).join("");
    if (lines !== "" && gitText(folder, env, ["update-ref", "--stdin"], lines) === undefined) return false;
    for (const [name, target] of symbolic) gitText(folder, env, ["symbolic-ref", name, target]);
    gitText(folder, env, ["pack-refs", "--all"]);
    return true;
  };

  const plain = known.filter(([, name, symref]) => !symref && !name.startsWith("refs/stash") && !name.startsWith("refs/bisect/"));
  const links = known.flatMap(([, name, symref]) => (symref ? [[name, symref] as const] : []));
  if (
    !made(
      project,
      false,
      plain.map(([oid, name]) => [oid, name] as const),
      [...links, ...(head === undefined ? [] : [["HEAD", head] as const])],
    )
  )
    return false;
  if (head === undefined) {
    const detached = ask("rev-parse", "--verify", "--quiet", "HEAD");
    if (detached !== undefined) gitText(project, env, ["update-ref", "--no-deref", "HEAD", detached]);
  }

  const remotes: Entry[] = [];
  for (const [key, url] of settings) {
    const name = /^remote\.(.*)\.url$/s.exec(key)?.[1];
    if (name === undefined || remotes.some(([other]) => other === key)) continue;
    const place = join(base, "remotes", plainName(name), addressPath(url));
    remotes.push([key, place]);
    const tracking = `refs/remotes/${name}/`;
    const heads = plain
      .filter(([, ref]) => ref.startsWith(tracking))
      .map(([oid, ref]) => [oid, `refs/heads/${ref.slice(tracking.length)}`] as const);
    const tags = plain.filter(([, ref]) => ref.startsWith("refs/tags/")).map(([oid, ref]) => [oid, ref] as const);
    const first = links.find(([ref]) => ref === `${tracking}HEAD`)?.[1].slice(tracking.length) ?? head?.slice("refs/heads/".length);
    if (!made(place, true, [...heads, ...tags], first === undefined ? [] : [["HEAD", `refs/heads/${first}`]])) return false;
  }
  const local = settings.filter(([key]) => HARMLESS.test(key));
  appendFileSync(join(project, ".git/config"), configText([...local, ...remotes, ...gitGuards(all)]));
  return true;
}

/** A remote's name as one step of a path. */
function plainName(name: string): string {
  return name.replace(/[^\w.-]/g, "_").slice(0, 100) || "_";
}

/** An address as a path below the remotes' folder, so that its end still says whose repository it is: `github.com/acme/shop.git`. */
function addressPath(url: string): string {
  const path = url
    .replace(/^\w[\w+.-]*:\/\//, "")
    .replace(/^[^@/]*@/, "")
    .replace(/^([^/:]+):(?!\d+\/)/, "$1/")
    .split("/")
    .filter((step) => step !== "" && step !== "." && step !== "..")
    .map((step) => step.slice(0, 100))
    .slice(-6)
    .join("/");
  return path === "" ? "remote.git" : path;
}
