import type { Origin } from "../errors.js";
import { type Field, type Fields, typeOf } from "../fields.js";
import { itemIdentity } from "../item-identity.js";
import { canonicalJson, isObject, type Spec, type Value } from "../json.js";
import { isBound } from "./bounds.js";
import type { Said } from "./layer.js";

/** What all layers together say of one thing. */
export interface Resolved {
  readonly spec: Spec;
  /** Where each value stands, and each item of a set, by dotted path. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Which layer says it, by the same paths; what the thing's own body says is left out. */
  readonly layers: Readonly<Record<string, string>>;
  /** Bounds, and edits of sets that no layer gives whole: they hold for whatever is live. */
  readonly bounds: readonly Said[];
}

/** One item of a set, or of what is to be in it or not. */
interface Item {
  readonly value: Value;
  readonly said: Said;
  readonly index: number;
}

/** What is said of one place so far. */
type Node =
  | { readonly sort: "value"; readonly value: Value; readonly said: Said }
  | {
      readonly sort: "list";
      readonly whole: boolean;
      readonly items: Map<string, Item>;
      readonly gone: Map<string, Item>;
      said: Said;
    }
  | { readonly sort: "parts"; readonly parts: Map<string, Node>; said: Said };

/**
 * The merge of layers: `said` is all that they say of one thing, weakest first. What is stronger replaces what is weaker, part by part of records and maps; sets are replaced
 * too, unless they are edited. Bounds override nothing and are handed on. Pure; the order within one layer does not matter, because a layer says each place once.
 */
export function resolveBody(fields: Fields, said: readonly Said[]): Resolved {
  const root = new Map<string, Node>();
  const bounds: Said[] = [];
  for (const one of said) {
    if (isBound(one)) bounds.push(one);
    else put(root, one, 0, fieldAt(fields, one.path));
  }
  const written = new Written();
  const spec = written.parts(root, "");
  return { spec, origins: written.origins, layers: written.layers, bounds: [...bounds, ...written.edits] };
}

/** The field at the steps of a statement; undefined for what no field knows (`unchecked`). */
export function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [name = "", ...rest] = path;
  let field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  for (const step of rest) {
    const inner: Fields = field?.fields ?? {};
    field = typeOf(field)?.hasFreeKeys ? field?.item : Object.hasOwn(inner, step) ? inner[step] : undefined;
  }
  return field;
}

function put(into: Map<string, Node>, said: Said, depth: number, field: Field | undefined): void {
  const step = said.path[depth] ?? "";
  const known = into.get(step);
  if (depth + 1 < said.path.length) {
    const parts = known?.sort === "parts" ? known : { sort: "parts" as const, parts: new Map<string, Node>(), said };
    parts.said = said;
    into.set(step, parts);
    put(parts.parts, said, depth + 1, field);
    return;
  }
  into.set(step, said.word === "is" ? replaced(said, field) : edited(known, said, field));
}

function replaced(said: Said, field: Field | undefined): Node {
  const { value } = said;
  if (isObject(value) && Object.keys(value).length === 0) return { sort: "parts", parts: new Map(), said };
  if (!Array.isArray(value) || !typeOf(field)?.unordered) return { sort: "value", value, said };
  const items = new Map(itemsOf(said, field).map((item) => [item.key, item]));
  return { sort: "list", whole: true, items, gone: new Map(), said };
}

function edited(known: Node | undefined, said: Said, field: Field | undefined): Node {
  const list =
    known?.sort === "list"
      ? { ...known, items: new Map(known.items), gone: new Map(known.gone), said }
      : // A set that is unset holds nothing.
        {
          sort: "list" as const,
          whole: known !== undefined,
          items: new Map<string, Item>(),
          gone: new Map<string, Item>(),
          said,
        };
  const [into, from] = said.word === "add" ? [list.items, list.gone] : [list.gone, list.items];
  for (const item of itemsOf(said, field)) {
    from.delete(item.key);
    // What is there already keeps the place that gave it first, unless it is given otherwise.
    if (canonicalJson(into.get(item.key)?.value ?? null) !== canonicalJson(item.value)) into.set(item.key, item);
  }
  return list;
}

function itemsOf(said: Said, field: Field | undefined): (Item & { readonly key: string })[] {
  const values = Array.isArray(said.value) ? (said.value as readonly Value[]) : [said.value];
  return values.map((value, index) => ({ key: itemKey(field, value), value, said, index }));
}

/** Equal for two items of a set that mean the same. */
export function itemKey(field: Field | undefined, value: Value): string {
  return (field && itemIdentity(field, value)) ?? canonicalJson(value);
}

/** Takes down what was said, with where each part of it stands. */
class Written {
  readonly origins: Record<string, Origin> = {};
  readonly layers: Record<string, string> = {};
  readonly edits: Said[] = [];

  parts(parts: ReadonlyMap<string, Node>, prefix: string): Spec {
    const spec: Record<string, Value> = {};
    for (const [step, node] of parts) {
      const value = this.value(node, `${prefix}${step}`);
      if (value !== undefined) spec[step] = value;
    }
    return spec;
  }

  private value(node: Node, path: string): Value | undefined {
    switch (node.sort) {
      case "value":
        this.at(path, node.said, node.said.origin);
        for (const [inner, origin] of Object.entries(node.said.origins)) this.at(`${path}.${inner}`, node.said, origin);
        return node.value;
      case "list":
        return this.list(node, path);
      default: {
        const value = this.parts(node.parts, `${path}.`);
        // Parts that only edit what is live say no value.
        if (node.parts.size > 0 && Object.keys(value).length === 0) return undefined;
        this.at(path, node.said, node.said.origin);
        return value;
      }
    }
  }

  private list({ whole, items, gone, said }: Node & { readonly sort: "list" }, path: string): Value | undefined {
    if (!whole) {
      this.edits.push(...[...items.values()].map((item) => edit("includes", item)));
      this.edits.push(...[...gone.values()].map((item) => edit("excludes", item)));
      return undefined;
    }
    this.at(path, said, said.origin);
    return [...items.values()].map(({ value, said: by, index }, place) => {
      this.at(`${path}.${place}`, by, by.origins[String(index)] ?? by.origin);
      for (const [inner, origin] of Object.entries(by.origins))
        if (inner.startsWith(`${index}.`)) this.at(`${path}.${place}${inner.slice(String(index).length)}`, by, origin);
      return value;
    });
  }

  private at(path: string, { layer }: Said, origin: Origin): void {
    this.origins[path] = origin;
    if (layer !== "") this.layers[path] = layer;
  }
}

/** What edits a set that nobody gives whole holds for what is live. */
function edit(word: "includes" | "excludes", { value, said, index }: Item): Said {
  const origin = said.origins[String(index)] ?? said.origin;
  return { path: said.path, word, value: [value], origin, origins: { "0": origin }, layer: said.layer };
}
