import { isProject, requireUser } from "../../core/access.js";
import { changeEntry, removeEntry } from "../../core/collection/columns.js";
import { entriesIn, textOf } from "../../core/collection/homes.js";
import { presentEntry } from "../../core/collection/lists.js";
import { type Collection, type Columns, type Entry, type EntryHome, asEntries, collection } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { given } from "../../core/records.js";
import { type Reply, badParameters, conflict, created, invalid, noContent, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import {
  PLACES,
  type Place,
  type PlaceKind,
  homesAbove,
  homesBelow,
  placeAt,
  plannedPlace,
  promotionOf,
  seenPlace,
} from "../milestones/records.js";
import { type Home, type Label, labelTable } from "../work-items/records.js";
import { colorOf, labelSubscriptionTable, labelsIn, presentLabel, relabel, subscriptionOf, textColorOn } from "./present.js";

const LONGEST_TITLE = 255;

const labels: Collection = collection("labels", {
  at: ["/projects/{id}", "/groups/{id}"],
  table: asEntries(labelTable),
  write: "planner",
  key: ["id", "name"],
  called: "Label",
  settle: settled,
  present: (context, entry) => presentLabel(context, placeAt(context.store, entry.home), labelOf(context, entry)),
  handlers: { list, read },
  after: { removed: ({ store }, { id }) => relabel(store, new Set([id])) },
});

interface Sent {
  readonly title?: string;
  readonly color?: string;
  readonly description?: string | null;
  readonly archived?: boolean;
}

/** Labels of projects and groups (the reference of real servers, kinds, section 1). Issues and merge requests have them by id. */
export default {
  operations: {
    ...Object.fromEntries(PLACES.flatMap((kind) => Object.entries(operationsOf(kind)))),
    "PUT /projects/{id}/labels/promote": promote,
    "PUT /projects/{id}/labels/{name}/promote": promote,
  },
  collections: [labels],
} satisfies Resource;

/** The old forms of changes, and subscriptions, which whoever sees a label has, also to one from above. */
function operationsOf(kind: PlaceKind): Record<string, OperationDeclaration> {
  const at = `/${kind}s/{id}/labels`;
  return {
    [`PUT ${at}`]: {
      handler: (context) =>
        ok(presentEntry(context, labels, changeEntry(context, labels, named(context, kind), ["id"]), "single")),
    },
    [`DELETE ${at}`]: {
      handler: (context) => {
        removeEntry(context, labels, named(context, kind));
        return noContent();
      },
    },
    [`POST ${at}/{subscribable_id}/subscribe`]: { handler: (context) => subscribe(context, seenPlace(context, kind), true) },
    [`POST ${at}/{subscribable_id}/unsubscribe`]: { handler: (context) => subscribe(context, seenPlace(context, kind), false) },
  };
}

function labelOf({ store }: Context, { id }: Entry): Label {
  return orNotFound(store.of(labelTable).get(id), "Label");
}

/** The place's own label that the old forms name by `label_id` or `name`. */
function named(context: Context, kind: PlaceKind): Entry {
  const { params } = context;
  const { home } = plannedPlace(context, kind);
  const names = ["label_id", "name"].filter((name) => (params.get(name) ?? null) !== null);
  const [name] = names;
  if (name === undefined) throw badParameters("label_id, name are missing, exactly one parameter must be provided");
  if (names.length > 1) throw badParameters("label_id, name are mutually exclusive");
  return find(context, entriesIn(context, labels, home), name);
}

/** Labels that a place has or has from above; of a group also those of what is below, where that is asked for. */
function available(context: Context, place: Place): Label[] {
  const { store, params } = context;
  const homes: Home[] = [place.home];
  if (params.get("include_ancestor_groups") !== false) homes.push(...homesAbove(store, place));
  if (isProject(place.thing)) return labelsIn(store, homes);
  const kinds = [
    ...(params.get("include_descendant_groups") === true ? ["group"] : []),
    ...(params.get("only_group_labels") === false ? ["project"] : []),
  ];
  homes.push(...homesBelow(store, place.thing).filter(({ kind }) => kinds.includes(kind)));
  return labelsIn(store, homes);
}

function read(context: Context, home: EntryHome): Reply {
  const place = placeAt(context.store, home);
  return ok(presentLabel(context, place, find(context, available(context, place), "name")));
}

function list(context: Context, home: EntryHome): Reply {
  const { params } = context;
  const place = placeAt(context.store, home);
  const search = params.text("search")?.toLowerCase() ?? "";
  const archived = params.get("archived");
  const matchingLabels = available(context, place).filter(
    (label) =>
      `${label.name}\n${label.description ?? ""}`.toLowerCase().includes(search) &&
      (typeof archived !== "boolean" || (label.archived ?? false) === archived),
  );
  return page(matchingLabels, context, (label) => presentLabel(context, place, label));
}

/** The label that a parameter names, by its id or its name. */
function find<T extends Label | Entry>({ params }: Context, labels: readonly T[], parameter: string): T {
  const name = textOf(params.get(parameter));
  return orNotFound(labels.find(({ id }) => String(id) === name) ?? labels.find((label) => label.name === name), "Label");
}

/** What a creation or a change stores. A name that the groups above have is taken, too: 409. */
function settled(context: Context, _: Columns, before: Entry | undefined, home: EntryHome): Columns {
  const { store, params } = context;
  const place = placeAt(store, home);
  const isOfProject = isProject(place.thing);
  const priority = isOfProject && params.has("priority") ? { priority: params.number("priority") ?? null } : {};
  if (before !== undefined) {
    const changes = ["new_name", "color", "description", ...(isOfProject ? ["priority"] : []), "archived"];
    if (!changes.some((name) => params.has(name)))
      throw badParameters(`${changes.join(", ")} are missing, at least one parameter must be provided`);
    const renamed = params.text("new_name");
    const wanted = { ...(renamed === undefined ? {} : { title: renamed.trim() }), ...sent(context) };
    const { title, ...columns } = checked(store, place, wanted, labelOf(context, before));
    return { ...columns, ...(title === undefined ? {} : { name: title }), ...priority };
  }
  const name = params.requiredText("name").trim();
  const known = labelsIn(store, [place.home, ...homesAbove(store, place)]);
  if (known.some((label) => label.name === name)) throw conflict("Label already exists");
  const { title = name, ...columns } = checked(store, place, { title: name, ...sent(context) });
  return { color: "#6699CC", text_color: "#FFFFFF", description: null, priority: null, ...columns, ...priority, name: title };
}

function sent({ params }: Context): Sent {
  return {
    ...given({ color: params.text("color"), archived: params.flag("archived") }),
    ...(params.has("description") ? { description: params.text("description") ?? null } : {}),
  };
}

/** What was sent, with the colour as it is kept. Throws 400 for what is wrong. */
function checked(store: Context["store"], place: Place, wanted: Sent, before?: Label): Sent & { readonly text_color?: string } {
  const { title, color } = wanted;
  const kept = color === undefined ? undefined : colorOf(color);
  const wrong: Record<string, string[]> = {};
  if (color !== undefined && kept === undefined) wrong["color"] = ["must be a valid color code"];
  if (title !== undefined) {
    const problems = [
      ...(title === "" ? ["can't be blank"] : []),
      ...(title === "" || title.includes(",") ? ["is invalid"] : []),
      ...(Array.from(title).length > LONGEST_TITLE ? [`is too long (maximum is ${LONGEST_TITLE} characters)`] : []),
      ...(labelsIn(store, [place.home]).some(({ id, name }) => name === title && id !== before?.id)
        ? ["has already been taken"]
        : []),
    ];
    if (problems.length > 0) wrong["title"] = problems;
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return { ...wanted, ...(kept === undefined ? {} : { color: kept, text_color: textColorOn(kept) }) };
}

/** 304 without a body where it is so already. */
function subscribe(context: Context, place: Place, wanted: boolean): Reply {
  const user = requireUser(context);
  const { store } = context;
  const label = find(context, available(context, place), "subscribable_id");
  const known = subscriptionOf(store, label, user.id);
  if ((known !== undefined) === wanted) return { status: 304 };
  if (known === undefined)
    store.of(labelSubscriptionTable).insert({ home: { kind: labelTable.name, id: label.id }, user_id: user.id } as const);
  else store.of(labelSubscriptionTable).delete(known.id);
  return created(presentLabel(context, place, label));
}

/** The label becomes the group's, in the place of those of its name. */
function promote(context: Context): Reply {
  const { store } = context;
  const { place, above, projects } = promotionOf(context, "Failed to promote project label to group label");
  const { id: _, ...columns } = find(context, labelsIn(store, [place.home]), "name");
  const isSame = ({ name }: Label): boolean => name === columns.name;
  const merged = labelsIn(store, projects).filter(isSame);
  const known = labelsIn(store, [above.home]).find(isSame);
  const promoted = known ?? store.of(labelTable).insert({ ...columns, home: above.home, priority: null });
  relabel(store, new Set(merged.map(({ id }) => id)), promoted);
  for (const { id } of merged) {
    store.of(labelTable).delete(id);
    store.forget({ kind: labelTable.name, id });
  }
  return ok(presentLabel(context, above, promoted));
}
