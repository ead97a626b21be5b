import type { Language } from "./code-lines.ts";

/** Code that changes files, by language: enough to doubt a header that declares no change. */
export const WRITES: Readonly<Partial<Record<Language, RegExp>>> = {
  module:
    /\b((?:write|append|copy|truncate|mk|rm|unlink|rename|symlink)(?:File|dir|dtemp)?Sync|(?:fs|promises)\.(?:writeFile|appendFile|rm|rmdir|unlink|rename|mkdir|cp))\s*\(/,
  node: /\b((?:write|append|copy|truncate|mk|rm|unlink|rename|symlink)(?:File|dir|dtemp)?Sync|(?:fs|promises)\.(?:writeFile|appendFile|rm|rmdir|unlink|rename|mkdir|cp))\s*\(/,
  python:
    /\b(open\([^)]*,\s*["'][wax]|os\.(?:remove|unlink|rename|mkdir|makedirs|rmdir)\(|shutil\.(?:rmtree|copy|copytree|move)\(|\.write_text\(|\.write_bytes\()/,
  shell: /(?:^|[;&|(]\s*|\b(?:then|do|else)\s+|^\s+)((?:rm|mkdir|touch|cp|mv|rmdir|ln|tee|install|truncate)\s)/,
};
