import { randomBytes } from "node:crypto";
import { LEVEL, groupFor, projectFor, requireUser, userNamed } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import type { Json, Source, Token, User } from "../../core/records.js";
import { type Reply, conflict, created, invalid, noContent, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import type { Schema } from "../../core/schema.js";
import { sourceOf } from "../members/records.js";
import { askedTokens, presentNew, presentToken } from "../tokens/present.js";
import { SCOPES, expiryOf, expiryProblem, makeToken, noReply, refused, revokeToken, rotateToken } from "../tokens/records.js";
import { removeUserLater } from "../users/removal.js";

/** Whose service accounts a path is about; undefined for those of the instance. Throws for who may not keep them. */
type Find = (context: Context) => Source | undefined;

const USER: Readonly<Record<string, Schema>> = { user_id: { type: "integer" } };

const TOKEN: Readonly<Record<string, Schema>> = { ...USER, token_id: { type: "integer" } };

const DAY: Readonly<Record<string, Schema>> = { expires_at: { type: ["string", "null"], format: "date" } };

const SCOPED: Readonly<Record<string, Schema>> = { scopes: { type: "array", items: { type: "string", enum: [...SCOPES] } } };

const ofGroup: Find = (context) => sourceOf(groupFor(context, LEVEL.owner));

const ofProject: Find = (context) => sourceOf(projectFor(context, LEVEL.maintainer));

/** Accounts of programs: of the instance, of a group or of a project, with tokens that those make who keep them. No collection: they are users. */
export default {
  operations: {
    ...accounts("/service_accounts", () => undefined, "administrator"),
    ...accounts("/groups/{id}/service_accounts", ofGroup, "user"),
    ...accounts("/projects/{id}/service_accounts", ofProject, "user"),
    ...tokens("/groups/{id}/service_accounts/{user_id}/personal_access_tokens", ofGroup),
    ...tokens("/projects/{id}/service_accounts/{user_id}/personal_access_tokens", ofProject),
  },
} satisfies Resource;

function accounts(path: string, find: Find, role: "user" | "administrator"): Record<string, OperationDeclaration> {
  const shared = { role, tier: "premium" } as const;
  const ofAccount = (handler: (context: Context, user: User) => Reply): OperationDeclaration => ({
    ...shared,
    parameters: USER,
    handler: (context) => handler(context, findAccount(context, find(context))),
  });
  return {
    [`GET ${path}`]: { ...shared, handler: (context) => listAccounts(context, find(context)) },
    [`POST ${path}`]: { ...shared, handler: (context) => createAccount(context, find(context)) },
    [`PATCH ${path}/{user_id}`]: ofAccount(changeAccount),
    ...(role === "administrator" ? {} : { [`DELETE ${path}/{user_id}`]: ofAccount(removeAccount) }),
  };
}

function tokens(path: string, find: Find): Record<string, OperationDeclaration> {
  const operation = (
    handler: (context: Context, user: User) => Reply,
    parameters: OperationDeclaration["parameters"],
  ): OperationDeclaration => ({
    tier: "premium",
    parameters: { ...USER, ...parameters },
    handler: (context) => handler(context, findAccount(context, find(context))),
  });
  return {
    [`GET ${path}`]: operation(listTokens, {}),
    [`POST ${path}`]: operation(createToken, { ...DAY, ...SCOPED }),
    [`DELETE ${path}/{token_id}`]: operation((context, user) => revokeToken(context, findToken(context, user)), TOKEN),
    [`POST ${path}/{token_id}/rotate`]: operation(
      (context, user) => ok(presentNew(context, rotateToken(context, findToken(context, user)))),
      { ...TOKEN, ...DAY },
    ),
  };
}

function present({ id, username, name, email, attributes = {} }: User): Record<string, Json> {
  return { id, username, name, email, public_email: attributes["public_email"] ?? null, unconfirmed_email: null };
}

function accountsOf({ store }: Context, source: Source | undefined): User[] {
  return store.users.all().filter(({ bot, provisioned_by: home }) => {
    const isThere = source === undefined || (home?.kind === source.kind && home.id === source.id);
    return bot === "service_account" && isThere;
  });
}

function listAccounts(context: Context, source: Source | undefined): Reply {
  const { params } = context;
  const sign = params.text("sort") === "asc" ? 1 : -1;
  const isByName = params.text("order_by") === "username";
  const keyOf = ({ id, username }: User): string | number => (isByName ? username : id);
  const sorted = accountsOf(context, source).toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)));
  return page(sorted, context, present);
}

function findAccount(context: Context, source: Source | undefined): User {
  const account = accountsOf(context, source).find(({ id }) => id === context.params.requiredNumber("user_id"));
  return orNotFound(account, "User");
}

function createAccount(context: Context, source: Source | undefined): Reply {
  const { store, params } = context;
  const prefix = source === undefined ? "service_account" : `service_account_${source.kind}_${source.id}`;
  const username = params.text("username") ?? `${prefix}_${randomBytes(16).toString("hex")}`;
  const email = params.text("email") ?? noReply(context, username);
  refuseTaken(context, { username, email }, undefined);
  const user = store.users.insert({
    username,
    name: params.text("name") ?? "Service account user",
    email,
    state: "active",
    bot: "service_account",
    ...(source === undefined ? {} : { provisioned_by: source }),
    is_admin: false,
    private_profile: false,
    namespace_id: store.groups.allocate(),
    created_at: new Date().toISOString(),
    created_by_id: requireUser(context).id,
  });
  return created(present(user));
}

function changeAccount(context: Context, before: User): Reply {
  const { store, params } = context;
  const username = params.text("username") ?? before.username;
  const email = params.text("email") ?? before.email;
  refuseTaken(context, { username, email }, before);
  return ok(present(store.users.update(before.id, { username, email, name: params.text("name") ?? before.name })));
}

function removeAccount(context: Context, user: User): Reply {
  removeUserLater(context, user, context.params.flag("hard_delete") === true);
  return noContent();
}

function refuseTaken({ store }: Context, { username, email }: Pick<User, "username" | "email">, self: User | undefined): void {
  if (!/^(?!-)[\w.-]+$/.test(username)) throw invalid({ username: ["can contain only letters, digits, '_', '-' and '.'."] });
  const named = userNamed(store, username);
  if (named !== undefined && named.id !== self?.id) throw conflict("Username has already been taken");
  const address = email.toLowerCase();
  if (store.users.all().some((user) => user.email.toLowerCase() === address && user.id !== self?.id))
    throw conflict("Email has already been taken");
}

function tokensOf({ store }: Context, user: User): Token[] {
  return store.tokens.where("user", user.id).filter(({ kind }) => kind === "personal");
}

function listTokens(context: Context, user: User): Reply {
  return page(askedTokens(context, tokensOf(context, user)), context, (token) => presentToken(context, token));
}

function findToken(context: Context, user: User): Token {
  const token = tokensOf(context, user).find(({ id }) => id === context.params.requiredNumber("token_id"));
  return orNotFound(token, "Personal Access Token");
}

function createToken(context: Context, user: User): Reply {
  const { params, store } = context;
  const expires_at = expiryOf(context);
  const problem = expiryProblem(store, expires_at);
  if (problem !== undefined) throw refused(`Expires at ${problem}`);
  const draft = { name: params.requiredText("name"), scopes: params.texts("scopes") ?? [], expires_at };
  return created(presentNew(context, makeToken(context, user, { ...draft, description: params.text("description") ?? null })));
}
