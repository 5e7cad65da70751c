import { randomBytes } from "node:crypto";
import { projectNamed, requireUser } from "../../core/access.js";
import { entriesIn, textOf } from "../../core/collection/homes.js";
import { type Collection, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Reply, badRequest, created, forbidden, notFound, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { presentWhole } from "../pipelines/present.js";
import { sentVariables, startPipeline } from "../pipelines/start.js";

const SHOWN = 4;

const triggers: Collection = collection("triggers", {
  at: "/projects/{id}",
  read: "maintainer",
  filled: ["description"],
  defaults: { last_used: null, expires_at: null },
  settle: (context, columns, before) => {
    const { id } = requireUser(context);
    if (before === undefined) return { ...columns, owner_id: id, token: `glptt-${randomBytes(20).toString("hex")}` };
    if (before["owner_id"] !== id) throw forbidden();
    return columns;
  },
  shows: (context, { owner_id, token }) => ({
    owner: userSummary(context, Number(owner_id)),
    // Others see which token it is, not the token.
    token: owner_id === context.user?.id ? textOf(token) : textOf(token).replace("glptt-", "").slice(0, SHOWN),
  }),
});

/** Tokens that start pipelines, and the start by one. */
export default {
  operations: {
    "POST /projects/{id}/(ref/{ref}/)trigger/pipeline": {
      role: "anyone",
      parameters: { variables: {} },
      aliases: ["/projects/{id}/trigger/pipeline", "/projects/{id}/ref/{ref}/trigger/pipeline"],
      handler: trigger,
    },
  },
  collections: [triggers],
} satisfies Resource;

function trigger(context: Context): Reply {
  const { store, params } = context;
  const project = orNotFound(projectNamed(store, params.requiredText("id")));
  const token = params.requiredText("token");
  const row = entriesIn(context, triggers, { kind: "project", id: project.id }).find((entry) => entry["token"] === token);
  const user = row === undefined ? undefined : store.users.get(Number(row["owner_id"]));
  if (row === undefined || user === undefined) throw notFound();
  const variables = sentVariables(params.get("variables"));
  if (variables.some(({ value }) => typeof value === "object"))
    throw badRequest("variables needs to be a map of key-valued strings");
  store.of(triggers.table).update(row.id, { last_used: new Date().toISOString() });
  const request = { project, ref: params.requiredText("ref"), user, source: "trigger", variables };
  return created(presentWhole(context, startPipeline(context, request)));
}
