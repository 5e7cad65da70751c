import { randomBytes } from "node:crypto";
import { requireUser, userNamed } from "../../core/access.js";
import { type Context, checkLimits } from "../../core/context.js";
import { instanceSetting } from "../../core/instance-settings.js";
import type { Attributes, Json, User, UserIdentity } from "../../core/records.js";
import { badParameters, conflict, invalid } from "../../core/replies.js";
import { acceptInvitations } from "../members/records.js";
import { sentAvatar } from "../uploads/files.js";
import { checkPassword, setSignIn } from "./passwords.js";
import { emailTable } from "./present.js";

/** Parameters that are no attributes of the user, or have a place of their own in it. */
const APART = new Set([
  "id",
  "email",
  "password",
  "reset_password",
  "force_random_password",
  "skip_confirmation",
  "skip_reconfirmation",
  "name",
  "username",
  "admin",
  "private_profile",
  "provider",
  "extern_uid",
  "group_id_for_saml",
  "avatar",
  "page",
  "per_page",
]);

/** POST /users. Throws 409 for an address or name that is taken. */
export function createUser(context: Context): User {
  const { store, params } = context;
  const caller = requireUser(context);
  const password = wantedPassword(context);
  checkLimits(context);
  const draft = {
    name: params.requiredText("name"),
    username: params.requiredText("username"),
    email: params.requiredText("email"),
  };
  refuseTaken(context, draft, undefined);
  refuseWrong(context, { ...draft, password: params.text("password") });
  const created_at = new Date().toISOString();
  const user = store.users.insert({
    ...draft,
    state: "active",
    is_admin: params.flag("admin") === true,
    private_profile: params.flag("private_profile") ?? instanceSetting(store, "user_defaults_to_private_profile") === true,
    namespace_id: store.groups.allocate(),
    created_at,
    created_by_id: caller.id,
    identities: identitiesAfter(context, []),
    attributes: { ...attributesAtBirth(context, created_at), ...sentAttributes(context) },
  });
  setSignIn(context, user, { password });
  if (user.attributes?.["confirmed_at"] !== null) acceptInvitations(store, user);
  return setAvatar(context, user);
}

/** PUT /users/:id. */
export function updateUser(context: Context, before: User): User {
  const { store, params } = context;
  checkLimits(context);
  const draft = {
    name: params.text("name") ?? before.name,
    username: params.text("username") ?? before.username,
    email: params.text("email") ?? before.email,
  };
  refuseTaken(context, draft, before);
  const password = params.text("password");
  refuseWrong(context, { ...draft, password });
  if (password !== undefined) setSignIn(context, before, { password });
  const user = store.users.update(before.id, {
    ...draft,
    is_admin: params.flag("admin") ?? before.is_admin,
    private_profile: params.flag("private_profile") ?? before.private_profile,
    identities: identitiesAfter(context, before.identities ?? []),
    attributes: { ...before.attributes, ...sentAttributes(context) },
  });
  if (user.username !== before.username) moveProjects(context, user, before.username);
  return setAvatar(context, user);
}

/** PUT /user/avatar, and what a creation or change sends. */
export function setAvatar(context: Context, user: User): User {
  const avatar = sentAvatar(context, `user/avatar/${user.id}`, user.avatar ?? null);
  return avatar === undefined ? user : context.store.users.update(user.id, { avatar });
}

/** A password of the request, else a random one where that is asked for; one that is to be reset is nobody's. */
function wantedPassword({ params }: Context): string | null {
  const ways = ["password", "reset_password", "force_random_password"] as const;
  if (!ways.some((name) => params.has(name)))
    throw badParameters(`${ways.join(", ")} are missing, at least one parameter must be provided`);
  const isRandom = params.flag("force_random_password") === true || params.flag("reset_password") === true;
  return isRandom ? randomBytes(24).toString("base64url") : (params.text("password") ?? null);
}

function refuseTaken({ store }: Context, { username, email }: Pick<User, "username" | "email">, self: User | undefined): void {
  const address = email.toLowerCase();
  const isOther = (id: number): boolean => id !== self?.id;
  const hasIt = store.users.all().some((user) => user.email.toLowerCase() === address && isOther(user.id));
  const isFurther = store
    .of(emailTable)
    .all()
    .some((candidate) => candidate["email"] === address && isOther(candidate.home.id));
  if (hasIt || isFurther) throw conflict("Email has already been taken");
  const named = userNamed(store, username);
  if (named !== undefined && isOther(named.id)) throw conflict("Username has already been taken");
}

const USERNAME = /^(?!-)[a-zA-Z0-9_.-]+(?<!\.|\.git|\.atom)$/;

function refuseWrong(
  { store }: Context,
  { name, username, email, password }: Pick<User, "name" | "username" | "email"> & { password: string | undefined },
): void {
  const wrong: Record<string, string[]> = {};
  const add = (key: string, text: string): unknown => (wrong[key] ??= []).push(text);
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) add("email", "is invalid");
  if (name.trim() === "") add("name", "can't be blank");
  if (Array.from(name).length > 255) add("name", "is too long (maximum is 255 characters)");
  if (username === "") add("username", "can't be blank");
  else if (!USERNAME.test(username))
    add(
      "username",
      "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
    );
  else if (username.length > 255) add("username", "is too long (maximum is 255 characters)");
  else if (store.groups.first("full_path", username.toLowerCase()) !== undefined) add("username", "has already been taken");
  for (const text of password === undefined ? [] : checkPassword(store, password, { name, username, email }))
    add("password", text);
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

function sentAttributes({ params }: Context): Attributes {
  return Object.fromEntries(Object.entries(params.sent()).filter(([name]) => !APART.has(name)));
}

/** What a new user has that nobody sent. An address counts as confirmed where the instance asks for no confirmation. */
function attributesAtBirth({ store, params }: Context, created_at: string): Attributes {
  const asks = instanceSetting(store, "email_confirmation_setting") ?? "off";
  const isConfirmed = asks === "off" || params.flag("skip_confirmation") === true;
  const external: Json = instanceSetting(store, "user_default_external") === true;
  return {
    confirmed_at: isConfirmed ? created_at : null,
    external,
    projects_limit: instanceSetting(store, "default_projects_limit"),
  };
}

/** Who vouches for the user, with the provider of the request; one user has one identity of a provider. */
function identitiesAfter({ params }: Context, before: readonly UserIdentity[]): readonly UserIdentity[] {
  const [provider, extern_uid] = [params.text("provider"), params.text("extern_uid")];
  if (provider === undefined || extern_uid === undefined) return before;
  const others = before.filter((userIdentity) => userIdentity.provider !== provider);
  return [...others, { provider, extern_uid, saml_provider_id: params.number("group_id_for_saml") ?? null }];
}

/** Projects of a user lie below the username. */
function moveProjects({ store }: Context, user: User, from: string): void {
  for (const project of store.projects.where("namespace", user.namespace_id))
    store.projects.update(project.id, { path_with_namespace: user.username + project.path_with_namespace.slice(from.length) });
}
