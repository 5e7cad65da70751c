import type { Json, JsonObject } from "../../core/json.js";
import { withoutUserinfo } from "../../core/secret-names.js";
import { expressionReferences, type StateResource } from "./document.js";
import { type Ids, type NumberedThing, numberText } from "./ids.js";
import type { ConversionKey, Family, TreeAddressRule } from "./rules.js";
import { isSensitive, marksOf, saysNothing } from "./values.js";

/** Where a thing is: what the files call it; or why that cannot be told. */
export type FoundAddress =
  | { readonly path?: string; readonly key?: string; readonly remark?: string }
  | { readonly unknown: string };

/** Finds out where the things are that resources stand for. */
export class Addresses {
  private readonly byAddress: ReadonlyMap<string, StateResource>;
  /** Resources that are being looked at: hostile configurations refer to themselves. */
  private readonly asking = new Set<StateResource>();

  constructor(
    private readonly ids: Ids,
    private readonly families: (type: string) => Family | undefined,
    resources: readonly StateResource[],
  ) {
    this.byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  }

  /** Where the thing of a resource is; `values` and their marks are those of the resource, or of one of several things in it. */
  of({ place }: Family, resource: StateResource, values: JsonObject, sensitive: Json): FoundAddress {
    switch (place.as) {
      case "one":
        return {};
      case "named":
        return this.text(values, sensitive, place.by, (path) => ({ path }));
      case "tree":
        return this.inTree(resource, place);
      default: {
        const path = this.holder(resource, place.of, place.thing);
        if (path === undefined) return { unknown: `nothing in the document tells which ${place.thing} it is in` };
        if (place.key === undefined) return { path };
        return this.keyed(path, place.key, values, sensitive);
      }
    }
  }

  /** The full paths of the groups or projects that an attribute refers to, told by the configuration where its value is not known yet. */
  referred(resource: StateResource, attribute: string): string[] {
    if (this.asking.has(resource)) return [];
    this.asking.add(resource);
    const paths = expressionReferences(resource.expressions?.[attribute]).flatMap((reference) => {
      const referred = this.referredTo(resource, reference);
      const family = referred && this.families(referred.type);
      if (referred === undefined || family?.place.as !== "tree") return [];
      const placed = this.of(family, referred, referred.values, referred.sensitive);
      return "unknown" in placed || placed.path === undefined ? [] : [placed.path];
    });
    this.asking.delete(resource);
    return [...new Set(paths)];
  }

  /** The resource that a reference names: itself, the one of the same index, or without the attributes that the reference goes on to. */
  private referredTo({ module, index }: StateResource, reference: string): StateResource | undefined {
    const suffix = index === undefined ? "" : `[${JSON.stringify(index)}]`;
    for (let name = reference; name.includes("."); name = name.slice(0, name.lastIndexOf("."))) {
      const resource = this.byAddress.get(module + name) ?? this.byAddress.get(module + name + suffix);
      if (resource) return resource;
    }
    return undefined;
  }

  private keyed(path: string, rule: ConversionKey, values: JsonObject, sensitive: Json): FoundAddress {
    if ("always" in rule) return { path, key: rule.always };
    if ("oneOf" in rule) {
      const name =
        rule.oneOf.find((candidate) => typeof values[candidate] === "string" && values[candidate] !== "") ?? rule.oneOf[0] ?? "";
      return this.text(values, sensitive, name, (key) => ({ path, key: `${name}=${key}` }));
    }
    // What makes the address a secret is left out of it.
    if ("address" in rule) return this.text(values, {}, rule.address, (key) => ({ path, key: withoutUserinfo(key) }));
    if (rule.named !== undefined) return this.byNumber(path, rule.by, rule.named, values);
    const scope = rule.scope === undefined ? undefined : values[rule.scope];
    const suffix = typeof scope === "string" && scope !== "" && scope !== "*" ? `@${scope}` : "";
    return this.text(values, sensitive, rule.by, (key) => ({ path, key: key + suffix }));
  }

  private byNumber(path: string, by: string, thing: NumberedThing, values: JsonObject): FoundAddress {
    const number = numberText(values[by]);
    if (number === undefined) return { unknown: `its ${by} is not known` };
    const key = this.ids.get(`${thing}:${number}`);
    return key === undefined ? { unknown: `nothing in the document tells the name of ${thing} ${number}` } : { path, key };
  }

  private text(values: JsonObject, sensitive: Json, name: string, place: (text: string) => FoundAddress): FoundAddress {
    if (isSensitive(marksOf(sensitive, name))) return { unknown: `its ${name} is marked as sensitive` };
    const value = values[name];
    return typeof value === "string" && value !== "" ? place(value) : { unknown: `its ${name} is not known` };
  }

  private inTree(resource: StateResource, { full, parent, canBeTop }: TreeAddressRule): FoundAddress {
    const { values, sensitive, expressions } = resource;
    if ([full, "path", "name"].some((name) => isSensitive(marksOf(sensitive, name)))) {
      return { unknown: "its path or name is marked as sensitive" };
    }
    const known = values[full];
    if (typeof known === "string" && known !== "") return { path: known };
    const segment = ownPath(values);
    if (segment === undefined) return { unknown: "its path is not known" };
    const holder = this.holder(resource, [parent], "namespace");
    const isTop = canBeTop && saysNothing(values[parent] ?? null) && (parent in values || expressions?.[parent] === undefined);
    if (holder === undefined && !isTop) return { unknown: "nothing in the document tells which group it is in" };
    const path = holder === undefined ? segment.path : `${holder}/${segment.path}`;
    return segment.isGuessed
      ? { path, remark: `${segment.path} is what the platform should make of its name: it has no path` }
      : { path };
  }

  private holder(resource: StateResource, names: readonly string[], thing: NumberedThing): string | undefined {
    for (const name of names) {
      if (isSensitive(marksOf(resource.sensitive, name))) continue;
      const path = this.pathOf(resource.values[name], thing) ?? this.referred(resource, name)[0];
      if (path !== undefined) return path;
    }
    return undefined;
  }

  private pathOf(value: Json | undefined, thing: NumberedThing): string | undefined {
    const number = numberText(value);
    if (number !== undefined) return this.ids.get(`${thing}:${number}`);
    if (typeof value !== "string" || value === "") return undefined;
    return value.replaceAll(/%2f/gi, "/");
  }
}

function ownPath(values: JsonObject): { readonly path: string; readonly isGuessed: boolean } | undefined {
  const { path, name } = values;
  if (typeof path === "string" && path !== "") return { path, isGuessed: false };
  if (typeof name !== "string") return undefined;
  const made = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return made === "" ? undefined : { path: made, isGuessed: true };
}
