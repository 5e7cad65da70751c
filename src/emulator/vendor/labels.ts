import { requireLevel, requireUser, isProject, LEVEL } from "../access.js";
import { badParameters, badRequest, conflict, invalid, notFound } from "../errors.js";
import type { Json } from "../json.js";
import { page } from "../pages.js";
import { labelTable } from "../records/work-items.js";
import type { Home, Label } from "../records/work-items.js";
import { created, noContent, ok } from "../replies.js";
import type { Reply } from "../replies.js";
import { textOf } from "../row/text.js";
import type { Context } from "../section.js";
import { groupsBelow } from "../sections/groups/lists.js";
import type { VendorOperation } from "../vendor-operations.js";
import type { VendorSection } from "../vendor-section.js";
import { colorOf, textColorOn } from "./planning/colors.js";
import { PLACES, homesAbove, plannedPlace, seenPlace } from "./planning/homes.js";
import type { Place, PlaceKind } from "./planning/homes.js";
import { labelSubscriptionTable, labelsIn, presentLabel, relabel, subscriptionOf } from "./planning/label-entity.js";

/** Labels of projects and groups (the reference of real servers, kinds, section 1). Issues and merge requests have them by id. */
export default {
  operations: {
    ...Object.fromEntries(PLACES.flatMap((kind) => Object.entries(operationsOf(kind)))),
    "PUT /projects/{id}/labels/promote": { handler: promote },
    "PUT /projects/{id}/labels/{name}/promote": { handler: promote },
  },
} satisfies VendorSection;

function operationsOf(kind: PlaceKind): Record<string, VendorOperation> {
  const at = `/${kind}s/{id}/labels`;
  return {
    [`GET ${at}`]: { caller: "anyone", handler: (context) => list(context, seenPlace(context, kind)) },
    [`POST ${at}`]: { handler: (context) => create(context, plannedPlace(context, kind)) },
    [`PUT ${at}`]: { handler: (context) => update(context, plannedPlace(context, kind)) },
    [`DELETE ${at}`]: { handler: (context) => remove(context, plannedPlace(context, kind)) },
    [`GET ${at}/{name}`]: {
      caller: "anyone",
      handler: (context) => {
        const place = seenPlace(context, kind);
        return ok(presentLabel(context, place, find(context, available(context, place), "name")));
      },
    },
    [`PUT ${at}/{name}`]: { handler: (context) => update(context, plannedPlace(context, kind)) },
    [`DELETE ${at}/{name}`]: { handler: (context) => remove(context, plannedPlace(context, kind)) },
    [`POST ${at}/{subscribable_id}/subscribe`]: { handler: (context) => subscribe(context, seenPlace(context, kind), true) },
    [`POST ${at}/{subscribable_id}/unsubscribe`]: { handler: (context) => subscribe(context, seenPlace(context, kind), false) },
  };
}

/** Labels that a place has or has from above; of a group also those of what is below, where that is asked for. */
function available(context: Context, place: Place): Label[] {
  const { store, params } = context;
  const homes: Home[] = [place.home];
  if (params.get("include_ancestor_groups") !== false) homes.push(...homesAbove(store, place));
  if (isProject(place.thing)) return labelsIn(store, homes);
  const below = groupsBelow(store, place.thing.id);
  if (params.get("include_descendant_groups") === true) homes.push(...below.map(({ id }): Home => ({ kind: "group", id })));
  if (params.get("only_group_labels") === false)
    homes.push(...[place.thing, ...below].flatMap(({ id }) => store.projects.where("namespace", id).map(ofProject)));
  return labelsIn(store, homes);
}

const ofProject = ({ id }: { readonly id: number }): Home => ({ kind: "project", id });

function list(context: Context, place: Place): Reply {
  const { params } = context;
  const search = params.text("search")?.toLowerCase() ?? "";
  const archived = params.get("archived");
  const found = available(context, place).filter(
    (label) =>
      `${label.name}\n${label.description ?? ""}`.toLowerCase().includes(search) &&
      (typeof archived !== "boolean" || (label.archived ?? false) === archived),
  );
  return page(found, context, (label) => presentLabel(context, place, label));
}

/** The label that a parameter names, by its id or its name. */
function find({ params }: Context, labels: readonly Label[], parameter: string): Label {
  const name = textOf(params.get(parameter));
  const found = labels.find(({ id }) => String(id) === name) ?? labels.find((label) => label.name === name);
  if (found === undefined) throw notFound("Label");
  return found;
}

/** The place's own label that a path names, or in the old form `label_id` or `name`. */
function findOwn(context: Context, place: Place): Label {
  const { store, params } = context;
  const names = ["label_id", "name"].filter((name) => (params.get(name) ?? null) !== null);
  const [name] = names;
  if (name === undefined) throw badParameters("label_id, name are missing, exactly one parameter must be provided");
  if (names.length > 1) throw badParameters("label_id, name are mutually exclusive");
  return find(context, labelsIn(store, [place.home]), name);
}

function create(context: Context, place: Place): Reply {
  const { store, params } = context;
  const name = params.requiredText("name").trim();
  const known = labelsIn(store, [place.home, ...homesAbove(store, place)]);
  if (known.some((label) => label.name === name)) throw conflict("Label already exists");
  const { title, ...columns } = checked(store, place, { title: name, ...sent(context) });
  const label = store.of(labelTable).insert({
    home: place.home,
    color: "#6699CC",
    text_color: "#FFFFFF",
    description: null,
    ...columns,
    name: title ?? name,
    priority: isProject(place.thing) ? (params.number("priority") ?? null) : null,
  });
  return created(presentLabel(context, place, label));
}

interface Sent {
  readonly title?: string;
  readonly color?: string;
  readonly description?: string | null;
  readonly archived?: boolean;
}

function sent({ params }: Context): Sent {
  const [color, archived] = [params.text("color"), params.flag("archived")];
  return {
    ...(color === undefined ? {} : { color }),
    ...(params.has("description") ? { description: params.text("description") ?? null } : {}),
    ...(archived === undefined ? {} : { archived }),
  };
}

const LONGEST_TITLE = 255;

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

function update(context: Context, place: Place): Reply {
  const { store, params } = context;
  const changes = ["new_name", "color", "description", ...(isProject(place.thing) ? ["priority"] : []), "archived"];
  const label = findOwn(context, place);
  if (!changes.some((name) => params.has(name)))
    throw badParameters(`${changes.join(", ")} are missing, at least one parameter must be provided`);
  const renamed = params.text("new_name");
  const wanted = { ...(renamed === undefined ? {} : { title: renamed.trim() }), ...sent(context) };
  const { title, ...columns } = checked(store, place, wanted, label);
  const after = store.of(labelTable).update(label.id, {
    ...columns,
    ...(title === undefined ? {} : { name: title }),
    ...(isProject(place.thing) && params.has("priority") ? { priority: params.number("priority") ?? null } : {}),
  });
  return ok(presentLabel(context, place, after));
}

/** A label that goes is taken off what has it. */
function remove(context: Context, place: Place): Reply {
  const label = findOwn(context, place);
  relabel(context.store, new Set([label.id]));
  forget(context.store, label);
  return noContent();
}

function forget(store: Context["store"], { id }: Label): void {
  store.of(labelTable).delete(id);
  store.forget({ kind: labelTable.name, id });
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

/** The label becomes the group's, in the place of those of its name in all projects of the group. */
function promote(context: Context): Reply {
  const place = plannedPlace(context, "project");
  const { store } = context;
  const group = isProject(place.thing) ? store.groups.get(place.thing.namespace_id) : undefined;
  if (group === undefined) throw badRequest("Failed to promote project label to group label");
  requireLevel(context, group, LEVEL.reporter);
  const label = find(context, labelsIn(store, [place.home]), "name");
  const above: Place = { thing: group, home: { kind: "group", id: group.id } };
  const projects = [group, ...groupsBelow(store, group.id)].flatMap(({ id }) => store.projects.where("namespace", id));
  const merged = labelsIn(store, projects.map(ofProject)).filter(({ name }) => name === label.name);
  const { id: _, ...columns } = label;
  const known = labelsIn(store, [above.home]).find(({ name }) => name === label.name);
  const promoted = known ?? store.of(labelTable).insert({ ...columns, home: above.home, priority: null });
  relabel(store, new Set(merged.map(({ id }) => id)), promoted);
  for (const one of merged) forget(store, one);
  const body: Json = presentLabel(context, above, promoted);
  return ok(body);
}
