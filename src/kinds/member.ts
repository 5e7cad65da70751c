import { fold, pathsAbove } from "../core/address.js";
import type { ChangeInPlan, Turn } from "../core/behaviour.js";
import { append } from "../core/collections.js";
import { level, text } from "../core/fields.js";
import type { Spec } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { accessLevelName, accessLevels } from "../core/types/access-level.js";
import { customRole } from "./parts/custom-role.js";
import { collection } from "./parts/routes.js";

const members = (at: `/${string}`) => ({
  ...collection(at, "{member}"),
  // Without it, who leaves a group is taken out of all below it.
  delete: `DELETE ${at}/{member}?skip_subresources=true` as const,
});
const roles = ["guest", "planner", "reporter", "security_manager", "developer", "maintainer", "owner"] as const;
const fields = {
  access_level: level("Role of the member.", roles, { required: true, carried: true }),
  expires_at: text("Day on which the membership ends.", { nullable: true, format: "date", past: "refused", carried: true }),
  member_role: customRole({ carried: true, shown: "set" }),
};

/** In one place somebody becomes owner before an owner falls, and the user of the token comes last; a user who is to have less below a group has less in the group first. */
function turnsOf(changes: readonly ChangeInPlan[], user: string): readonly Turn[] {
  const byPlace = new Map<string, ChangeInPlan[]>();
  for (const change of changes) append(byPlace, fold(change.path), change);
  const inGroups = new Map(
    changes.filter(({ parent }) => parent === "group").map((change) => [placeOf(change.path, change), change]),
  );
  return [
    ...[...byPlace.values()].flatMap((list) => turnsOnOne(list, user)),
    ...changes.flatMap((change) => pathsAbove(change.path).flatMap((at) => turnsWith(change, inGroups.get(placeOf(at, change))))),
  ];
}

function placeOf(path: string, { key = "" }: ChangeInPlan): string {
  return JSON.stringify([fold(path), fold(key)]);
}

function turnsOnOne(list: readonly ChangeInPlan[], user: string): Turn[] {
  const [asker, others] = [true, false].map((isAsker) => list.filter(({ key = "" }) => (fold(key) === fold(user)) === isAsker));
  const newOwners = others?.filter(({ action, write }) => action !== "delete" && levelIn(write) === accessLevels.owner);
  const oldOwners = others?.filter((change) => falls(change) && levelIn(change.live) === accessLevels.owner);
  return [...inTurn(newOwners, oldOwners), ...inTurn(others, asker)];
}

/** All of the later ones after all of the earlier ones; what comes after the first of the later ones comes after those, too, so that turns stay few. */
function inTurn(earlier: readonly ChangeInPlan[] = [], [first, ...rest]: readonly ChangeInPlan[] = []): Turn[] {
  if (first === undefined || earlier.length === 0) return [];
  return [
    ...earlier.map((change) => ({ later: first, earlier: change })),
    ...rest.map((change) => ({ later: change, earlier: first })),
  ];
}

/** No level may be below the inherited one: less comes first in the group above. Otherwise the new place of a user comes first, or servers take the name out of rules. */
function turnsWith(change: ChangeInPlan, above: ChangeInPlan | undefined): Turn[] {
  if (above === undefined) return [];
  const [before, inherited] = [levelIn(change.live), levelIn(above.live)];
  if (change.action === "delete") {
    const given = levelIn(above.write);
    const isMadeUpFor = before !== undefined && given !== undefined && given >= before;
    return falls(above) ? [] : [{ later: change, earlier: above, ...(isMadeUpFor ? { isMadeUpFor } : {}) }];
  }
  if (!falls(above)) return [];
  const level = levelIn(change.write) ?? before;
  const isBelow = level === undefined || inherited === undefined || level < inherited;
  return [isBelow ? { later: change, earlier: above } : { later: above, earlier: change }];
}

/** True for a change that gives somebody less than before. */
function falls({ action, write, live }: ChangeInPlan): boolean {
  const [level, before] = [levelIn(write), levelIn(live)];
  return action === "delete" || (level !== undefined && before !== undefined && level < before);
}

function levelIn(spec: Spec = {}): number | undefined {
  const name = accessLevelName(spec["access_level"]);
  return name && accessLevels[name];
}

/** Direct members of groups and projects (the reference of real servers, members). */
export const member = defineKind({
  name: "member",
  title: "Member",
  description: "A user who is a member of a group or project itself, not of one above it.",
  source: "the reference of real servers, members",
  oddities: {
    "The user who creates a group becomes its owner.": "GitLab app/services/groups/create_service.rb",
    "The last owner of a group cannot be removed and cannot lose the owner role.": "GitLab app/policies/group_member_policy.rb",
    "trueup makes a new owner before it removes the old owner. Otherwise, it lowers roles before it raises roles.":
      "trueup test/e2e/hazards-member.test.ts",
    "trueup changes the user of the token last. This user stays a member even if no file declares the user.":
      "trueup test/e2e/hazards-member.test.ts",
    "If administrators must approve roles that use a seat, the server queues a new member until an administrator approves.":
      "GitLab doc/api/members.md",
    "No list shows a queued member. apply reports that the member may be waiting, and the next apply sends the request again.":
      null,
    "If a directory (LDAP) manages a member, trueup overrides the membership before a change. The plan reports the override.":
      "GitLab doc/api/members.md",
    "After an override, the directory no longer decides anything about the member.": "GitLab doc/api/members.md",
    "trueup finds a custom role by its name in the list of the instance. If the server refuses this list or the list lacks the name, trueup uses the list of the top-level group.":
      "GitLab doc/api/member_roles.md",
    "Hosted servers keep custom roles in the top-level group and show them to its owners.": "GitLab doc/api/member_roles.md",
    "The minimal access role needs a licence and a top-level group. Anywhere else, the server refuses this role.":
      "GitLab ee/app/models/ee/group.rb",
    "Bots of access tokens and service accounts stay members even if no file declares them. trueup recognizes these users by their names.":
      null,
    "The server refuses a role below the role that the user inherits from a group above.": "GitLab app/models/member.rb",
    "If roles would change, the plan reads the member list of the group directly above. One list is enough for all subgroups and projects of that group.":
      "GitLab app/models/member.rb",
  },
  weakens: { itself: "more", more: ["access_level"], other: ["member_role", "expires_at"] },
  dialect: "vendor",
  mistaken: { role: "access_level" },
  parents: {
    project: { file: "members", routes: members("/projects/{project}/members") },
    group: {
      file: "members",
      fields: {
        ...fields,
        access_level: level("Role of the member; minimal in a group at the top alone.", ["minimal", ...roles], {
          required: true,
          carried: true,
        }),
      },
      routes: members("/groups/{group}/members"),
    },
  },
  key: { description: "The user's name.", write: "user_id", target: "user", read: "username", caseless: true, fixed: true },
  short: "access_level",
  order: (changes, _nearby, user) => turnsOf(changes, user),
  fields,
  marks: ["override"],
  before: ({ action, parent, marks }) =>
    action === "update" && parent === "group" && marks["override"] === false
      ? {
          route: "POST /groups/{group}/members/{member}/override",
          warning: {
            rule: "override",
            message: "a directory (LDAP) gives this member: what it says is overridden first, and counts no more from then on",
          },
        }
      : undefined,
  keptUndeclared: { username: { like: "^(?:(?:project|group)_\\d+_bot|service_account_)" } },
  // A user is named by the number; the invitation's origin is for statistics.
  ignored: { username: "read-elsewhere", invite_source: "action" },
  example: { access_level: "developer", expires_at: "2030-01-31" },
  exampleKey: "bob",
});
