import { isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import { type Fields, type Match, matches, plainWhere } from "../core/fields.js";
import type { Json, Spec } from "../core/json.js";
import { everyFieldsOf, type Kinds, placedKinds } from "../core/kind.js";
import { tellsSecret } from "../core/secret-names.js";
import { holdsReference } from "../core/types/secret-reference.js";
import type { SourceFile } from "./read-file.js";

/** Which names of files hold secrets. Of a value that need not be one (a variable's), what stands beside it tells. */
export type IsSecret = (name: string, beside: Spec) => boolean;

/** All names under which files may hold a secret. */
function secretNames(kinds: Kinds): IsSecret {
  const names = new Set<string>();
  const plain = new Map<string, Match>();
  const visit = (fields: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      const rule = plainWhere(field);
      if (rule) plain.set(name, { ...plain.get(name), ...rule });
      else if (field.secret) names.add(name);
      if (field.secret && field.vendor !== undefined) names.add(field.vendor);
      if (field.fields) visit(field.fields);
    }
  };
  for (const kind of placedKinds(kinds)) {
    for (const fields of everyFieldsOf(kind)) visit(fields);
  }
  return (name, beside) => names.has(name) || isKeptSecret(kinds, plain.get(name), beside);
}

/** True if the server is asked to keep the value secret: what is not said is as the rule has it. */
function isKeptSecret(kinds: Kinds, rule: Match | undefined, beside: Spec): boolean {
  if (rule === undefined) return false;
  const implied: Spec = Object.assign({}, ...[...kinds.values()].map((kind) => kind.implied?.(beside)));
  return !matches(rule, { ...rule, ...implied, ...beside });
}

/** The text of each file for code frames (`maskedText`), by its name in origins. */
export function maskedTexts(sources: readonly SourceFile[], kinds: Kinds): ReadonlyMap<string, string> {
  const isSecret = secretNames(kinds);
  return new Map(sources.map((source) => [source.file, maskedText(source, isSecret)]));
}

/** The text of a file for code frames: a literal where a secret belongs is overwritten, everything else keeps its position. */
export function maskedText({ text, document }: SourceFile, isSecret: IsSecret): string {
  if (!document?.contents) return text;
  const ranges: (readonly [number, number])[] = [];
  collect(document.contents, isSecret, false, ranges);
  let masked = text;
  for (const [start, end] of ranges)
    masked = masked.slice(0, start) + masked.slice(start, end).replaceAll(/\S/g, "*") + masked.slice(end);
  return masked;
}

function collect(node: Node | null, isSecret: IsSecret, hidden: boolean, ranges: (readonly [number, number])[]): void {
  if (isMap(node)) {
    const pairs = node.items as Pair<Node, Node | null>[];
    const plain = pairs.flatMap(({ key, value }) => (isScalar(value) ? [[nameOf(key), value.value as Json]] : []));
    const beside: Spec = Object.fromEntries(plain);
    const isAboutSecret = namesSecret(pairs, isSecret);
    for (const { key, value } of pairs) {
      const name = nameOf(key);
      // Of names that no kind knows only the name can tell.
      const within = name === "unchecked" ? tellsSecret : isSecret;
      // Beside the name of an attribute, value is of that one; elsewhere it may be an attribute itself.
      const isHidden = isAboutSecret !== undefined && name === "value" ? isAboutSecret : isSecret(name, beside);
      collect(value, within, hidden || isHidden, ranges);
    }
  } else if (isSeq(node)) for (const item of node.items as (Node | null)[]) collect(item, isSecret, hidden, ranges);
  else if (hidden && isScalar(node) && node.range && node.value !== null && !holdsReference(node.value))
    ranges.push([node.range[0], node.range[1]]);
}

/** For a mapping that says a value for an attribute which it names beside it, as an exception does: whether that one is a secret. */
function namesSecret(pairs: readonly Pair<Node, Node | null>[], isSecret: IsSecret): boolean | undefined {
  const attribute = pairs.find(({ key }) => nameOf(key) === "attribute")?.value;
  if (!isScalar(attribute)) return undefined;
  return String(attribute.value)
    .split(".")
    .some((step) => isSecret(step, {}) || tellsSecret(step));
}

function nameOf(key: Node): string {
  return isScalar(key) ? String(key.value) : "";
}
