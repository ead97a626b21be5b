import type { Authority } from "./authority.ts";

/** Of programs that one builds and tests with. */
export const DEVELOPMENT_AUTHORITY: Readonly<Record<string, Authority>> = {
  git: {
    options: `--config-env --exec-path --git-dir --work-tree --namespace --upload-pack --receive-pack --exec
      --open-files-in-pager --output --output-directory --ext-diff --textconv --template --config --extcmd
      --separate-git-dir`,
    first: "cC",
    words: `config submodule bisect filter-branch difftool mergetool hook send-email daemon instaweb http-backend
      shell upload-pack receive-pack upload-archive credential fsmonitor--daemon maintenance remote-ext
      remote-fd`,
    other: /^ext::|^fd::/,
    what: "settings, other repositories, programs and files of its own choice",
  },
  "git rebase": {
    options: "--exec",
    letters: "x",
    what: "runs a command",
  },
  "git grep": {
    letters: "O",
    what: "runs a command",
  },
  "git clone": {
    options: "--upload-pack --config",
    letters: "uc",
    what: "runs a command, sets configuration",
  },
  "git archive": {
    options: "--remote --exec --output",
    letters: "o",
    what: "writes a file",
  },
  npm: {
    options: `--prefix --script-shell --shell --node-options --userconfig --globalconfig --git --registry --cache
      --global --location --call --package --init-module --editor --viewer --browser`,
    letters: "gCc",
    words: "exec x init create innit config c set explore edit publish token login adduser",
    what: "another folder, another shell, programs from the registry, settings",
  },
  pnpm: {
    options: "--dir --script-shell --shell-mode --config --global --registry --node-options --filter",
    letters: "gCcF",
    words: "dlx exec create config set publish patch-commit",
    other: /^--config\./,
    what: "another folder, another shell, programs from the registry, settings",
  },
  yarn: {
    options: "--cwd --script-shell --registry --use-yarnrc --modules-folder --global-folder",
    words: "dlx exec create config set global publish node",
    what: "another folder, another shell, programs from the registry, settings",
  },
  npx: {
    options: "--call --package --prefix --script-shell --node-options --registry --userconfig",
    letters: "cp",
    what: "runs a command line or another package",
  },
  cargo: {
    options: "--config --manifest-path --target-dir --artifact-dir --root --registry --index",
    letters: "ZC",
    words: "install publish login owner yank",
    what: "settings, another project, programs from the registry",
  },
  go: {
    options: "-exec -toolexec -overlay -modfile -C -o -ldflags -gcflags -asmflags -gccgoflags -vettool -pkgdir",
    words: "env install generate",
    other: /@/,
    what: "runs programs, writes elsewhere, settings",
  },
  pip: {
    options: `--index-url --extra-index-url --find-links --target --prefix --root --config-settings --global-option
      --requirement --editable --proxy --trusted-host --python --log --src`,
    letters: "itfre",
    words: "config",
    what: "code from elsewhere, writes elsewhere",
  },
  make: {
    options: "--file --makefile --directory --eval --include-dir --old-file --assume-new --what-if",
    letters: "fCIE",
    other: /^\w+[?:+!]*=/,
    what: "another makefile, another folder, variables such as SHELL",
  },
  mvn: {
    options: "--file --settings --global-settings --toolchains",
    letters: "fsgtD",
    what: "another project, settings",
  },
  gradle: {
    options: "--project-dir --build-file --init-script --settings-file --gradle-user-home --include-build",
    letters: "pbIcgDP",
    what: "another project, code before the build",
  },
  pytest: {
    options: `--rootdir --confcutdir --config-file --override-ini --basetemp --junit-xml --junitxml --import-mode
      --pyargs --pdbcls`,
    letters: "cpo",
    what: "plugins and settings, writes files",
  },
  gcc: {
    options: "-wrapper -specs --specs -B -fplugin -o",
    other: /^@|^-fplugin|^-specs|^-B|^-Wl/,
    what: "runs programs, writes elsewhere",
  },
  node: {
    options: `--require --import --eval --print --loader --experimental-loader --env-file --env-file-if-exists
      --inspect --inspect-brk --run --openssl-config --experimental-config-file --build-snapshot
      --diagnostic-dir --report-dir --cpu-prof-dir`,
    letters: "repi",
    what: "code on the command line, modules before the program",
  },
  deno: {
    options: "--allow-all --allow-run --allow-write --config --import-map",
    letters: "Ac",
    words: "eval install",
    what: "code on the command line, rights",
  },
  bun: {
    options: "--eval --preload --config --cwd",
    letters: "erc",
    words: "x create",
    what: "code on the command line, modules before the program",
  },
  python: {
    letters: "cmi",
    what: "code on the command line, any module as a program",
  },
  perl: {
    letters: "eEMmIiSx",
    what: "code on the command line",
  },
  ruby: {
    options: "--require",
    letters: "erICiSx",
    what: "code on the command line",
  },
  php: {
    options: "--run --define --php-ini",
    letters: "rdcBREFS",
    what: "code on the command line",
  },
  gh: {
    options: "--hostname",
    words: "alias extension ext api auth secret config codespace cs",
    what: "runs extensions, any call of the API",
  },
};
