import { isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { Fields } from "../core/fields.js";
import { everyFieldsOf, type Kinds, placedKinds } from "../core/kind.js";
import { tellsSecret } from "../core/secret-names.js";
import { holdsReference } from "../core/types/secret-reference.js";
import type { SourceFile } from "./read-file.js";

/** All names under which files may hold a secret. */
export function secretNames(kinds: Kinds): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (fields: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.secret) names.add(name);
      if (field.secret && field.vendor !== undefined) names.add(field.vendor);
      if (field.fields) visit(field.fields);
    }
  };
  for (const kind of placedKinds(kinds)) {
    for (const fields of everyFieldsOf(kind)) visit(fields);
  }
  return names;
}

/** The text of a file for code frames: a literal where a secret belongs is overwritten, everything else keeps its position. */
export function maskedText({ text, document }: SourceFile, secrets: ReadonlySet<string>): string {
  if (!document?.contents) return text;
  const ranges: (readonly [number, number])[] = [];
  collect(document.contents, (name) => secrets.has(name), false, ranges);
  let masked = text;
  for (const [start, end] of ranges)
    masked = masked.slice(0, start) + masked.slice(start, end).replaceAll(/\S/g, "*") + masked.slice(end);
  return masked;
}

function collect(
  node: Node | null,
  isSecret: (name: string) => boolean,
  hidden: boolean,
  ranges: (readonly [number, number])[],
): void {
  if (isMap(node)) {
    const pairs = node.items as Pair<Node, Node | null>[];
    const isAboutSecret = namesSecret(pairs, isSecret);
    for (const { key, value } of pairs) {
      const name = nameOf(key);
      // Of names that no kind knows only the name can tell.
      const within = name === "unchecked" ? tellsSecret : isSecret;
      // Beside the name of an attribute, value is of that one; elsewhere it may be an attribute itself.
      const isHidden = isAboutSecret !== undefined && name === "value" ? isAboutSecret : isSecret(name);
      collect(value, within, hidden || isHidden, ranges);
    }
  } else if (isSeq(node)) for (const item of node.items as (Node | null)[]) collect(item, isSecret, hidden, ranges);
  else if (hidden && isScalar(node) && node.range && node.value !== null && !holdsReference(node.value))
    ranges.push([node.range[0], node.range[1]]);
}

/** For a mapping that says a value for an attribute which it names beside it, as an exception does: whether that one is a secret. */
function namesSecret(pairs: readonly Pair<Node, Node | null>[], isSecret: (name: string) => boolean): boolean | undefined {
  const attribute = pairs.find(({ key }) => nameOf(key) === "attribute")?.value;
  if (!isScalar(attribute)) return undefined;
  return String(attribute.value)
    .split(".")
    .some((step) => isSecret(step) || tellsSecret(step));
}

function nameOf(key: Node): string {
  return isScalar(key) ? String(key.value) : "";
}
