import { type Address, fold, formatAddress } from "../../core/address.js";
import { type Field, type Fields, typeOf } from "../../core/fields.js";
import { isObject, type Json, type JsonObject, type Value } from "../../core/json.js";
import { addressIn, fieldsOf, kindIn, kindOf, type Kinds, type PlacedKind, topParent } from "../../core/kind.js";
import { splitAddress } from "../../core/secret-names.js";
import { Addresses } from "./addresses.js";
import type { StateResource } from "./document.js";
import { familyOf } from "./families/index.js";
import { type Ids, idsOf } from "./ids.js";
import type { Family } from "./rules.js";
import { Conversion, type Converted, isKnown, marksOf, saysNothing, unnamedSecret } from "./values.js";

/** What resources say of one thing, before what goes without saying is left out. */
export interface ConvertedResource extends Omit<Address, "kind"> {
  readonly address: string;
  readonly kind: PlacedKind;
  readonly fields: Fields;
  readonly spec: Map<string, Value>;
  /** Attributes that the configuration sets; undefined where only a state is known. */
  readonly configured: Set<string> | undefined;
  readonly remarks: string[];
  /** The resource that is the thing itself, not a part of it. */
  from?: string;
}

/** All drafts, found by what they stand for; letter case does not tell paths apart. */
export class ConvertedResources {
  private readonly drafts = new Map<string, ConvertedResource>();

  constructor(private readonly isPlan: boolean) {}

  /** The draft of a thing, a new one if there is none yet. */
  of(kind: PlacedKind, path: string | undefined, key: string | undefined): ConvertedResource {
    const identity = identityOf(kind, path, key);
    const known = this.drafts.get(identity);
    if (known) return known;
    const address = addressIn(kind, path, key);
    const made: ConvertedResource = {
      ...address,
      address: formatAddress(address),
      kind,
      fields: fieldsOf(kind, { key }),
      spec: new Map(),
      configured: this.isPlan ? new Set() : undefined,
      remarks: [],
    };
    this.drafts.set(identity, made);
    return made;
  }

  /** The draft of a thing at the top of files. */
  find(kind: string, path?: string): ConvertedResource | undefined {
    return this.drafts.get(identityOf({ name: kind, parent: topParent }, path, undefined));
  }

  all(): readonly ConvertedResource[] {
    return [...this.drafts.values()];
  }
}

function identityOf(
  { name, parent }: Pick<PlacedKind, "name" | "parent">,
  path: string | undefined,
  key: string | undefined,
): string {
  return [parent, name, path === undefined ? "" : fold(path), key ?? ""].join("\n");
}

/** A resource, or one of several things in it. */
interface Saying {
  readonly resource: StateResource;
  readonly values: JsonObject;
  readonly sensitive: Json;
}

/** Gathers what the resources say of each thing; several may speak of one. */
export class Collector {
  private readonly drafts: ConvertedResources;
  private readonly lost: string[] = [];
  private readonly cautions = new Set<string>();
  private readonly ids: Ids;
  private readonly places: Addresses;

  /** `known` are all resources and data sources that may tell names. */
  constructor(
    private readonly kinds: Kinds,
    known: readonly StateResource[],
    isPlan: boolean,
  ) {
    this.drafts = new ConvertedResources(isPlan);
    this.ids = idsOf(known);
    this.places = new Addresses(this.ids, (type) => familyOf(type, kinds), known);
  }

  /** What those resources say that have a family, and as cautions what the files say more than they do. */
  collect(resources: readonly StateResource[]) {
    for (const resource of resources) {
      const family = familyOf(resource.type, this.kinds);
      if (family === undefined) continue;
      if (family.switchedBy !== undefined && resource.values[family.switchedBy] === false)
        this.lose(resource, "it is switched off");
      else for (const saying of this.sayings(family, resource)) this.take(family, saying);
    }
    return { drafts: this.drafts, lost: this.lost, cautions: this.cautions };
  }

  private sayings({ several }: Family, resource: StateResource): readonly Saying[] {
    if (several === undefined) return [{ resource, values: resource.values, sensitive: resource.sensitive }];
    const list = resource.values[several];
    const marks = marksOf(resource.sensitive, several);
    if (!Array.isArray(list)) {
      this.lose(resource, `its ${several} are not known`);
      return [];
    }
    return list.map((item: Json, index) => ({
      resource,
      values: isObject(item) ? item : {},
      sensitive: Array.isArray(marks) ? (marks[index] as Json) : marks,
    }));
  }

  private take(family: Family, saying: Saying): void {
    const { resource, values } = saying;
    const placed = this.places.of(family, resource, values, saying.sensitive);
    if ("unknown" in placed) return this.lose(resource, placed.unknown);
    const kind = this.kindOf(family);
    const { path, key, hidden } = withoutSecretsIn(placed, kind);
    const draft = this.drafts.of(kind, path, key);
    if (!family.adds && (family.place.as !== "in" || family.place.key !== undefined)) {
      if (draft.from !== undefined) return this.lose(resource, `${draft.from} says what ${draft.address} is already`);
      draft.from = resource.address;
    }
    if (family.caution !== undefined) this.cautions.add(family.caution);
    if (placed.remark !== undefined) draft.remarks.push(placed.remark);
    if (resource.isTainted) draft.remarks.push(`${resource.address} is tainted: it may be there in part only`);
    const fields = family.entryOf === undefined ? draft.fields : (draft.fields[family.entryOf]?.fields ?? {});
    const conversion = new Conversion(this.ids, fields, family.rules);
    const converted = conversion.convert(values, saying.sensitive);
    const expressed =
      family.several === undefined ? completed(resource, conversion, converted, this.places) : new Set(converted.spec.keys());
    if (family.entryOf === undefined) this.add(family, draft, converted, expressed, saying);
    else addEntry(family.entryOf, draft, converted, values);
    for (const [name, value] of hidden) {
      draft.spec.set(name, value);
      draft.configured?.add(name);
    }
    draft.remarks.push(...converted.remarks);
  }

  /** The kind that resources become things of, under what they say that it is in. */
  private kindOf({ kind: name, place }: Family): PlacedKind {
    const kind = kindOf(this.kinds, name);
    const parent = place.as === "in" && Object.hasOwn(kind.parents, place.thing) ? place.thing : topParent;
    return kindIn(kind, parent);
  }

  private add(
    family: Family,
    draft: ConvertedResource,
    converted: Converted,
    expressed: ReadonlySet<string>,
    { values, sensitive }: Saying,
  ): void {
    for (const [name, value] of converted.spec) {
      draft.spec.set(name, family.adds ? added(draft.spec.get(name), value) : value);
    }
    for (const name of expressed) draft.configured?.add(name);
    for (const [name, from] of Object.entries(family.borrowed ?? {})) {
      const value = draft.spec.get(from);
      if (!Object.hasOwn(draft.fields, name) || draft.spec.has(name) || value === undefined) continue;
      draft.spec.set(name, value);
      draft.configured?.add(name);
      draft.remarks.push(`${name} is that of ${from}, because the provider does not know it`);
    }
    const loose = converted.unknown.filter((name) => draft.configured !== undefined && expressed.has(name));
    for (const name of loose) {
      if (marksOf(sensitive, name) !== false) continue;
      draft.spec.set(name, values[name] ?? null);
      draft.configured?.add(name);
      draft.remarks.push(`${name} stands under unchecked, because trueup does not know it`);
    }
    const others = converted.unknown.filter((name) => !draft.spec.has(name) && !saysNothing(values[name] ?? null));
    if (others.length > 0)
      draft.remarks.push(`${others.join(", ")}: left out, because trueup does not know ${others.length > 1 ? "them" : "it"}`);
  }

  private lose({ address }: StateResource, why: string): void {
    this.lost.push(`${address} is not converted: ${why}`);
  }
}

/** What several resources say of one list or map. */
function added(before: Value | undefined, value: Value): Value {
  if (Array.isArray(before) && Array.isArray(value)) return [...(before as Value[]), ...(value as Value[])];
  return isObject(before) && isObject(value) ? { ...before, ...value } : value;
}

function addEntry(name: string, draft: ConvertedResource, { spec, unknown }: Converted, values: JsonObject): void {
  const list = draft.spec.get(name);
  draft.spec.set(name, [
    ...(Array.isArray(list) ? (list as Value[]) : []),
    Object.fromEntries([...spec].filter(([, value]) => value !== "")),
  ]);
  draft.configured?.add(name);
  for (const part of unknown.filter((candidate) => !saysNothing(values[candidate] ?? null)))
    draft.remarks.push(`${name}: ${part} is left out, because trueup does not know it`);
}

/** Where a thing is. */
type Place = Pick<ConvertedResource, "path" | "key">;

/** The place without the secrets in the address that tells a thing from its siblings: `hidden` has each under its name, as the attribute of ours for them. */
function withoutSecretsIn(place: Place, kind: PlacedKind): Place & { readonly hidden: ReadonlyMap<string, Value> } {
  const variables = kind.key?.variables;
  if (variables === undefined) return { ...place, hidden: new Map() };
  const part = place.key === undefined ? "path" : "key";
  const { address, secrets } = splitAddress(place[part] ?? "");
  if (secrets.size === 0) return { ...place, hidden: new Map() };
  const named = Object.fromEntries([...secrets.keys()].map((name) => [name, unnamedSecret]));
  return { ...place, [part]: address, hidden: new Map([[variables, named]]) };
}

/**
 * Adds to what a resource says what its configuration sets and no value tells yet: secrets that are in the configuration only, and references to
 * groups and projects that the plan makes. Answers the attributes of ours (and unknown ones) that the configuration sets.
 */
function completed(
  resource: StateResource,
  conversion: Conversion,
  { spec, remarks }: Converted,
  places: Addresses,
): ReadonlySet<string> {
  const expressed = new Set<string>();
  for (const attribute of Object.keys(resource.expressions ?? {})) {
    const target = conversion.target(attribute);
    if (target === undefined) {
      expressed.add(attribute);
      continue;
    }
    const { field } = target;
    const name = field.deprecated?.alias ? field.deprecated.replacement : target.name;
    expressed.add(name);
    if (spec.has(name)) continue;
    if (field.secret) spec.set(name, unnamedSecret);
    else if (resource.values[attribute] !== null && !isKnown(resource.values[attribute])) {
      const referred = referredValue(resource, attribute, field, places);
      if (referred === undefined) remarks.push(`${name} is left out: its value is not known before the apply`);
      else spec.set(name, referred);
    }
  }
  return expressed;
}

function referredValue(resource: StateResource, attribute: string, field: Field, places: Addresses): Json | undefined {
  const target = field.item?.target ?? field.target;
  if (target !== "group" && target !== "project") return undefined;
  const paths = places.referred(resource, attribute);
  return typeOf(field).unordered !== undefined && paths.length > 0 ? paths : paths[0];
}
