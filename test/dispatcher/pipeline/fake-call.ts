import type { Audit } from "../../../dispatcher/pipeline/audit.ts";
import type { CommonCall } from "../../../dispatcher/pipeline/call.ts";
import type { Governance } from "../../../dispatcher/pipeline/governance.ts";
import type { Kind } from "../../../dispatcher/pipeline/kind.ts";
import type { EffectRow } from "../../../registry/catalog/descriptor.ts";
import { NO_RULES } from "../../../registry/permission/rules.ts";
import type { SessionEvent } from "../../../registry/session/event.ts";

export interface Asked {
  readonly questions: string[];
  readonly events: SessionEvent[];
  readonly warnings: string[];
}

/** A call of one tool of the project's own, with what was asked, recorded and warned. */
export function fakeCall(
  root: string,
  about: {
    row?: EffectRow;
    input?: Record<string, unknown>;
    words?: readonly string[];
    answer?: boolean | undefined;
    call?: Partial<CommonCall>;
    governance?: Partial<Governance>;
    parameters?: readonly { name: string; type: string }[];
  } = {},
) {
  const asked: Asked = { questions: [], events: [], warnings: [] };
  const { row = "reads", input = {}, words } = about;
  const call = {
    project: { root, command: "bin/acme", subject: "acme", env: { PATH: process.env.PATH, SECRET: "s", HOME: root }, settings: {} },
    given: input,
    json: false,
    dryRun: false,
    yes: false,
    timeoutMs: undefined,
    fields: undefined,
    maxBytes: undefined,
    cwd: root,
    signal: new AbortController().signal,
    reporter: { log() {}, warn: (text: string) => asked.warnings.push(text), next() {}, progress() {}, stderr() {} },
    ask: async (question: string) => {
      asked.questions.push(question);
      return about.answer;
    },
    depth: 0,
    line: "bin/acme docs fetch --url x",
    ...about.call,
  } as unknown as CommonCall;
  const governance = {
    mode: "auto",
    rules: NO_RULES,
    hooks: {},
    channel: "cli",
    session: "s1",
    turnId: () => "t1",
    ...about.governance,
  } as Governance;
  const kind = {
    id: () => "local__docs-fetch",
    name: () => "docs fetch",
    gateCard: () => ({ id: "local__docs-fetch", kind: "tool", row, source: { type: "local", name: "local" } }),
    effects: () => ({ row, told: "writes docs/" }),
    ruleTarget: () => ({
      id: "local__docs-fetch",
      input,
      parameters: about.parameters ?? Object.keys(input).map((name) => ({ name, type: "string" })),
      words,
      cwd: root,
      root,
      home: root,
    }),
  } as unknown as Kind<CommonCall, CommonCall>;
  const record = (event: SessionEvent) => void asked.events.push(event);
  const audit = { call: "c1", record } as Audit<CommonCall>;
  return { call, kind, governance, audit, record, asked };
}
