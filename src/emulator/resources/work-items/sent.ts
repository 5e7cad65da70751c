import { canSee, groupChain } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { Project } from "../../core/records.js";
import { homeKey, labelTable, milestoneTable } from "./records.js";

/** A label that is made because it is named. */
const NEW_LABEL = { color: "#6699cc", text_color: "#FFFFFF", description: null, priority: null } as const;

/** The time that a parameter says; undefined where it says none. */
export function timeSent({ params }: Context, name: string): string | undefined {
  const time = params.text(name) ?? "";
  return time === "" ? undefined : new Date(time).toISOString();
}

/** Of users by id those who see the project; without a licence one alone. */
export function peopleSeeing({ store, instance }: Context, project: Project, ids: readonly number[]): number[] {
  const users = [...new Set(ids)].flatMap((id) => store.users.get(id) ?? []);
  const allowed = users.filter((user) => canSee(store, user, project)).map(({ id }) => id);
  return exists(instance, { tier: "premium" }) ? allowed : allowed.slice(0, 1);
}

/** `assignee_ids`, or `assignee_id` for one. */
export function sentAssignees(context: Context, project: Project): { assignee_ids?: readonly number[] } {
  const single = context.params.number("assignee_id");
  const assignees = context.params.numbers("assignee_ids") ?? (single === undefined ? undefined : [single]);
  return assignees === undefined ? {} : { assignee_ids: peopleSeeing(context, project, assignees) };
}

/** `milestone_id`; one that the project does not know is none. */
export function sentMilestone({ params, store }: Context, project: Project): { milestone_id?: number | null } {
  if (!params.has("milestone_id")) return {};
  const milestone = store.of(milestoneTable).get(params.number("milestone_id") ?? 0);
  const isNear = milestone !== undefined && homesOf({ store }, project).includes(homeKey(milestone.home));
  return { milestone_id: isNear ? milestone.id : null };
}

/** `labels` replaces; `add_labels` and `remove_labels` change. Labels that are new are made. */
export function sentLabels(context: Context, project: Project, before: readonly number[]): { label_ids?: readonly number[] } {
  const names = (parameter: string): string[] | undefined => namesSent(context, parameter);
  const [all, added, removed] = [names("labels"), names("add_labels"), names("remove_labels")];
  if (all === undefined && added === undefined && removed === undefined) return {};
  const kept = all === undefined ? before : labelIds(context, project, all);
  const gone = new Set(labelIds(context, project, removed ?? [], false));
  return { label_ids: [...new Set([...kept, ...labelIds(context, project, added ?? [])])].filter((id) => !gone.has(id)) };
}

/** Names in a parameter, which are a list or parted by commas; undefined where it was not sent. */
export function namesSent({ params }: Context, parameter: string): string[] | undefined {
  const names = params.texts(parameter)?.flatMap((text) => text.split(",").map((name) => name.trim()));
  return names?.filter((name) => name !== "");
}

function labelIds({ store }: Context, project: Project, names: readonly string[], creates = true): number[] {
  const table = store.of(labelTable);
  const known = homesOf({ store }, project).flatMap((key) => table.where("home", key));
  return names.flatMap((name) => {
    const matchingLabel = known.find((label) => label.name === name);
    if (matchingLabel !== undefined || !creates) return matchingLabel?.id ?? [];
    return table.insert({ ...NEW_LABEL, home: { kind: "project", id: project.id }, name }).id;
  });
}

/** Keys of the project and of the groups above it, where its labels and milestones come from. */
export function homesOf({ store }: Pick<Context, "store">, project: Project): string[] {
  const groups = groupChain(store, project.namespace_id).map((id) => homeKey({ kind: "group", id }));
  return [homeKey({ kind: "project", id: project.id }), ...groups];
}
