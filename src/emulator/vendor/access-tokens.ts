import { LEVEL, accessLevel, isProject, requireUser } from "../access.js";
import type { Context } from "../context.js";
import { notAllowed, notFound, unauthorized } from "../errors.js";
import type { Json } from "../json.js";
import { findGroup, findProject } from "../lookup.js";
import { page } from "../pages.js";
import type { Group, Project, Token } from "../records.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";
import type { Schema } from "../schema.js";
import { sourceOf } from "../sections/members/inherited.js";
import { botsOf, enroll, levelOf, makeBot } from "./tokens/bots.js";
import { askedTokens } from "./tokens/lists.js";
import { expiryOf, expiryProblem, makeToken, refused, rotateToken } from "./tokens/make.js";
import { BOT_SCOPES } from "./tokens/scopes.js";
import { presentToken } from "./tokens/shown.js";

type Holder = Project | Group;
type Find = (context: Context) => Holder;

const DAY: Readonly<Record<string, Schema>> = { expires_at: { type: ["string", "null"], format: "date" } };
const CREATION: Readonly<Record<string, Schema>> = {
  ...DAY,
  scopes: { type: "array", items: { type: "string", enum: [...BOT_SCOPES] } },
};

/** Tokens of projects and groups. Each acts as a user of its own, who is a member there. No row: tokens are credentials of users. */
export default {
  operations: Object.fromEntries([...operationsOf("/projects/{id}", findProject), ...operationsOf("/groups/{id}", findGroup)]),
} satisfies Resource;

function operationsOf(place: string, find: Find): [string, OperationDeclaration][] {
  const path = `${place}/access_tokens`;
  return [
    [`GET ${path}`, { handler: (context) => listTokens(context, find(context)) }],
    [`POST ${path}`, { parameters: CREATION, handler: (context) => createToken(context, find(context)) }],
    [`GET ${path}/{token_id}`, { handler: (context) => showToken(context, find(context)) }],
    [`DELETE ${path}/{token_id}`, { handler: (context) => revokeToken(context, find(context)) }],
    [`POST ${path}/{token_id}/rotate`, { parameters: DAY, handler: (context) => rotate(context, find(context)) }],
    [
      `POST ${path}/self/rotate`,
      { parameters: DAY, scopes: ["self_rotate"], handler: (context) => rotateItself(context, find(context)) },
    ],
  ];
}

/** Maintainers keep the tokens of a project, Owners those of a group. */
function isKeeper(context: Context, holder: Holder): boolean {
  const user = requireUser(context);
  return user.is_admin || accessLevel(context.store, user, holder) >= (isProject(holder) ? LEVEL.maintainer : LEVEL.owner);
}

function tokensOf(context: Context, holder: Holder): Token[] {
  return botsOf(context, holder).flatMap(({ id }) => context.store.tokens.where("user", id));
}

function present(context: Context, holder: Holder, token: Token): Record<string, Json> {
  const { kind, id } = sourceOf(holder);
  return {
    ...presentToken(context, token),
    access_level: levelOf(context, holder, token.user_id),
    resource_type: kind,
    resource_id: id,
  };
}

function presentNew(context: Context, holder: Holder, token: Token): Record<string, Json> {
  return { ...present(context, holder, token), token: token.value };
}

function listTokens(context: Context, holder: Holder): Reply {
  if (!isKeeper(context, holder)) throw unauthorized();
  const tokens = askedTokens(context, tokensOf(context, holder));
  return page(tokens, context, (token) => present(context, holder, token));
}

/** The token that the path names. Throws 404, `404 project Access Token Not Found`. */
function findToken(context: Context, holder: Holder): Token {
  const id = context.params.requiredText("token_id");
  const token = tokensOf(context, holder).find((one) => String(one.id) === id);
  if (token === undefined) throw notFound(`${sourceOf(holder).kind} Access Token`);
  return token;
}

function showToken(context: Context, holder: Holder): Reply {
  if (!isKeeper(context, holder)) throw unauthorized();
  return ok(present(context, holder, findToken(context, holder)));
}

function createToken(context: Context, holder: Holder): Reply {
  const { store, params } = context;
  const caller = requireUser(context);
  const { kind } = sourceOf(holder);
  if (!isKeeper(context, holder) || caller.bot === "project_bot" || isForbidden(context, holder))
    throw refused(`User does not have permission to create ${kind} access token`);
  const level = params.number("access_level") ?? LEVEL.maintainer;
  if (!caller.is_admin && accessLevel(store, caller, holder) < level)
    throw refused("Access level of the token contains permissions not held by the creating user");
  const expires_at = expiryOf(context);
  const scopes = params.texts("scopes") ?? [];
  const problem = expiryProblem(store, expires_at);
  if (problem !== undefined) throw refused(`Expires at ${problem}`);
  if (scopes.length === 0) throw refused("Scopes can't be blank");
  const name = params.requiredText("name");
  if (name.trim() === "") throw refused("Name can't be blank");
  const bot = makeBot(context, holder, name);
  enroll(context, holder, bot, level);
  const token = makeToken(context, bot, { name, scopes, expires_at, description: params.text("description") ?? null });
  return created(presentNew(context, holder, token));
}

/** A top-level group may forbid tokens of what lies below it. */
function isForbidden({ store }: Context, holder: Holder): boolean {
  let group = isProject(holder) ? store.groups.get(holder.namespace_id) : holder;
  while (group !== undefined && group.parent_id !== null) group = store.groups.get(group.parent_id);
  return group?.attributes["resource_access_token_creation_allowed"] === false;
}

function revokeToken(context: Context, holder: Holder): Reply {
  const { store } = context;
  const caller = requireUser(context);
  const token = findToken(context, holder);
  const bot = store.users.get(token.user_id);
  if (!isKeeper(context, holder)) throw refused(`${caller.name} cannot delete ${bot?.username ?? ""}`);
  store.tokens.update(token.id, { revoked: true });
  return noContent();
}

function rotate(context: Context, holder: Holder): Reply {
  const caller = requireUser(context);
  const isKept = isKeeper(context, holder);
  const id = context.params.requiredText("token_id");
  const token = tokensOf(context, holder).find((one) => String(one.id) === id);
  if (!isKept || token === undefined) throw caller.is_admin ? notFound() : unauthorized();
  const level = levelOf(context, holder, token.user_id) ?? LEVEL.none;
  if (!caller.is_admin && accessLevel(context.store, caller, holder) < level)
    throw refused("Not eligible to rotate token with access level higher than the user");
  return ok(presentNew(context, holder, rotateToken(context, token)));
}

/** A token that came with the request, of the project or group that the path names, makes its successor. */
function rotateItself(context: Context, holder: Holder): Reply {
  const { token } = context;
  if (token === undefined || token.kind !== "personal") throw notAllowed();
  if (!tokensOf(context, holder).some(({ id }) => id === token.id)) throw unauthorized();
  return ok(presentNew(context, holder, rotateToken(context, token)));
}
