// Written by gen-registry from the TOOL_META headers; change those, not this file.

/** The arguments of every tool, by its command: `run(args: ToolArguments["docs fetch"])`. */
export interface ToolArguments {
  /** Call a capability of any kind by its id, through both gates: a tool, a skill to load, a resource to read, a prompt to fill in. */
  "capability call": {
    /** Its id, as a search or the turn names it. */
    id: string;
    /** What it takes, one JSON object as text; at the command line --input gives it. */
    arguments: string;
  };
  /** List every capability that the two gates let you know of: tools, skills, resources, prompts and channels, with the sources they come from. */
  "capability list": {
    /** Only those of one kind. */
    kind: "all" | "tool" | "skill" | "resource" | "prompt" | "channel";
  };
  /** Tell what the gates would say of a call of one of the project's tools (run, ask, confirm, refuse), by which rule or mode, without making it. */
  "capability permit": {
    /** The tool's id, as local__file-edit. */
    id: string;
    /** What the call would be given, one JSON object as text. */
    arguments: string;
  };
  /** Search all tools, skills, resources and prompts for what the task needs, when what is shown does not do it. */
  "capability search": {
    /** What is to be done, in plain words; an exact name also works. */
    query: string;
    /** Only these kinds: tool, skill, resource, prompt. */
    kinds?: string[];
    /** Most hits. */
    limit: number;
    /** How much of each: a line, a card with its parameters, the whole schema. */
    projection: "index" | "summary" | "full";
  };
  /** Tell which capabilities this turn may see, and why each is or is not among them; in a session this begins its next turn. */
  "capability visible": {
    /** What the user wants, in his words. */
    goal?: string;
    /** Files that the work is about. */
    touched?: string[];
    /** Tokens left in the model's context. */
    budget?: number;
    /** A mode that is stricter than the project's own. */
    mode?: "read-only" | "ask" | "auto";
    /** Only why this capability, by its id, is or is not visible; begins no turn. */
    explain?: string;
    /** Also what a model would be given: tools with their schemas, index lines. */
    rendered: boolean;
  };
  /** Show one release's section of the changelog, as the notes of a release or to see what changed; without --release the topmost section that says something. */
  "changelog show": {
    /** A version such as 1.2.0, or unreleased. */
    release?: string;
  };
  /** Find the sections of the project's documents that answer a question; use it before guessing how something is done here. */
  "docs fetch": {
    /** Words, identifiers or phrases to look for. */
    keywords: string[];
    /** How many of the keywords must be found. */
    mode: "any" | "all";
    /** How many sections at the most. */
    limit: number;
    /** How many tokens the texts may have together. */
    budget?: number;
    /** Give whole sections instead of excerpts. */
    full?: boolean;
  };
  /** Bring the search index of the documents up to date; run it after documents changed and before docs fetch. */
  "docs index": {
    /** Start anew instead of reading only what changed. */
    rebuild?: boolean;
  };
  /** Create the folder of documents with a first page; use it once in a project that has none. */
  "docs init": Record<string, never>;
  /** List the links of Markdown documents whose file or heading does not exist; use it after a document was moved, renamed or edited. */
  "docs links": {
    /** Documents and folders to check; without any, DOCS_DIR and the README.md of the project. */
    paths?: string[];
  };
  /** Replace an exact text in a file of the project; gives the diff, by --dry-run without writing. */
  "file edit": {
    /** The file. */
    path: string;
    /** The text as it stands there, with enough around it to be the only one. */
    old: string;
    /** What takes its place; empty deletes. */
    new: string;
    /** Replace it wherever it stands. */
    all?: boolean;
    /** sha256 that the file must have, as file read gave it. */
    expect?: string;
  };
  /** Find the project's files by a glob over their paths, such as src/**\/*.ts; without what git ignores. */
  "file glob": {
    /** Globs; one without a slash matches by name at any depth, one after ! leaves out. */
    pattern: string[];
    /** Folder that globs are relative to; without, the whole project. */
    path?: string;
    /** By path, or the last changed first. */
    sort: "path" | "modified";
    /** How many paths at the most. */
    limit: number;
    /** Also what git ignores, and node_modules. */
    ignored?: boolean;
  };
  /** Find the lines of the project's files that match a pattern, with path and line; without what git ignores. */
  "file grep": {
    /** JavaScript regular expression, within one line. */
    pattern: string;
    /** Folder or file; without, the whole project. */
    path?: string;
    /** Only files of these globs, such as *.ts; after ! all but those. */
    glob?: string[];
    /** The pattern is plain text. */
    fixed?: boolean;
    /** Upper and lower case are the same. */
    "ignore-case"?: boolean;
    /** Lines shown around each match. */
    context: number;
    /** Only paths, with how many lines match. */
    "files-only"?: boolean;
    /** How many matches are shown; all are counted. */
    limit: number;
    /** Also what git ignores, and node_modules. */
    ignored?: boolean;
  };
  /** Read a text file of the project by lines, with its sha256 for a later edit. */
  "file read": {
    /** The file. */
    path: string;
    /** First line, from 1. */
    offset: number;
    /** How many lines at the most. */
    limit: number;
    /** Where in the first line to begin, for lines too long to show whole. */
    column: number;
  };
  /** Create a text file of the project with its folders; replaces one only with --expect or --overwrite. */
  "file write": {
    /** The file. */
    path: string;
    /** All of it; at a command line --input takes large ones. */
    content: string;
    /** Replace the file if its sha256 is this, as file read gave it. */
    expect?: string;
    /** Replace whatever is there. */
    overwrite?: boolean;
  };
  /** Gather the rules and documents that bear on a change, inside a token budget; use it before implementing. */
  "impl context": {
    /** What the change is about. */
    keywords?: string[];
    /** The files to be changed or made. */
    files?: string[];
    /** How many tokens the texts may have together. */
    budget: number;
  };
  /** Judge a sequence of calls before it is run: order against the side effects, pairs that must not run side by side, what may be retried, cycles; and give it put right. */
  "plan check": {
    /** A file with the steps, one command line each, or JSON of plan show; - is stdin. */
    file?: string;
    /** The steps, each a command line as one argument. */
    steps?: string[];
  };
  /** Draw which tool makes what another needs or reads, grouped by noun, as Mermaid for a document or as JSON for a program. */
  "plan graph": {
    /** A flowchart, or the nodes, edges, cycles and what nothing provides. */
    format: "mermaid" | "json";
    /** Only tools of these nouns, and those they are linked with. */
    nouns?: string[];
  };
  /** Carry out a plan: a tool with all that must run before it, or a sequence of steps; side by side where that is safe, up to the first failure; call it again to go on. */
  "plan run": {
    /** A file with the steps, one command line each, or JSON of plan show; - is stdin. */
    file?: string;
    /** How many steps may run at a time. */
    jobs: number;
    /** How often an idempotent step that failed at its work is called again. */
    retries: number;
    /** Noun and verb of a tool with its arguments after --, or steps, each a command line as one argument. */
    steps?: string[];
  };
  /** Show what must run before a tool, in order, as full command lines, in the present state: what already holds is left out; use it before a call that needs others. */
  "plan show": {
    /** Of the tool. */
    noun: string;
    /** Of the tool. */
    verb: string;
    /** The arguments of the call, after --. */
    words?: string[];
  };
  /** Examine the project: interpreters, versions, run bits, line ends, registry, hidden tools, servers, settings, what git ignores, the wrapper; each finding with its Fix. Use it when something does not start. */
  "project doctor": Record<string, never>;
  /** Give a repository its subject: the wrapper bin/<name>, niche.json, the CI step, and a marked block in AGENTS.md and CLAUDE.md; a second run changes nothing. */
  "project init": {
    /** The subject's name; default: that of niche.json, of package.json, of the folder. */
    name?: string;
    /** Folder for the project's own tools; default: tools, or lib if tools stand there. */
    tools?: string;
    /** Which CI gets the step that checks the registry. */
    ci: "github" | "none";
    /** How the dispatcher is carried: as a dev dependency (auto: where there is a package.json) or installed globally. */
    carry: "auto" | "dependency" | "global";
  };
  /** Tell whether the committed logs/tool-registry.json is what the TOOL_META headers give, and if not, which tool and field differ; for CI and commit hooks. */
  "registry check": {
    /** Parse every header anew, also where the entry's seal says that nothing has changed. */
    full: boolean;
  };
  /** Compare two registries and tell every change of a tool as breaking, compatible or descriptive; use it before a release or in a review. */
  "registry diff": {
    /** A registry's file, or a git revision such as HEAD~1. */
    old: string;
    /** The same; by default the registry of the working tree. */
    new?: string;
  };
  /** Compile the TOOL_META headers of all tools into logs/tool-registry.json; run it after any header has changed. */
  "registry generate": Record<string, never>;
  /** Show the tools of the committed registry, or all that it says of one: what must hold first, what changes, whether a retry is safe. */
  "registry show": {
    /** Of the tool, this field alone: preconditions, options.0.default, … */
    field?: string;
    /** Only tools of this noun. */
    noun?: string;
    /** With the noun, this one tool. */
    verb?: string;
  };
  /** List the source files that are longer than a limit, longest first; use it before a review, to see what should be split. */
  "repo lines": {
    /** How many lines a file may have. */
    max: number;
    /** File name extensions that count as source; files without one count if they begin with a */
    ext: string[];
  };
  /** Run every shell script of the repository through shellcheck and give its findings as data; use it before a commit that touches a script. */
  "repo shellcheck": {
    /** The mildest finding to tell. */
    severity: "error" | "warning" | "info" | "style";
  };
  /** Tell what changed from one turn to another, of one session or of two: what came into sight and left it, goal, paths, mode, settings, catalog, definitions. */
  "session diff": {
    /** Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last. */
    session?: string;
    /** Another session, as --session takes it: the second turn is one of its turns; without turns, all are compared in their order. */
    with?: string;
    /** A turn: its id, its number from 1, or last. Default: the one before the second. */
    before?: string;
    /** The other turn. Default: last. */
    after?: string;
  };
  /** Explain a capability's part in a turn from what was recorded: why it was there or not, and whether it was chosen wrongly, failed, should not have been visible, was not found, is described too weakly, or its source or the mode was stale. */
  "session explain": {
    /** Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last. */
    session?: string;
    /** The turn: its id, its number from 1, or last. */
    turn: string;
    /** Its id, or the name by which a model knows it. */
    capability: string;
  };
  /** List the project's sessions, the one begun last at the end, with how many processes wrote into each. */
  "session list": {
    /** How many at the most, the last ones. */
    limit: number;
  };
  /** Replay a session: run policy and rendering again on what each turn had before it, and compare visible set, diff and model input with what was recorded. No effect is repeated; tools may have changed or gone. */
  "session replay": {
    /** List the differences and end with 0 all the same. */
    report: boolean;
    /** Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last. */
    session?: string;
  };
  /** Show what happened in a session, turn by turn: goal, what came into sight, searches, calls, refusals; or all events of one turn. */
  "session show": {
    /** One turn with all its events: its id, its number from 1, or last. */
    turn?: string;
    /** How many turns at the most, the last ones. */
    limit: number;
    /** Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last. */
    session?: string;
  };
  /** Start a session: from then on turns, searches, calls, refusals and results are recorded under its id, for replay and explanation. */
  "session start": {
    /** Its id: letters, digits, dots, dashes, underscores. Without it one is made. */
    id?: string;
  };
  /** Hold a session's log to its chains and digests: what was changed, put in, taken out or cut off, writer by writer and snapshot by snapshot. */
  "session verify": {
    /** Its id, or its folder in the project, with a slash, relative to PROJECT_ROOT. Default: NICHE_SESSION, else the one begun last. */
    session?: string;
  };
  /** Hold skills to the Agent Skills specification as its own validator does, and to what stricter clients ask; use it before a skill is committed or packed. */
  "skill check": {
    /** Folders of skills to check, each with a SKILL.md; without them, every skill of the project. */
    folders?: string[];
  };
  /** List the skills that may be loaded here, a line each, and what was wrong with a skill that is missing; bodies stay unread. */
  "skill list": Record<string, never>;
  /** Load a skill: its instructions and the list of its files; with a path one of these files. Use it when the task is what the skill's index line says. */
  "skill load": {
    /** The skill's listed name, or its id. */
    name: string;
    /** A text file beside its SKILL.md, as loading it lists them. */
    path?: string;
  };
  /** Search the skills: procedures for a kind of task, loaded with skill load when one fits. */
  "skill search": {
    /** What is to be done, in plain words. */
    query: string;
    /** Most hits. */
    limit: number;
    /** How much of each: a line, or a card. */
    projection: "index" | "summary";
  };
  /** Show the card of one skill before loading it: what it is for, where it lies, which tools it names, what was doubtful in its frontmatter; its body stays unread. */
  "skill show": {
    /** The skill's listed name, or its id. */
    name: string;
  };
  /** Run the project's own tests by the command that it is recognised to have; a failure names the files concerned. */
  "test run": {
    /** Only these files or folders. */
    path?: string[];
    /** Folder whose package is tested; without, the caller's, or the nearest above it with tests. */
    in?: string;
    /** Which of several; without, the first of this order. */
    runner?: "npm" | "pnpm" | "yarn" | "pytest" | "cargo" | "go" | "make";
    /** Passed on to it, behind --. */
    words?: string[];
  };
  /** Print a completion script for a shell, with every noun, verb, option and enum value in it; load it in the shell's start file, and again after tools changed. */
  "tool completion": {
    /** For which shell. */
    shell: "bash" | "zsh" | "fish";
  };
  /** Hold tools to the static part of their contract: header complete and checkable, variables declared, no absolute paths; use it at every save. */
  "tool lint": {
    /** The tool's noun, or its file; without it, every tool of the project's own. */
    noun?: string;
    /** The tool's verb. */
    verb?: string;
  };
  /** List the tools that this subject has, one a line; with --full the whole tree in one call, with what each needs and changes: read it once before planning. */
  "tool list": {
    /** How each is called, what it needs and changes, whether it may be repeated. */
    full?: boolean;
    /** Only the tools of this noun. */
    noun?: string;
  };
  /** Write a new tool with an honest, complete header, and its test; then make its body do what is wanted. */
  "tool new": {
    /** The language. */
    lang: "sh" | "ts" | "py";
    /** Paths that it reads: relative to PROJECT_ROOT, or ${VARIABLE}/rest; each must exist for a call. */
    reads?: string[];
    /** Paths that it writes. */
    writes?: string[];
    /** An existing command line that it runs at PROJECT_ROOT, as it is: npm run build, scripts/deploy.sh; for --lang sh. What it is known to send out is declared. */
    runs?: string;
    /** With --runs: a second run changes nothing more. */
    idempotent: boolean;
    /** Variables that it reads; others never reach it. */
    env?: string[];
    /** What it does and when to use it, in one sentence. */
    summary?: string;
    /** What it is about, in kebab-case. */
    noun: string;
    /** What it does, in kebab-case. */
    verb: string;
  };
  /** Give the definitions of all tools, or of one, as a model's API takes them, with bytes and tokens: what it would cost to load them all. */
  "tool schema": {
    /** Whose form: the Messages API, chat completions, the Model Context Protocol. */
    format: "anthropic" | "openai" | "mcp";
    /** Only tools of this noun. */
    noun?: string;
    /** With the noun, this one tool. */
    verb?: string;
  };
  /** Show the card of one tool, from its header as it is now: how it is called, what it needs, what provides that, what it changes, what its exit codes mean. */
  "tool show": {
    /** The tool's noun. */
    noun: string;
    /** The tool's verb. */
    verb: string;
  };
  /** Hold a tool to its header by running it in a scratch copy of the project: effects, dry run, retries, output, errors; use it before a commit and in CI. */
  "tool verify": {
    /** Every tool of the project's own. */
    all: boolean;
    /** How many tools are tried side by side. */
    jobs: number;
    /** The tool's noun, or its file. */
    noun?: string;
    /** The tool's verb. */
    verb?: string;
  };
}
