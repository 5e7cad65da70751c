import { fold as foldCase, formatAddress } from "../../core/address.js";
import { inFieldOrder } from "../../core/body-fields.js";
import { append, compareTexts } from "../../core/collections.js";
import type { Declaration } from "../../core/declaration.js";
import { typeOf } from "../../core/fields.js";
import { type Spec, type Value, canonicalJson } from "../../core/json.js";
import { kindDiagnostics } from "../../core/kind-check.js";
import { type Kinds, type PlacedKind, addressIn, fieldsOf, isTopLevel, kindAt, topKind } from "../../core/kind.js";
import { globbedKinds } from "../../core/layer-schema.js";
import { withValueAt } from "../../core/steps.js";
import { statementsOf } from "../../policies/index.js";

/** The smallest part of what a thing says that can be said elsewhere: one attribute, one part of a record or map, or that something without attributes hangs on it. */
export interface Unit {
  /** Equal for the same place in two things. */
  readonly id: string;
  /** What hangs on the thing; undefined for the thing itself. */
  readonly child?: Declaration;
  /** Empty where it only says that the child is there. */
  readonly path: readonly string[];
  readonly value: Value;
  /** Equal for equal values. */
  readonly text: string;
  /** How many lines it takes in a file, or nearly. */
  readonly lines: number;
}

/** A group or project with all that is declared of it and of what hangs on it. */
export interface Foldable {
  readonly kind: PlacedKind;
  readonly path: string;
  readonly own: Declaration;
  readonly children: readonly Declaration[];
  /** By id, in the order in which it says them. What must stay where it is said is no unit. */
  readonly units: ReadonlyMap<string, Unit>;
  /** True for what no policy holds for unless it asks for such (`toggle`, as archived). */
  readonly isClosed: boolean;
  /** What layers give it, by id of the unit: the text of the value. */
  readonly given: Map<string, string>;
  readonly presets: string[];
}

/** Declarations of which something may be said elsewhere, in one order, and the others as they are. */
export function foldablesOf(
  declarations: readonly Declaration[],
  kinds: Kinds,
): { readonly things: readonly Foldable[]; readonly others: readonly Declaration[] } {
  const names = new Set(globbedKinds(kinds).map(({ name }) => name));
  const groups = new Map<string, Declaration[]>();
  const others: Declaration[] = [];
  for (const one of declarations) {
    const kind = kindAt(kinds, one);
    const head = isTopLevel(kind) ? kind.name : kind.parent;
    if (one.path === undefined || !names.has(head)) others.push(one);
    else append(groups, JSON.stringify([head, foldCase(one.path)]), one);
  }
  const things = [...groups.values()].map((members) => foldableOf(members, kinds));
  return { things: things.sort((a, b) => compareTexts(a.path, b.path) || compareTexts(a.kind.name, b.kind.name)), others };
}

function foldableOf(members: readonly Declaration[], kinds: Kinds): Foldable {
  const head = members.find((one) => isTopLevel(kindAt(kinds, one)));
  const [first] = members;
  const kind = topKind(kinds, head?.kind ?? (first ? kindAt(kinds, first).parent : ""));
  const path = head?.path ?? first?.path ?? "";
  const place = addressIn(kind, path, undefined);
  const own = head ?? { ...place, address: formatAddress(place), spec: {}, remarks: [] };
  const children = members.filter((one) => one !== head).sort((a, b) => compareTexts(a.address, b.address));
  const units = [...unitsOf(own, kinds), ...children.flatMap((child) => unitsOf(child, kinds, child))];
  const fields = fieldsOf(kind);
  const isClosed = Object.entries(own.spec).some(([name, value]) => fields[name]?.toggle !== undefined && value === true);
  return {
    kind,
    path,
    own,
    children,
    units: new Map(units.map((unit) => [unit.id, unit])),
    isClosed,
    given: new Map(),
    presets: [],
  };
}

function unitsOf(declaration: Declaration, kinds: Kinds, child?: Declaration): readonly Unit[] {
  const { spec, kind, key } = declaration;
  const fields = fieldsOf(kindAt(kinds, declaration), { key });
  const on = child === undefined ? {} : { child };
  const idOf = (path: readonly string[]) => JSON.stringify(child === undefined ? [path] : [path, kind, key ?? null]);
  if (child && Object.keys(spec).length === 0) return [{ ...on, id: idOf([]), path: [], value: true, text: "true", lines: 1 }];
  return statementsOf(fields, inFieldOrder(fields, spec), {}).flatMap(({ path, value }): readonly Unit[] => {
    const field = Object.hasOwn(fields, path[0] ?? "") ? fields[path[0] ?? ""] : undefined;
    // What a policy is read by, what lies in a file of its own, and what no field knows stay where they are.
    if (!field || field.toggle || typeOf(field).isUploaded) return [];
    return [{ ...on, id: idOf(path), path, value, text: canonicalJson(value), lines: linesOf(value) }];
  });
}

function linesOf(value: Value): number {
  if (typeof value === "string") return 1 + (value.match(/\n/g)?.length ?? 0);
  return Array.isArray(value) && value.some((item: Value) => typeof item === "object") ? 1 + value.length : 1;
}

/** What units say, as attributes in the order of the kind. */
export function specOf(declaration: Declaration, units: readonly Unit[], kinds: Kinds): Spec {
  const said = units
    .filter(({ path }) => path.length > 0)
    .reduce<Spec>((spec, { path, value }) => withValueAt(spec, path, value), {});
  return inFieldOrder(fieldsOf(kindAt(kinds, declaration), { key: declaration.key }), said);
}

/** What is left to say of a thing beside what layers give it; what says nothing more and carries no remark is left out. */
export function remainderOf(thing: Foldable, kinds: Kinds): readonly Declaration[] {
  const { own, children, presets, units, given } = thing;
  const gone = [...units.values()].filter(({ id, text }) => given.get(id) === text);
  const named = { ...own, ...(presets.length === 0 ? {} : { extends: presets }) };
  const rest = (one: Declaration, child: Declaration | undefined): Declaration => {
    const mine = gone.filter((unit) => unit.child === child);
    return mine.length === 0 ? one : { ...one, spec: without(one, mine, kinds) };
  };
  const isSound = (one: Declaration, parent: Declaration | undefined): boolean =>
    kindDiagnostics(kindAt(kinds, one), one.spec, new Set(), parent?.spec).length === 0;
  const short = rest(named, undefined);
  const isSoundBelow = (head: Declaration): boolean =>
    isSound(head, undefined) && children.every((child) => isSound(rest(child, child), head) || isSound(child, head));
  const head = isSoundBelow(short) ? short : named;
  const places = new Set([...units.values()].flatMap((unit) => (unit.child && given.has(unit.id) ? [unit.child] : [])));
  const kept = children.flatMap((child) => {
    const left = rest(child, child);
    if (places.has(child) && Object.keys(left.spec).length === 0 && child.remarks.length === 0) return [];
    // A body is checked as it stands: what is only sound with what a layer gives says that, too.
    return [isSound(left, head) ? left : child];
  });
  return [head, ...kept];
}

function without(declaration: Declaration, gone: readonly Unit[], kinds: Kinds): Spec {
  const places = new Set(gone.map(({ path }) => JSON.stringify(path)));
  const fields = fieldsOf(kindAt(kinds, declaration), { key: declaration.key });
  return statementsOf(fields, declaration.spec, {})
    .filter(({ path }) => !places.has(JSON.stringify(path)))
    .reduce<Spec>((spec, { path, value }) => withValueAt(spec, path, value), {});
}
