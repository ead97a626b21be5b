import type { Authority } from "./authority.ts";

/** Of programs over files, hosts and texts. */
export const SYSTEM_AUTHORITY: Readonly<Record<string, Authority>> = {
  awk: {
    options: "--file --include --load --source --exec --in-place",
    letters: "fiElp",
    other: /system|getline|[|>]|@/,
    what: "runs commands, writes files",
  },
  sed: {
    options: "--in-place --file --expression",
    letters: "ife",
    // Its commands e, r, R, w and W, and the flags e and w of s.
    other: /(?:^|[\n;{}!/\d$,\s])[eErRwW](?:$|[\s;}])|[^\w\s][\dgpiImM]*[ew]/,
    what: "writes files, runs commands",
  },
  find: {
    options: "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from",
    what: "runs commands, deletes, writes files",
  },
  fd: {
    options: "--exec --exec-batch --base-directory",
    letters: "xXC",
    what: "runs commands",
  },
  rg: {
    options: "--pre --hostname-bin --search-zip",
    letters: "z",
    what: "runs a program",
  },
  grep: {
    options: "--devices",
    letters: "D",
    what: "reads devices",
  },
  sort: {
    options: "--output --compress-program --temporary-directory --files0-from",
    letters: "oT",
    what: "writes files, runs a program",
  },
  tar: {
    options: `--to-command --use-compress-program --checkpoint-action --rsh-command --rmt-command --info-script
      --new-volume-script --absolute-names --directory --overwrite --unlink-first --recursive-unlink
      --remove-files --transform --xform --index-file`,
    letters: "IFPCU",
    what: "runs a program, writes elsewhere, removes files",
  },
  zip: {
    options: "--test --unzip-command --move",
    letters: "Tm",
    what: "runs a program, removes files",
  },
  unzip: {
    letters: "d",
    what: "writes elsewhere",
  },
  rsync: {
    options: `--rsh --rsync-path --files-from --delete --remove-source-files --log-file --daemon --config
      --password-file --write-batch`,
    letters: "e",
    other: /^--delete/,
    what: "runs a program, deletes",
  },
  ssh: {
    letters: "oFEJLRDWSwIi",
    what: "ProxyCommand and other settings, tunnels",
  },
  scp: {
    letters: "oFSJDi",
    what: "ProxyCommand and other settings",
  },
  sftp: {
    letters: "oFSJDb",
    what: "ProxyCommand and other settings",
  },
  curl: {
    options: `--config --output --output-dir --remote-name --remote-name-all --remote-header-name --dump-header
      --cookie-jar --upload-file --form --data --data-binary --data-raw --data-urlencode --json --trace
      --trace-ascii --stderr --proxy --preproxy --unix-socket --netrc-file --cert --key --engine --request
      --resolve --connect-to --write-out --create-dirs --libcurl --etag-save --hsts --alt-svc --ssl-sessions`,
    letters: "KoOJDcTFdxXEwB",
    other: /^file:|^-\w*@|^@/i,
    what: "writes files, sends files and data, settings from a file",
  },
  wget: {
    options: `--output-document --output-file --append-output --directory-prefix --input-file --execute --config
      --post-data --post-file --body-data --body-file --use-askpass --method --save-cookies --warc-file --base
      --mirror`,
    letters: "OoaPieBm",
    what: "writes files, sends files and data, settings",
  },
  docker: {
    options: `--volume --mount --privileged --entrypoint --env-file --host --config --context --cap-add --device --pid
      --ipc --network --net --security-opt --userns --volumes-from --build-context --output`,
    letters: "vHco",
    words: "exec cp login push plugin",
    what: "the host's files, rights of the container",
  },
  kubectl: {
    options: "--kubeconfig --server --token --as --as-group --context",
    letters: "s",
    words: "exec cp delete apply edit patch config proxy port-forward run attach debug",
    what: "another cluster, runs commands",
  },
  man: {
    options: "--pager --html --preprocessor --config-file --troff-device",
    letters: "PHCpM",
    what: "runs a program",
  },
  less: {
    options: "--lesskey-file --lesskey-src --log-file --LOG-FILE",
    letters: "koO",
    other: /^\+/,
    what: "runs commands, writes files",
  },
  bat: {
    options: "--pager --config-file",
    what: "runs a program",
  },
  vim: {
    options: "--cmd",
    letters: "cSusewWr",
    other: /^\+/,
    what: "runs commands",
  },
  jq: {
    options: "--from-file --rawfile --slurpfile",
    letters: "fL",
    what: "code and data from files",
  },
  openssl: {
    options: "-engine -provider -provider-path -out -config -writerand",
    what: "loads code, writes files",
  },
  terraform: {
    options: "-chdir -auto-approve -destroy -state -plugin-dir",
    words: "apply destroy import state login",
    what: "another folder, changes without a question",
  },
  psql: {
    options: "--command --file --output --variable --log-file",
    letters: "cfovL",
    what: "commands, files",
  },
  sqlite3: {
    options: "-cmd -init",
    other: /^\.|;\s*\./,
    what: "commands, files",
  },
  date: {
    options: "--set --file",
    letters: "sf",
    what: "sets the clock",
  },
  diff: {
    options: "--output",
    letters: "o",
    what: "writes a file",
  },
};
