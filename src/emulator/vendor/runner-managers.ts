import type { Context } from "../context.js";
import { badParameters, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import type { RegisteredRunner } from "../records/delivery.js";
import { noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { Resource } from "../resource.js";
import { defineEntries, homeKeyOf } from "../row/spec.js";
import type { Entry, EntryHome } from "../row/spec.js";
import { textOf } from "../row/text.js";
import { numbered } from "./links/operations.js";
import { runnerWith, seenRunner } from "./runners/access.js";

const table = defineEntries("runner_managers");

/** Machines that share one runner: each tells its system when it makes sure of its token. No row: runners make them, by their tokens. */
export default {
  operations: {
    "POST /runners/verify": {
      role: "anyone",
      handler: (context) => {
        const runner = runnerWith(context);
        const system = context.params.text("system_id") ?? "";
        if (system !== "") meet(context, runner, system);
        return ok({ id: runner.id, token: runner.token, token_expires_at: null });
      },
    },
    "GET /runners/{id}/managers": {
      parameters: numbered("id"),
      handler: (context) => page(managersOf(context, seenRunner(context)).toReversed(), context, present),
    },
    "DELETE /runners/managers": { role: "anyone", handler: remove },
  },
} satisfies Resource;

const homeOf = ({ id }: RegisteredRunner): EntryHome => ({ kind: "runner", id });

function managersOf({ store }: Context, runner: RegisteredRunner): Entry[] {
  return store.of(table).where("home", homeKeyOf(homeOf(runner)));
}

function meet(context: Context, runner: RegisteredRunner, system_id: string): void {
  const { store } = context;
  const contacted_at = new Date().toISOString();
  const known = managersOf(context, runner).find((one) => one["system_id"] === system_id);
  if (known === undefined) store.of(table).insert({ home: homeOf(runner), system_id, contacted_at, created_at: contacted_at });
  else store.of(table).update(known.id, { contacted_at });
}

/** A runner counts as online for two hours after it was heard of. */
const ONLINE = 2 * 60 * 60 * 1000;

function present({ id, system_id = null, created_at = null, contacted_at = null }: Entry): Record<string, Json> {
  const isOnline = Date.now() - Date.parse(textOf(contacted_at)) < ONLINE;
  return {
    id,
    system_id,
    version: null,
    revision: null,
    platform: null,
    architecture: null,
    created_at,
    contacted_at,
    ip_address: null,
    status: isOnline ? "online" : "offline",
    job_execution_status: "idle",
  };
}

function remove(context: Context): Reply {
  const runner = runnerWith(context);
  const system = context.params.requiredText("system_id");
  if (system === "") throw badParameters("system_id is empty");
  const found = managersOf(context, runner).find((one) => one["system_id"] === system);
  if (found === undefined) throw notFound("Runner manager");
  context.store.of(table).delete(found.id);
  return noContent();
}
