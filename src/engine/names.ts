import { firstSegment, fold, formatAddress, isUnder, parentPath } from "../core/address.js";
import { type Field, foldName } from "../core/fields.js";
import { isObject, type Json } from "../core/json.js";
import { kindOf, type Kinds } from "../core/kind.js";
import type { Notice } from "../core/plan.js";
import { source } from "./compare.js";
import { decodeReply } from "./decode.js";
import type { Draft } from "./draft.js";
import { topName } from "./diff.js";
import { type NamedReference, referencesIn, referencesOf } from "../core/named.js";
import { isRelative, type References } from "./references.js";
import { addressKey, type Outlook, parentAddress, type World } from "./world.js";

/** What names turned out to be: a number, a `$ref` to the call that creates it, or a `$lookup` for when the plan is applied. */
export type ResolvedNames = ReadonlyMap<string, Json>;

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

/** Branch names are names within one project; everything else is one name in the instance. */
export function referenceKey(kinds: Kinds, references: References, draft: Draft, field: Field, name: string): string {
  const { target = "" } = field;
  const lookup = references.lookup(target);
  const parent = lookup?.within === undefined ? "" : addressKey(parentAddress(draft.kind, draft.path ?? "") ?? "", kinds);
  return `${target}:${field.wire ?? ""}:${parent}:${foldName(field.target, name)}`;
}

class NameResolver {
  readonly resolved = new Map<string, Json>();
  private readonly byAddress: ReadonlyMap<string, Draft>;
  private readonly liveIds: ReadonlyMap<string, number | string>;

  constructor(
    private readonly outlook: Outlook,
    private readonly world: World,
    drafts: readonly Draft[],
    private readonly refusals: Notice[],
  ) {
    this.byAddress = new Map(drafts.map((draft) => [addressKey(draft.address, outlook.kinds), draft]));
    this.liveIds = new Map(
      [...world.observed, ...world.unnamedParents].flatMap((one) =>
        one.live ? [[addressKey(one.desired.address, outlook.kinds), one.live.id] as const] : [],
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

  private async valueOf(draft: Draft, { field, name }: NamedReference): Promise<Json | undefined> {
    const target = field.target ?? "user";
    const address = addressKey(formatAddress({ kind: target, path: name }), this.outlook.kinds);
    const other = this.byAddress.get(address);
    if (other?.action === "delete") return undefined;
    const fullPath = this.outlook.kinds.get(target)?.tree?.fullPath;
    if (other?.action === "create") return { $ref: other.address, field: field.wire === "path" ? (fullPath ?? "") : "id" };
    const known = this.liveIds.get(address);
    if (field.wire === "path") return (known ?? (await this.world.trees.find(kindOf(this.outlook.kinds, target), name))) && name;
    if (known !== undefined) return known;
    const lookup = this.world.references.lookup(target);
    if (lookup?.within === undefined) return this.world.references.idOf(target, name);
    const parent = this.parentOf(draft);
    if (parent.id !== undefined) return this.world.references.idOf(target, name, parent.id);
    // The branch of a project that this plan creates: its id is known only after the branch is protected.
    if (lookup.one === undefined || parent.draft?.action !== "create" || !mayHaveBranches(parent.draft)) return undefined;
    return { $lookup: lookup.one.replace("{name}", encodeURIComponent(name)), field: "id" };
  }

  private parentOf(draft: Draft): { id: number | string | undefined; draft: Draft | undefined; path: string } {
    const address = addressKey(parentAddress(draft.kind, draft.path ?? "") ?? "", this.outlook.kinds);
    return { id: this.liveIds.get(address), draft: this.byAddress.get(address), path: draft.path ?? "" };
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
    const kindName = draft.kind.place.under ?? "";
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
    const kind = this.outlook.kinds.get(kindName);
    if (!kind?.tree) return undefined;
    for (let at: string | undefined = path; at !== undefined && at !== ""; at = parentPath(at)) {
      const known = this.liveIds.get(addressKey(formatAddress({ kind: kindName, path: at }), this.outlook.kinds));
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
    const kind = this.outlook.kinds.get(draft.kind.place.under ?? "");
    const parent = this.byAddress.get(addressKey(parentAddress(draft.kind, path) ?? "", this.outlook.kinds));
    const live = kind && (await this.world.trees.find(kind, path, true));
    const shown = live && kind ? decodeReply(kind, "", undefined, live).spec : {};
    const sharedWith = Object.entries(kind?.fields ?? {}).flatMap(([name, field]) =>
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

/** Only a project that starts with a commit gets a branch. */
function mayHaveBranches(draft: Draft): boolean {
  return (
    draft.write["initialize_with_readme"] === true ||
    Object.keys(draft.write).some((name) => draft.fields[name]?.starts === "import")
  );
}

/** Names and numbers that the entries of a list point at. */
function entryNames(field: Field, list: Json | undefined): Json[] {
  const parts = field.identity ?? [];
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry) =>
    isObject(entry) ? parts.map((part) => entry[part] ?? null) : [],
  );
}
