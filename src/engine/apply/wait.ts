import type { ReadApi } from "../../core/api.js";
import { TrueupError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import type { PlacedKind } from "../../core/kind.js";
import type { Wait } from "../../core/plan.js";
import { routePath } from "../../core/route.js";

/** Polls until the condition of a call holds, which may take `settle` ms to show. Throws TrueupError if it fails or does not come in time. */
export async function waitFor(
  wait: Wait,
  params: JsonObject,
  kind: PlacedKind,
  read: ReadApi,
  signal?: AbortSignal,
  settle = 0,
): Promise<void> {
  const path = routePath(wait.read, params);
  const { limit, words, holds, isOfNew } = conditions[wait.for];
  const begun = Date.now();
  const deadline = begun + limit;
  for (let pause = 50; ; pause = Math.min(pause * 2, 3000)) {
    const reply = await read.find(path);
    const mayStillShow = isOfNew === true && reply === undefined && Date.now() < begun + settle;
    if (!mayStillShow && holds(reply, kind, path)) return;
    if (Date.now() > deadline || signal?.aborted) {
      const minutes = limit / 60_000;
      throw new TrueupError({
        code: "apply.wait",
        where: `GET ${path}`,
        message: signal?.aborted ? `interrupted while waiting for ${words}` : `${words} did not come within ${minutes} minutes`,
        hint: "The write itself was accepted. Look at the platform, then plan again.",
      });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

interface Condition {
  /** How long the platform is given, in milliseconds (the reference of real servers, asynchronous operations). */
  readonly limit: number;
  readonly words: string;
  /** True for what goes on in something that the call itself made, and that a replica may not show yet. */
  readonly isOfNew?: true;
  /** Throws TrueupError where it can never come. */
  readonly holds: (reply: JsonObject | undefined, kind: PlacedKind, path: string) => boolean;
}

const conditions: Readonly<Record<Wait["for"], Condition>> = {
  import: { limit: 600_000, words: "the end of the import", isOfNew: true, holds: isImported },
  deletion: {
    limit: 600_000,
    words: "the end of the deletion",
    holds: (reply, kind) => reply === undefined || (reply[kind.tree?.scheduled ?? ""] ?? null) !== null,
  },
  closing: {
    limit: 600_000,
    words: "the end of the job that goes before the deletion",
    holds: (reply, kind) =>
      reply === undefined || kind.before?.({ action: "delete", parent: kind.parent, marks: reply }) === undefined,
  },
  branch_protection: { limit: 120_000, words: "the protection of the branch", holds: (reply) => reply !== undefined },
};

function isImported(reply: JsonObject | undefined, { tree }: PlacedKind, path: string): boolean {
  const importing = tree?.importing;
  const status = importing && reply?.[importing.status];
  if (importing && status === importing.failed) {
    const why = reply?.[importing.error];
    throw new TrueupError({
      code: "apply.import",
      where: `GET ${path}`,
      message: `the import failed: ${typeof why === "string" ? why : "no reason given"}`,
    });
  }
  return !(typeof status === "string" && importing?.running.includes(status));
}
