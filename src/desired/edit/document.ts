import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { isObject, type Json, jsonIn } from "../../core/json.js";
import { isMergeKey } from "../plain-value.js";
import { parseOptions, type SourceFile } from "../read-file.js";
import { TextPage } from "./page.js";

/** One place of a file: what stands there, and what is to stand there. */
export interface DocumentValue {
  /** What stands there now; undefined where nothing does, and below an alias, where nothing stands that could be changed. */
  readonly node: Node | undefined;
  content: Content;
}

export type Content = ScalarContent | MapContent | ListContent;

export interface ScalarContent {
  readonly form: "scalar";
  readonly value: string | number | boolean | null;
  /** What it stands for, where it refers to variables that have a value. */
  readonly effective?: Json;
}

export interface ListContent {
  readonly form: "list";
  readonly items: DocumentValue[];
}

/** One key of a mapping with its value. */
export interface MapEntry {
  key: string;
  isRenamed?: true;
  /** undefined for one that is new. */
  readonly pair: Pair | undefined;
  /** True for one that the mapping does not hold itself, but has from a `<<`. */
  readonly inherited: boolean;
  readonly spot: DocumentValue;
  /** How a new one is written in a block, the key included; without them as any value. */
  readonly lines?: readonly string[];
  /** A new one is set apart by a blank line where its neighbours are. */
  readonly spaced?: true;
}

/** A `<<` with the mappings that it takes in, in the order in which they count. */
export interface MergeKey {
  readonly pair: Pair;
  readonly sources: readonly DocumentValue[];
}

/** The keys of a mapping, in the order in which they are to stand. */
export class MapContent {
  readonly form = "map";
  private readonly byKey: Map<string, MapEntry>;

  constructor(
    readonly entries: MapEntry[],
    readonly merges: readonly MergeKey[] = [],
  ) {
    this.byKey = new Map(entries.map((entry) => [entry.key, entry]));
  }

  find(key: string): MapEntry | undefined {
    return this.byKey.get(key);
  }

  insert(index: number, entry: MapEntry): void {
    this.entries.splice(index, 0, entry);
    this.byKey.set(entry.key, entry);
  }

  remove(entry: MapEntry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    this.byKey.delete(entry.key);
  }

  rename(entry: MapEntry, key: string): void {
    this.byKey.delete(entry.key);
    entry.key = key;
    entry.isRenamed = true;
    this.byKey.set(key, entry);
  }
}

/** A file as it is to be. */
export interface EditedDocument {
  readonly source: SourceFile;
  readonly page: TextPage;
  readonly document: Document;
  readonly root: DocumentValue;
  /** What each alias points at. */
  readonly targets: ReadonlyMap<Node, Node>;
  /** True for a file that is to stay JSON. */
  readonly json: boolean;
}

/** A file as it is, to be edited. The source must be one that could be understood. */
export function editedDocument(source: SourceFile): EditedDocument {
  const page = new TextPage(source.text);
  const document = parseDocument(page.text, { ...parseOptions, keepSourceTokens: true });
  const reader = new Reader(source.effective);
  return {
    source,
    page,
    document,
    root: reader.read(document.contents, false),
    targets: reader.targets,
    json: isJson(source),
  };
}

/** What is to stand at a place, as plain data. */
export function plainOf({ content }: DocumentValue): Json {
  if (content.form === "scalar") return content.value;
  if (content.form === "list") return content.items.map(plainOf);
  return Object.fromEntries(content.entries.map(({ key, spot }) => [key, plainOf(spot)]));
}

/** What stands at a place as it is meant: with values in the place of variables. */
export function effectiveOf({ content }: DocumentValue): Json {
  if (content.form === "scalar") return content.effective ?? content.value;
  if (content.form === "list") return content.items.map(effectiveOf);
  return Object.fromEntries(content.entries.map(({ key, spot }) => [key, effectiveOf(spot)]));
}

/** A place for a value that stands nowhere yet. */
export function newSpot(value: Json): DocumentValue {
  return { node: undefined, content: editContent(value) };
}

/** A value as what is to stand at a place. */
export function editContent(value: Json): Content {
  if (Array.isArray(value)) return { form: "list", items: value.map((item: Json) => newSpot(item)) };
  if (!isObject(value)) return { form: "scalar", value: value as ScalarContent["value"] };
  return new MapContent(Object.entries(value).map(([key, part = null]) => newEntry(key, part)));
}

/** A key that stands nowhere yet. */
export function newEntry(key: string, value: Json, more: Pick<MapEntry, "lines" | "spaced"> = {}): MapEntry {
  return { key, pair: undefined, inherited: false, spot: newSpot(value), ...more };
}

/** The mapping at a place, where an empty place becomes an empty mapping; undefined where something else stands. */
export function mapAt(spot: DocumentValue): MapContent | undefined {
  if (spot.content.form === "scalar" && spot.content.value === null) spot.content = new MapContent([]);
  return spot.content.form === "map" ? spot.content : undefined;
}

function isJson({ absolute, text }: SourceFile): boolean {
  if (absolute.toLowerCase().endsWith(".json")) return true;
  return text.trimStart().startsWith("{") && jsonIn(text) !== undefined;
}

/** Reads a document as `plainValue` does, which has found nothing wrong with it. */
class Reader {
  readonly targets = new Map<Node, Node>();
  private readonly anchors = new Map<string, Node>();

  constructor(private readonly effective: SourceFile["effective"]) {}

  /** `through` is true below an alias. */
  read(node: Node | null, through: boolean): DocumentValue {
    const spot = (content: Content): DocumentValue => ({ node: through ? undefined : (node ?? undefined), content });
    if (isAlias(node)) {
      const target = this.target(node, through);
      return spot(this.read(target ?? null, true).content);
    }
    if (node) this.remember(node, through);
    if (isMap(node)) return spot(this.readMap(node, through));
    if (isSeq(node)) return spot({ form: "list", items: node.items.map((item) => this.read(item as Node | null, through)) });
    const value = isScalar(node) ? (node.value as ScalarContent["value"]) : null;
    const effective = typeof value === "string" ? this.effective?.(value) : undefined;
    return spot({ form: "scalar", value, ...(effective === undefined ? {} : { effective }) });
  }

  private readMap(map: YAMLMap, through: boolean): MapContent {
    const entries: MapEntry[] = [];
    const merges: MergeKey[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      if (isMergeKey(pair.key)) {
        merges.push({ pair, sources: this.mergeSources(pair.value, through) });
        continue;
      }
      const key = this.keyName(pair.key, through);
      entries.push({ key, pair: through ? undefined : pair, inherited: false, spot: this.read(pair.value, through) });
    }
    const names = new Set(entries.map(({ key }) => key));
    for (const { content } of merges.flatMap(({ sources }) => sources)) {
      for (const { key, spot } of content.form === "map" ? content.entries : []) {
        if (!names.has(key)) entries.push({ key, pair: undefined, inherited: !through, spot });
        names.add(key);
      }
    }
    return new MapContent(entries, through ? [] : merges);
  }

  private mergeSources(value: Node | null, through: boolean): DocumentValue[] {
    const nodes = isSeq(value) ? (value.items as Node[]) : value ? [value] : [];
    return nodes.map((node) => {
      const target = isAlias(node) ? (this.target(node, through) ?? null) : node;
      return { node, content: this.read(target, true).content };
    });
  }

  private keyName(key: Node, through: boolean): string {
    this.remember(key, through);
    const scalar = isAlias(key) ? this.target(key, through) : key;
    if (!isScalar(scalar)) return "";
    return typeof scalar.value === "string" ? scalar.value : (scalar.source ?? "");
  }

  private target(alias: Alias, through: boolean): Node | undefined {
    const target = this.anchors.get(alias.source);
    if (target && !through) this.targets.set(alias, target);
    return target;
  }

  private remember(node: Node, through: boolean): void {
    if (!through && !isAlias(node) && node.anchor !== undefined) this.anchors.set(node.anchor, node);
  }
}
