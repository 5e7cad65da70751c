import type { ReadApi } from "../core/api.js";
import { TrueupError } from "../core/errors.js";
import type { Json, JsonObject } from "../core/json.js";
import type { Kind } from "../core/kind.js";
import type { Wait } from "../core/plan.js";
import { fillPath, parseRoute } from "../core/route.js";

/** How long the platform is given, in milliseconds (the reference of real servers, asynchronous operations). */
const limits: Readonly<Record<Wait["for"], number>> = { import: 600_000, deletion: 600_000, branch_protection: 120_000 };

/** Polls until the condition of a call holds. Throws TrueupError if it fails or does not come in time. */
export async function waitFor(wait: Wait, params: JsonObject, kind: Kind, read: ReadApi, signal?: AbortSignal): Promise<void> {
  const path = fillPath(parseRoute(wait.read).path, params);
  const deadline = Date.now() + limits[wait.for];
  for (let pause = 50; ; pause = Math.min(pause * 2, 3000)) {
    const reply = await read.find(path);
    if (holds(wait.for, reply, kind, path)) return;
    if (Date.now() > deadline || signal?.aborted) {
      const minutes = limits[wait.for] / 60_000;
      throw new TrueupError({
        code: "apply.wait",
        where: `GET ${path}`,
        message: signal?.aborted
          ? `interrupted while waiting for ${words[wait.for]}`
          : `${words[wait.for]} did not come within ${minutes} minutes`,
        hint: "The write itself was accepted. Look at the platform, then plan again.",
      });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const words: Readonly<Record<Wait["for"], string>> = {
  import: "the end of the import",
  deletion: "the end of the deletion",
  branch_protection: "the protection of the branch",
};

function holds(condition: Wait["for"], reply: JsonObject | undefined, kind: Kind, path: string): boolean {
  if (condition === "deletion") return reply === undefined || isSet(reply[kind.tree?.scheduled ?? ""]);
  if (condition === "branch_protection") return reply !== undefined;
  const importing = kind.tree?.importing;
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

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}
