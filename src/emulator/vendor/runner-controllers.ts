import { randomBytes } from "node:crypto";
import type { Context } from "../context.js";
import { badRequest, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import { findEntry } from "../row/homes.js";
import { presentEntry } from "../row/shown.js";
import { INSTANCE, defineEntries, homeKeyOf, row } from "../row/spec.js";
import type { Entry } from "../row/spec.js";
import { numbered } from "./links/operations.js";
import { findRunner } from "./runners/access.js";

const only = { read: "administrator", tier: "ultimate", since: "18.9" } as const;
const newToken = (): string => `glrct-${randomBytes(20).toString("base64url")}`;

const scopeTable = defineEntries("runner_controller_scopes");
const controllers = row("runner_controllers", {
  ...only,
  at: "",
  longest: { description: 1024 },
  defaults: { state: "disabled" },
});

/** Controllers that admit jobs to runners: they and their tokens are kept, and admit nothing here. */
export default {
  collections: [
    controllers,
    row("tokens", {
      ...only,
      at: "/runner_controllers/{runner_controller_id}",
      longest: { description: 1024 },
      once: ["token"],
      settle: (_, columns) => ({ ...columns, token: newToken() }),
      shows: (_, entry) => ({ runner_controller_id: entry.home.id }),
      actions: {
        "POST /rotate": (context, entry, tokens) => {
          const rotated = context.store
            .of(tokens.table)
            .update(entry.id, { token: newToken(), updated_at: new Date().toISOString() });
          return created(presentEntry(context, tokens, rotated, "creation"));
        },
      },
    }),
  ],
  operations: {
    "GET /runner_controllers/{id}/scopes": scoping((context, controller) => {
      const found = scopesOf(context, controller);
      return ok({
        instance_level_scopings: found.filter((entry) => entry["runner_id"] === null).map(presentScope),
        runner_level_scopings: found.filter((entry) => entry["runner_id"] !== null).map(presentScope),
      });
    }),
    "POST /runner_controllers/{id}/scopes/instance": scoping((context, controller) => addScope(context, controller, null)),
    "DELETE /runner_controllers/{id}/scopes/instance": scoping((context, controller) => dropScope(context, controller, null)),
    "POST /runner_controllers/{id}/scopes/runners/{runner_id}": scoping((context, controller) => {
      const { id, runner_type } = findRunner(context, "runner_id");
      if (runner_type !== "instance_type") throw badRequest("Runner must be an instance-level runner");
      return addScope(context, controller, id);
    }),
    "DELETE /runner_controllers/{id}/scopes/runners/{runner_id}": scoping((context, controller) =>
      dropScope(context, controller, context.params.requiredNumber("runner_id")),
    ),
  },
} satisfies Resource;

/** An operation on what a controller is for: all runners of the instance, or some. */
function scoping(handler: (context: Context, controller: Entry) => Reply): OperationDeclaration {
  return {
    role: "administrator",
    tier: only.tier,
    since: only.since,
    parameters: numbered("runner_id"),
    handler: (context) => handler(context, findEntry(context, controllers, INSTANCE, "id")),
  };
}

function scopesOf({ store }: Context, { id }: Entry): Entry[] {
  return store.of(scopeTable).where("home", homeKeyOf({ kind: controllers.table.name, id }));
}

function presentScope({ runner_id = null, created_at = null, updated_at = null }: Entry): Record<string, Json> {
  return { ...(runner_id === null ? {} : { runner_id }), created_at, updated_at };
}

function addScope(context: Context, controller: Entry, runner_id: number | null): Reply {
  if (scopesOf(context, controller).some((entry) => entry["runner_id"] === runner_id))
    throw badRequest("Runner controller is already scoped");
  const now = new Date().toISOString();
  const home = { kind: controllers.table.name, id: controller.id };
  return created(presentScope(context.store.of(scopeTable).insert({ home, runner_id, created_at: now, updated_at: now })));
}

function dropScope(context: Context, controller: Entry, runner_id: number | null): Reply {
  const found = scopesOf(context, controller).find((entry) => entry["runner_id"] === runner_id);
  if (found === undefined) throw notFound();
  context.store.of(scopeTable).delete(found.id);
  return noContent();
}
