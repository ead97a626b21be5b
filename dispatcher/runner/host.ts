/**
 * What the launcher lends to the code it loads: chunks from the build, and an
 * `import()` that works from code compiled out of V8's cache, where a plain
 * `import()` finds no callback.
 */
export interface Host {
  /** Root of the nichekit package: absolute, real. */
  readonly packageRoot: string;
  /** Imports a module by its file URL or bare name. */
  importModule(specifier: string): Promise<Record<string, unknown>>;
  /**
   * Runs a CommonJS file by its absolute, real path, whose text is at hand. Absent: Node's own `createRequire` does it, and looks for
   * the file, which costs a call a millisecond.
   */
  runFile?(file: string, text: string): Record<string, unknown>;
  /** The built module of a tool of the shared lib, if the build was made from exactly these bytes of its file. */
  builtTool(file: string, source: Buffer): Record<string, unknown> | undefined;
  /**
   * Nothing but a tool has imported an ES module here: then none has seen Node's own modules as they are without the
   * guard, and the guard need not keep such views in step, which costs a call half a millisecond. Absent: it must.
   */
  readonly freshProcess?: true;
  /** File that a worker thread starts from. Undefined when running from sources (tests): no worker then. */
  readonly workerFile: string | undefined;
}

const HOST = Symbol.for("nichekit.host");

export function host(): Host {
  const given = (globalThis as Record<symbol, unknown>)[HOST];
  if (given === undefined) throw new Error("nichekit was loaded without its launcher");
  return given as Host;
}

/** Whether anybody has lent one yet. */
export function hasHost(): boolean {
  return (globalThis as Record<symbol, unknown>)[HOST] !== undefined;
}

export function setHost(value: Host): void {
  (globalThis as Record<symbol, unknown>)[HOST] = value;
}
