import { addressKey } from "../../core/address-key.js";
import { fold as foldCase, formatAddress } from "../../core/address.js";
import { inFieldOrder } from "../../core/body-fields.js";
import { append, compareTexts } from "../../core/collections.js";
import type { Declaration } from "../../core/declaration.js";
import { typeOf, switchOf } from "../../core/fields.js";
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
  /** Empty where it says that the child is there. */
  readonly path: readonly string[];
  readonly value: Value;
  /** Equal for equal values. */
  readonly text: string;
  /** How many lines it takes in a file, or nearly: none where what else is said of the child says that it is there. */
  readonly lines: number;
}

/** A group or project with all that is declared of it and of what hangs on it. */
export interface Foldable {
  readonly kind: PlacedKind;
  readonly path: string;
  readonly body: Declaration;
  readonly children: readonly Declaration[];
  /** By id, in the order in which it says them. What must stay where it is said is no unit. */
  readonly units: Map<string, Unit>;
  /** By id, what it can say of attributes at their default. It becomes one of the units where a policy says otherwise. */
  readonly defaults: ReadonlyMap<string, Unit>;
  /** True for what no policy holds for unless it asks for such (a flag such as archived). */
  readonly isClosed: boolean;
  /** What layers give it, by id of the unit: the text of the value. */
  readonly given: Map<string, string>;
  readonly presets: string[];
}

/** What declarations leave out because it is at its default, by address key; what is inherited is not among it. */
export type Defaults = ReadonlyMap<string, Spec>;

/** Declarations of which something may be said elsewhere, in one order, and the others as they are. */
export function foldablesOf(
  declarations: readonly Declaration[],
  kinds: Kinds,
  defaults: Defaults,
): { readonly things: readonly Foldable[]; readonly others: readonly Declaration[] } {
  const names = new Set(globbedKinds(kinds).map(({ name }) => name));
  const groups = new Map<string, Declaration[]>();
  const others: Declaration[] = [];
  for (const declaration of declarations) {
    const kind = kindAt(kinds, declaration);
    const head = isTopLevel(kind) ? kind.name : kind.parent;
    if (declaration.path === undefined || !names.has(head)) others.push(declaration);
    else append(groups, JSON.stringify([head, foldCase(declaration.path)]), declaration);
  }
  const things = [...groups.values()].map((members) => foldableOf(members, kinds, defaults));
  return { things: things.sort((a, b) => compareTexts(a.path, b.path) || compareTexts(a.kind.name, b.kind.name)), others };
}

function foldableOf(members: readonly Declaration[], kinds: Kinds, defaults: Defaults): Foldable {
  const head = members.find((member) => isTopLevel(kindAt(kinds, member)));
  const [first] = members;
  const kind = topKind(kinds, head?.kind ?? (first ? kindAt(kinds, first).parent : ""));
  const path = head?.path ?? first?.path ?? "";
  const place = addressIn(kind, path, undefined);
  const declaration = head ?? { ...place, address: formatAddress(place), spec: {}, remarks: [] };
  const children = members.filter((member) => member !== head).sort((a, b) => compareTexts(a.address, b.address));
  const units = [...unitsOf(declaration, declaration.spec, kinds), ...children.flatMap((child) => childUnits(child, kinds))];
  const byId = (all: readonly Unit[]) => new Map(all.map((unit) => [unit.id, unit]));
  const atDefault = (member: Declaration, child?: Declaration) =>
    unitsOf(member, defaults.get(addressKey(member, kinds)) ?? {}, kinds, child);
  const fields = fieldsOf(kind);
  const isClosed = Object.entries(declaration.spec).some(
    ([name, value]) => switchOf(fields[name]) !== undefined && value === true,
  );
  return {
    kind,
    path,
    body: declaration,
    children,
    units: byId(units),
    defaults: byId([...atDefault(declaration), ...children.flatMap((child) => atDefault(child, child))]),
    isClosed,
    given: new Map(),
    presets: [],
  };
}

/** That a child is there, and what is said of it. */
function childUnits(child: Declaration, kinds: Kinds): readonly Unit[] {
  const units = unitsOf(child, child.spec, kinds, child);
  const lines = Object.keys(child.spec).length === 0 ? 1 : 0;
  return [{ child, id: idOf(child, []), path: [], value: true, text: "true", lines }, ...units];
}

function unitsOf(declaration: Declaration, spec: Spec, kinds: Kinds, child?: Declaration): readonly Unit[] {
  const fields = fieldsOf(kindAt(kinds, declaration), { key: declaration.key });
  return statementsOf(fields, inFieldOrder(fields, spec), {}).flatMap(({ path, value }): readonly Unit[] => {
    const field = Object.hasOwn(fields, path[0] ?? "") ? fields[path[0] ?? ""] : undefined;
    // What a policy is read by, what lies in a file of its own, and what no field knows stay where they are.
    if (!field || switchOf(field) || typeOf(field).isUploaded) return [];
    const on = child === undefined ? {} : { child };
    return [{ ...on, id: idOf(child, path), path, value, text: canonicalJson(value), lines: linesOf(value) }];
  });
}

function idOf(child: Declaration | undefined, path: readonly string[]): string {
  return JSON.stringify(child === undefined ? [path] : [path, child.kind, child.key ?? null]);
}

function linesOf(value: Value): number {
  if (typeof value === "string") return 1 + (value.match(/\n/g)?.length ?? 0);
  return Array.isArray(value) && value.some((item: Value) => typeof item === "object") ? 1 + value.length : 1;
}

/** What units say, as attributes in the order of the kind. */
export function specOf(declaration: Declaration, units: readonly Pick<Unit, "path" | "value">[], kinds: Kinds): Spec {
  const stated = units
    .filter(({ path }) => path.length > 0)
    .reduce<Spec>((spec, { path, value }) => withValueAt(spec, path, value), {});
  return inFieldOrder(fieldsOf(kindAt(kinds, declaration), { key: declaration.key }), stated);
}

/** What is left to say of a thing beside what layers give it; what says nothing more and carries no remark is left out. */
export function remainderOf(thing: Foldable, kinds: Kinds): readonly Declaration[] {
  const { body, children, presets, units, given } = thing;
  const whole = (declaration: Declaration, child?: Declaration): Declaration => {
    const stated = [...units.values()].filter((unit) => unit.child === child);
    return { ...declaration, spec: specOf(declaration, [...statedIn(declaration, kinds), ...stated], kinds) };
  };
  const rest = (declaration: Declaration, child?: Declaration): Declaration => {
    const gone = [...units.values()].filter((unit) => unit.child === child && given.get(unit.id) === unit.text);
    const places = new Set(gone.map(({ path }) => JSON.stringify(path)));
    const left = statedIn(whole(declaration, child), kinds).filter(({ path }) => !places.has(JSON.stringify(path)));
    return { ...declaration, spec: specOf(declaration, left, kinds) };
  };
  const named = { ...body, ...(presets.length === 0 ? {} : { extends: presets }) };
  const isSound = (declaration: Declaration, parent: Declaration | undefined): boolean =>
    kindDiagnostics(kindAt(kinds, declaration), declaration.spec, new Set(), parent?.spec).length === 0;
  const short = rest(named);
  const isSoundBelow = (head: Declaration): boolean =>
    isSound(head, undefined) &&
    children.every((child) => isSound(rest(child, child), head) || isSound(whole(child, child), head));
  const head = isSoundBelow(short) ? short : whole(named);
  const places = new Set([...units.values()].flatMap((unit) => (unit.child && given.has(unit.id) ? [unit.child] : [])));
  const kept = children.flatMap((child) => {
    const left = rest(child, child);
    if (places.has(child) && Object.keys(left.spec).length === 0 && child.remarks.length === 0) return [];
    // A body is checked as it stands: what is only sound with what a layer gives says that, too.
    return [isSound(left, head) ? left : whole(child, child)];
  });
  return [head, ...kept];
}

function statedIn(declaration: Declaration, kinds: Kinds): readonly Pick<Unit, "path" | "value">[] {
  return statementsOf(fieldsOf(kindAt(kinds, declaration), { key: declaration.key }), declaration.spec, {});
}
