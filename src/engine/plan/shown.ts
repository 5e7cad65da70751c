import { addressKey, namedKey, namesKey } from "../../core/address-key.js";
import { addressOf, firstSegment, fold, lastSegment, parentPath } from "../../core/address.js";
import { referencesOf } from "../../core/body-fields.js";
import { type Field, type Fields, formed, whyInapplicable } from "../../core/fields.js";
import type { JsonObject, Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, type Kinds, type PlacedKind } from "../../core/kind.js";
import { isUnsure } from "../../core/kinds-on.js";
import { type Lookup, lookupOf } from "../../core/lookup.js";
import { didYouMean } from "../../core/names.js";
import type { Desired, Live, PlanDiagnostic } from "../../core/plan.js";
import { nameBehind, numbersIn, withNames } from "../forms/index.js";
import {
  type Basis,
  each,
  type Facts,
  ifReadable,
  type NameNeed,
  type NearNeed,
  type Observed,
  together,
  type TreeNeed,
} from "../snapshot/index.js";
import { clear, holdsSecret, missingSecrets, type ResolveSecret } from "./compare.js";
import { type ChangeDraft, source } from "./draft.js";

/** Asks what is at a path, and for nothing of it but what the engine always needs. */
export function placeNeed(kind: string, path: string): TreeNeed {
  return { read: "tree", kind, path, attributes: [] };
}

/** Attributes that bodies name, and those that their calls may have to take along. */
export function desiredNames(kind: PlacedKind, members: readonly Desired[]): string[] {
  const names = members.flatMap(({ key, spec, bounds = [] }) => {
    const fields = fieldsOf(kind, { key });
    return [...Object.keys(spec), ...bounds.map(({ path: [first = ""] }) => first)].flatMap((name) => [
      name,
      ...(fields[name]?.requires ?? []),
    ]);
  });
  return [...new Set(names)];
}

/** Asks what else must be known of an observed thing, so that it is read in the same round. */
export type AskBeside = (desired: Desired, kind: PlacedKind, live: Live) => unknown;

/** What is live of a desired thing, as it is compared: under the address that the files give it, with names in place of numbers. */
export function shownAs(desired: Desired, kind: PlacedKind, live: Live, facts: Facts, askBeside: AskBeside): Live {
  const [namedLive] = together(
    () => named(kind, live, facts),
    () => askBeside(desired, kind, live),
  );
  return addressed(namedLive, desired);
}

/** The group or project that is the parent of a live thing. */
function holderOf(kind: PlacedKind, { path }: Pick<Live, "path">): NameNeed["within"] {
  return path === undefined || isTopLevel(kind) ? undefined : { kind: kind.parent, id: path };
}

/** A live thing with names in place of numbers. */
export function named(kind: PlacedKind, live: Live, facts: Facts): Live {
  const spec = namedIn(fieldsOf(kind, { key: live.key }), live.spec, facts, { within: holderOf(kind, live), path: live.path });
  return spec === live.spec ? live : { ...live, spec };
}

/** What is desired as it is compared: with names in place of numbers, as far as they are known; a number that nobody has is what the platform judges. */
export function withKnownNames(observed: Observed, facts: Facts): Observed {
  const { desired, kind, live } = observed;
  // What nobody has yet has nothing beside it.
  const holder = live && holderOf(kind, live);
  const spec = namedIn(fieldsOf(kind, { key: desired.key }), desired.spec as JsonObject, facts, {
    within: holder,
    path: desired.path,
  });
  return spec === desired.spec ? observed : { ...observed, desired: { ...desired, spec } };
}

/** The same with names in place of numbers; `within` and `path` say where the thing lies. */
function namedIn(
  fields: Fields,
  spec: JsonObject,
  facts: Facts,
  { within, path }: { readonly within: NameNeed["within"]; readonly path: string | undefined },
): JsonObject {
  const numbers = numbersIn(fields, spec).filter(({ beside }) => !beside || within !== undefined);
  if (numbers.length === 0) return spec;
  const names = new Map(
    each(numbers, ({ target, id, beside }) => {
      const top = path === undefined ? {} : { top: firstSegment(path) };
      const need = { read: "name", target, id, ...(beside && within ? { within } : {}), ...top } as const;
      return [`${target} ${id}`, facts(need)] as const;
    }),
  );
  return withNames(fields, spec, nameBehind(names));
}

/** A live thing under the address that the files give it. */
function addressed(live: Live, desired: Desired): Live {
  return live.address === desired.address ? live : { ...live, ...addressOf(desired), address: desired.address };
}

/** The full path nearest to one where nothing is: a slip in its last part, or in that of the group that it begins with. */
export function nearestPath(kinds: Kinds, kind: string, path: string, facts: Facts): string | undefined {
  const beside = besideName(kind, path, facts);
  if (beside !== undefined) return beside;
  const [holder, above] = [kinds.get(kind)?.tree?.parent ?? kind, parentPath(path)];
  if (above === undefined || facts(placeNeed(holder, above))) return undefined;
  const near = besideName(holder, above, facts);
  const meant = near === undefined ? undefined : `${near}/${lastSegment(path)}`;
  return meant !== undefined && facts(placeNeed(kind, meant)) ? meant : near;
}

function besideName(kind: string, path: string, facts: Facts): string | undefined {
  const live = facts({ read: "near", target: kind, name: path }).filter((other) => fold(other) !== fold(path));
  const segment = didYouMean(lastSegment(path), live.map(lastSegment));
  return live.find((other) => segment !== undefined && lastSegment(other) === segment);
}

/** The name nearest to one that nothing has. */
export function nearestName(need: Omit<NearNeed, "read">, facts: Facts): string | undefined {
  return didYouMean(need.name, facts({ read: "near", ...need }));
}

/** A suggestion as it stands at the end of a message. */
export function suggested(name: string | undefined): string {
  return name === undefined ? "" : ` (did you mean ${name}?)`;
}

/** Why names in live things cannot be written: nothing in them has them (`eligible`). */
export function namesOfNothing({ kinds, directory }: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const asked = drafts.flatMap((draft) =>
    draft.live && draft.action !== "delete"
      ? Object.entries(draft.write).flatMap(([attribute, name]) => {
          const target = draft.fields[attribute]?.eligible?.lookup;
          return target !== undefined && typeof name === "string"
            ? [{ draft, id: draft.live?.id ?? "", attribute, name, target }]
            : [];
        })
      : [],
  );
  return each(asked, ({ draft, id, attribute, name, target }): PlanDiagnostic[] => {
    const need = { target, name, within: { kind: draft.kind.name, id } };
    // What cannot be looked at counts as there: the platform will say.
    if (ifReadable(() => facts({ read: "exists", ...need })) ?? true) return [];
    const title = lookupOf(kinds, directory, target, draft.kind.name)?.title ?? target;
    const message = `${attribute}: ${draft.path ?? ""} has no ${title} ${name}${suggested(nearestName(need, facts))}`;
    return [{ rule: "reference", message, addresses: [draft.address], ...source(draft.desired, attribute) }];
  }).flat();
}

/** The access level of owners, who see all that is no secret. */
const owner = 50;

/** True of what a read may leave out although the platform knows it: secrets, and what depends on a role, a licence or the state of the thing. */
export function mayBeHidden(field: Field | undefined, value: Value): boolean {
  const { unreadable, secret, shown, tier, plain } = field ?? {};
  const isHidden = unreadable === true || shown === "sometimes";
  // Of what facts alone know they also tell whether it is shown, and the tier is held against the server's.
  if (plain) return isHidden;
  return isHidden || secret !== undefined || tier !== undefined || holdsSecret(value);
}

/** Declared attributes that what was read does not show, and would if this server knew them. */
function unshown(kind: PlacedKind, desired: Desired, live: Live): string[] {
  const fields = fieldsOf(kind, { key: desired.key });
  return Object.entries(desired.spec).flatMap(([name, value]) => {
    const field = fields[name];
    if (value === undefined || field?.on === "create" || mayBeHidden(field, value)) return [];
    if (whyInapplicable(field?.inapplicable, live.marks, desired.spec) !== undefined) return [];
    return (field ? live.spec[name] : live.marks[name]) === undefined ? [name] : [];
  });
}

/** A thing that is read singly, or by a list whose items are as long: what its reply lacks this server does not know. */
export function withUnknown(observed: Observed, basis: Basis): Observed {
  if (!isCompared(observed)) return observed;
  return withLacking(observed, observed.live, unshown(observed.kind, observed.desired, observed.live), basis);
}

/** What a reply surely lacks has no value yet if only facts, or not surely this release, know it (servers leave such keys out); else this server does not know it. */
function withLacking(observed: Observed, live: Live | undefined, names: readonly string[], { capabilities }: Basis): Observed {
  const fields = fieldsOf(observed.kind, { key: observed.desired.key });
  const isOfFacts = (name: string) => {
    const field = fields[name];
    return field !== undefined && (field.dialect === "vendor" || isUnsure(capabilities.version, field));
  };
  const empty = names.filter(isOfFacts);
  const unknown = names.filter((name) => !isOfFacts(name));
  const valueless = Object.fromEntries(empty.map((name) => [name, null]));
  const completed = live && empty.length > 0 ? { ...live, spec: { ...live.spec, ...valueless } } : live;
  return { ...observed, ...(completed ? { live: completed } : {}), ...(unknown.length === 0 ? {} : { unknown }) };
}

/** What else is asked about groups and projects whose replies lack something. */
interface Doubts {
  readonly basis: Basis;
  readonly facts: Facts;
  readonly askBeside: AskBeside;
}

/**
 * Groups and projects may come from lists, which may show less than a single read does. What their replies lack is looked for in the single read of one thing, and of all
 * that lack it only where that one shows it. If it does not, and whoever asks is an administrator or the thing's owner, then this server does not know it.
 */
export function withDoubtsSettled(trees: readonly Observed[], doubts: Doubts): Observed[] {
  const lacking = trees.map((tree) => (isCompared(tree) ? unshown(tree.kind, tree.desired, tree.live) : []));
  if (lacking.every((names) => names.length === 0)) return [...trees];
  const samples = new Map<string, Observed>();
  trees.forEach((tree, index) => {
    for (const name of lacking[index] ?? []) if (!samples.has(keyOf(tree, name))) samples.set(keyOf(tree, name), tree);
  });
  const looks = new Map(each(new Set(samples.values()), (sample) => [sample, lookedAt(sample, doubts)] as const));
  const shown = new Set([...samples].filter(([key, sample]) => !looks.get(sample)?.lacks(key)).map(([key]) => key));
  const unknown = new Set(
    [...samples].filter(([key, sample]) => !shown.has(key) && looks.get(sample)?.isProof).map(([key]) => key),
  );
  return each(
    trees.map((tree, index) => ({ tree, names: lacking[index] ?? [] })),
    ({ tree, names }): Observed => {
      const isListed = names.some((name) => shown.has(keyOf(tree, name)));
      const live = isListed ? lookedAt(tree, doubts).live : tree.live;
      const lacks = names.filter((name) => unknown.has(keyOf(tree, name)));
      return withLacking(tree, live, lacks, doubts.basis);
    },
  );
}

function isCompared(observed: Observed): observed is Observed & { readonly live: Live } {
  return (
    observed.live !== undefined &&
    observed.desired.ensure === "present" &&
    !observed.conflict &&
    !observed.live.scheduledForDeletion
  );
}

function keyOf({ kind }: Observed, name: string): string {
  return `${kind.name} ${name}`;
}

/** A thing by its single read, and whether what that lacks is unknown to this server. */
function lookedAt(observed: Observed, { basis, facts, askBeside }: Doubts) {
  const { kind, desired, livePath = "", live } = observed;
  const attributes = desiredNames(kind, [desired]);
  const single = facts({ read: "tree", kind: kind.name, path: livePath, attributes, long: true });
  // What a list shows and a single read does not find is as the list says, and proves nothing.
  if (!single) return { live, lacks: () => true, isProof: false };
  const { username, administrator } = basis.capabilities.user;
  const among = [{ kind: kind.name, at: [Number(live?.id)] }];
  const lacks = new Set(unshown(kind, desired, single).map((name) => keyOf(observed, name)));
  const isOwner = () => ifReadable(() => facts({ read: "membership", username: fold(username), minimum: owner, among })) ?? false;
  return {
    live: shownAs(desired, kind, single, facts, askBeside),
    lacks: (key: string) => lacks.has(key),
    isProof: administrator || (lacks.size > 0 && isOwner()),
  };
}

/**
 * Observed things that name what the same group or project declares beside them, where a title proves nothing (`declared` of a lookup): each such title becomes the name that the
 * declared thing alone has, as the platform shows it. A title that is not declared there stays, and is found by nobody.
 */
export function withDeclaredNames(
  { kinds, directory }: Basis,
  observed: readonly Observed[],
  resolve: ResolveSecret,
): readonly Observed[] {
  const isTold = (target = "") => declaredLookup(directory, target) !== undefined;
  const called = observed.map((resource): Observed => {
    // What is not read is taken to be as it is live.
    const titled = resource.desired.unreadKey && resource.live ? resource.live : resource.desired;
    const name = resource.desired.ensure === "present" ? nameForOthers({ directory }, titled, resolve) : undefined;
    return name === undefined ? resource : { ...resource, called: name };
  });
  const byKey = new Map(called.map((resource) => [addressKey(resource.desired, kinds), resource] as const));
  return called.map((resource) => {
    const { kind, desired } = resource;
    const fields = fieldsOf(kind, { key: desired.key });
    if (!referencesOf(fields, desired.spec).some(({ field }) => isTold(field.target))) return resource;
    const spec = withNames(fields, desired.spec as JsonObject, ({ target = "" }, name) => {
      const thing = isTold(target)
        ? byKey.get(namedKey(target, String(name), { kind, path: desired.path }, kinds) ?? "")
        : undefined;
      return thing?.called ?? name;
    });
    return { ...resource, desired: { ...desired, spec } };
  });
}

/** What others name a declared thing by, where its title proves nothing; undefined for all that goes by its own name, and where that cannot be had. */
export function nameForOthers(
  { directory }: Pick<Basis, "directory">,
  { kind, spec }: Pick<Desired, "kind" | "spec">,
  resolve: ResolveSecret,
): string | undefined {
  const lookup = declaredLookup(directory, kind);
  const value = lookup && spec[lookup.by];
  if (lookup === undefined || value === undefined || missingSecrets(value, resolve).length > 0) return undefined;
  const name = formed(lookup.form, clear(value, resolve));
  return typeof name === "string" ? name : undefined;
}

/** What tells a name that things on the same group or project write from every other; `by` is one of these things. */
export function calledKey(
  kinds: Kinds,
  target: string,
  name: string,
  by: { readonly kind: PlacedKind; readonly path?: string | undefined },
): string {
  return `${target} ${namesKey(by, kinds) ?? ""} ${name}`;
}

function declaredLookup({ lookups }: Basis["directory"], target: string): Lookup["declared"] {
  return Object.hasOwn(lookups, target) ? lookups[target]?.declared : undefined;
}
