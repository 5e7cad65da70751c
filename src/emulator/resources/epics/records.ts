import type { Context } from "../../core/context.js";
import { nextInternalId } from "../../core/internal-ids.js";
import { given } from "../../core/records.js";
import { invalid, notFound } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { colorOf, labelsIn } from "../labels/present.js";
import { type Place, homesAbove } from "../milestones/records.js";
import { type Epic, epicTable, labelTable } from "../work-items/records.js";
import { namesSent } from "../work-items/sent.js";
import { seesEpic } from "./lists.js";

/** The next number of an epic in its group. */
export function nextEpicNumber(store: Store, groupId: number): number {
  const numbers = (): number[] =>
    store
      .of(epicTable)
      .where("group", groupId)
      .map(({ iid }) => iid);
  return nextInternalId(store, "epic", { kind: "group", id: groupId }, () => Math.max(0, ...numbers()));
}

/** Attributes of an epic that are about to be stored. */
export type EpicDraft = Partial<Omit<Epic, "id" | "iid" | "group_id">>;

const LONGEST_TITLE = 255;

const DATES = ["start_date_fixed", "due_date_fixed"] as const;

const OLD_DATES = { start_date_fixed: "start_date", due_date_fixed: "end_date" } as const;

/** What was sent of an epic. Throws 400 for what is wrong. */
export function epicSent(context: Context, place: Place, before?: Epic): EpicDraft {
  const { params, user } = context;
  const [title, color] = [params.text("title"), params.text("color")];
  const wrong: Record<string, string[]> = {};
  if (title?.trim() === "") wrong["title"] = ["can't be blank"];
  if (title !== undefined && Array.from(title).length > LONGEST_TITLE)
    wrong["title"] = [`is too long (maximum is ${LONGEST_TITLE} characters)`];
  const kept = color === undefined ? undefined : colorOf(color);
  if (color !== undefined && kept === undefined) wrong["color"] = ["must be a valid color code"];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const dates = DATES.flatMap((name) => {
    const from = params.has(name) ? name : OLD_DATES[name];
    return params.has(from) ? [[name, dayOf(params.text(from) ?? "")] as const] : [];
  });
  const at = params.text("created_at");
  return {
    ...(params.has("description") ? { description: params.text("description") ?? "" } : {}),
    ...given({
      title,
      color: kept,
      confidential: params.flag("confidential"),
      start_date_is_fixed: params.flag("start_date_is_fixed"),
      due_date_is_fixed: params.flag("due_date_is_fixed"),
    }),
    ...Object.fromEntries(dates),
    ...(params.has("parent_id") ? { parent_id: parentSent(context, before) } : {}),
    ...labelsSent(context, place, before?.label_ids ?? []),
    ...(before === undefined && at !== undefined && user?.is_admin === true ? { created_at: new Date(at).toISOString() } : {}),
  };
}

const dayOf = (text: string): string | null => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null;

function parentSent(context: Context, before: Epic | undefined): number | null {
  const id = context.params.number("parent_id");
  if (id === undefined) return null;
  const parent = context.store.of(epicTable).get(id);
  if (parent === undefined || !seesEpic(context, parent)) throw notFound("Parent epic");
  if (before !== undefined && isWithin(context, parent, before)) throw invalid({ parent: ["cannot be an epic of its own"] });
  return id;
}

/** True when an epic is another, or a part of it at any depth. */
export function isWithin({ store }: Context, epic: Epic, other: Epic): boolean {
  const seen = new Set<number>();
  for (let ancestor: Epic | undefined = epic; ancestor !== undefined && !seen.has(ancestor.id);) {
    if (ancestor.id === other.id) return true;
    seen.add(ancestor.id);
    ancestor = (ancestor.parent_id ?? null) === null ? undefined : store.of(epicTable).get(ancestor.parent_id ?? 0);
  }
  return false;
}

/** `labels` replaces; `add_labels` and `remove_labels` change. Labels that are new are the group's. */
function labelsSent(context: Context, place: Place, before: readonly number[]): Pick<EpicDraft, "label_ids"> {
  const { store, params } = context;
  const names = (parameter: string): string[] | undefined => namesSent(context, parameter);
  const [all, added = [], removed = []] = [names("labels"), names("add_labels"), names("remove_labels")];
  if (all === undefined && !params.has("add_labels") && !params.has("remove_labels")) return {};
  const known = labelsIn(store, [place.home, ...homesAbove(store, place)]);
  const idOf = (name: string): number =>
    known.find((label) => label.name === name)?.id ??
    store.of(labelTable).insert({
      home: place.home,
      name,
      color: "#6699CC",
      text_color: "#FFFFFF",
      description: null,
      priority: null,
    }).id;
  const gone = new Set(known.filter(({ name }) => removed.includes(name)).map(({ id }) => id));
  const kept = [...(all?.map(idOf) ?? before), ...added.map(idOf)].filter((id) => !gone.has(id));
  return { label_ids: [...new Set(kept)] };
}
