import type { ShellWord } from "./shell-line.ts";
import { WRAPPERS } from "./unwrap.ts";

const SHELL = /^(?:(?:ba|rba|da|z|k|mk|a|c|tc|fi|pw|r)?sh|powershell)$/;

/** Programs and builtins that run what is among their words or what they read, each in a way of its own. */
const RUNNERS: ReadonlySet<string> = new Set(
  `eval exec source . alias trap coproc function sudo doas su runuser pkexec xargs parallel env watch script strace ltrace gdb setsid chroot unshare
   nsenter flock ionice taskset chrt busybox at batch crontab entr expect systemd-run start-stop-daemon run-parts ld.so rlwrap unbuffer
   find fd ssh docker podman kubectl npx bunx pnpx uvx timeout time nice nohup stdbuf command builtin noglob
   nocorrect repeat - and or not begin`.split(/\s+/),
);

/** Whether other commands may stand among its words: a deny rule looks for them there. */
export function isRunner(name: string): boolean {
  return RUNNERS.has(baseName(name)) || SHELL.test(baseName(name));
}

export function isShell(name: string): boolean {
  return SHELL.test(baseName(name));
}

/** Why no rule allows the command, whatever the rule says: what it runs is in its text, or with more rights than the caller's. */
export function neverAllowed(words: readonly ShellWord[]): string | undefined {
  const name = baseName(words[0]?.text ?? "");
  const args = words.slice(1).map(({ text }) => text);
  if (/^(?:eval|alias|trap|exec|source|\.)$/.test(name)) return `${name} runs what its words say`;
  if (/^(?:sudo|doas|su|runuser|pkexec)$/.test(name)) return `${name} runs with other rights`;
  if (/^(?:xargs|parallel)$/.test(name) && args.length > 0) return `${name} runs a command with arguments that cannot be seen`;
  if (name === "env" && args.length > 0) return "env runs a command";
  // By a path it need not be the wrapper that it is called.
  if (Object.hasOwn(WRAPPERS, name) && words[0]?.text !== name) return `${name} runs a command`;
  if (isShell(name) && (args.some((word) => /^[-+][A-Za-z]*[cs]/.test(word)) || !args.some((word) => !/^[-+]/.test(word)))) {
    return `${name} runs what a text says`;
  }
  if (/^g?find$/.test(name) && args.some((word) => /^-(?:exec|execdir|ok|okdir|delete)$/.test(word)))
    return "find runs a command or deletes";
  return undefined;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
