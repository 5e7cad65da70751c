import { groupNamed, projectNamed, userNamed } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { type Reply, badRequest, created, noContent, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { defineTable } from "../../core/table.js";

/** A flag of development that an administrator has set: on for all, for a share of actors or of the time, for groups of actors, or for some of them. */
type Feature = {
  readonly id: number;
  readonly name: string;
  readonly boolean: boolean;
  readonly percentage_of_actors: number;
  readonly percentage_of_time: number;
  readonly actors: readonly string[];
  readonly groups: readonly string[];
};

const features = defineTable<Feature, "name">("features", { name: (feature) => feature.name });

const OFF = { boolean: false, percentage_of_actors: 0, percentage_of_time: 0, actors: [], groups: [] } as const;

/** Flags of development, the administrators' to set; nothing in the emulator goes by them. Their definitions stand in the sources of servers, and are null here. */
export default {
  operations: {
    "GET /features": {
      role: "administrator",
      handler: (context) => page(context.store.of(features).all(), context, present),
    },
    "POST /features/{name}": { role: "administrator", parameters: { value: { type: "string" } }, handler: set },
    "DELETE /features/{name}": {
      role: "administrator",
      handler: ({ store, params }) => {
        const feature = store.of(features).first("name", params.requiredText("name"));
        if (feature !== undefined) store.of(features).delete(feature.id);
        return noContent();
      },
    },
    "GET /geo_nodes": { role: "administrator", tier: "premium", handler: () => ok([]) },
    "GET /geo_nodes/status": { role: "administrator", tier: "premium", handler: () => ok([]) },
    "GET /geo_sites": { role: "administrator", tier: "premium", handler: () => ok([]) },
    "GET /geo_sites/status": { role: "administrator", tier: "premium", handler: () => ok([]) },
  },
} satisfies Resource;

function set(context: Context): Reply {
  const { store, params } = context;
  const name = params.requiredText("name");
  const before = store.of(features).first("name", name) ?? store.of(features).insert({ name, ...OFF });
  const value = params.requiredText("value");
  const [actors, group] = [actorsOf(context), params.text("feature_group") || undefined];
  const changed =
    actors.length > 0 || group !== undefined ? gated(before, actors, group, value) : whole(before, params.text("key"), value);
  return created(present(store.of(features).update(before.id, changed)));
}

/** For all: `true`, `false`, or a share in percent. */
function whole(before: Feature, key: string | undefined, value: string): Partial<Feature> {
  if (value === "true") return { ...OFF, boolean: true };
  if (value === "false") return OFF;
  const share = Number(value);
  if (!Number.isInteger(share) || share < 0 || share > 100) throw badRequest("value must be true, false or a number of percent");
  return { boolean: before.boolean, [key === "percentage_of_actors" ? key : "percentage_of_time"]: share };
}

/** For some actors, or a group of them. */
function gated(before: Feature, actors: readonly string[], group: string | undefined, value: string): Partial<Feature> {
  if (value !== "true" && value !== "false") throw badRequest("value must be true or false for actors");
  const changed = (set: readonly string[], names: readonly string[]): string[] => {
    const others = set.filter((name) => !names.includes(name));
    return value === "true" ? [...others, ...names] : others;
  };
  return { actors: changed(before.actors, actors), groups: changed(before.groups, group === undefined ? [] : [group]) };
}

/** The actors that are named, with commas between several. Throws 400 for one that is not there. */
function actorsOf({ store, params }: Context): string[] {
  const kinds = [
    ["user", "User", (name: string) => userNamed(store, name)],
    ["project", "Project", (name: string) => projectNamed(store, name)],
    ["group", "Group", (name: string) => groupNamed(store, name)],
    ["namespace", "Group", (name: string) => groupNamed(store, name)],
  ] as const;
  return kinds.flatMap(([parameter, type, find]) => {
    const names = (params.text(parameter) ?? "").split(",").filter((name) => name !== "");
    return names.map((name) => {
      const target = find(name.trim());
      if (target === undefined) throw badRequest(`${name.trim()} is not found!`);
      return `${type}:${target.id}`;
    });
  });
}

/** Gates as they are shown: all that say something, and the one for everybody. */
function present({ name, boolean, percentage_of_actors, percentage_of_time, actors, groups }: Feature): Json {
  const gates = [
    { key: "boolean", value: boolean },
    ...(actors.length > 0 ? [{ key: "actors", value: [...actors] }] : []),
    ...(percentage_of_actors > 0 ? [{ key: "percentage_of_actors", value: percentage_of_actors }] : []),
    ...(percentage_of_time > 0 ? [{ key: "percentage_of_time", value: percentage_of_time }] : []),
    ...(groups.length > 0 ? [{ key: "groups", value: [...groups] }] : []),
  ];
  const state = boolean ? "on" : gates.length > 1 ? "conditional" : "off";
  return { name, state, gates, definition: null };
}
