import { compareTexts } from "../../core/collections.js";
import type { Declaration, SharedDeclaration } from "../../core/declaration.js";
import { type Kinds, addressIn } from "../../core/kind.js";
import { globbedKinds } from "../../core/layer-schema.js";
import { type CommonUnits, LayerNames } from "./fold-names.js";
import { commonBelow } from "./fold-policies.js";
import { commonToSome } from "./fold-presets.js";
import { type Defaults, type Foldable, type Unit, foldablesOf, remainderOf, specOf } from "./fold-units.js";

/** Declarations with what many of them say in one place. */
export interface Folded {
  /** What is left to say of each. */
  readonly declarations: readonly Declaration[];
  /** Policies, then presets. */
  readonly shared: readonly SharedDeclaration[];
}

/**
 * Says in one place what most groups or projects below a group say alike, as policies, and what several others say alike, as presets, wherever that takes fewer lines;
 * all layers together say of each what was declared, and at most what was left out of it as a default (`defaults`). Pure; the order of the declarations does not matter.
 */
export function foldDeclarations(declarations: readonly Declaration[], kinds: Kinds, defaults: Defaults = new Map()): Folded {
  const { things, others } = foldablesOf(declarations, kinds, defaults);
  const names = new LayerNames();
  const policies: SharedDeclaration[] = [];
  const presets: SharedDeclaration[] = [];
  for (const kind of globbedKinds(kinds)) {
    const own = things.filter((thing) => thing.kind.name === kind.name);
    for (const common of commonBelow(own)) policies.push(sharedOf(names.policy(common, kind), common, own, kinds));
    for (const common of commonToSome(own)) {
      const name = names.preset(common, kind);
      for (const thing of common.things) thing.presets.push(name);
      presets.push(sharedOf(name, common, own, kinds));
    }
  }
  return {
    declarations: [...others, ...things.flatMap((thing) => remainderOf(thing, kinds))],
    shared: [...policies, ...presets],
  };
}

function sharedOf(name: string, common: CommonUnits, [first]: readonly Foldable[], kinds: Kinds): SharedDeclaration {
  const { units, globs, except } = common;
  const kind = first?.kind;
  if (!kind) throw new Error("nothing is common to nothing");
  const bodies = new Map<string, Unit[]>();
  for (const unit of units) {
    const place = unit.child ? JSON.stringify([unit.child.kind, unit.child.key ?? ""]) : "";
    bodies.set(place, [...(bodies.get(place) ?? []), unit]);
  }
  const own: Declaration = { ...addressIn(kind, undefined, undefined), address: name, spec: {}, remarks: [] };
  const children = [...bodies].sort(([a], [b]) => compareTexts(a, b)).flatMap(([, mine]) => childOf(mine, kinds));
  return { name, kind: kind.name, globs, except, own: { ...own, spec: specOf(own, bodies.get("") ?? [], kinds) }, children };
}

function childOf(units: readonly Unit[], kinds: Kinds): readonly Declaration[] {
  const child = units[0]?.child;
  if (!child) return [];
  const { path: _, ...place } = child;
  return [{ ...place, spec: specOf(child, units, kinds), remarks: [] }];
}
