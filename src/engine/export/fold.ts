import { addressKey } from "../../core/address-key.js";
import { compareTexts, groupedBy } from "../../core/collections.js";
import type { Declaration, SharedDeclaration } from "../../core/declaration.js";
import type { Fields } from "../../core/fields.js";
import { canonicalJson, type Spec } from "../../core/json.js";
import { addressIn, fieldsOf, isTopLevel, kindAt, type Kinds, type PlacedKind } from "../../core/kind.js";
import { globbedKinds } from "../../core/layer-schema.js";
import type { Desired } from "../../core/plan.js";
import { statementsOf } from "../../policies/index.js";
import { commonBelow, type CommonUnits, commonToSome } from "./fold-common.js";
import { type Defaults, type Foldable, foldablesOf, remainderOf, specOf, type Unit } from "./fold-units.js";

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
    const foldables = things.filter((thing) => thing.kind.name === kind.name);
    for (const common of commonBelow(foldables)) policies.push(sharedOf(names.policy(common, kind), common, foldables, kinds));
    for (const common of commonToSome(foldables)) {
      const name = names.preset(common, kind);
      for (const thing of common.things) thing.presets.push(name);
      presets.push(sharedOf(name, common, foldables, kinds));
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
  const bodies = groupedBy(units, ({ child }) => (child ? JSON.stringify([child.kind, child.key ?? ""]) : ""));
  const declaration: Declaration = { ...addressIn(kind, undefined, undefined), address: name, spec: {}, remarks: [] };
  const children = [...bodies].sort(([a], [b]) => compareTexts(a, b)).flatMap(([, mine]) => childOf(mine, kinds));
  return {
    name,
    kind: kind.name,
    globs,
    except,
    body: { ...declaration, spec: specOf(declaration, bodies.get("") ?? [], kinds) },
    children,
  };
}

function childOf(units: readonly Unit[], kinds: Kinds): readonly Declaration[] {
  const child = units[0]?.child;
  if (!child) return [];
  const { path: _, ...place } = child;
  return [{ ...place, spec: specOf(child, units, kinds), remarks: [] }];
}

/** So many subjects stand in a name; of more it says that there are some. */
const mostSubjects = 2;

/** Gives names to policies and presets, none twice: by what they say, and by where they hold where that is taken. */
class LayerNames {
  private readonly used = new Set<string>();

  policy({ globs: [glob = ""], units }: CommonUnits, { file }: PlacedKind): string {
    const place = glob.replace(/\/?\*\*$/, "");
    return this.free(subjectsOf(units), [place === "" ? "all" : place, file]);
  }

  preset({ units }: CommonUnits, { file }: PlacedKind): string {
    return this.free(subjectsOf(units), [file]);
  }

  /** What the subjects say, with more words where that is taken. */
  private free(subjects: readonly string[], more: readonly string[]): string {
    const rest = subjects.length > mostSubjects ? ["more"] : [];
    const plain = nameOf([[...subjects.slice(0, mostSubjects), ...rest].join(" and ")]);
    const longer = nameOf([plain, ...more]);
    let name = this.used.has(plain) ? longer : plain;
    for (let number = 2; this.used.has(name); number++) name = `${longer}-${number}`;
    this.used.add(name);
    return name;
  }
}

/** What units say, in words: children by their names, attributes with their values. */
function subjectsOf(units: readonly Unit[]): readonly string[] {
  return [...new Set(units.map((unit) => unit.child?.key ?? unit.child?.kind ?? attributeOf(unit)))];
}

/** An attribute with its value, where that is a word: `merge_method: ff` is "merge ff", a flag that is off is "no lfs". */
function attributeOf({ path, value }: Unit): string {
  const name = (path.at(-1) ?? "").replace(/_(?:enabled|option|method|access_level|level)$/, "");
  if (typeof value === "boolean") return value ? name : `no ${name}`;
  return typeof value === "string" && /^[\w.-]{1,20}$/.test(value) ? `${name} ${value}` : name;
}

function nameOf(words: readonly string[]): string {
  const plain = words
    .join("-")
    .replaceAll(/[^\p{L}\p{N}.]+/gu, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return plain === "" ? "common" : plain;
}

/**
 * What folded files say otherwise than the declarations that they were made of, as a sentence without any value; undefined if all layers together say of each thing what
 * was declared, beside that at most what was left out of it as a default, and of nothing else anything. `desired` is what they say with all layers merged.
 */
export function foldingFault(
  declarations: readonly Declaration[],
  desired: readonly Desired[],
  kinds: Kinds,
  defaults: Defaults = new Map(),
): string | undefined {
  const declared = new Map(declarations.map((declaration) => [addressKey(declaration, kinds), declaration]));
  const resources = new Map(desired.map((resource) => [addressKey(resource, kinds), resource]));
  for (const resource of desired) {
    const key = addressKey(resource, kinds);
    const declaration = declared.get(key);
    // What something hangs on stands in the files even where nothing is said of it.
    const { spec } = declaration ?? { spec: isTopLevel(kindAt(kinds, resource)) ? {} : undefined };
    if (spec === undefined) return `${resource.address} is said, and was not declared`;
    const fields = fieldsOf(kindAt(kinds, resource), { key: resource.key });
    const name = differing(fields, spec, resource.spec, defaults.get(key) ?? {});
    if (name !== undefined) return `${resource.address} ${name} is not what was declared`;
    if (resource.ensure !== "present" || resource.bounds !== undefined || resource.ignored !== undefined)
      return `${resource.address} is said otherwise than it was declared`;
  }
  const lost = [...declared].find(([key]) => !resources.has(key));
  return lost && `${lost[1].address} is not said any more`;
}

function differing(fields: Fields, declared: Spec, reread: Spec, defaults: Spec): string | undefined {
  const partsOf = (spec: Spec) =>
    new Map(statementsOf(fields, spec, {}).map(({ path, value }) => [path.join("."), canonicalJson(value)]));
  const [before, after, left] = [partsOf(declared), partsOf(reread), partsOf(defaults)];
  const lost = [...before].find(([path, text]) => after.get(path) !== text);
  const more = [...after].find(([path, text]) => (before.get(path) ?? left.get(path)) !== text);
  return (lost ?? more)?.[0];
}
