/** A documented command that a test cannot run as it stands. */
export interface NotRun {
  command: RegExp;
  reason: string;
  /** What is run in its place, with `$1` for what the pattern caught; absent: nothing. */
  instead?: string;
}

/** Every command of the documents that is not run, with the reason. Whatever is not listed here is run. */
export const NOT_RUN: readonly NotRun[] = [
  { command: /^npm ci$/, reason: "installs from the network; the scratch copy has its packages" },
  { command: /^npm ci && npm test$/, reason: "would run this suite within itself" },
  { command: /^npm ci && (bin\/.*)$/, reason: "installs from the network; what follows is run", instead: "$1" },
  { command: /^npm test$/, reason: "would run this suite within itself" },
  { command: /^npm run (build|check)$/, reason: "the suite runs on what was built, and CI checks before it tests" },
  { command: /^npx vitest run /, reason: "a test run within a test run" },
  {
    command: /^npm install --save-dev nichekit$/,
    reason: "installs from the network; the package is linked instead, with its bins",
    instead:
      'mkdir -p node_modules/.bin && ln -s "$REPOSITORY" node_modules/nichekit && for bin in niche gen-registry niche-dispatch; do ln -s "../nichekit/bin/$bin" node_modules/.bin/; done',
  },
  {
    command: /^(bin\/\S+ tool new .*)$/,
    reason: "runs no npm: it only writes the line down",
    instead: "$1",
  },
  { command: /^npm pack$/, reason: "builds and packs; the tests of the package do that" },
  { command: /^npm publish /, reason: "publishes" },
  { command: /^git push /, reason: "there is nowhere to push to" },
];

/** What reaches beyond the scratch copy: such a command is never run, so it must be listed above. */
export const REACHES_OUT =
  /\b(npm (ci|i|install|update|publish|pack|audit|exec|login|test|run)|npx (?!gen-registry|--no-install)|git (push|pull|fetch|clone)|curl|wget|ssh|sudo|docker|gh|brew|apt(-get)?|pip3?)\b/;
