import { LEVEL, LEVEL_NAMES, groupFor, isProject } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { compare } from "../../core/order.js";
import { presentUser } from "../../core/people.js";
import type { Group, GroupOrProject, Json, Member, User } from "../../core/records.js";
import { type Reply, badRequest, noContent, notFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { groupsBelow, projectsIn } from "../groups/reach.js";
import { numbered } from "../issue-links/records.js";
import { directMembers } from "../members/records.js";
import { fullName } from "../namespaces/records.js";
import { presentSimple } from "../projects/present.js";
import { usesSeat } from "../users/present.js";

const at = "/groups/{id}/billable_members";

/** A membership, where it is, and whether it comes through a share. */
interface Seat {
  readonly member: Member;
  readonly holder: GroupOrProject;
  readonly kind: "own" | "shared";
}

/** Who takes a seat by being in a top-level group or in anything below it. Nobody waits for one: the emulator counts none. */
export default {
  operations: {
    [`GET ${at}`]: owned(list),
    [`GET ${at}/{user_id}/memberships`]: owned((context, group) => memberships(context, group, "own")),
    [`GET ${at}/{user_id}/indirect`]: owned((context, group) => memberships(context, group, "shared")),
    [`DELETE ${at}/{user_id}`]: owned(remove),
    "GET /groups/{id}/pending_members": owned((context) => page([], context, () => null)),
    "POST /groups/{id}/members/approve_all": owned(noContent),
    "PUT /groups/{id}/members/{member_id}/approve": owned(() => {
      throw notFound();
    }),
  },
} satisfies Resource;

/** For owners of top-level groups alone. */
function owned(handler: (context: Context, group: Group) => Reply): OperationDeclaration {
  return {
    tier: "premium",
    parameters: numbered("user_id", "member_id"),
    handler: (context) => {
      const group = groupFor(context, LEVEL.owner);
      if (group.parent_id !== null) throw badRequest("400 Bad request");
      return handler(context, group);
    },
  };
}

function seatsIn({ store }: Context, group: Group): Seat[] {
  const groups = [group, ...groupsBelow(store, group.id)];
  const projects = projectsIn(store, group);
  const seats = [...groups, ...projects].flatMap((holder) =>
    directMembers(store, holder).map((member): Seat => ({ member, holder, kind: "own" })),
  );
  const partners = [
    ...groups.flatMap(({ id }) => store.groupShares.where("group", id).map((share) => share.shared_with_group_id)),
    ...projects.flatMap(({ id }) => store.projectShares.where("project", id).map((share) => share.group_id)),
  ];
  const invited = [...new Set(partners)].flatMap((id) => {
    const holder = store.groups.get(id);
    return holder === undefined ? [] : directMembers(store, holder).map((member): Seat => ({ member, holder, kind: "shared" }));
  });
  return [...seats, ...invited];
}

function list(context: Context, group: Group): Reply {
  const { store, params } = context;
  const seats = seatsIn(context, group);
  const search = params.text("search")?.toLowerCase() ?? "";
  const users = [...new Set(seats.map(({ member }) => member.user_id))]
    .flatMap((id) => store.users.get(id) ?? [])
    .filter((user) => user.bot === undefined && user.state === "active" && usesSeat(context, user))
    .filter(({ name, username, email }) => `${name}\n${username}\n${email}`.toLowerCase().includes(search));
  return page(inOrder(context, users, seats), context, (user) => present(context, group, user, seats));
}

function inOrder({ params }: Context, users: readonly User[], seats: readonly Seat[]): User[] {
  const level = ({ id }: User): number =>
    Math.max(...seats.filter(({ member }) => member.user_id === id).map(({ member }) => member.access_level));
  const joined = ({ id }: User): string =>
    seats
      .filter(({ member }) => member.user_id === id)
      .map(({ member }) => member.created_at)
      .toSorted()[0] ?? "";
  const orders: Readonly<Record<string, (a: User, b: User) => number>> = {
    access_level_asc: (a, b) => level(a) - level(b),
    access_level_desc: (a, b) => level(b) - level(a),
    last_joined: (a, b) => compare(joined(b), joined(a)),
    oldest_joined: (a, b) => compare(joined(a), joined(b)),
    name_desc: (a, b) => compare(b.name, a.name),
  };
  const order = orders[params.text("sort") ?? ""] ?? ((a: User, b: User): number => compare(a.name, b.name));
  return users.toSorted((a, b) => order(a, b) || a.id - b.id);
}

function present(context: Context, group: Group, user: User, seats: readonly Seat[]): Record<string, Json> {
  const ownSeats = seats.filter(({ member }) => member.user_id === user.id);
  const direct = ownSeats.find(({ kind }) => kind === "own") ?? ownSeats[0];
  const place = direct === undefined || !isProject(direct.holder) ? "group" : "project";
  return {
    ...presentUser(context, user),
    email: context.user?.is_admin === true ? user.email : null,
    last_activity_on: user.attributes?.["last_activity_on"] ?? null,
    membership_type: `${place}_${direct?.kind === "shared" ? "invite" : "member"}`,
    removable: direct?.kind === "own",
    is_last_owner: isLastOwner(context, group, user),
    created_at: user.created_at,
    last_login_at: user.attributes?.["last_sign_in_at"] ?? null,
  };
}

function userHere({ store, params }: Context, seats: readonly Seat[]): User {
  const user = store.users.get(params.requiredNumber("user_id"));
  if (user === undefined || !seats.some(({ member }) => member.user_id === user.id)) throw notFound("User");
  return user;
}

function memberships(context: Context, group: Group, kind: Seat["kind"]): Reply {
  const { store, instance } = context;
  const seats = seatsIn(context, group);
  const user = userHere(context, seats);
  const matchingSeats = seats.filter((seat) => seat.member.user_id === user.id && seat.kind === kind);
  return page(matchingSeats, context, ({ member, holder }) => ({
    id: member.id,
    source_id: holder.id,
    source_full_name: isProject(holder)
      ? (presentSimple(context, holder)["name_with_namespace"] ?? null)
      : fullName(store, holder),
    source_members_url: isProject(holder)
      ? `${instance.url}/${holder.path_with_namespace}/-/project_members`
      : `${instance.url}/groups/${holder.full_path}/-/group_members`,
    created_at: member.created_at,
    expires_at: member.expires_at,
    access_level: {
      string_value: LEVEL_NAMES[member.access_level] ?? null,
      integer_value: member.access_level,
      custom_role: null,
    },
  }));
}

function isLastOwner({ store }: Context, group: Group, { id }: User): boolean {
  const owners = directMembers(store, group).filter(({ access_level }) => access_level >= LEVEL.owner);
  return owners.length === 1 && owners[0]?.user_id === id;
}

/** Takes somebody out of the group and all below it. Who is the last owner stays. */
function remove(context: Context, group: Group): Reply {
  const { store } = context;
  const seats = seatsIn(context, group).filter(({ kind }) => kind === "own");
  const user = userHere(context, seats);
  if (isLastOwner(context, group, user)) throw badRequest("The last owner cannot be removed from a group");
  for (const { member } of seats) if (member.user_id === user.id) store.members.delete(member.id);
  return noContent();
}
