import type { Api, FirstPage, ApiReply, WriteRequest } from "../../src/core/api.js";
import { flag, level, text } from "../../src/core/fields.js";
import { type Json, type JsonObject, textAt } from "../../src/core/json.js";
import { defineKind, type Kind, type Kinds, type Routes } from "../../src/core/kind.js";
import type { LiveInstance } from "../../src/engine/live/decide.js";
import { applicationSettings } from "../../src/kinds/application-settings.js";
import { directory } from "../../src/kinds/directory.js";
import { group } from "../../src/kinds/group.js";
import { project } from "../../src/kinds/project.js";

function routesUnder(holder: "group" | "project"): Routes {
  const at = `/${holder}s/{${holder}}/beacons` as const;
  return {
    list: `GET ${at}`,
    read: `GET ${at}/{key}`,
    create: `POST ${at}`,
    update: `PUT ${at}/{key}`,
    delete: `DELETE ${at}/{key}`,
  };
}

/** A made-up kind that hangs on groups and projects: what both have, with one attribute, a key and a tier of their own for those of groups. */
export const beacon = defineKind({
  name: "beacon",
  title: "Beacon",
  description: "A light that tells where something is.",
  source: "made up",
  parents: {
    project: { file: "beacons", routes: routesUnder("project") },
    group: {
      file: "beacons",
      routes: routesUnder("group"),
      key: { values: ["north", "south"] },
      fields: { inherited: flag("Whether it shines on what lies below.", { default: false }) },
      tier: "premium",
    },
  },
  key: { description: "Its name.", write: "name", read: "name" },
  fields: {
    colour: text("What it shines in.", { nullable: true }),
    keeper: level("Who looks after it.", ["developer", "maintainer"], { default: "maintainer" }),
  },
  example: { colour: "red" },
  exampleKey: "north",
});

/** A made-up kind of which the whole instance, groups and projects have one each. */
export const harbour = defineKind({
  name: "harbour",
  title: "Harbour",
  description: "Where all comes in.",
  source: "made up",
  parents: {
    instance: { file: "harbour", routes: { read: "GET /harbour", update: "PUT /harbour" } },
    group: { file: "harbour", routes: { read: "GET /groups/{group}/harbour", update: "PUT /groups/{group}/harbour" } },
    project: { file: "harbour", routes: { read: "GET /projects/{project}/harbour", update: "PUT /projects/{project}/harbour" } },
  },
  fields: { depth: text("How deep it is.", { nullable: true }) },
  example: { depth: "9 m" },
});

/** The settings of the instance, groups and projects, and what hangs on both. */
export const kinds: Kinds = new Map<string, Kind>(
  [applicationSettings, group, project, harbour, beacon].map((kind) => [kind.name, kind]),
);

/** Where a beacon of the coast stands: `groups/1/north`. */
type Beacons = Map<string, JsonObject>;

/** A platform in memory: a group acme (1) with a project acme/web (7), and their beacons. */
export class Coast implements Api {
  requests = 0;
  /** Method and path of every write. */
  readonly writes: string[] = [];
  readonly beacons: Beacons = new Map();
  readonly harbours = new Map<string, JsonObject>();
  private readonly groups: readonly JsonObject[] = [
    { id: 1, full_path: "acme", path: "acme", name: "Acme", visibility: "private" },
  ];
  private readonly projects: readonly JsonObject[] = [
    { id: 7, path_with_namespace: "acme/web", path: "web", name: "Web", visibility: "private" },
  ];

  async get(path: string): Promise<ApiReply> {
    this.requests++;
    return { status: 200, headers: {}, body: this.at(path) ?? {} };
  }

  async object(path: string): Promise<JsonObject> {
    this.requests++;
    return this.at(path) ?? {};
  }

  async find(path: string): Promise<JsonObject | undefined> {
    this.requests++;
    return this.at(path);
  }

  async findOrNull(path: string): Promise<JsonObject | undefined> {
    return this.find(path);
  }

  async list(path: string): Promise<readonly JsonObject[]> {
    this.requests++;
    const holder = /^\/((?:groups|projects)\/\d+)\/beacons$/.exec(path)?.[1];
    if (holder !== undefined) return [...this.beacons].flatMap(([at, one]) => (at.startsWith(`${holder}/`) ? [one] : []));
    if (path === "/groups") return this.groups;
    return /^\/(?:groups\/[^/]+\/)?projects$/.test(path) ? this.projects : [];
  }

  async firstPage(path: string): Promise<FirstPage> {
    return { items: await this.list(path), totalPages: 1, rest: async () => [], shown: async () => [] };
  }

  async *each(path: string): AsyncIterable<JsonObject> {
    yield* await this.list(path);
  }

  async download(): Promise<undefined> {
    return undefined;
  }

  async send({ method, path, body = {} }: WriteRequest): Promise<ApiReply> {
    this.writes.push(`${method} ${path}`);
    const [, holder = "", name = ""] = /^\/(.+)\/beacons(?:\/(.+))?$/.exec(path) ?? [];
    const at = `${holder}/${name === "" ? textAt(body, "name") : decodeURIComponent(name)}`;
    if (path.endsWith("/harbour")) this.harbours.set(path, { ...this.harbours.get(path), ...body });
    else if (method === "DELETE") this.beacons.delete(at);
    else this.beacons.set(at, { keeper: 40, ...this.beacons.get(at), ...body });
    return { status: 200, headers: {}, body: this.harbours.get(path) ?? this.beacons.get(at) };
  }

  private at(path: string): JsonObject | undefined {
    const beaconAt = /^\/(.+)\/beacons\/(.+)$/.exec(path);
    if (beaconAt) return this.beacons.get(`${beaconAt[1] ?? ""}/${decodeURIComponent(beaconAt[2] ?? "")}`);
    if (path.endsWith("/harbour")) return this.harbours.get(path) ?? { depth: null };
    const [, sort, name = ""] = /^\/(groups|projects)\/([^/]+)$/.exec(path) ?? [];
    const desired: Json = decodeURIComponent(name);
    const is = (one: JsonObject): boolean => [textAt(one, "id"), one["full_path"], one["path_with_namespace"]].includes(desired);
    return (sort === "groups" ? this.groups : this.projects).find(is);
  }
}

/** What the engine sees of a coast. */
export function outlookOf(read: Coast, tier: "free" | "premium" = "premium"): LiveInstance & { readonly read: Coast } {
  const user = { id: 1, username: "root", administrator: true };
  const capabilities = {
    url: "https://example.com",
    version: "17.0.0",
    tier,
    tierSource: "flag",
    dialect: "neutral",
    user,
  } as const;
  return { read, kinds, directory, capabilities };
}
