import type { CatalogueEntry } from "../catalogue-entry.ts";

/** The log of a session, its replay. */
export const SESSION = {
  session_unwritable: {
    layer: "platform",
    recoverable: "user-action-required",
    message: "The session log {path} cannot be written: {reason}",
    fix: [
      "Tell the user: the session log {path} cannot be written ({reason}); nothing that changes anything runs before it can, or NICHE_SESSION is unset.",
    ],
  },
  session_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "There is no session {session}",
    fix: ["NICHE_SESSION= {command!} session start --id {session}"],
  },
  session_none: {
    layer: "precondition",
    recoverable: "yes",
    message: "No session has been started in this project",
    fix: ["{command!} session start"],
  },
  session_exists: {
    layer: "precondition",
    recoverable: "yes",
    message: "The session {session} exists already",
    fix: ["{command!} session start   # makes an id of its own", "{command!} session show {session}"],
  },
  session_id_invalid: {
    layer: "precondition",
    recoverable: "yes",
    message: "{session} is no id of a session: {reason}",
    fix: ["NICHE_SESSION= {command!} session start   # makes an id of its own"],
  },
  session_line_broken: {
    layer: "runtime",
    recoverable: "no",
    message: "{file}:{line} is broken: {reason}",
    fix: ["{command!} session verify {session}   # tells what of the session holds"],
  },
  session_content_broken: {
    layer: "runtime",
    recoverable: "no",
    message: "The stored snapshot {digest} cannot be used: {reason}",
    fix: ["{command!} session verify {session}   # tells what of the session holds"],
  },
  session_not_sound: {
    layer: "runtime",
    recoverable: "no",
    message: "The session {session} does not hold: {reason}",
    fix: ["{command!} session show {session}   # what can still be read"],
  },
  turn_unknown: {
    layer: "precondition",
    recoverable: "yes",
    message: "The session {session} has no turn {turn}",
    fix: ["{command!} session show {session}"],
  },
  turns_missing: {
    layer: "precondition",
    recoverable: "yes",
    message: "The session {session} has {count}, and two are compared",
    fix: ["NICHE_SESSION={session} {command!} capability visible   # begins a turn"],
  },
  replay_differs: {
    layer: "runtime",
    recoverable: "no",
    message: "Replayed, the session {session} differs: {reason}",
    fix: ["{command!} session replay {session} --report   # lists every difference, turn by turn"],
  },
} as const satisfies Record<string, CatalogueEntry>;
