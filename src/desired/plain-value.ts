import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";
import { type FileDiagnostic, type Origin, fault } from "../core/errors.js";
import { type Json, isObject } from "../core/json.js";
import { pointerStep } from "../core/steps.js";

/** Offsets in the text: of the key, where there is one, and of the value. */
export interface Offsets {
  readonly key?: number;
  readonly value: number;
}

/** What reading a document fills in and asks. */
export interface DocumentContext {
  readonly at: (offset: number) => Origin;
  /** Filled in: a place for each JSON pointer. */
  readonly places: Map<string, Offsets>;
  readonly diagnostics: FileDiagnostic[];
}

const deepest = 64;
/** How many levels the value of one attribute may have, wherever in a file it stands. */
export const deepestInside = deepest - 16;
/** How many values aliases may stand for in one file: far more than anyone writes, far less than a bomb needs. */
const aliasedValues = 100_000;
const yamlTags = (...names: readonly string[]): ReadonlySet<string | undefined> =>
  new Set(names.map((name) => `tag:yaml.org,2002:${name}`));
/** The types of YAML that JSON has as well. */
const plainTypes = yamlTags("str", "int", "float", "bool", "null", "map", "seq");
/** The other types of YAML. Its parser reads some of them as lists, mappings or texts. */
const otherTypes = yamlTags("binary", "omap", "pairs", "set", "timestamp");
/** What servers refuse in any text, and what UTF-8 cannot hold. */
const unsendable = /\0|\p{Surrogate}/u;
const unsendableText = "holds a NUL or half of a surrogate pair, which no server takes";
/** Names that reach into the objects of the language itself: no key in a file may be one. */
const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

/** Why this can be no key in a file; undefined if it can. */
export function keyFault(name: string): string | undefined {
  if (forbiddenKeys.has(name)) return `${JSON.stringify(name)} cannot be used as a key`;
  return unsendable.test(name) ? `the key ${unsendableText}` : undefined;
}

/** Why this can be no text in a file; undefined if it can. */
export function textFault(text: string): string | undefined {
  return unsendable.test(text) ? `the text ${unsendableText}` : undefined;
}

/**
 * The document as plain data, with the place of every value; what is not allowed in desired-state files is reported: tags, duplicate keys,
 * keys that are no text, names of the language's own objects, alias bombs, deep nesting, numbers that JSON cannot hold.
 */
export function plainValue(document: Document, reading: DocumentContext): Json | undefined {
  if (document.contents === null) return null;
  const reader = new Reader(reading);
  const value = reader.read(document.contents, "", 0);
  return reader.fatal ? undefined : value;
}

class Reader {
  private aliased = 0;
  /** True where what was read is so incomplete that further checks would only mislead. */
  fatal = false;
  /** Anchored nodes that an alias is being read through. */
  private readonly open = new Set<Node>();
  /** Anchors met so far: looking them up in the document would take time in proportion to its size, for each alias. */
  private readonly anchors = new Map<string, Node>();
  private places: Map<string, Offsets>;

  constructor(private readonly reading: DocumentContext) {
    this.places = reading.places;
  }

  read(node: Node | null, pointer: string, depth: number, key?: number): Json {
    const value = node?.range?.[0] ?? key ?? 0;
    this.places.set(pointer, key === undefined ? { value } : { key, value });
    if (node === null) return null;
    this.remember(node);
    if (this.fatal) return null;
    if (depth > deepest) return this.stop("yaml.depth", value, "this is nested too deeply", `at most ${deepest} levels`);
    if (this.open.size > 0 && ++this.aliased > aliasedValues)
      return this.stop("yaml.alias", value, `aliases stand for more than ${aliasedValues} values`);
    if (isAlias(node)) return this.follow(node, pointer, depth, value, key);
    if (otherTypes.has(node.tag)) return this.refuseKind(value);
    if (node.tag !== undefined && !plainTypes.has(node.tag)) {
      this.refuse("yaml.tag", value, "custom tags are not allowed", "plain values");
    }
    if (isMap(node)) return this.readMap(node, pointer, depth);
    if (isSeq(node))
      return node.items.map((item, index) => this.read(item as Node | null, pointer + pointerStep(index), depth + 1));
    return isScalar(node) ? this.readScalar(node, value) : null;
  }

  private follow(alias: Node, pointer: string, depth: number, offset: number, key: number | undefined): Json {
    const target = this.target(alias, offset);
    if (target === undefined) return null;
    this.open.add(target);
    const value = this.read(target, pointer, depth, key);
    this.open.delete(target);
    // What is wrong with an aliased value is to be mended where it is defined; the value itself is asked for here.
    this.places.set(pointer, key === undefined ? { value: offset } : { key, value: offset });
    return value;
  }

  private target(alias: Node, offset: number): Node | undefined {
    const target = isAlias(alias) ? this.anchors.get(alias.source) : undefined;
    if (target === undefined) this.refuse("yaml.alias", offset, "the alias names no anchor above it");
    else if (this.open.has(target)) this.refuse("yaml.alias", offset, "the alias stands inside its own anchor");
    else return target;
    return undefined;
  }

  private remember(node: Node): void {
    if (this.open.size === 0 && !isAlias(node) && node.anchor !== undefined) this.anchors.set(node.anchor, node);
  }

  private readMap(map: YAMLMap, pointer: string, depth: number): Json {
    const result: Record<string, Json> = {};
    const seen = new Map<string, number>();
    const merges: Node[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      const offset = pair.key.range?.[0] ?? 0;
      if (isMergeKey(pair.key)) {
        if (pair.value) merges.push(pair.value);
        continue;
      }
      const name = this.keyName(pair.key, offset);
      if (name === undefined) continue;
      const first = seen.get(name);
      if (first !== undefined) {
        const message = `the key ${JSON.stringify(name)} is in this mapping twice`;
        const details = { related: [this.reading.at(first)] };
        this.reading.diagnostics.push(fault("yaml.duplicate", this.reading.at(offset), message, details));
        continue;
      }
      seen.set(name, offset);
      result[name] = this.read(pair.value, pointer + pointerStep(name), depth + 1, offset);
    }
    for (const merge of merges) this.merge(merge, result, pointer, depth);
    return result;
  }

  /** `<<: *anchor` or a list of such: gives what the mapping itself does not say. */
  private merge(node: Node, into: Record<string, Json>, pointer: string, depth: number): void {
    const offset = node.range?.[0] ?? 0;
    if (isSeq(node)) {
      for (const item of node.items as Node[]) this.merge(item, into, pointer, depth);
      return;
    }
    const target = isAlias(node) ? this.target(node, offset) : node;
    if (target === undefined) return;
    const [outer, scratch] = [this.places, new Map<string, Offsets>()];
    this.places = scratch;
    this.open.add(target);
    const value = this.read(target, pointer, depth);
    this.open.delete(target);
    this.places = outer;
    if (!isObject(value)) {
      this.refuse("yaml.merge", offset, "<< takes a mapping or an alias of one");
      return;
    }
    const given = new Set(Object.keys(into).map(pointerStep));
    for (const [name, part] of Object.entries(value))
      into[name] = Object.hasOwn(into, name) ? (into[name] ?? null) : (part ?? null);
    for (const [place, offsets] of scratch) {
      const end = place.indexOf("/", pointer.length + 1);
      if (!given.has(place.slice(pointer.length, end < 0 ? undefined : end)) && place !== pointer) outer.set(place, offsets);
    }
  }

  private keyName(key: Node, offset: number): string | undefined {
    this.remember(key);
    const scalar = isAlias(key) ? this.anchors.get(key.source) : key;
    if (!isScalar(scalar) || scalar.value === null) {
      this.refuse("yaml.key", offset, "a key must be a text");
      return undefined;
    }
    const name = typeof scalar.value === "string" ? scalar.value : scalar.source;
    const wrong = name === undefined ? "this cannot be used as a key" : keyFault(name);
    if (wrong === undefined) return name;
    this.refuse("yaml.key", offset, wrong);
    return undefined;
  }

  private readScalar(scalar: Scalar, offset: number): Json {
    const { value } = scalar;
    const wrong = typeof value === "string" ? textFault(value) : undefined;
    if (wrong !== undefined) return this.refuse("yaml.value", offset, wrong);
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") {
      if (!Number.isFinite(value)) return this.refuse("yaml.number", offset, "this is no number that JSON can hold");
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        this.refuse("yaml.number", offset, "the number is too large to be kept exactly", "put it in quotes if it is a text");
      }
      return value;
    }
    return this.refuseKind(offset);
  }

  private refuseKind(offset: number): null {
    const allowed = "text, number, true, false, null, list or mapping";
    return this.refuse("yaml.value", offset, "this kind of value is not allowed", allowed);
  }

  private stop(rule: string, offset: number, message: string, allowed?: string): null {
    if (!this.fatal) this.refuse(rule, offset, message, allowed);
    this.fatal = true;
    return null;
  }

  private refuse(rule: string, offset: number, message: string, allowed?: string): null {
    this.reading.diagnostics.push(fault(rule, this.reading.at(offset), message, allowed === undefined ? {} : { allowed }));
    return null;
  }
}

/** True for the key `<<`, which takes in other mappings. */
export function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN";
}
