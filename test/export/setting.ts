import { firstSegment } from "../../src/core/address.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { fieldsOf, isTopLevel, kindAt, kindIn, kindOf as kindNamed, placesOf, type PlacedKind } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { Hand, type Subject } from "../e2e/by-hand.js";
import { has } from "../e2e/subjects.js";
import { twoValues } from "../e2e/values.js";
import { type Around, at, type Row } from "./around.js";
import { attributeOf } from "./attributes.js";
import type { Playground } from "./playground.js";
import type { Pick, Step } from "./steps.js";

/** What attributes are set on: of a new thing, also its name and what holds it. */
interface Target {
  readonly name: string;
  readonly number: number;
  /** Which group a new one lies in: see makeGroup. */
  readonly within: number;
  holder(): Promise<Row | undefined>;
  group(): Promise<Row | undefined>;
  project(): Promise<Row | undefined>;
  topic(): Promise<Row | undefined>;
}

const png = (last: number) => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, last]);
const pictures = { "./assets/first.png": png(1), "./assets/second.png": png(2) };
const tiers = ["production", "staging", "testing", "development", "other"];

/** Gives attributes values, on things that are there or, where an attribute is for births, on new ones. */
export class Setter {
  /** Labels of the attributes that the platform took a value for. */
  readonly touched = new Set<string>();
  private readonly hand: Hand;

  constructor(
    private readonly ground: Playground,
    private readonly around: Around,
  ) {
    const { platform, server, secrets } = ground;
    this.hand = new Hand(platform, server, pictures, (text) => secrets.next(text.includes("HOOK") ? "url" : "text"));
  }

  /** All attributes at once; if that is declined each for itself, and where its value is declined too, at one that is meant for it, on something new. */
  async set(step: Step & { what: "set" }): Promise<void> {
    const { around } = this;
    const target: Target = {
      name: step.name,
      number: step.where,
      within: step.where,
      holder: () => around.group(step.where),
      group: () => around.group(step.who),
      project: () => around.project(step.who),
      topic: () => around.topic(step.who),
    };
    if (await this.attempt(target, step.picks)) return;
    for (const pick of step.picks) {
      if (step.picks.length > 1 && (await this.attempt(target, [pick]))) continue;
      const usual = twoValues(attributeOf(pick.label).field, pick.label);
      await this.setFresh(pick, step.who % 2 === 0 ? usual : [...usual].reverse(), step.where);
    }
  }

  /** Sets it on something new, or else on what was there first: some values name what lies there. */
  private async setFresh(pick: Pick, values: readonly Json[], where: number): Promise<void> {
    const { around } = this;
    const fresh = await this.fresh(where);
    const old = [0, 1, 2, 3, 4, 5].map((place): Target => ({ ...fresh, number: place, group: () => around.group(place) }));
    for (const target of [fresh, ...old]) {
      for (const value of values) {
        // oxlint-disable-next-line no-await-in-loop -- only where the one before was declined
        if (await this.attempt(target, [{ ...pick, value }])) return;
      }
    }
  }

  async makeGroup(number: number, path: string, picks: readonly Pick[]): Promise<unknown> {
    const parent = number % 3 === 0 ? undefined : await this.around.group(number);
    const more = { path, name: path, ...(parent ? { parent_id: parent.id } : {}) };
    const made = await this.hand.create(subject(kindOf("group"), undefined, undefined), specOf(picks), more);
    if (!parent && number % 2 === 0) await this.around.addMembers("groups", idOf(made));
    return made;
  }

  async makeRule(project: Row | undefined, name: string, picks: readonly Pick[]): Promise<unknown> {
    if (project?.path_with_namespace === undefined) return false;
    const rule = subject(kindOf("approval_rule"), project.path_with_namespace, name);
    return this.hand.create(rule, { approvals_required: 1, ...reportOf(picks), ...specOf(picks) }, { name });
  }

  /** Protects a tier of a group, or the environment of a project that is called so, anew. */
  async makeEnvironment(row: Row | undefined, number: number, picks: readonly Pick[]): Promise<unknown> {
    const tier = at(tiers, number);
    const path = pathOf(row);
    if (path === undefined || tier === undefined) return false;
    const parent = row?.full_path === undefined ? "project" : "group";
    const route = `/${parent}s/${row?.id}/protected_environments/${tier}`;
    await this.around.attempt("replace", () => this.around.call("DELETE", route));
    const kind = kindIn(kindNamed(kinds, "protected_environment"), parent);
    const spec = { deploy_access_levels: [{ access_level: "maintainer" }], ...specOf(picks) };
    return this.hand.create(subject(kind, path, tier), known(kind, spec), { name: tier });
  }

  /** Protects a branch of a project, or of the group at its top, anew. */
  async makeBranch(row: Row | undefined, name: string, picks: readonly Pick[]): Promise<unknown> {
    const path = pathOf(row);
    if (path === undefined) return false;
    const parent = row?.full_path === undefined ? "project" : "group";
    const at = parent === "group" ? firstSegment(path) : path;
    const route = `/${parent}s/${encodeURIComponent(at)}/protected_branches/${encodeURIComponent(name)}`;
    await this.around.attempt("replace", () => this.around.call("DELETE", route));
    const kind = kindIn(kindNamed(kinds, "protected_branch"), parent);
    return this.hand.create(subject(kind, at, name), known(kind, specOf(picks)), { name });
  }

  private async attempt(target: Target, picks: readonly Pick[]): Promise<boolean> {
    const labels = picks.map(({ label }) => label);
    const isTaken = await this.around.attempt(`set ${labels.join(" ")}`, () => this.setOn(target, picks));
    if (isTaken) for (const label of labels) this.touched.add(label);
    return isTaken;
  }

  private async setOn(target: Target, picks: readonly Pick[]): Promise<unknown> {
    const [first] = picks;
    if (!first) return false;
    const { kind: whole, slug, name: attribute } = attributeOf(first.label);
    const isBirth = picks.some(isForBirth);
    const { name, number } = target;
    const kind = at(
      placesOf(whole).filter(
        (place) => has(this.ground.server, undefined, place, slug) && fieldsOf(place, { key: slug })[attribute] !== undefined,
      ),
      number,
    );
    if (!kind) return false;
    switch (kind.name) {
      case "topic":
        return this.change(kind, (await target.topic())?.name, undefined, picks);
      case "group":
        if (isBirth) return this.makeGroup(target.within, name, picks);
        return this.change(kind, (await target.group())?.full_path, undefined, picks);
      case "project":
        if (isBirth) return this.birth(kind, await target.holder(), name, picks);
        return this.change(kind, (await this.forkOr(target, picks))?.path_with_namespace, undefined, picks);
      case "protected_environment":
        return this.makeEnvironment(await holderOf(kind, target), number, picks);
      case "approval_rule":
        return this.setOnRule(await target.project(), number, name, picks);
      case "protected_branch":
        return this.makeBranch(number % 4 === 0 ? await target.group() : await target.project(), name, picks);
      case "integration":
        return this.change(kind, pathOf(await holderOf(kind, target)), slug, [...needed(kind, slug, picks), ...picks]);
      default:
        return isTopLevel(kind) ? this.change(kind, undefined, undefined, picks) : this.setOnChild(kind, slug, target, picks);
    }
  }

  private async change(
    kind: PlacedKind,
    path: string | undefined,
    key: string | undefined,
    picks: readonly Pick[],
  ): Promise<boolean> {
    if (path === undefined && (!isTopLevel(kind) || kind.as !== "one")) return false;
    await this.hand.change(subject(kind, path, key), { ...companions(kind, key, picks), ...specOf(picks) });
    return true;
  }

  private async birth(kind: PlacedKind, holder: Row | undefined, path: string, picks: readonly Pick[]): Promise<unknown> {
    if (!holder) return false;
    const isFilled = picks.some(({ label }) => /\.(?:import_url|template_|use_custom|initialize_)/.test(label));
    const more = { path, namespace_id: holder.id, ...(isFilled ? {} : { initialize_with_readme: true }) };
    return this.hand.create(subject(kind, undefined, undefined), specOf(picks), more);
  }

  private async setOnRule(project: Row | undefined, number: number, name: string, picks: readonly Pick[]): Promise<unknown> {
    if (project?.path_with_namespace === undefined) return false;
    const rules = (await this.around.call("GET", `/projects/${project.id}/approval_rules?per_page=100`)) as Row[];
    const rule = at(rules, number);
    if (!rule || picks.some(isForBirth)) return this.makeRule(project, name, picks);
    return this.change(kindOf("approval_rule"), project.path_with_namespace, rule.name, picks);
  }

  /** What is there under its name is changed, what is not is made. */
  private async setOnChild(kind: PlacedKind, slug: string | undefined, target: Target, picks: readonly Pick[]): Promise<unknown> {
    const path = pathOf(await holderOf(kind, target));
    if (path === undefined) return false;
    if (kind.as === "one") return this.change(kind, path, undefined, picks);
    const key = slug ?? at(kind.key?.values ?? [], target.number) ?? target.name;
    const make = async () => this.hand.create(subject(kind, path, key), specOf(picks), { [kind.key?.write ?? "name"]: key });
    const isMade = kind.routes.create !== undefined && (await this.around.attempt(`make ${kind.name}`, make));
    return isMade || this.change(kind, path, key, picks);
  }

  /** Only forks know whether merge requests aim at themselves. */
  private async forkOr(target: Target, picks: readonly Pick[]): Promise<Row | undefined> {
    if (!picks.some(({ label }) => label === "project.mr_default_target_self")) return target.project();
    const fork = (await this.around.all("projects")).find((row) => row.path_with_namespace === "acme/fork");
    if (fork) await this.around.attempt("unarchive", () => this.around.call("POST", `/projects/${fork.id}/unarchive`));
    return fork;
  }

  /** Something new that nobody has changed: a group with members, a project in it with two protected branches, a topic. */
  private async fresh(number: number): Promise<Target> {
    const { around } = this;
    const name = this.ground.freshName();
    const group = (await around.call("POST", "/groups", { name, path: name, visibility: "public" })) as Row;
    await around.addMembers("groups", group.id);
    const filled = { initialize_with_readme: true, default_branch: "main" };
    const body = { path: name, namespace_id: group.id, visibility: "public", ...filled };
    const project = async (): Promise<Row> => {
      const made = (await around.call("POST", "/projects", body)) as Row;
      for (const branch of ["main", "release"]) await around.protect(made.id, branch);
      for (const partner of ["acme/one", "acme/two"]) await around.share(made.id, partner);
      return made;
    };
    const once = lazily(project);
    const topic = lazily(async () => (await around.call("POST", "/topics", { name, title: name })) as Row);
    return { name: `${name}-born`, number, within: 0, holder: async () => group, group: async () => group, project: once, topic };
  }
}

/** What a kind hangs on. */
function holderOf({ parent }: PlacedKind, target: Target): Promise<Row | undefined> {
  return parent === "group" ? target.group() : target.project();
}

function pathOf(row: Row | undefined): string | undefined {
  return row?.full_path ?? row?.path_with_namespace;
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function idOf(reply: JsonObject): number {
  const { id } = reply;
  if (typeof id !== "number") throw new Error(`no number is told: ${JSON.stringify(reply)}`);
  return id;
}

function kindOf(name: string): PlacedKind {
  return kindAt(kinds, { kind: name });
}

function subject(kind: PlacedKind, path: string | undefined, key: string | undefined): Subject {
  return { kind, path, key, fields: fieldsOf(kind, { key }) };
}

/** Of a body what a kind knows under its parent: entries name in some only whom they can. */
function known(kind: PlacedKind, spec: JsonObject): JsonObject {
  const isKnown = (name: string, entry: Json) =>
    isObject(entry) && Object.keys(entry).every((part) => Object.hasOwn(kind.fields[name]?.fields ?? {}, part));
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [
      name,
      Array.isArray(value) && kind.fields[name]?.type === "entries" ? value.filter((entry: Json) => isKnown(name, entry)) : value,
    ]),
  );
}

function specOf(picks: readonly Pick[]): JsonObject {
  return Object.fromEntries(picks.map(({ label, value }) => [attributeOf(label).name, value]));
}

/** What every write of an integration asks for, beside the picks. */
function needed(kind: PlacedKind, slug: string | undefined, picks: readonly Pick[]): Pick[] {
  return Object.entries(fieldsOf(kind, { key: slug }))
    .filter(([name, { required }]) => required && picks.every(({ label }) => attributeOf(label).name !== name))
    .map(([name, field]): Pick => {
      const label = [kind.name, ...(slug === undefined ? [] : [slug]), name].join(".");
      return { label, value: twoValues(field, label)[0] };
    });
}

/** What must go along when an attribute is switched on. */
function companions(kind: PlacedKind, key: string | undefined, picks: readonly Pick[]): JsonObject {
  const fields = fieldsOf(kind, { key });
  const names = picks.flatMap(({ label, value }) => (value === true ? (attributeOf(label).field.requires ?? []) : []));
  return Object.fromEntries(
    names.map((name): [string, Json] => {
      const field = fields[name];
      if (!field) throw new Error(`${kind.name} has no ${name}`);
      return [name, twoValues(field, `${kind.name}.${name}`)[0]];
    }),
  );
}

/** A rule on a report says which. */
function reportOf(picks: readonly Pick[]): JsonObject {
  if (picks.some(({ label }) => label === "approval_rule.report_type")) return { rule_type: "report_approver" };
  const type = picks.find(({ label }) => label === "approval_rule.rule_type")?.value;
  return type === "report_approver" ? { report_type: "code_coverage" } : {};
}

function isForBirth({ label }: Pick): boolean {
  return attributeOf(label).field.on === "create";
}
