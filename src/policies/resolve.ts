import type { Origin } from "../core/errors.js";
import { type Field, type Fields, typeOf } from "../core/fields.js";
import { type Spec, type Value, canonicalJson, isObject } from "../core/json.js";
import type { Said } from "../core/layer.js";
import { itemIdentity } from "../core/normal-form.js";
import { fieldAt } from "../core/steps.js";
import { isBound } from "./bounds.js";

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
  readonly statement: Said;
  readonly index: number;
}

/** What is said of one place so far. */
type Node =
  | { readonly sort: "value"; readonly value: Value; readonly statement: Said }
  | {
      readonly sort: "list";
      readonly whole: boolean;
      readonly items: Map<string, Item>;
      readonly gone: Map<string, Item>;
      readonly statement: Said;
    }
  | { readonly sort: "parts"; readonly parts: Map<string, Node>; readonly statement: Said };

/**
 * The merge of layers: `statements` are all that they say of one thing, weakest first. What is stronger replaces what is weaker, part by part of records and maps; sets are replaced
 * too, unless they are edited. Bounds override nothing and are handed on. Pure; the order within one layer does not matter, because a layer says each place once.
 */
export function resolveBody(fields: Fields, statements: readonly Said[]): Resolved {
  const root = new Map<string, Node>();
  for (const statement of statements) {
    if (isBound(statement)) continue;
    const [last = "", ...above] = statement.path.toReversed();
    let parts = root;
    for (const step of above.toReversed()) {
      const known = parts.get(step);
      const inner = known?.sort === "parts" ? known.parts : new Map<string, Node>();
      parts.set(step, { sort: "parts", parts: inner, statement: statement });
      parts = inner;
    }
    const field = fieldAt(fields, statement.path);
    parts.set(last, statement.word === "is" ? replaced(statement, field) : edited(parts.get(last), statement, field));
  }
  const { edits, ...written } = writtenDown(root);
  return { bounds: [...statements.filter(isBound), ...edits], ...written };
}

function replaced(statement: Said, field: Field | undefined): Node {
  const { value } = statement;
  if (isObject(value) && Object.keys(value).length === 0) return { sort: "parts", parts: new Map(), statement: statement };
  if (!Array.isArray(value) || !typeOf(field)?.unordered) return { sort: "value", value, statement: statement };
  const items = new Map(itemsOf(statement, field).map((item) => [item.key, item]));
  return { sort: "list", whole: true, items, gone: new Map(), statement: statement };
}

function edited(known: Node | undefined, statement: Said, field: Field | undefined): Node {
  // A set that is unset holds nothing.
  const { whole, items, gone } =
    known?.sort === "list" ? known : { whole: known !== undefined, items: undefined, gone: undefined };
  const list = { sort: "list" as const, whole, items: new Map(items), gone: new Map(gone), statement };
  const [into, from] = statement.word === "add" ? [list.items, list.gone] : [list.gone, list.items];
  for (const item of itemsOf(statement, field)) {
    from.delete(item.key);
    // What is there already keeps the place that gave it first, unless it is given otherwise.
    if (canonicalJson(into.get(item.key)?.value ?? null) !== canonicalJson(item.value)) into.set(item.key, item);
  }
  return list;
}

/** What a statement says of a set, with a key that is equal for two items that mean the same. */
function itemsOf(statement: Said, field: Field | undefined): (Item & { readonly key: string })[] {
  const values = Array.isArray(statement.value) ? (statement.value as readonly Value[]) : [statement.value];
  return values.map((value, index) => {
    const key = (field && itemIdentity(field, value)) ?? canonicalJson(value);
    return { key, value, statement, index };
  });
}

/** What was said, with where each part of it stands. */
function writtenDown(root: ReadonlyMap<string, Node>): Omit<Resolved, "bounds"> & { readonly edits: readonly Said[] } {
  const origins: Record<string, Origin> = {};
  const layers: Record<string, string> = {};
  const edits: Said[] = [];
  const at = (path: string, { layer }: Said, origin: Origin) => {
    origins[path] = origin;
    if (layer !== "") layers[path] = layer;
  };
  const listAt = ({ whole, items, gone, statement }: Node & { readonly sort: "list" }, path: string): Value | undefined => {
    if (!whole) {
      for (const item of items.values()) edits.push(edit("includes", item));
      for (const item of gone.values()) edits.push(edit("excludes", item));
      return undefined;
    }
    at(path, statement, statement.origin);
    return [...items.values()].map(({ value, statement: by, index }, place) => {
      at(`${path}.${place}`, by, by.origins[String(index)] ?? by.origin);
      for (const [inner, origin] of Object.entries(by.origins))
        if (inner.startsWith(`${index}.`)) at(`${path}.${place}${inner.slice(String(index).length)}`, by, origin);
      return value;
    });
  };
  const valueAt = (node: Node, path: string): Value | undefined => {
    if (node.sort === "list") return listAt(node, path);
    const value = node.sort === "value" ? node.value : partsAt(node.parts, `${path}.`);
    // Parts that only edit what is live say no value.
    if (node.sort === "parts" && node.parts.size > 0 && Object.keys(value ?? {}).length === 0) return undefined;
    at(path, node.statement, node.statement.origin);
    if (node.sort === "value")
      for (const [inner, origin] of Object.entries(node.statement.origins)) at(`${path}.${inner}`, node.statement, origin);
    return value;
  };
  const partsAt = (parts: ReadonlyMap<string, Node>, prefix: string): Spec => {
    const spec: Record<string, Value> = {};
    for (const [step, node] of parts) {
      const value = valueAt(node, `${prefix}${step}`);
      if (value !== undefined) spec[step] = value;
    }
    return spec;
  };
  return { spec: partsAt(root, ""), origins, layers, edits };
}

/** What edits a set that nobody gives whole holds for what is live. */
function edit(word: "includes" | "excludes", { value, statement, index }: Item): Said {
  const origin = statement.origins[String(index)] ?? statement.origin;
  return { path: statement.path, word, value: [value], origin, origins: { "0": origin }, layer: statement.layer };
}
