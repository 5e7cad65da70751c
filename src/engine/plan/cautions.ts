import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { fold, formatAddress, isUnder, pathsAbove } from "../../core/address.js";
import type { NameInText } from "../../core/behaviour.js";
import { usedFields } from "../../core/body-fields.js";
import { append } from "../../core/collections.js";
import { formatOrigin } from "../../core/errors.js";
import type { Field } from "../../core/fields.js";
import { glob, globRoot, textGlob, textsOverlap } from "../../core/glob.js";
import { fieldsOf, isInherent, isTopLevel, type PlacedKind, placedKinds, placesOf, shownKey } from "../../core/kind.js";
import { isUnsure } from "../../core/kinds-on.js";
import type { Policy } from "../../core/layer.js";
import { lookupOf } from "../../core/lookup.js";
import type { DesiredState, PlanDiagnostic, ReliedException } from "../../core/plan.js";
import { knownFrom } from "../../core/release-words.js";
import { type Basis, each, type Facts, ifReadable, type Observations, type Observed, together } from "../snapshot/index.js";
import { type ChangeDraft, draftKey, planDiagnostic, source } from "./draft.js";
import type { ThingUnderPolicies } from "./layered.js";
import { placeNeed } from "./shown.js";

/** Attributes and shapes that this release may not know, each told once with all that declares it, but for what the live reply shows. */
export function unsureOnes({ capabilities: { version } }: Basis, { observed }: Observations): PlanDiagnostic[] {
  const places = new Map<string, PlanDiagnostic[]>();
  for (const resource of observed) {
    if (resource.desired.ensure !== "present") continue;
    const { kind, desired } = resource;
    const { key = "" } = desired;
    const diagnostic = (name: string, dates: Parameters<typeof sentence>[1], path?: string) =>
      planDiagnostic({ address: desired.address, desired }, "release.unsure", sentence(name, dates, version), path);
    const shape = desired.key === undefined ? undefined : kind.shapes?.[desired.key];
    if (shape && !resource.live && isUnsure(version, shape)) append(places, `${kind.name} ${key}`, diagnostic(key, shape));
    for (const { path, field } of usedFields(fieldsOf(kind, { key: desired.key }), desired.spec)) {
      if (!isUnsure(version, field) || isShown(resource, path)) continue;
      // Items of lists and keys of maps are many places of one attribute.
      const name = path.replaceAll(/\.\d+(?=\.|$)/g, "");
      append(places, `${kind.name} ${key} ${name}`, diagnostic(name, field, path));
    }
  }
  return [...places.values()].flatMap((all): PlanDiagnostic[] => {
    const [first] = all;
    return first ? [{ ...first, addresses: [...new Set(all.flatMap(({ addresses }) => addresses))] }] : [];
  });
}

function isShown({ live }: Observed, path: string): boolean {
  let value: unknown = live?.spec;
  for (const step of path.split(".")) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[step];
  return value !== undefined && value !== null;
}

function sentence(name: string, { unreadable, ...dates }: Pick<Field, "since" | "unreadable">, version: string): string {
  const after = unreadable
    ? "it is sent, and no reply shows whether the server keeps it"
    : "it is sent, and apply says so where the server does not keep it";
  return `this release may not know ${name}: it is known ${knownFrom(dates)}, and this server is ${version}; ${after}`;
}

/** What is to be known of policies beside what they change: of which it cannot be told whether they hold, which are not in force everywhere yet, and which globs reach nothing. */
export function layerCautions(
  { layers }: DesiredState,
  things: readonly ThingUnderPolicies[],
  looksAtAll: boolean,
): PlanDiagnostic[] {
  const thingsOf = (standing: "inForce" | "reported" | "unknown") => {
    const byPolicy = new Map<Policy, ThingUnderPolicies[]>();
    for (const thing of things) for (const policy of thing[standing]) append(byPolicy, policy, thing);
    return (policy: Policy) => byPolicy.get(policy) ?? [];
  };
  const [held, reported, unknown] = [thingsOf("inForce"), thingsOf("reported"), thingsOf("unknown")];
  return (layers?.policies ?? []).flatMap((policy) => [
    ...rolloutCaution(policy, held(policy).length, reported(policy).length),
    ...unknownCaution(policy, unknown(policy)),
    // Whether a glob reaches nothing shows only in the whole.
    ...(looksAtAll ? idleCautions(policy, things) : []),
  ]);
}

function rolloutCaution(policy: Policy, held: number, reported: number): PlanDiagnostic[] {
  if (reported === 0) return [];
  const message = `policy ${policy.name} is in force for ${held} of ${held + reported} that it matches (rollout: ${policy.rollout}%); for the other ${reported} it is only reported`;
  return [{ rule: "policy.rollout", message, addresses: [], ...source(policy) }];
}

function unknownCaution(policy: Policy, things: readonly ThingUnderPolicies[]): PlanDiagnostic[] {
  if (things.length === 0) return [];
  const names = [...new Set(policy.where.map(({ path }) => path.join(".")))].join(", ");
  const message = `it cannot be told whether policy ${policy.name} holds here: what its where reads (${names}) is not shown to this token; it is left out`;
  return [{ rule: "policy.unknown", message, addresses: things.map(({ candidate }) => candidate.address), ...source(policy) }];
}

/** Of a policy for declared things alone the files say so already. */
function idleCautions(policy: Policy, things: readonly ThingUnderPolicies[]): PlanDiagnostic[] {
  if (!policy.undeclared) return [];
  const paths = things.flatMap(({ candidate }) => (candidate.kind.name === policy.kind ? [candidate.path] : []));
  return policy.globs.flatMap(({ pattern, origin }) => {
    const matches = glob(pattern);
    if (paths.some((path) => matches(path))) return [];
    const message = `policy ${policy.name}: ${pattern} matches nothing that is live or declared`;
    return [{ rule: "policy.nothing", message, addresses: [], ...source({ origin }) }];
  });
}

/** The exceptions that something in the plan goes by and that end some day. */
export function reliedExceptions(things: readonly ThingUnderPolicies[]): readonly ReliedException[] {
  const relied = new Set(things.flatMap(({ exceptions }) => exceptions));
  return [...relied]
    .flatMap(({ policy, match, attribute, until, origin }): ReliedException[] =>
      until === undefined
        ? []
        : [{ policy, match: match.pattern, attribute: attribute.text, until, source: formatOrigin(origin) }],
    )
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}

/** Globs of `delete_undeclared` that match nothing at all: what they are meant for may be still to come, but mostly they hold a slip. */
export function idleGlobs(basis: Basis, { resources, deleteUndeclared }: DesiredState, facts: Facts): PlanDiagnostic[] {
  const rules = Object.entries(deleteUndeclared).flatMap(([file, { patterns, origin }]) =>
    patterns.flatMap((pattern) => (pattern === "**" ? [] : [{ file, pattern, origin }])),
  );
  return each(rules, ({ file, pattern, origin }): PlanDiagnostic[] => {
    const kinds = placedKinds(basis.kinds).filter((kind) => kind.file === file);
    // Names at the top lie under no path: a glob of them says nothing more than true.
    if (kinds.length === 0 || kinds.some((kind) => isTopLevel(kind) && !kind.tree)) return [];
    const matches = glob(pattern);
    const parents = new Set(kinds.map((kind) => (kind.tree ? kind.name : kind.parent)));
    const isDeclared = resources.some(
      ({ kind, path, reached }) => !reached && parents.has(kind) && path !== undefined && matches(path),
    );
    if (isDeclared || liveUnder(kinds, pattern, facts).some((path) => matches(path))) return [];
    const what = kinds.some((kind) => kind.tree)
      ? "nothing that is live or declared"
      : "nothing that the files declare, and only of that anything is deleted";
    const message = `delete_undeclared: ${file}: ${pattern} matches ${what}`;
    return [{ rule: "delete-undeclared.nothing", message, addresses: [], ...source({ origin }) }];
  }).flat();
}

function liveUnder(kinds: readonly PlacedKind[], pattern: string, facts: Facts): string[] {
  const trees = kinds.filter((kind) => kind.tree);
  return each(trees, (kind) => facts({ read: "below", kind: kind.name, root: globRoot(pattern) })).flatMap((below) =>
    below.flatMap(({ path }) => (path === undefined ? [] : [path])),
  );
}

/** Declared things that are about one name, of which only the looser one counts: two wildcards beside each other, or one name on a group and on what lies in it. */
export function overlapWarnings({ kinds }: Pick<Basis, "kinds">, { observed }: Pick<Observations, "observed">): PlanDiagnostic[] {
  const covering = observed.filter(({ desired, kind }) => kind.key?.covers && desired.ensure === "present");
  const known = new Map(covering.map((resource) => [addressKey(resource.desired, kinds), resource]));
  const beside = new Map<string, Observed[]>();
  for (const resource of covering)
    if (resource.desired.key?.includes("*"))
      append(beside, `${resource.kind.name} ${parentKey(resource.kind, resource.desired.path, kinds) ?? ""}`, resource);
  const wildcards = [...beside.values()].flatMap((siblings) =>
    siblings.flatMap((sibling, index) =>
      siblings.slice(index + 1).flatMap((other) => {
        if (!textsOverlap(sibling.desired.key ?? "", other.desired.key ?? "")) return [];
        return [overlapOf(sibling, other, "may be about one name")];
      }),
    ),
  );
  const handed = covering.flatMap((resource) =>
    namesakes(resource, known).map((other) => overlapOf(resource, other, "are two rules of one name")),
  );
  return [...wildcards, ...handed];
}

function overlapOf({ desired, kind }: Observed, other: Observed, why: string): PlanDiagnostic {
  const addresses = [desired.address, other.desired.address];
  const message = `two of kind ${kind.name} ${why}: the looser one counts for who may`;
  return { rule: "overlap", message, addresses, ...source(desired) };
}

/** What groups above declare by the same key. */
function namesakes({ desired, kind }: Observed, known: ReadonlyMap<string, Observed>): Observed[] {
  return pathsAbove(desired.path ?? "").flatMap((at) =>
    placesOf(kind).flatMap((place) => known.get(thingKey(place, at, desired.key)) ?? []),
  );
}

/** Tells of drafts of kinds whose keys cover names whether another one is about all their names before and after the plan: on the same thing, or on one above. */
export function coveredBeside(
  drafts: readonly ChangeDraft[],
  { observed }: Pick<Observations, "observed">,
): (draft: ChangeDraft) => boolean {
  const going = new Set(drafts.filter(({ action }) => action === "delete").map(draftKey));
  const live = new Map<string, Map<string, string>>();
  const place = (kind: string, path = "") => `${kind} ${fold(path)}`;
  for (const { desired, kind, live: shown, beside = [] } of observed.filter((resource) => resource.kind.key?.covers)) {
    const keys = [...(shown ? [desired.key ?? ""] : []), ...beside.map(({ marks }) => shownKey(kind, marks))];
    const at = place(kind.name, desired.path);
    const known = live.get(at) ?? new Map<string, string>();
    for (const key of keys) known.set(thingKey(kind, desired.path, key), key);
    live.set(at, known);
  }
  return (draft) => {
    const { kind, path = "", key = "" } = draft;
    const staying = [path, ...pathsAbove(path)].flatMap((at) => [...(live.get(place(kind.name, at)) ?? [])]);
    return staying.some(([thing, other]) => thing !== draftKey(draft) && !going.has(thing) && textGlob(other)(key));
  };
}

/** What goes with what is deleted, declared or not. */
export function goingAlong(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  return together(
    () => contentsOf(basis, drafts, facts),
    () => heirsOf(basis, drafts, facts),
  ).flat();
}

/** Deleting a group deletes what lies in it: the plan says what that is, declared or not. */
function contentsOf(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const deleted = new Set(drafts.filter((draft) => draft.action === "delete").map((draft) => fold(draft.address)));
  const emptied = drafts.filter(({ action, kind }) => action === "delete" && kind.tree?.parent === kind.name);
  return each(emptied, (draft): PlanDiagnostic[] => {
    const held = placedKinds(basis.kinds).filter(({ tree }) => tree?.parent === draft.kind.name);
    const root = draft.livePath ?? draft.path ?? "";
    const all = each(held, (kind) => facts({ read: "below", kind: kind.name, root })).flat();
    // What is on its way out already goes with all that lies in it.
    const leaving = all.flatMap(({ scheduledForDeletion, path = "" }) => (scheduledForDeletion ? [path] : []));
    const isGoing = (path: string) => leaving.some((gone) => gone === path || isUnder(path, gone));
    const unsaid = all
      .filter(({ path = "" }) => !isGoing(path))
      .map((live) => formatAddress(live))
      .filter((address) => !deleted.has(fold(address)));
    if (unsaid.length === 0) return [];
    const message = `deleting it also deletes ${unsaid.length} more: ${unsaid.slice(0, 20).join(", ")}${unsaid.length > 20 ? ", …" : ""}`;
    return [{ rule: "delete.contents", message, addresses: [draft.address], ...source(draft.desired) }];
  }).flat();
}

/** Of so many things it is asked whether they inherit what is to go; of more it would take too long. */
const most = 100;
/** So many are named. */
const named = 20;

/** What is deleted on a group goes from all that has it from there: the plan says from what. */
function heirsOf({ kinds }: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const known = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const handed = drafts.filter(
    ({ action, kind, live }) => action === "delete" && kind.inherent?.flag !== undefined && live && !isInherent(kind, live.marks),
  );
  return each(handed, (draft): PlanDiagnostic[] => {
    const { kind, key = "", livePath: root = "" } = draft;
    const places = placesOf(kind);
    if (kinds.get(kind.parent)?.tree?.parent !== kind.parent) return [];
    const below = each(places, (place) =>
      facts({ read: "below", kind: place.parent, root }).flatMap(({ path = "", scheduledForDeletion }) =>
        scheduledForDeletion ? [] : [{ place, path }],
      ),
    ).flat();
    const origin = { addresses: [draft.address], ...source(draft.desired) };
    if (below.length > most) {
      const message = `deleting it takes it from whatever inherits it of the ${below.length} groups and projects below`;
      return [{ rule: "delete.inherited", message, ...origin }];
    }
    const heirs = each(below, ({ place, path }) => {
      const parent = { kind: place.parent, paths: [path] };
      const [live] = ifReadable(() => facts({ read: "siblings", kind: place.name, parent, attributes: [], key })) ?? [];
      const isKept = !live || !isInherent(place, live.marks) || known.has(draftKey({ kind: place, path, key }));
      return isKept ? [] : [path];
    })
      .flat()
      .sort();
    if (heirs.length === 0) return [];
    const more = heirs.length > named ? ", …" : "";
    const message = `deleting it takes it from ${heirs.length} more that inherit it: ${heirs.slice(0, named).join(", ")}${more}`;
    return [{ rule: "delete.inherited", message, ...origin }];
  }).flat();
}

/** What is as it is above, and is changed, is its own from then on. */
export function disinherited(drafts: readonly ChangeDraft[]): PlanDiagnostic[] {
  return drafts.flatMap(({ action, kind, live, write, desired, address }) => {
    const isCut =
      kind.inherent?.flag !== undefined &&
      action === "update" &&
      live !== undefined &&
      isInherent(kind, live.marks) &&
      write[kind.inherent.flag] !== true;
    if (!isCut) return [];
    const message = "it is as a group above has it: this change makes it its own, and what changes above reaches it no more";
    return [{ rule: "inherits.cut", message, addresses: [address], ...source(desired) }];
  });
}

/** Names in committed files that nothing has, neither live nor made by this plan: the server takes such a file, and ignores the name. */
export function unknownInFiles(basis: Basis, drafts: readonly ChangeDraft[], facts: Facts): PlanDiagnostic[] {
  const byKey = new Map(drafts.map((draft) => [draftKey(draft), draft]));
  const asked = drafts.flatMap((draft) => {
    const { action, kind, key = "", write } = draft;
    const content = write[kind.committed?.content ?? ""];
    if (action === "delete" || typeof content !== "string") return [];
    return (kind.committed?.namesIn(key, content) ?? []).map((named) => ({ draft, named }));
  });
  const has = (name: string, target: string): boolean => {
    if (!basis.kinds.get(target)?.tree) return facts({ read: "id", target, name }) !== undefined;
    const made = byKey.get(addressKey({ kind: target, path: name }, basis.kinds));
    return made === undefined ? facts(placeNeed(target, name)) !== undefined : made.action !== "delete";
  };
  return each(asked, ({ draft, named }): PlanDiagnostic[] => {
    // A name that cannot be looked up may be there.
    const isThere = ifReadable(() => named.among.some((target) => has(named.name, target))) ?? true;
    if (isThere) return [];
    const place = { addresses: [draft.address], ...source(draft.desired, draft.kind.committed?.content) };
    return [{ rule: named.rule, message: messageOf(basis, named), ...place }];
  }).flat();
}

function messageOf({ kinds, directory }: Basis, { name, among, says, effect }: NameInText): string {
  const titles = among.map((target) => lookupOf(kinds, directory, target)?.title ?? target);
  return `${says}, but there is no ${titles.join(" or ")} ${name} that this token may see: ${effect}`;
}
