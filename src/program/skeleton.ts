import { fold, lastSegment, parentPath } from "../core/address.js";
import type { ReadApi } from "../core/api.js";
import { compareTexts } from "../core/compare.js";
import { ApiError } from "../core/errors.js";
import { formed } from "../core/field-words.js";
import type { FieldType } from "../core/fields.js";
import { isPlaceholder } from "../core/placeholders.js";
import { isObject, type Json, type JsonObject, type Spec, textAt, type Value } from "../core/json.js";
import { fieldsOf, kindAt } from "../core/kind.js";
import { accessLevels } from "../core/names.js";
import { referencesOf } from "../core/named.js";
import type { Desired } from "../core/plan.js";
import { fillPath } from "../core/route.js";
import { mapInFlight } from "../engine/in-flight.js";
import { applicationSettings } from "../kinds/application-settings.js";
import { approvalRule } from "../kinds/approval-rule.js";
import { kinds } from "../kinds/index.gen.js";
import { topic } from "../kinds/topic.js";

/** A group or project of the original, and the reply that tells of it. */
export interface Placed {
  readonly kind: string;
  readonly path: string;
  readonly reply: JsonObject;
}

/** Access levels that a seed of the emulator knows. */
const seededLevels: readonly unknown[] = [10, 20, 30, 40, 50];
/** Users are read one and all where that takes at most this many pages: what a plan names need not be named by anything that is live. */
const userPages = 100;
const inFlight = 32;

/**
 * What plans look up and no kind can say: users, who is a member where, and which repositories are empty, as a seed of the emulator.
 * Groups and projects that lie outside of what was copied and that it refers to (also the groups above) stand in it with their names and members alone.
 */
export class Skeleton {
  /** What could not be read, a sentence each. */
  readonly gaps: string[] = [];
  private readonly places = new Map<string, Placed>();
  private readonly users = new Map<string, JsonObject>();
  private readonly seeds: Record<"group" | "project", JsonObject[]> = { group: [], project: [] };

  constructor(
    private readonly read: ReadApi,
    private readonly resources: readonly Desired[],
    placed: readonly Placed[],
  ) {
    for (const place of placed) this.places.set(keyOf(place.kind, place.path), place);
  }

  /** Reads it all: one request for each group and project, and one for every hundred users. */
  async seed(onRead: (path: string) => void): Promise<JsonObject> {
    await this.addReferences();
    await this.addSurroundings();
    await this.addUsers();
    const specs = this.specs();
    for await (const path of mapInFlight(this.places.values(), inFlight, async (place) => this.addPlace(place, specs)))
      onRead(path);
    const byPath = (name: string) => (one: JsonObject, other: JsonObject) => compareTexts(textAt(one, name), textAt(other, name));
    return {
      application_settings: this.settings(),
      topics: this.topics(),
      users: [...this.users.values()].sort(byPath("username")),
      // A path sorts after what it begins with: parents come before what lies in them.
      groups: this.seeds.group.sort(byPath("full_path")),
      projects: this.seeds.project.sort(byPath("path_with_namespace")),
      approval_rules: this.rules(),
    };
  }

  /** Groups, projects and users that some attribute names. */
  private async addReferences(): Promise<void> {
    for (const one of this.resources) {
      const fields = fieldsOf(kindAt(kinds, one), { key: one.key });
      for (const { field, name: named } of referencesOf(fields, one.spec)) {
        if (field.target === "user") this.addUser({ username: named });
        // oxlint-disable-next-line no-await-in-loop -- mostly all of them are there already
        else if (field.target === "group" || field.target === "project") await this.addOutsider(field.target, named);
      }
    }
  }

  /** Owners of namespaces, groups above what is there, and groups that those are shared with: through all of them people come in. */
  private async addSurroundings(): Promise<void> {
    // The map is walked while it grows: what is above the groups that it gets, and so on, comes up later.
    for (const { path, reply } of this.places.values()) {
      const owner = ownerOf(reply);
      if (owner !== undefined) this.addUser({ username: owner });
      const parent = owner === undefined ? parentPath(path) : undefined;
      const groups = [...(parent === undefined ? [] : [parent]), ...sharesIn(reply).map((one) => textAt(one, "group"))];
      // oxlint-disable-next-line no-await-in-loop -- only what lies outside of a part of the instance
      for (const group of groups) await this.addOutsider("group", group);
      if (parent !== undefined && !this.places.has(keyOf("group", parent)))
        this.places.set(keyOf("group", parent), { kind: "group", path: parent, reply: {} });
    }
  }

  private async addOutsider(kind: "group" | "project", path: string): Promise<void> {
    if (this.places.has(keyOf(kind, path))) return;
    const tree = kinds.get(kind)?.tree;
    const reply = await this.read.find(fillPath(`/${kind}s/{path}`, { path }));
    // A path of digits alone is taken for a number, and an old path for the new one.
    if (reply && fold(textAt(reply, tree?.fullPath ?? "")) === fold(path))
      this.places.set(keyOf(kind, path), { kind, path, reply });
  }

  private async addUsers(): Promise<void> {
    const first = await this.read.firstPage("/users");
    const isShort = first.totalPages === undefined ? first.items.length < 100 : first.totalPages <= userPages;
    for (const user of isShort ? [...first.items, ...(await first.rest())] : first.items) this.addUser(user);
    if (!isShort) this.gaps.push("there are more than 10,000 users: only those that something names are there");
  }

  private addUser(user: JsonObject): void {
    const username = textAt(user, "username");
    const name = textAt(user, "name") || username;
    const known = this.users.get(fold(username));
    // The administrator root is always there; the people of a copy have no way in.
    if (username === "" || fold(username) === "root" || (known && textAt(known, "name") !== username)) return;
    const state = user["state"] === "blocked" ? "blocked" : "active";
    this.users.set(fold(username), { username, name, state, token: null, password: null });
  }

  /** What is copied of groups and projects. */
  private specs(): ReadonlyMap<string, Spec> {
    return new Map(
      this.resources.flatMap(({ kind, path = "", spec }) => (kinds.get(kind)?.tree ? [[keyOf(kind, path), spec]] : [])),
    );
  }

  private settings(): JsonObject[] {
    return this.resources.flatMap(({ kind, spec }) => (kind === applicationSettings.name ? [plainAttributes(kind, spec)] : []));
  }

  /** Topics, because projects keep those whose names can no longer be given. */
  private topics(): JsonObject[] {
    return this.resources.flatMap(({ kind, path: name = "", spec }) => {
      if (kind !== topic.name) return [];
      const said = Object.entries({ title: spec["title"], description: spec["description"] });
      return [{ name, ...Object.fromEntries(said.filter(([, value]) => typeof value === "string")) }];
    });
  }

  /** Approval rules, because a seed also takes those that nobody can make any more: whoever they named is gone. */
  private rules(): JsonObject[] {
    return this.resources.flatMap(({ kind, path = "", key = "", spec }) => {
      const { approvals_required, rule_type, report_type, users, groups, applies_to_all_protected_branches } = spec;
      if (kind !== approvalRule.name || typeof approvals_required !== "number") return [];
      return [
        {
          project: path,
          name: key,
          approvals_required,
          ...(rule_type === undefined ? {} : { rule_type: rule_type as Json }),
          ...((report_type ?? null) === null ? {} : { report_type: report_type as Json }),
          users: textsIn(users),
          groups: textsIn(groups).filter((group) => this.places.has(keyOf("group", group))),
          applies_to_all_protected_branches: applies_to_all_protected_branches === true,
        },
      ];
    });
  }

  private async addPlace({ kind, path, reply }: Placed, specs: ReadonlyMap<string, Spec>): Promise<string> {
    const spec = specs.get(keyOf(kind, path));
    const shares = spec === undefined ? sharesIn(reply) : sharesOf(spec);
    const shared = {
      name: textAt(reply, "name") || lastSegment(path),
      visibility: textAt(reply, "visibility") || "private",
      members: await this.members(kind, path, reply),
      shared_with: shares.filter((one) => this.places.has(keyOf("group", textAt(one, "group")))),
      attributes: plainAttributes(kind, spec ?? {}),
    };
    if (kind === "group") this.seeds.group.push({ full_path: path, ...shared });
    else {
      const own = { topics: textsIn(spec?.["topics"]), ...branchesOf(reply) };
      this.seeds.project.push({ path_with_namespace: path, ...shared, ...own });
    }
    return path;
  }

  private async members(kind: string, path: string, reply: JsonObject): Promise<JsonObject> {
    if (reply["id"] === undefined) return {};
    const listed = await this.listed(`/${kind}s/{id}/members`, reply, `members of ${kind}:${path}`);
    const known = listed.filter((member) => seededLevels.includes(member["access_level"]));
    for (const member of known) this.addUser(member);
    // The owner of a namespace is a member of what lies in it from the start.
    const others = known.filter((member) => fold(textAt(member, "username")) !== fold(ownerOf(reply) ?? ""));
    return Object.fromEntries(others.map((member) => [textAt(member, "username"), member["access_level"]]));
  }

  private async listed(route: string, { id }: JsonObject, what: string): Promise<readonly JsonObject[]> {
    try {
      return await this.read.list(fillPath(route, { id }));
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
      this.gaps.push(`${what} cannot be read: ${error.serverMessage || `status ${error.status}`}`);
      return [];
    }
  }
}

const textsIn = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((one: Value) => typeof one === "string") : [];

const keyOf = (kind: string, path: string): string => `${kind}:${fold(path)}`;

/** The first branch of a repository that is not empty. */
function branchesOf(reply: JsonObject): JsonObject {
  const branch = textAt(reply, "default_branch");
  return branch === "" || reply["empty_repo"] === true ? {} : { branches: [branch] };
}

/** The user whose own namespace a project lies in. */
function ownerOf({ namespace }: JsonObject): string | undefined {
  return isObject(namespace) && namespace["kind"] === "user" ? textAt(namespace, "path") : undefined;
}

/** The groups that a reply says something is shared with. */
function sharesIn({ shared_with_groups: entries }: JsonObject): JsonObject[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: Json) => {
    if (!isObject(entry) || !seededLevels.includes(entry["group_access_level"])) return [];
    return [{ group: textAt(entry, "group_full_path"), access_level: entry["group_access_level"] }];
  });
}

/** The groups that a copied thing is shared with. */
function sharesOf({ shared_with_groups: entries }: Spec): JsonObject[] {
  if (!Array.isArray(entries)) return [];
  const levels: Readonly<Record<string, number>> = accessLevels;
  return (entries as readonly Json[]).flatMap((entry) => {
    const access_level = isObject(entry) ? levels[textAt(entry, "access_level")] : undefined;
    if (!isObject(entry) || access_level === undefined || !seededLevels.includes(access_level)) return [];
    const { group, expires_at } = entry;
    return [
      { ...(group === undefined ? {} : { group }), access_level, ...(typeof expires_at === "string" ? { expires_at } : {}) },
    ];
  });
}

const plainTypes: readonly FieldType[] = ["text", "integer", "number", "flag", "enum"];

/**
 * Attributes that a seed may hold as they are. It takes them whatever else is set, as it was when they came about on the original: a project that was allowed
 * what its group forbids by now could not be made by calls any more.
 */
export function plainAttributes(kindName: string, spec: Spec): JsonObject {
  const kind = kinds.get(kindName);
  const fields = kind ? fieldsOf(kind) : {};
  return Object.fromEntries(
    Object.entries(spec).flatMap(([name, value]) => {
      const field = fields[name];
      const isPlain =
        field &&
        plainTypes.includes(field.type) &&
        !field.toggle &&
        field.on !== "create" &&
        !field.secret &&
        !field.deprecated?.alias;
      if (!isPlain || (value ?? null) === null || isPlaceholder(value) || ownKeys.includes(name)) return [];
      return [[name, formed(field.normalise, value as Json) ?? (value as Json)]];
    }),
  );
}

/** What a seed says of a group or project beside its attributes. */
const ownKeys: readonly string[] = ["name", "path", "visibility"];
