import { addressKey, thingKey } from "../../core/address-key.js";
import { type Json, type Value, canonicalJson } from "../../core/json.js";
import type { Kinds } from "../../core/kind.js";
import type { Change, Desired, DesiredState } from "../../core/plan.js";
import { valueAtSteps } from "../../core/steps.js";
import type { Basis, Facts } from "../snapshot/index.js";
import type { SaysAnew } from "./applied-secrets.js";
import type { ChangeDraft } from "./draft.js";
import { type LayerQuestions, withLayers } from "./layered.js";
import { withRemoved } from "./removed.js";
import { withImplied } from "./scope.js";

/** A change as the plan tells it, but for the ids of its calls. */
type Told = Omit<Change, "calls">;

/** Says of a change what of it a request asks for, and what was off before. */
export type MarkOrigins = (draft: ChangeDraft, told: Told) => Told;

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
  return (draft, told) => {
    const { desired } = draft;
    if (!desired) return { ...told, origin: isUndeclaredBy(draft, base, state, before) ? "request" : "before" };
    const said = now.get(addressKey(desired, kinds)) ?? desired;
    const earlier = before.get(addressKey(desired, kinds)) ?? movedOne(desired, kinds, before);
    if (!earlier || earlier.ensure !== said.ensure) return { ...told, origin: "request" };
    const isMoved = earlier.movedFrom !== said.movedFrom || earlier.formerKey !== said.formerKey;
    // What no attribute says is of the thing itself, such as its path.
    const isOwn = ({ path }: { readonly path: string }) =>
      [earlier, said].some((one) => speaksOf(one, path)) ? differ(earlier, said, path) : isMoved;
    if (!isMoved && !told.attributes.some(isOwn) && !told.unverifiable.some(isOwn)) return { ...told, origin: "before" };
    const attributes = told.attributes.map((one) => (isOwn(one) ? one : { ...one, origin: "before" as const }));
    return { ...told, attributes, origin: "request" };
  };
}

function byKey(kinds: Kinds, { resources }: DesiredState): ReadonlyMap<string, Desired> {
  return new Map(resources.map((one) => [addressKey(one, kinds), one]));
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
function differ(one: Desired, other: Desired, path: string): boolean {
  const [name = ""] = path.split(".");
  const parts = [one, other].map(({ spec }) => spec[path] ?? valueAtSteps(spec, path.split(".")));
  const isThere = parts.some((value) => value !== undefined);
  const values = isThere ? parts : [one.spec[name], other.spec[name]];
  return textOf(values[0]) !== textOf(values[1]) || boundsText(one, name) !== boundsText(other, name);
}

function speaksOf({ spec, bounds = [], initial = {} }: Desired, path: string): boolean {
  const [name = ""] = path.split(".");
  return (
    [spec[path], spec[name], initial[name]].some((value) => value !== undefined) || bounds.some((one) => one.path[0] === name)
  );
}

/** What is said of an attribute without giving it a value. */
function boundsText({ bounds = [], initial = {} }: Desired, name: string): string {
  const said = bounds.filter(({ path }) => path[0] === name).map(({ path, word, value }) => [...path, word, textOf(value)]);
  return canonicalJson([...said, textOf(initial[name])] as Json);
}

function textOf(value: Value | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}
