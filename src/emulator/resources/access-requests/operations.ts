import { LEVEL, accessLevel, findGroup, findProject, requireUser } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { presentUser } from "../../core/people.js";
import { type GroupOrProject, type Json, type User, sourceKey } from "../../core/records.js";
import { type Reply, created, forbidden, invalid, noContent, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import type { Schema } from "../../core/schema.js";
import { presentMember } from "../members/present.js";
import { type AccessRequest, accessRequestTable, sourceOf } from "../members/records.js";
import { refuseHigher, requireKeeper } from "../members/writes.js";
import { enroll } from "../tokens/records.js";

type Find = (context: Context) => GroupOrProject;

const USER: Readonly<Record<string, Schema>> = { user_id: { type: "integer" } };

const LEVELS: Readonly<Record<string, Schema>> = {
  access_level: { type: ["integer", "null"], enum: [10, 15, 20, 30, 40, 50, null] },
};

/** Users ask to become members, and those who keep the members let them in or not. No collection: each is a user, and being let in makes a member. */
export default {
  operations: {
    ...operationsOf("/groups/{id}/access_requests", findGroup),
    ...operationsOf("/projects/{id}/access_requests", findProject),
  },
} satisfies Resource;

function operationsOf(path: string, find: Find): Record<string, OperationDeclaration> {
  return {
    [`GET ${path}`]: {
      handler: (context) => {
        const holder = find(context);
        requireKeeper(context, holder);
        return page(requestsFor(context, holder), context, (request) => present(context, request));
      },
    },
    [`POST ${path}`]: { handler: (context) => ask(context, find(context)) },
    [`PUT ${path}/{user_id}/approve`]: {
      parameters: { ...USER, ...LEVELS },
      handler: (context) => approve(context, find(context)),
    },
    [`DELETE ${path}/{user_id}`]: { parameters: USER, handler: (context) => deny(context, find(context)) },
  };
}

function requestsFor({ store }: Context, holder: GroupOrProject): AccessRequest[] {
  return store.of(accessRequestTable).where("source", sourceKey(sourceOf(holder)));
}

function present(context: Context, { user_id, requested_at }: AccessRequest): Record<string, Json> {
  const user = context.store.users.get(user_id);
  return { ...(user === undefined ? {} : presentUser(context, user)), requested_at };
}

/** Who is a member has nothing to ask for, and nobody asks where it is not wanted. */
function ask(context: Context, holder: GroupOrProject): Reply {
  const { store } = context;
  const user: User = requireUser(context);
  if (accessLevel(store, user, holder) > LEVEL.none || holder.attributes["request_access_enabled"] === false) throw forbidden();
  if (requestsFor(context, holder).some(({ user_id }) => user_id === user.id))
    throw invalid({ user_id: ["already exists in source"] });
  const requested_at = new Date().toISOString();
  const request = store.of(accessRequestTable).insert({ source: sourceOf(holder), user_id: user.id, requested_at });
  return created(present(context, request));
}

function findRequest(context: Context, holder: GroupOrProject): AccessRequest {
  return orNotFound(requestsFor(context, holder).find(({ user_id }) => user_id === context.params.requiredNumber("user_id")));
}

function approve(context: Context, holder: GroupOrProject): Reply {
  const { store, params } = context;
  requireKeeper(context, holder);
  const { id, user_id } = findRequest(context, holder);
  const access_level = params.number("access_level") ?? LEVEL.developer;
  refuseHigher(context, holder, { access_level });
  store.of(accessRequestTable).delete(id);
  return created(presentMember(context, holder, enroll(context, holder, user_id, access_level)));
}

/** Also who asked takes the question back. */
function deny(context: Context, holder: GroupOrProject): Reply {
  const request = findRequest(context, holder);
  if (context.user?.id !== request.user_id) requireKeeper(context, holder);
  context.store.of(accessRequestTable).delete(request.id);
  return noContent();
}
