import { resolve } from "node:path";
import type { EnvVariable } from "../tool-meta/tool-meta.ts";
import type { PathTemplate } from "./precondition.ts";

type Env = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{(\w+)\}|\$(\w+)/g;

/** The names of the variables a template refers to. */
export function referencedVariables(template: string): string[] {
  return [...template.matchAll(REFERENCE)].map((match) => (match[1] ?? match[2]) as string);
}

/**
 * A template with its variables filled in. Undefined where one is not set or
 * empty: a path must not silently become another.
 */
export function fillTemplate(template: string, env: Env): string | undefined {
  let complete = true;
  const text = template.replace(REFERENCE, (_, braced: string | undefined, bare: string | undefined) => {
    const value = env[(braced ?? bare) as string];
    if (value === undefined || value === "") complete = false;
    return value ?? "";
  });
  return complete ? text : undefined;
}

/** A path of a header as an absolute path; relative ones stand below PROJECT_ROOT. */
export function resolvePath(template: PathTemplate, env: Env, root: string): string | undefined {
  const text = fillTemplate(template, env);
  return text === undefined ? undefined : resolve(root, text);
}

/**
 * The environment with a tool's declared defaults filled in, in the order in
 * which they are declared, so that one may refer to another before it. A
 * default whose own variables are not set stays unset.
 */
export function withDefaults(env: Env, declared: readonly EnvVariable[]): Readonly<Record<string, string | undefined>> {
  if (!declared.some((variable) => variable.default !== undefined)) return env;
  const filled: Record<string, string | undefined> = { ...env };
  for (const { name, default: template } of declared) {
    if (template === undefined || (filled[name] !== undefined && filled[name] !== "")) continue;
    filled[name] = template === "" ? "" : fillTemplate(template, filled);
  }
  return filled;
}
