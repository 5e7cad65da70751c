import { firstSegment, fold, isUnder, parentPath } from "../../core/address.js";
import { type Field, foldName } from "../../core/fields.js";
import { isObject, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, type Kinds, topKind } from "../../core/kind.js";
import { lookup as atApply, ref } from "../../core/placeholders.js";
import type { Notice } from "../../core/plan.js";
import { source } from "./compare.js";
import { decodeReply } from "../forms/decode.js";
import { type Draft, draftKey } from "./draft.js";
import { topName } from "../forms/diff.js";
import { type NamedReference, referencesIn, referencesOf } from "../../core/named.js";
import type { ReadRoute } from "../../core/route.js";
import { isNumbered } from "./renumbered.js";
import { isRelative, type References } from "../references.js";
import { addressKey, holderKey, namedKey, type Outlook, type World } from "../world.js";

/** The kind of what names in a draft lie in, where they are told apart within one thing. */
function holderKind({ kind }: Draft): string {
  return kind.tree ? kind.name : kind.parent;
}

/** What names turned out to be: a number, a `$ref` to the call that creates it, or a `$lookup` for when the plan is applied. */
export type ResolvedNames = ReadonlyMap<string, Value>;

/**
 * Resolves every name that the drafts write, and refuses those that do not exist or may not be named there:
 * real servers drop them without a word. Returns values by `referenceKey`.
 */
export async function resolveNames(
  outlook: Outlook,
  world: World,
  drafts: readonly Draft[],
  refusals: Notice[],
): Promise<ResolvedNames> {
  const resolver = new NameResolver(outlook, world, drafts, refusals);
  await Promise.all(drafts.filter((draft) => draft.action !== "delete").map((draft) => resolver.resolve(draft)));
  return resolver.resolved;
}

/** What lies within another thing is named within it; everything else is one name in the instance. */
export function referenceKey(kinds: Kinds, references: References, draft: Draft, field: Field, name: string): string {
  const { target = "" } = field;
  const lookup = references.lookup(target, holderKind(draft));
  const parent = lookup?.within === undefined ? "" : (holderKey(draft, kinds) ?? "");
  return `${target}:${field.wire ?? ""}:${parent}:${foldName(field, name)}`;
}

class NameResolver {
  readonly resolved = new Map<string, Value>();
  private readonly byKey: ReadonlyMap<string, Draft>;
  private readonly liveIds: ReadonlyMap<string, number | string>;

  constructor(
    private readonly outlook: Outlook,
    private readonly world: World,
    drafts: readonly Draft[],
    private readonly refusals: Notice[],
  ) {
    this.byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
    this.liveIds = new Map(
      [...world.observed, ...world.unnamedParents].flatMap((one) =>
        one.live ? [[addressKey(one.desired, outlook.kinds), one.live.id] as const] : [],
      ),
    );
  }

  async resolve(draft: Draft): Promise<void> {
    const kept = Object.fromEntries(draft.kept.map(({ path, value }) => [path, value]));
    const named = referencesOf(draft.fields, draft.write);
    await Promise.all([...named, ...referencesOf(draft.fields, kept)].map((one) => this.resolveOne(draft, one)));
  }

  private async resolveOne(draft: Draft, named: NamedReference): Promise<void> {
    const { field, name } = named;
    const target = field.target;
    if (target === undefined || field.wire === "name") return;
    const value = await this.valueOf(draft, named);
    if (value === undefined)
      return this.refuse(draft, named, `there is no ${this.titleOf(target)} ${name} that this token may see`);
    this.resolved.set(referenceKey(this.outlook.kinds, this.world.references, draft, field, name), value);
    if (field.eligible && this.isNew(draft, named)) await this.checkEligible(draft, named);
  }

  private async valueOf(draft: Draft, { field, name }: NamedReference): Promise<Value | undefined> {
    const { target = "" } = field;
    const kind = this.outlook.kinds.get(target);
    const key = namedKey(target, name, draft, this.outlook.kinds) ?? "";
    const other = this.byKey.get(key);
    if (other?.action === "delete") return undefined;
    const fullPath = kind?.tree?.fullPath;
    if (other && isNumbered(other, this.outlook.capabilities.version))
      return ref(key, field.wire === "path" ? (fullPath ?? "") : "id");
    const known = this.liveIds.get(key);
    if (field.wire === "path") return (known ?? (await this.world.trees.find(topKind(this.outlook.kinds, target), name))) && name;
    if (known !== undefined) return known;
    const lookup = this.world.references.lookup(target, holderKind(draft));
    if (lookup?.within === undefined) return this.world.references.idOf(target, name);
    const parent = this.parentOf(draft);
    if (parent.id !== undefined) return this.world.references.idOf(target, name, parent.id, holderKind(draft));
    // What comes by itself with what this plan creates: its id is known only after it has come.
    const { one, comesWithHolder } = lookup;
    if (!one || !comesWithHolder || parent.draft?.action !== "create" || !startsFilled(parent.draft)) return undefined;
    const read = one.replace("{name}", encodeURIComponent(name)) as ReadRoute;
    parent.draft.awaited ??= { for: comesWithHolder, read };
    return atApply(read, "id");
  }

  private parentOf(draft: Draft): { id: number | string | undefined; draft: Draft | undefined; path: string } {
    const key = holderKey(draft, this.outlook.kinds) ?? "";
    return { id: this.liveIds.get(key), draft: this.byKey.get(key), path: draft.path ?? "" };
  }

  /** What the platform already accepted needs no second look. */
  private isNew(draft: Draft, { field, name, path }: NamedReference): boolean {
    const shown = draft.live?.spec[topName(path)];
    const liveField = draft.fields[topName(path)];
    if (shown === undefined || !liveField) return true;
    return !referencesIn(liveField, shown, path).some(
      (one) => one.field.target === field.target && fold(one.name) === fold(name),
    );
  }

  private async checkEligible(draft: Draft, named: NamedReference): Promise<void> {
    if (named.field.eligible?.among === "relatives") return this.checkRelative(draft, named);
    const minimum = named.field.eligible?.minimum ?? 0;
    const parent = this.parentOf(draft);
    const kindName = draft.kind.parent;
    const holder = this.outlook.kinds.get(kindName)?.tree?.holder ?? kindName;
    const start = kindName === holder ? parent.path : (parentPath(parent.path) ?? "");
    const user = this.outlook.capabilities.user;
    if (parent.id === undefined && fold(user.username) === fold(named.name)) return;
    // Who is a member at the top is one everywhere below it: mostly one list serves a whole tree.
    for (const path of [firstSegment(start), start]) {
      const group = await this.nearestLive(holder, path);
      if (group !== undefined && (await this.isMember(holder, group, minimum, named.name))) return;
    }
    if (parent.id !== undefined && kindName !== holder && (await this.isMember(kindName, parent.id, minimum, named.name))) return;
    if (parent.draft && Object.keys(parent.draft.write).some((name) => parent.draft?.fields[name]?.links)) return;
    const level = minimum > 30 ? " with the Maintainer role or above" : "";
    this.refuse(
      draft,
      named,
      `${named.name} is no member${level} of ${parent.path}: the server would drop the name without a word`,
    );
  }

  private async isMember(kind: string, id: number | string, minimum: number, name: string): Promise<boolean> {
    return (await this.world.references.members(kind, id, minimum)).has(fold(name));
  }

  private async nearestLive(kindName: string, path: string): Promise<number | string | undefined> {
    if (!this.outlook.kinds.get(kindName)?.tree) return undefined;
    const kind = topKind(this.outlook.kinds, kindName);
    for (let at: string | undefined = path; at !== undefined && at !== ""; at = parentPath(at)) {
      const known = this.liveIds.get(addressKey({ kind: kindName, path: at }, this.outlook.kinds));
      const id = known ?? (await this.world.trees.find(kind, at))?.["id"];
      if (typeof id === "number" || typeof id === "string") return id;
    }
    return undefined;
  }

  private async checkRelative(draft: Draft, named: NamedReference): Promise<void> {
    const path = draft.path ?? "";
    // The documents take subgroups only; real servers also the group itself and those that it is shared with.
    const strict = this.outlook.capabilities.dialect === "neutral";
    if (strict ? isUnder(named.name, path) : isRelative(named.name, path)) return;
    if (strict)
      return this.refuse(draft, named, `${named.name} is no subgroup of ${path}: the server would drop the name without a word`);
    const kind = isTopLevel(draft.kind) ? undefined : topKind(this.outlook.kinds, draft.kind.parent);
    const parent = this.parentOf(draft).draft;
    const live = kind && (await this.world.trees.find(kind, path, true));
    const shown = live && kind ? decodeReply(kind, { path }, live).spec : {};
    const sharedWith = Object.entries(kind ? fieldsOf(kind) : {}).flatMap(([name, field]) =>
      field.links ? [parent?.desired?.spec[name], shown[name]].flatMap((list) => entryNames(field, list)) : [],
    );
    const id = named.field.target && (await this.world.references.idOf(named.field.target, named.name));
    if (sharedWith.some((one) => one === id || (typeof one === "string" && fold(one) === fold(named.name)))) return;
    this.refuse(
      draft,
      named,
      `${named.name} is neither ${path} nor a subgroup of it: the server would drop the name without a word`,
    );
  }

  private titleOf(target: string): string {
    return this.world.references.lookup(target)?.title ?? this.outlook.kinds.get(target)?.title.toLowerCase() ?? target;
  }

  private refuse(draft: Draft, named: NamedReference, message: string): void {
    const place = draft.desired ? source(draft.desired, named.path) : {};
    this.refusals.push({ rule: "reference", message: `${named.path}: ${message}`, addresses: [draft.address], ...place });
  }
}

/** True for what starts with content: only then comes what comes with it. */
function startsFilled({ write, fields }: Draft): boolean {
  return Object.entries(write).some(
    ([name, value]) => fields[name]?.starts !== undefined || (fields[name]?.fills && value === true),
  );
}

/** Names and numbers that the entries of a list point at. */
function entryNames(field: Field, list: Value | undefined): Value[] {
  const parts = field.identity ?? [];
  return (Array.isArray(list) ? (list as readonly Value[]) : []).flatMap((entry) =>
    isObject(entry) ? parts.map((part) => entry[part] ?? null) : [],
  );
}
