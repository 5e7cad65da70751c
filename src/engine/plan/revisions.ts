import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { fold, formatAddress, isUnder } from "../../core/address.js";
import { defined } from "../../core/collections.js";
import { canonicalJson, type Json, type Value } from "../../core/json.js";
import { isTopLevel, kindAt, type Kinds } from "../../core/kind.js";
import type { Change, Desired, DesiredState } from "../../core/plan.js";
import { valueAtSteps } from "../../core/steps.js";
import { meansWhole } from "../../policies/index.js";
import { type Basis, type Facts, namesSaid } from "../snapshot/index.js";
import type { SaysAnew } from "./compare.js";
import type { ChangeDraft } from "./draft.js";
import { type LayerQuestions, withLayers } from "./layered.js";
import { type Move, movesOf, withImplied } from "./scope.js";

/** A change as the plan tells it, but for the ids of its calls. */
type Told = Omit<Change, "calls">;

/** Says of a change what of it a request asks for, and what was off before. */
export type MarkOrigins = (draft: ChangeDraft, change: Told) => Told;

/** What is desired without a request, and what the files said at a revision. */
interface WithoutRequest {
  readonly base?: DesiredState;
  readonly before?: { readonly revision: string; readonly state: DesiredState };
}

/** How changes are marked where the files are those of a request: by all that is desired with it and without it, whichever layer says it. */
export function markingBy(
  basis: Basis,
  whole: DesiredState,
  { base, before }: WithoutRequest,
  questions: LayerQuestions,
  facts: Facts,
): { readonly markOrigins?: MarkOrigins; readonly saysAnew?: SaysAnew } {
  if (!base) return {};
  const { kinds } = basis;
  const without = withRemoved(basis, withLayers(basis, base, questions, facts).state, before, questions, facts);
  const [earlier, now] = [withImplied(without, kinds), withImplied(whole, kinds)];
  return { markOrigins: originsBy(kinds, earlier, now), saysAnew: saysAnewBy(kinds, earlier, now) };
}

/** What only the request declares is not told by its template: a thing that was there has its value already. */
function saysAnewBy(kinds: Kinds, base: DesiredState, state: DesiredState): SaysAnew {
  const [before, now] = [byKey(kinds, base), byKey(kinds, state)];
  return (desired, path) => {
    const earlier = before.get(addressKey(desired, kinds)) ?? movedOne(desired, kinds, before);
    return earlier?.ensure === "present" && differ(earlier, now.get(addressKey(desired, kinds)) ?? desired, path);
  };
}

/**
 * Holds what is desired with a request against what is desired without it. A change is the request's own where the two differ in it: in the thing itself, or in an attribute. Of such
 * a change, attributes in which they are the same are marked by themselves.
 */
function originsBy(kinds: Kinds, base: DesiredState, state: DesiredState): MarkOrigins {
  const [before, now] = [byKey(kinds, base), byKey(kinds, state)];
  return (draft, change) => {
    const { desired } = draft;
    if (!desired) return { ...change, origin: isUndeclaredBy(draft, base, state, before) ? "request" : "before" };
    const declared = now.get(addressKey(desired, kinds)) ?? desired;
    const earlier = before.get(addressKey(desired, kinds)) ?? movedOne(desired, kinds, before);
    if (!earlier || earlier.ensure !== declared.ensure) return { ...change, origin: "request" };
    const isMoved = earlier.movedFrom !== declared.movedFrom || earlier.formerKey !== declared.formerKey;
    // What no attribute says is of the thing itself, such as its path.
    const isOwn = ({ path }: { readonly path: string }) =>
      [earlier, declared].some((resource) => speaksOf(resource, path)) ? differ(earlier, declared, path) : isMoved;
    if (!isMoved && !change.attributes.some(isOwn) && !change.unverifiable.some(isOwn)) return { ...change, origin: "before" };
    const attributes = change.attributes.map((attribute) =>
      isOwn(attribute) ? attribute : { ...attribute, origin: "before" as const },
    );
    return { ...change, attributes, origin: "request" };
  };
}

function byKey(kinds: Kinds, { resources }: DesiredState): ReadonlyMap<string, Desired> {
  return new Map(resources.map((resource) => [addressKey(resource, kinds), resource]));
}

/** What the thing was before the request moves it or gives it another key. */
function movedOne(desired: Desired, kinds: Kinds, before: ReadonlyMap<string, Desired>): Desired | undefined {
  const { movedFrom, formerKey } = desired;
  if (movedFrom !== undefined) return before.get(addressKey({ ...desired, path: movedFrom }, kinds));
  return formerKey === undefined ? undefined : before.get(addressKey({ ...desired, key: formerKey }, kinds));
}

/** True where the request takes away the declaration of what goes, or has what nobody declares go. */
function isUndeclaredBy(
  { kind, path, key }: ChangeDraft,
  base: DesiredState,
  state: DesiredState,
  before: ReadonlyMap<string, Desired>,
): boolean {
  if (before.get(thingKey(kind, path, key))?.ensure === "present") return true;
  const patterns = ({ deleteUndeclared }: DesiredState) => canonicalJson([...(deleteUndeclared[kind.file]?.patterns ?? [])]);
  return patterns(base) !== patterns(state);
}

/** True where two declarations say different things of an attribute, or of the one that it is a part of where neither gives the part by itself. */
function differ(desired: Desired, other: Desired, path: string): boolean {
  const [name = ""] = path.split(".");
  const parts = [desired, other].map(({ spec }) => spec[path] ?? valueAtSteps(spec, path.split(".")));
  const isThere = parts.some((value) => value !== undefined);
  const values = isThere ? parts : [desired.spec[name], other.spec[name]];
  return textOf(values[0]) !== textOf(values[1]) || boundsText(desired, name) !== boundsText(other, name);
}

function speaksOf({ spec, bounds = [], initial = {} }: Desired, path: string): boolean {
  const [name = ""] = path.split(".");
  return (
    [spec[path], spec[name], initial[name]].some((value) => value !== undefined) || bounds.some((bound) => bound.path[0] === name)
  );
}

/** What is said of an attribute without giving it a value. */
function boundsText({ bounds = [], initial = {} }: Desired, name: string): string {
  const lines = bounds.filter(({ path }) => path[0] === name).map(({ path, word, value }) => [...path, word, textOf(value)]);
  return canonicalJson([...lines, textOf(initial[name])] as Json);
}

function textOf(value: Value | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}

/**
 * What was desired before and no longer is, as what is to be absent: of what was declared, and of what policies gave. What was renamed or moved is not gone, what goes with
 * its parent is not deleted singly, and what only policies reach is not theirs to delete; nor is what the files by now say is not ours. Pure.
 */
export function removedSince(kinds: Kinds, before: readonly Desired[], now: readonly Desired[]): Desired[] {
  const moves = movesOf(now);
  // What only a policy reaches by now is declared no more.
  const declared = now.filter((desired) => !desired.reached || !kindAt(kinds, desired).tree);
  const known = new Set(declared.map((desired) => addressKey(desired, kinds)));
  const formerKeys = new Set(
    now.flatMap((desired) =>
      desired.formerKey === undefined ? [] : [addressKey({ ...desired, key: desired.formerKey }, kinds)],
    ),
  );
  const heads = new Map(
    now.filter((desired) => isTopLevel(kindAt(kinds, desired))).map((desired) => [addressKey(desired, kinds), desired]),
  );
  const gone = before.flatMap((desired): Desired[] => {
    const kind = kindAt(kinds, desired);
    if (desired.ensure === "absent" || (kind.tree && desired.reached) || kind.routes.delete === undefined) return [];
    const at = moved(desired, kinds, moves);
    const key = addressKey(at, kinds);
    if (known.has(key) || formerKeys.has(key)) return [];
    if (isTopLevel(kind) && !kind.tree && namesSaid(kinds, now, kind).has(fold(at.path ?? ""))) return [];
    const on = heads.get(parentKey(kind, at.path, kinds) ?? "");
    const child = { kind: kind.name, ...(at.key === undefined ? {} : { key: at.key }) };
    if (on?.ensure === "absent" || on?.ignored?.some((pattern) => meansWhole(pattern, child))) return [];
    return [at];
  });
  const goneKeys = new Set(gone.map((desired) => addressKey(desired, kinds)));
  return gone.filter((desired) => !goneKeys.has(parentKey(kindAt(kinds, desired), desired.path, kinds) ?? ""));
}

/** With what the files said before and no longer say, as absent. Their places begin with the revision, as Git writes it. */
export function withRemoved(
  basis: Basis,
  state: DesiredState,
  before: { readonly revision: string; readonly state: DesiredState } | undefined,
  questions: LayerQuestions,
  facts: Facts,
): DesiredState {
  if (!before) return state;
  const earlier = withLayers(basis, before.state, questions, facts).state;
  const removed = removedSince(basis.kinds, earlier.resources, state.resources).map((desired) => ({
    ...desired,
    origin: { ...desired.origin, file: `${before.revision}:${desired.origin.file}` },
  }));
  return { ...state, resources: [...withoutRemoved(basis.kinds, state.resources, removed), ...removed] };
}

/** What is desired beside what was removed: policies hold for nothing that goes. */
export function withoutRemoved(kinds: Kinds, now: readonly Desired[], removed: readonly Desired[]): Desired[] {
  const gone = new Set(removed.map((desired) => addressKey(desired, kinds)));
  return now.filter(
    (desired) =>
      !desired.reached ||
      ![addressKey(desired, kinds), parentKey(kindAt(kinds, desired), desired.path, kinds) ?? ""].some((key) => gone.has(key)),
  );
}

/** A thing of before under the path that it has by now, asked to be absent. */
function moved(desired: Desired, kinds: Kinds, moves: readonly Move[]): Desired {
  const { kind, parent, path, key, origin } = desired;
  const holder = parent ?? kindAt(kinds, desired).parent;
  const direct = moves.find(
    (move) => path !== undefined && move.kind === (kindAt(kinds, desired).tree ? kind : holder) && fold(move.from) === fold(path),
  );
  const above = moves.find((move) => path !== undefined && isUnder(path, move.from));
  const at = direct ? direct.to : above && path !== undefined ? above.to + path.slice(above.from.length) : path;
  const address = { kind, ...defined({ parent, path: at, key }) };
  return { ...address, address: formatAddress(address), ensure: "absent", spec: identityOf(desired, kinds), origins: {}, origin };
}

/** What tells it from its siblings beside its key, such as the type of a rule. */
function identityOf(desired: Desired, kinds: Kinds): Desired["spec"] {
  const field = kindAt(kinds, desired).key?.with?.field;
  const value = field === undefined ? undefined : desired.spec[field];
  return field === undefined || value === undefined ? {} : { [field]: value };
}
