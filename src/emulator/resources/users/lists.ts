import { findRow } from "../../core/access.js";
import { type Context, page, pageByCursor, wantsKeyset } from "../../core/context.js";
import { compare } from "../../core/order.js";
import type { Json, User } from "../../core/records.js";
import { type Reply, badParameters, forbidden } from "../../core/replies.js";
import { customAttributeFilter } from "../custom-attributes/records.js";
import { hasTwoFactor } from "./passwords.js";
import { attributeOf, basicUser, wholeUser } from "./present.js";

type Filter = (user: User, value: Json, context: Context) => boolean;

const isExternal = (user: User): boolean => attributeOf(user, "external") === true;

const isBot = (user: User): boolean => user.bot !== undefined;

const isOn = (keep: (user: User, context: Context) => boolean): Filter => {
  return (user, value, context) => value !== true || keep(user, context);
};

const same = (value: Json | undefined, other: Json): boolean =>
  typeof value === "string" && typeof other === "string" && value.toLowerCase() === other.toLowerCase();

/** What parameters ask of users, of whoever calls. */
const FILTERS: Readonly<Record<string, Filter>> = {
  username: (user, value) => same(user.username, value),
  public_email: (user, value) => same(attributeOf(user, "public_email"), value),
  search: (user, value) => typeof value !== "string" || value === "" || isFound(user, value),
  active: isOn((user) => user.state === "active" && user.bot !== "ghost"),
  blocked: isOn((user) => user.state === "blocked" || user.state === "ldap_blocked"),
  humans: isOn((user) => !isBot(user)),
  external: isOn(isExternal),
  exclude_active: isOn((user) => user.state !== "active"),
  exclude_external: isOn((user) => !isExternal(user)),
  exclude_humans: isOn(isBot),
  exclude_internal: isOn((user) => user.bot !== "ghost"),
  without_project_bots: isOn((user) => user.bot !== "project_bot"),
};

/** Those that administrators alone filter by. */
const OF_ADMINISTRATORS: Readonly<Record<string, Filter>> = {
  admins: isOn((user) => user.is_admin),
  auditors: isOn((user) => attributeOf(user, "auditor") === true),
  created_after: (user, value) => typeof value !== "string" || Date.parse(user.created_at) >= Date.parse(value),
  created_before: (user, value) => typeof value !== "string" || Date.parse(user.created_at) <= Date.parse(value),
  two_factor: (user, value, context) => hasTwoFactor(context, user) === (value === "enabled"),
  without_projects: isOn(
    (user, { store }) => !store.members.where("user", user.id).some(({ source }) => source.kind === "project"),
  ),
  skip_ldap: isOn((user) => !(user.identities ?? []).some(({ provider }) => provider.startsWith("ldap"))),
};

/** Who has the address, or the text in a name. */
export function isFound(user: User, text: string): boolean {
  const wanted = text.toLowerCase();
  return same(user.email, text) || [user.name, user.username].some((candidate) => candidate.toLowerCase().includes(wanted));
}

/** GET /users: what it shows, and what may be asked of it, is more for administrators. Without a caller only the user with a username. */
export function listUsers(context: Context): Reply {
  const { store, user: caller, params } = context;
  if (caller === undefined && params.text("username") === undefined) throw forbidden("Not authorized to access /api/v4/users");
  const isAdministrator = caller?.is_admin === true;
  const filters = Object.entries(isAdministrator ? { ...FILTERS, ...OF_ADMINISTRATORS } : FILTERS);
  const asked = filters.filter(([name]) => (params.get(name) ?? null) !== null);
  const hasAttributes = customAttributeFilter(context);
  const isOfProvider = providerFilter(context);
  const matchingUsers = store.users
    .all()
    .filter((row) => isOfProvider(row) && asked.every(([name, filter]) => filter(row, params.get(name) ?? null, context)))
    .filter((candidate) => hasAttributes({ kind: "user", id: candidate.id }));
  const show = (shownUser: User): Json => (isAdministrator ? wholeUser(context, shownUser) : basicUser(context, shownUser));
  const sorted = isAdministrator ? inOrder(context, matchingUsers) : matchingUsers.toReversed();
  return wantsKeyset(context) ? pageByCursor(sorted, context, placeIn(sorted), show) : page(sorted, context, show);
}

/** Where each stands in a list that is in order already. */
function placeIn(sorted: readonly User[]): (user: User) => readonly [string, number] {
  const places = new Map(sorted.map((user, place) => [user.id, place]));
  return ({ id }) => ["", places.get(id) ?? 0];
}

function inOrder({ params }: Context, users: readonly User[]): User[] {
  const column = params.text("order_by") ?? "id";
  const sign = params.text("sort") === "asc" ? 1 : -1;
  const of = (user: User): string => (column === "name" ? user.name : column === "username" ? user.username : user.created_at);
  return users.toSorted((a, b) => sign * ((column === "id" ? 0 : compare(of(a), of(b))) || a.id - b.id));
}

function providerFilter({ params, user }: Context): (candidate: User) => boolean {
  const [provider, extern_uid] = [params.text("provider"), params.text("extern_uid")];
  if (provider === undefined && extern_uid === undefined) return () => true;
  if (provider === undefined || extern_uid === undefined)
    throw badParameters("extern_uid, provider provide all or none of parameters");
  if (user?.is_admin !== true) throw forbidden();
  return ({ identities = [] }) => identities.some((row) => row.provider === provider && row.extern_uid === extern_uid);
}

/** The user whose number a place of the path has. Throws `404 User Not Found`. */
export function findUser(context: Context, place = "id"): User {
  return findRow(context, context.store.users, place, "User");
}

/** True for a private profile that is not the caller's own and that the caller does not administer. */
export function isHiddenFrom({ user: caller }: Context, { id, private_profile }: User): boolean {
  return private_profile && caller?.is_admin !== true && caller?.id !== id;
}
