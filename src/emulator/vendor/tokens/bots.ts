import { randomBytes } from "node:crypto";
import type { Context } from "../../context.js";
import { sourceKey } from "../../records.js";
import type { Group, Project, Source, User } from "../../records.js";
import { sourceOf } from "../../sections/members/inherited.js";

/** What nobody stands behind gets as an address. */
export function noReply({ instance }: Pick<Context, "instance">, username: string): string {
  return `${username}@noreply.${new URL(instance.url).hostname}`;
}

/** Makes the user that a token of a project or group acts as. */
export function makeBot(context: Context, holder: Project | Group, name: string): User {
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
export function enroll({ store, user: caller }: Context, holder: Project | Group, user: User, access_level: number): void {
  const created_at = new Date().toISOString();
  store.members.insert({
    source: sourceOf(holder),
    user_id: user.id,
    access_level,
    expires_at: null,
    created_at,
    created_by_id: caller?.id ?? null,
  });
}

/** The users of the tokens of a project or group. */
export function botsOf({ store }: Pick<Context, "store">, holder: Project | Group): User[] {
  const members = store.members.where("source", sourceKey(sourceOf(holder)));
  return members.flatMap(({ user_id }) => {
    const user = store.users.get(user_id);
    return user?.bot === "project_bot" && isFor(user, sourceOf(holder)) ? [user] : [];
  });
}

function isFor({ provisioned_by }: User, source: Source): boolean {
  return provisioned_by?.kind === source.kind && provisioned_by.id === source.id;
}

/** The level of a bot where it belongs. */
export function levelOf({ store }: Pick<Context, "store">, holder: Project | Group, userId: number): number | null {
  return store.members.first("membership", sourceKey(sourceOf(holder), userId))?.access_level ?? null;
}
