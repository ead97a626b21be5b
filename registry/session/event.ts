import type { CapabilityKind } from "../catalog/descriptor.ts";
import type { DiscoveryInput, PolicySettings } from "../discovery/discovery-input.ts";
import type { Reason } from "../discovery/visible-set.ts";

/** What every line of a session log has besides its event. */
export interface EventFrame {
  /** 1-based within the writer's file, without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970, of the writer's clock; never smaller than the line before. */
  readonly time: number;
  readonly writer: string;
  /** SHA-256 (hex) of the line before, without its newline; of the session's id and the writer's name for the first. */
  readonly prev: string;
}

export interface DiffEntry {
  readonly id: string;
  readonly reason: Reason;
}

export interface DiffChange extends DiffEntry {
  readonly before: string;
  readonly after: string;
}

/** What a session records (contract 4.12). Plain JSON, secrets redacted. `turnId` null: outside a turn. */
export type SessionEvent =
  | { readonly type: "session.start"; readonly session: string; readonly nichekit: string; readonly channel: string }
  | {
      readonly type: "turn.start";
      readonly turnId: string;
      readonly input: DiscoveryInput;
      readonly settings: PolicySettings;
      /** Digest of the stored snapshot of the catalog's cards. */
      readonly catalog: string;
      /** Digests of the stored definitions that the rendering used, by id. */
      readonly definitions: Readonly<Record<string, string>>;
      /** SHA-256 (hex) of the rendered model input. */
      readonly modelInput: string;
      /** Ids of the visible set, in its order. */
      readonly visible: readonly string[];
    }
  | {
      readonly type: "capability.diff";
      readonly turnId: string;
      readonly added: readonly DiffEntry[];
      readonly removed: readonly DiffEntry[];
      readonly changed: readonly DiffChange[];
      /** The turn that this one is compared with, null for none; absent: the writer's own turn before, else the session's. */
      readonly since?: string | null;
      readonly policyInputs: DiscoveryInput;
    }
  | {
      readonly type: "capability.loaded";
      readonly turnId: string | null;
      readonly id: string;
      readonly kind: CapabilityKind;
      readonly digest: string;
      /** Of a skill's file beside SKILL.md. */
      readonly path?: string;
    }
  | {
      readonly type: "capability.refused";
      readonly turnId: string | null;
      readonly call: string;
      readonly id: string;
      readonly stage: "validate" | "visibility" | "permission" | "hooks" | "precondition";
      readonly reason: Reason;
    }
  | {
      readonly type: "search";
      readonly turnId: string | null;
      readonly query: string;
      readonly kinds: readonly CapabilityKind[];
      readonly hits: readonly { readonly id: string; readonly score: number }[];
      readonly miss?: Reason;
    }
  | {
      readonly type: "intent";
      readonly turnId: string | null;
      readonly call: string;
      readonly id: string;
      /** Redacted. */
      readonly input: Readonly<Record<string, unknown>>;
      /** SHA-256 (hex) of the canonical JSON of the input before it was redacted. */
      readonly inputDigest: string;
      readonly channel: string;
    }
  | {
      readonly type: "permission";
      readonly turnId: string | null;
      readonly call: string;
      readonly id: string;
      readonly mode: string;
      readonly decision: "runs" | "refused" | "approved" | "declined" | "confirmed";
      readonly reason: Reason;
    }
  | {
      readonly type: "hook";
      readonly turnId: string | null;
      readonly call: string;
      readonly when: "before" | "after";
      readonly command: readonly string[];
      /** `ask`: a person decided; the permission event behind it tells how. */
      readonly decision: "allow" | "ask" | "refuse";
      readonly reason: string;
      readonly duration_ms: number;
    }
  | {
      readonly type: "observation";
      readonly turnId: string | null;
      readonly call: string;
      readonly id: string;
      readonly ok: boolean;
      /** The error's code; null on success. */
      readonly code: string | null;
      readonly invalid: boolean;
      readonly bytes: number;
      readonly truncated: boolean;
      readonly trusted: boolean;
      /** SHA-256 (hex) of what the model was given. */
      readonly digest: string;
      /** Existing paths that the result names. */
      readonly paths: readonly string[];
      readonly duration_ms: number;
    };

export type LoggedEvent = SessionEvent & EventFrame;
