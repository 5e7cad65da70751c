import { randomBytes } from "node:crypto";
import type { Context } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import { type GroupOrProject, type Member, type Token, type User, sourceKey } from "../../core/records.js";
import { type HttpError, type Reply, badRequest, noContent } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { sourceOf } from "../members/records.js";
import { DAY } from "../projects/move.js";

const MOST_DAYS = 365;

const DAYS_AFTER_ROTATION = 7;

/** The day that lies so many days ahead. */
function dayAhead(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}

/** Whether tokens must end some day. */
export function mustExpire(store: Store): boolean {
  return instanceSetting(store, "require_personal_access_token_expiry") !== false;
}

/** The day on which a token ends that the request makes: what was sent, else as late as may be, else never. */
export function expiryOf({ store, params }: Context, preset = MOST_DAYS): string | null {
  const sent = params.text("expires_at") ?? "";
  if (sent !== "") return sent.slice(0, 10);
  return mustExpire(store) ? dayAhead(preset) : null;
}

/** What is wrong with the day on which a token is to end; undefined when nothing is. */
export function expiryProblem(store: Store, day: string | null): string | undefined {
  const last = dayAhead(MOST_DAYS);
  return day !== null && mustExpire(store) && day > last ? `must be before ${last}` : undefined;
}

type Draft = Pick<Token, "scopes" | "expires_at"> & { readonly name: string } & Partial<
    Pick<Token, "description" | "impersonation">
  >;

/** Stores a token under a value of its own, which is a credential from then on. */
export function makeToken({ store }: Context, user: User, draft: Draft): Token {
  const prefix = instanceSetting(store, "personal_access_token_prefix") ?? "glpat-";
  const value = `${typeof prefix === "string" ? prefix : ""}${randomBytes(15).toString("base64url")}`;
  const created_at = new Date().toISOString();
  return store.tokens.insert({
    user_id: user.id,
    value,
    kind: "personal",
    revoked: false,
    created_at,
    last_used_at: null,
    ...draft,
  });
}

/** 400 in the words of a handler that gives its reason. */
export function refused(reason: string): HttpError {
  return badRequest(`400 Bad request - ${reason}`);
}

/** Revokes a token and makes another like it. Throws 400 for one that is revoked, and then no token of its user that came of it is good any more. */
export function rotateToken(context: Context, token: Token): Token {
  const { store } = context;
  const user = store.users.get(token.user_id);
  if (token.revoked || user === undefined) throw refused("Token already revoked");
  const expires_at = expiryOf(context, DAYS_AFTER_ROTATION);
  const problem = expiryProblem(store, expires_at);
  if (problem !== undefined) throw refused(`Expires at ${problem}`);
  store.tokens.update(token.id, { revoked: true });
  const { scopes, name = "", description = null, impersonation = false } = token;
  return makeToken(context, user, { scopes, name, description, impersonation, expires_at });
}

/** Revokes a token: 204. */
export function revokeToken({ store }: Context, { id }: Token): Reply {
  store.tokens.update(id, { revoked: true });
  return noContent();
}

/** Whether it opens anything still. */
export function isActive({ revoked, expires_at }: Token): boolean {
  return !revoked && (expires_at === null || Date.parse(expires_at) > Date.now());
}

/** What nobody stands behind gets as an address. */
export function noReply({ instance }: Pick<Context, "instance">, username: string): string {
  return `${username}@noreply.${new URL(instance.url).hostname}`;
}

/** Makes the user that a token of a project or group acts as. */
export function makeBot(context: Context, holder: GroupOrProject, name: string): User {
  const { store } = context;
  const source = sourceOf(holder);
  const username = `${source.kind}_${source.id}_bot_${randomBytes(16).toString("hex")}`;
  return store.users.insert({
    username,
    name,
    email: noReply(context, username),
    state: "active",
    bot: "project_bot",
    provisioned_by: source,
    is_admin: false,
    private_profile: false,
    namespace_id: store.groups.allocate(),
    created_at: new Date().toISOString(),
    created_by_id: context.user?.id ?? null,
  });
}

/** Makes the user a member of the level, without asking whether anybody may. */
export function enroll({ store, user }: Context, holder: GroupOrProject, user_id: number, access_level: number): Member {
  const [created_at, created_by_id] = [new Date().toISOString(), user?.id ?? null];
  return store.members.insert({ source: sourceOf(holder), user_id, access_level, expires_at: null, created_at, created_by_id });
}

/** The users of the tokens of a project or group. */
export function botsOf({ store }: Pick<Context, "store">, holder: GroupOrProject): User[] {
  const { kind, id } = sourceOf(holder);
  const users = store.members.where("source", sourceKey({ kind, id })).flatMap(({ user_id }) => store.users.get(user_id) ?? []);
  return users.filter(({ bot, provisioned_by: home }) => bot === "project_bot" && home?.kind === kind && home.id === id);
}

/** The level of a bot where it belongs. */
export function levelOf({ store }: Pick<Context, "store">, holder: GroupOrProject, userId: number): number | null {
  return store.members.first("membership", sourceKey(sourceOf(holder), userId))?.access_level ?? null;
}

/** Scopes that tokens of everybody may have. */
const PLAIN = [
  "api",
  "read_api",
  "read_user",
  "read_repository",
  "write_repository",
  "read_registry",
  "write_registry",
  "read_virtual_registry",
  "write_virtual_registry",
  "create_runner",
  "manage_runner",
  "ai_features",
  "k8s_proxy",
  "self_rotate",
  "read_observability",
  "write_observability",
];

/** Every scope of a personal token; the last three are for administrators. */
export const SCOPES: readonly string[] = [...PLAIN, "read_service_ping", "sudo", "admin_mode"];

/** Those of tokens of projects and groups. */
export const BOT_SCOPES: readonly string[] = PLAIN.filter((scope) => scope !== "read_user");
