import { fault } from "../../../registry/error/catalogue.ts";

/** Loads the database code at its first use. Throws `docs_database_missing` where libsql has no build for the platform. */
export async function loadDatabase(): Promise<typeof import("./database.ts")> {
  try {
    return await import("./database.ts");
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw fault("docs_database_missing", { reason, platform: `${process.platform}-${process.arch}` }, { cause: error });
  }
}
