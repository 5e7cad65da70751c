import { reasonOf } from "../../core/errors.js";
import type { ChangeStanding } from "../../core/journal.js";
import type { Change } from "../../core/plan.js";
import { ReadBacks } from "../../engine/apply/index.js";
import { createReadApi } from "../../platform/index.js";
import { secrets } from "../files/outside.js";
import { rootedHere } from "../files/plan-file.js";
import { instanceOfPlan } from "../server/instance.js";
import { onServer } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";
import { changeName, type JournalPart } from "./read-journal.js";

/** Where a change stands, without what names it. */
type Judged = Pick<ChangeStanding, "standing" | "reason">;

/** Where the files lie, as the command line says it, and how to reach the server. */
export interface StatusPlace {
  readonly paths: readonly string[];
  readonly server: ServerOptions;
  readonly context: RunContext;
}

/**
 * Where each change of a part of a journal stands. Only changes of which the journal does not say how they ended are looked up on the server; if that fails, they are unknown.
 * Throws nothing but what interrupts the run.
 */
export async function statusOf(part: JournalPart, place: StatusPlace): Promise<readonly ChangeStanding[]> {
  const { changes } = part.plan;
  const known = new Map(changes.map((change) => [change, keptOf(change, part)]));
  const doubtful = changes.filter((change) => known.get(change) === undefined);
  const judgements = doubtful.length === 0 ? new Map<Change, Judged>() : await lookedUp(doubtful, part, place);
  return changes.map((change) => {
    const { address, parent, action } = change;
    const judged = known.get(change) ?? judgements.get(change) ?? unknown("nobody looked");
    return { address, ...(parent === undefined ? {} : { parent }), action, ...judged };
  });
}

/** What the journal itself says of a change; undefined where a request of it may have arrived and nothing tells. */
function keptOf(change: Change, { endings, sent, plan }: JournalPart): Judged | undefined {
  const end = endings.get(changeName(change));
  if (end?.status === "done") return { standing: "done" };
  if (end) {
    const partly = end.isPartly ? "; some of its calls had succeeded" : "";
    return left(`${words[end.status] ?? end.status}${end.reason === "" ? "" : `: ${end.reason}`}${partly}`);
  }
  const requests = change.calls.map((id) => sent.get(id) ?? []);
  if (requests.every((ofCall) => ofCall.length === 0)) {
    return left(plan.calls.length === 0 ? "the plan has no call" : "no call of it was sent");
  }
  // What was refused has changed nothing. What follows a success, or may have been one, shows on the server alone.
  const last = requests.flat();
  if (last.every((ended) => ended !== undefined && !ended.isDone)) return left(`failed: ${last.at(-1)?.reason ?? ""}`);
  return undefined;
}

const words: Readonly<Record<string, string>> = {
  failed: "failed",
  skipped: "was not tried",
  not_stuck: "the server did not store all of it",
  stale: "has changed since the plan",
};

function left(reason: string): Judged {
  return { standing: "left", reason };
}

function unknown(reason: string): Judged {
  return { standing: "unknown", reason };
}

async function lookedUp(changes: readonly Change[], part: JournalPart, place: StatusPlace): Promise<ReadonlyMap<Change, Judged>> {
  const { paths, server, context } = place;
  try {
    const plan = rootedHere(part.plan, paths, context.cwd);
    return await onServer({ suggested: plan.instance.url }, server, context, async (connection) => {
      const instance = await instanceOfPlan(createReadApi(connection), plan, connection, server);
      const readBacks = new ReadBacks(instance, secrets(plan.root, context));
      const judgements = changes.map(async (change): Promise<readonly [Change, Judged]> => {
        const look = readBacks.again(change).then((looked) => judged(change, part, looked));
        return [change, await look.catch((error: unknown) => unknown(reasonOf(error)))];
      });
      return new Map(await Promise.all(judgements));
    });
  } catch (error) {
    return new Map(changes.map((change) => [change, unknown(reasonOf(error))]));
  }
}

function judged(change: Change, { sent }: JournalPart, look: Awaited<ReturnType<ReadBacks["again"]>>): Judged {
  if (change.action === "delete") {
    const isGone = look === undefined || look.live.scheduledForDeletion;
    return isGone ? { standing: "done" } : left("the server still has it");
  }
  if (!look) return left("the server does not have it");
  const missing = look.missing.map(({ path }) => path).join(", ");
  if (missing !== "") return left(`the server has other values of ${missing}`);
  const [hidden] = change.unverifiable;
  // What was accepted, and a create of one call that arrived, brought their secrets along.
  const isAccepted = change.calls.every((id) => sent.get(id)?.at(-1)?.isDone);
  const isWhole = change.action === "create" && change.calls.length === 1;
  if (hidden && !isAccepted && !isWhole) return unknown(`the server does not show ${hidden.path}`);
  return { standing: "done" };
}
