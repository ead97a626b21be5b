/** Stands in a word's text for what only the shell will know: an expansion, a pattern's letter. No command can hold it. */
export const UNKNOWN = "\0";

/** One word of a command, as the program will get it: quotes and escapes taken away. */
export interface ShellWord {
  readonly text: string;
  /** It may become several words, or one that begins in a way that cannot be told, so also an option. */
  readonly open: boolean;
}

/** A command without any other in it: what a shell starts, or does itself. */
export interface ShellCommand {
  /** Set for this command alone, or where there are no words for all that follow. */
  readonly assignments: readonly { readonly name: string; readonly value: ShellWord }[];
  readonly words: readonly ShellWord[];
  /** What it reads from a here-document or here-string. */
  readonly input?: string;
  /** Why no rule may allow it. */
  readonly doubt?: string;
}

/** All commands that a line would run, those in substitutions and groups included. */
export interface ShellLine {
  readonly commands: readonly ShellCommand[];
  /** Why no rule may allow the line, whatever its commands are: it has a form that is not judged. */
  readonly doubt?: string;
  /** Why there may be commands in it that are not among `commands`. */
  readonly unread?: string;
}
