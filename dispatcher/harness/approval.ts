import type { ApprovalRequest } from "./harness.ts";

type Approve = (request: ApprovalRequest) => Promise<boolean | undefined> | boolean | undefined;

/** How the pipeline asks through an embedder. One that throws has not said yes. */
export function approvalAsk(approve: Approve | undefined): (question: string) => Promise<boolean | undefined> {
  return async (question) => {
    if (approve === undefined) return undefined;
    try {
      const answer = await approve({ question });
      return typeof answer === "boolean" ? answer : undefined;
    } catch {
      return undefined;
    }
  };
}
