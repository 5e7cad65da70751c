import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  type ScalarTag,
  type Tags,
  type YAMLMap,
  type YAMLSeq,
  visit,
} from "yaml";
import { fileSchema } from "../../core/file-schema.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { Kinds } from "../../core/kind.js";
import { parseOptions, type SourceFile } from "../read-file.js";
import { scalarText, widest } from "../write/scalar.js";
import { editedDocument } from "./document.js";
import { editFailed, verify } from "./verify.js";

/** A comment at the end of a collection may move out of it when it is read again, by one level a round, until it stays. */
const mostRounds = 32;

/**
 * Gives the canonical text of files: keys that the format knows in the order of the schema, two columns of indentation, and quotes only where a text needs them.
 * Names, lists, comments, blank lines, flow style and blocks of text stay. A file with anchors keeps the order of its keys, because an alias must follow its anchor.
 * A JSON file stays as it is. Throws TrueupError `edit.failed` for a file that would lose a comment or say something else.
 */
export function formatter(kinds: Kinds): (source: SourceFile) => string {
  const schema = fileSchema(kinds);
  return (source) => {
    const edited = editedDocument(source);
    if (edited.json || source.document === undefined || source.value === null) return source.text;
    let text = source.text;
    for (let round = 0; round < mostRounds; round++) {
      const next = formattedOnce(text, schema);
      if (next === text) {
        const after = edited.page.newline === "\n" ? text : text.replaceAll("\n", edited.page.newline);
        verify(edited, after);
        return after;
      }
      text = next;
    }
    throw editFailed(source.file, "its text would change with each run");
  };
}

function formattedOnce(text: string, schema: JsonObject): string {
  const options = { ...parseOptions, customTags: withPlainTexts, keepSourceTokens: true };
  const document = parseDocument(text.replaceAll("\r\n", "\n"), options);
  visit(document, { Pair: (_, pair) => commented(pair) });
  let isShared = false;
  visit(document, {
    Alias: () => void (isShared = true),
    Node: (_, node) => void (isShared ||= "anchor" in node && !!node.anchor),
  });
  if (!isShared) {
    const header = takeHeader(document);
    new KeyOrder(schema).sort(document.contents, [schema]);
    if (header !== undefined) putHeader(document, header);
  }
  visit(document, { Map: (_, node) => padded(node, " "), Seq: (_, node) => padded(node, "") });
  return document.toString({ lineWidth: 0, indent: 2, nullStr: "null" });
}

/** Braces have blanks inside, and brackets do not, as in exports. */
function padded(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const toString = node.toString.bind(node);
  node.toString = (context, ...more) => toString(context && { ...context, flowCollectionPadding }, ...more);
}

/** Texts on one line are written as exports write them; blocks stay blocks. */
function withPlainTexts(tags: Tags): Tags {
  return tags.map((tag) => (typeof tag === "object" && tag.tag === "tag:yaml.org,2002:str" ? plainTexts(tag as ScalarTag) : tag));
}

function plainTexts(tag: ScalarTag): ScalarTag {
  return {
    ...tag,
    stringify: (item, context, ...more) => {
      const isBlock = item.type === Scalar.BLOCK_FOLDED || item.type === Scalar.BLOCK_LITERAL;
      // In quotes, it would be a key like others.
      if (item.type === Scalar.PLAIN && item.value === "<<") return "<<";
      if (!isBlock) return scalarText(String(item.value), context.inFlow === true || context.implicitKey === true);
      const options = { ...context.options, lineWidth: item.type === Scalar.BLOCK_FOLDED ? widest : 0 };
      return tag.stringify?.(item, { ...context, options }, ...more) ?? "";
    },
  };
}

/** Takes out a comment for editors that stands right above the first key: it stays at the top, whichever key comes first. */
function takeHeader({ contents }: Document): string | undefined {
  if (!isMap(contents)) return undefined;
  for (const node of [contents, contents.items[0]?.key as Node | undefined]) {
    const header = node?.commentBefore;
    if (!node || !header?.includes("yaml-language-server:")) continue;
    node.commentBefore = null;
    return header;
  }
  return undefined;
}

/** Puts it above the first key, or above the comment of that key and a blank line. */
function putHeader(document: Document, header: string): void {
  const { contents } = document;
  const first = isMap(contents) ? (contents.items[0]?.key as Node | undefined) : undefined;
  if (document.commentBefore == null && first?.commentBefore == null && contents) contents.commentBefore = header;
  else document.commentBefore = [document.commentBefore, header].filter((part) => part != null).join("\n\n");
}

/** A comment beside a key stays there. The library would write it on the next line. */
function commented(pair: Pair): void {
  const { key, value, srcToken } = pair as Pair<Node, Node | null>;
  const afterKey = srcToken?.sep ?? [];
  const comment = afterKey.findIndex(({ type }) => type === "comment");
  if (comment < 0 || afterKey.slice(0, comment).some(({ type }) => type === "newline")) return;
  if (!isScalar(key) || !isCollection(value) || value.flow || !value.commentBefore) return;
  const [beside, ...below] = value.commentBefore.split("\n");
  value.commentBefore = below.length > 0 ? below.join("\n") : null;
  const toString = pair.toString.bind(pair);
  pair.toString = (...context) => toString(...context).replace("\n", () => ` #${beside}\n`);
}

/** Sorts the keys of mappings by the schema. */
class KeyOrder {
  constructor(private readonly root: JsonObject) {}

  /** `schemas` are those that may hold at a node. */
  sort(node: Node | null, schemas: readonly JsonObject[]): void {
    const all = this.resolved(schemas);
    if (isSeq(node)) {
      const items = all.flatMap(({ items: of }) => (isObject(of) ? [of] : []));
      for (const item of node.items) this.sort(item as Node | null, items);
    }
    if (!isMap(node)) return;
    sortPairs(
      node as YAMLMap<Node, Node | null>,
      all.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
    );
    for (const pair of node.items as Pair<Node, Node | null>[]) this.sort(pair.value, this.below(all, nameOf(pair)));
  }

  private below(schemas: readonly JsonObject[], name: string): JsonObject[] {
    return schemas.flatMap(({ properties, additionalProperties }) => {
      const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return isObject(property) ? [property] : [];
    });
  }

  /** The schemas with all that they refer to and choose from. */
  private resolved(schemas: readonly JsonObject[]): readonly JsonObject[] {
    const seen = new Set<JsonObject>();
    const add = (schema: Json | undefined): void => {
      if (!isObject(schema) || seen.has(schema)) return;
      seen.add(schema);
      const { $ref } = schema;
      const definitions = this.root["$defs"];
      if (typeof $ref === "string" && isObject(definitions)) add(definitions[$ref.replace("#/$defs/", "")]);
      for (const word of ["anyOf", "oneOf", "allOf"]) {
        const choices = schema[word];
        if (Array.isArray(choices)) for (const choice of choices as readonly Json[]) add(choice);
      }
    };
    for (const schema of schemas) add(schema);
    return [...seen];
  }
}

/** Known keys come first, in their order. All others follow as they are. */
function sortPairs(map: YAMLMap<Node, Node | null>, names: readonly string[]): void {
  const rank = new Map([...new Set(names)].map((name, index) => [name, index]));
  const rankOf = (pair: Pair<Node, Node | null>): number => rank.get(nameOf(pair)) ?? rank.size;
  const sorted = [...map.items].sort((a, b) => rankOf(a) - rankOf(b));
  const [first, before] = [sorted[0]?.key, map.items[0]?.key];
  if (first === undefined || before === undefined || sorted.every((pair, index) => pair === map.items[index])) return;
  // The parser gives a comment above the first key to the mapping.
  if (map.commentBefore != null) before.commentBefore = map.commentBefore;
  map.commentBefore = null;
  if (first !== before) [first.spaceBefore, before.spaceBefore] = [false, first.spaceBefore ?? false];
  map.items = sorted;
}

function nameOf({ key }: Pair<Node, Node | null>): string {
  return isScalar(key) ? String(key.value) : "";
}
