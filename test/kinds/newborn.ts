import { expect } from "vitest";
import type { Field, Fields } from "../../src/core/fields.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { fieldsOf, kindAt, placedKinds, type PlacedKind, comesByItself } from "../../src/core/kind.js";
import { compareVersions, type Tier, tierIncludes } from "../../src/core/names.js";
import { normalForm } from "../../src/core/normal-form.js";
import { fillPath, parseRoute, type ReadRoute, type WriteRoute } from "../../src/core/route.js";
import { decodeReply } from "../../src/engine/forms/decode.js";
import { same } from "../../src/engine/forms/diff.js";
import { kinds } from "../../src/program/kinds.js";
import { secrets, twoValues } from "../e2e/values.js";
import { startPlatform, type Platform } from "../emulator/platform.js";

/** One server on which things are made. */
export interface Server {
  readonly tier: Tier;
  readonly dialect: "neutral" | "vendor";
  readonly version: string;
}

/** A thing as the platform shows it. */
export interface Thing {
  readonly kind: PlacedKind;
  readonly path: string;
  readonly key?: string | undefined;
  readonly holder?: Thing | undefined;
  readonly id: number | string;
  readonly reply: JsonObject;
  readonly spec: JsonObject;
  /** Attributes that were given a value when it was made. */
  readonly said: ReadonlySet<string>;
}

/** An attribute that does not show what the kinds say it is while nobody sets it. */
export interface Odd {
  readonly at: string;
  readonly shown: Json;
  readonly expected: Json;
}

/** An emulator with nothing in it, and the hands to make things on it with as little as the platform takes. */
export class Nursery {
  private constructor(
    readonly server: Server,
    readonly platform: Platform,
  ) {}

  static async open(server: Server): Promise<Nursery> {
    const { tier, dialect, version } = server;
    return new Nursery(server, await startPlatform({ seed: "none", tier, dialect, serverVersion: version, workerDelay: 0 }));
  }

  /** True where the server has the kind, or one shape of it. */
  has(kind: string, key?: string): boolean {
    const { tier, shapes, dialect } = kinds.get(kind) ?? {};
    const shape = key === undefined ? undefined : shapes?.[key];
    const isLicensed = tierIncludes(this.server.tier, shape?.tier ?? tier ?? "free");
    // Only servers for development have these.
    if (shape?.made === "elsewhere" || key?.startsWith("mock-")) return false;
    if ((dialect ?? shape?.dialect) === "vendor" && this.server.dialect === "neutral") return false;
    if (shape?.since !== undefined && compareVersions(this.server.version, shape.since) < 0) return false;
    return isLicensed && (shape?.until === undefined || compareVersions(this.server.version, shape.until) < 0);
  }

  /** Makes something and returns where it is. */
  async make(path: string, json: JsonObject): Promise<string> {
    const { id } = await this.call("POST", path, json);
    if (typeof id !== "number") throw new Error(`POST ${path} answered without an id`);
    return `${path}/${id}`;
  }

  async call(method: string, path: string, json?: JsonObject): Promise<JsonObject> {
    const { status, body } = await this.platform.call(method, path, json === undefined ? {} : { json });
    expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return isObject(body) ? body : {};
  }

  /** Reads a thing that is there. */
  async see(
    kind: string | PlacedKind,
    at: string,
    place: Partial<Pick<Thing, "path" | "key" | "holder">> = {},
    said: string[] = [],
  ): Promise<Thing> {
    const whole = typeof kind === "string" ? kindOf(kind) : kind;
    const { path = "", key, holder } = place;
    const reply = await this.call("GET", at);
    const names = { ...(path === "" ? {} : { path }), ...(key === undefined ? {} : { key }) };
    const { id, spec } = decodeReply(whole, names, reply);
    return { kind: whole, path, key, holder, id, reply, spec, said: new Set(said) };
  }

  settings(): Promise<Thing> {
    return this.see("application_settings", "/application/settings");
  }

  async topic(name: string): Promise<Thing> {
    const at = await this.make("/topics", { name, title: name });
    return this.see("topic", at, { path: name }, ["title"]);
  }

  async group(path: string, holder?: Thing): Promise<Thing> {
    const place = holder === undefined ? {} : { parent_id: holder.id };
    const at = await this.make("/groups", { name: path, path, ...place });
    return this.see("group", at, { path, holder }, ["name"]);
  }

  async project(path: string, holder?: Thing, more: JsonObject = {}): Promise<Thing> {
    const place = holder === undefined ? {} : { namespace_id: holder.id };
    const at = await this.make("/projects", { path, ...place, ...more });
    return this.see("project", at, { path, holder }, Object.keys(more));
  }

  async children(project: Thing, group: Thing): Promise<Thing[]> {
    const at = `/projects/${project.id}`;
    const things: Thing[] = [];
    const slugs = Object.keys(kindOf("integration").shapes ?? {}).filter((slug) => this.has("integration", slug));
    for (const slug of slugs) things.push(await this.integration(`${at}/integrations/${slug}`, slug));
    if (!this.has("approval_rule")) return things;
    things.push(await this.see("approval_settings", `${at}/approvals`, { path: project.path }));
    const { id: user } = await this.call("GET", "/user");
    const ruleAt = await this.make(`${at}/approval_rules`, { name: "One", approvals_required: 1, user_ids: [user ?? null] });
    things.push(await this.see("approval_rule", ruleAt, { path: project.path, key: "One" }, ["approvals_required", "users"]));
    const environments = `/groups/${group.id}/protected_environments`;
    await this.call("POST", environments, { name: "production", deploy_access_levels: [{ access_level: 40 }] });
    const place = { path: group.path, key: "production" };
    things.push(await this.see("protected_environment", `${environments}/production`, place, ["deploy_access_levels"]));
    return [...things, ...(await this.others(things, { project, group }))];
  }

  /** What else may hang on them, by what its kind says, where nothing beside its name is needed. */
  private async others(made: readonly Thing[], holders: Readonly<Record<string, Thing>>): Promise<Thing[]> {
    const left = placedKinds(kinds).filter(
      (kind) =>
        Object.hasOwn(holders, kind.parent) &&
        made.every((thing) => thing.kind.name !== kind.name) &&
        this.has(kind.name) &&
        !(kind.as === "one" && kind.routes.create !== undefined) &&
        !comesByItself(kind) &&
        kind.routes.read !== undefined &&
        (kind.guard?.({ action: "create", spec: {}, text: () => undefined }) ?? []).length === 0 &&
        compareVersions(this.server.version, kind.since ?? "1.0") >= 0 &&
        Object.values(fieldsOf(kind)).every(({ required }) => !required),
    );
    return Promise.all(left.map(async (kind) => this.other(kind, holders[kind.parent])));
  }

  private async other(kind: PlacedKind, holder: Thing | undefined): Promise<Thing> {
    const key = kind.as === "map" ? (kind.exampleKey ?? "first") : undefined;
    const at = (route: ReadRoute | WriteRoute | undefined, id?: Json) =>
      fillPath(parseRoute(route ?? "").path, {
        [kind.parent]: holder?.id,
        ...(key === undefined ? {} : { key }),
        ...(id === undefined ? {} : { [kind.name]: id }),
      });
    const made =
      key !== undefined && kind.routes.create !== undefined
        ? await this.call("POST", at(kind.routes.create), { [kind.key?.write ?? "name"]: key })
        : {};
    const place = { path: holder?.path ?? "", key };
    return this.see(kind, at(kind.routes.read, made["id"]), place);
  }

  private async integration(at: string, slug: string): Promise<Thing> {
    const needed = Object.entries(fieldsOf(kindOf("integration"), { key: slug })).filter(([, field]) => field.required);
    const sent = needed.map(([name, field]) => {
      const [value] = twoValues(field, `integration.${slug}.${name}`);
      const clear =
        typeof value === "string" ? value.replace(/\$\{env:(\w+)\}/, (_, word: string) => secrets[word] ?? "") : value;
      return [this.server.dialect === "vendor" ? (field.vendor ?? name) : name, clear] as const;
    });
    await this.call("PUT", at, Object.fromEntries(sent));
    return this.see(
      "integration",
      at,
      { path: slug, key: slug },
      needed.map(([name]) => name),
    );
  }
}

/** A kind, of those that have several under what it hangs on here. */
function kindOf(name: string): PlacedKind {
  const parent = { integration: "project", approval_settings: "project", protected_environment: "group" }[name];
  return kindAt(kinds, { kind: name, ...(parent === undefined ? {} : { parent }) });
}

/** Where an attribute has its value from while nobody sets it: what the first source says that says anything, else undefined. */
export function inheritedValue(thing: Thing, name: string, settings: Thing): Json | undefined {
  for (const source of fieldsOf(thing.kind, { key: thing.key })[name]?.defaultFrom ?? []) {
    if (source === "path") return thing.path.slice(thing.path.lastIndexOf("/") + 1);
    if (source === "parent") {
      for (let above = thing.holder; above; above = above.holder) {
        const value = shownBy(above, name);
        if (value !== null) return value;
      }
      continue;
    }
    if (source === "parent-or-top") {
      let top = thing.holder;
      while (top?.holder) top = top.holder;
      const values = [thing.holder, top].map((group) => (group ? shownBy(group, name) : null));
      const value = values.find((one) => one !== null && one !== "");
      if (value !== undefined) return value;
      continue;
    }
    const other = source.kind === thing.kind.name ? thing : source.kind === "group" ? thing.holder : settings;
    const value = other ? shownBy(other, source.field) : null;
    const meant =
      source.values && value !== null ? source.values[typeof value === "string" ? value : JSON.stringify(value)] : value;
    if (meant !== null && meant !== undefined) return meant;
  }
  return undefined;
}

function shownBy(thing: Thing, name: string): Json {
  return thing.spec[name] ?? thing.reply[name] ?? null;
}

/** What a thing shows that is not what the kinds say; attributes that `skip` names by kind and name are passed over. */
export function oddities(thing: Thing, settings: Thing, skip: (at: string) => boolean): Odd[] {
  const fields = fieldsOf(thing.kind, { key: thing.key });
  return Object.entries(thing.spec).flatMap(([name, shown]): Odd[] => {
    const field = fields[name];
    const at = `${[thing.kind.name, ...(thing.kind.shapes && thing.key !== undefined ? [thing.key] : [])].join(".")}.${name}`;
    if (!field || shown === undefined || thing.said.has(name) || field.secret || field.exported === false || skip(at)) return [];
    const expected = inheritedValue(thing, name, settings) ?? field.default ?? null;
    if (field.type === "record" && expected === null) return oddParts(at, field.fields ?? {}, shown);
    return agree(fields, name, field, shown, expected) ? [] : [{ at, shown, expected }];
  });
}

/** Parts of a record have defaults of their own. */
function oddParts(at: string, fields: Fields, shown: Json): Odd[] {
  if (!isObject(shown)) return [];
  return Object.entries(shown).flatMap(([name, part]): Odd[] => {
    const field = fields[name];
    const expected = field?.default ?? null;
    return !field || part === undefined || agree(fields, name, field, part, expected)
      ? []
      : [{ at: `${at}.${name}`, shown: part, expected }];
  });
}

/** Null where null cannot be written is what nobody has set. */
function agree(fields: Fields, name: string, field: Field, shown: Json, expected: Json): boolean {
  const isBlank = normalForm(field, shown) === null;
  if (isBlank && (!field.nullable || normalForm(field, expected) === null)) return true;
  return !isBlank && expected !== null && same(fields, name, shown, expected);
}
