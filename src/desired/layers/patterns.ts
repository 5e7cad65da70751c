import { defined } from "../../core/collections.js";
import { type DiagnosticDetails, fault, type FileDiagnostic, warning } from "../../core/errors.js";
import { type Field, type Fields, typeOf } from "../../core/fields.js";
import { everyFieldsOf, fieldsOf, type Kinds, kindsUnder, type PlacedKind } from "../../core/kind.js";
import type { AttributePattern, PathGlob } from "../../core/layer.js";
import { nameDiagnostic } from "../../core/name-check.js";
import { didYouMean } from "../../core/names.js";
import { holdsReference } from "../../core/types/secret-reference.js";
import type { Piece } from "../body.js";
import { knownAs } from "../canonical.js";

/** What a pattern means, or what is wrong with it. */
type Reading = Pick<AttributePattern, "child" | "path"> | { readonly message: string; readonly allowed?: string };

/**
 * Reads each pattern of a list; what fits nothing that the kind has is told of, with what may have been meant. Items that are no text are passed over. What is only
 * left alone (`ignore`) may have a key that this release does not know, which is a warning.
 */
export function readPatterns(
  items: readonly Piece[],
  kind: PlacedKind,
  kinds: Kinds,
  diagnostics: FileDiagnostic[],
  details: DiagnosticDetails,
): AttributePattern[] {
  return items.flatMap(({ value, source, pointer }) => {
    if (typeof value !== "string") return [];
    const origin = source.valueOrigin(pointer);
    const read = readPattern(value, kind, kinds);
    const left = "path" in read || details.attribute !== "ignore" ? undefined : unknownKey(value, kind, kinds);
    if (left) {
      const message = `${left.child.key} is none that this release knows, so it is left alone in any case`;
      diagnostics.push(warning("pattern.unknown", origin, message, details));
      return [{ ...left, text: value, origin }];
    }
    if ("path" in read) return [{ ...read, text: value, origin }];
    diagnostics.push(fault("pattern.unknown", origin, read.message, { ...details, ...defined({ allowed: read.allowed }) }));
    return [];
  });
}

/** The attributes that a dotted text names, of a resource of the kind or of its children. Of keys that hold dots, the shortest that fits is meant. */
function readPattern(text: string, kind: PlacedKind, kinds: Kinds): Reading {
  const steps = text.split(".");
  const [first = "", ...rest] = steps;
  const child = kindsUnder(kinds, kind.name).find(({ file }) => file === first);
  if (child) return readChild(text, rest, child);
  const path = pathIn([fieldsOf(kind)], steps);
  if (path) return { path };
  const names = [...Object.keys(fieldsOf(kind)), ...kindsUnder(kinds, kind.name).map(({ file }) => file)];
  const others = names.filter((name) => name !== first);
  return unknown(text, kind, didYouMean(first, others) ?? nearestPart(fieldsOf(kind), steps));
}

function readChild(text: string, rest: readonly string[], kind: PlacedKind): Reading {
  if (rest.length === 0) return { child: { kind: kind.name }, path: [] };
  if (kind.as === "one") {
    const path = pathIn([fieldsOf(kind)], rest);
    return path ? { child: { kind: kind.name }, path } : unknown(text, kind, nearestIn(text, [fieldsOf(kind)], rest[0] ?? ""));
  }
  for (let length = 1; length < rest.length; length++) {
    const key = rest.slice(0, length).join(".");
    const all = key.includes("*") ? everyFieldsOf(kind) : [fieldsOf(kind, { key })];
    const path = isKey(kind, key) ? pathIn(all, rest.slice(length)) : undefined;
    if (path) return { child: { kind: kind.name, key }, path };
  }
  const key = rest.join(".");
  const last = rest.at(-1) ?? "";
  const guess = rest.length > 1 ? nearestIn(text, everyFieldsOf(kind), last) : undefined;
  if (isKey(kind, key) && guess === undefined) return { child: { kind: kind.name, key }, path: [] };
  const [first = ""] = rest;
  const keys = kind.shapes ? Object.keys(kind.shapes) : (kind.key?.values ?? []);
  const nearKey = isKey(kind, first) ? undefined : didYouMean(first, keys);
  return unknown(text, kind, guess ?? (nearKey === undefined ? undefined : [kind.file, nearKey, ...rest.slice(1)].join(".")));
}

/** Something that hangs on a thing by a key that is none of those which the kind knows, and no slip of the hand. */
function unknownKey(text: string, kind: PlacedKind, kinds: Kinds) {
  const child = kindsUnder(kinds, kind.name).find(({ file, shapes }) => shapes !== undefined && text.startsWith(`${file}.`));
  const key = text.slice((child?.file.length ?? 0) + 1);
  const isKnown = didYouMean(key, Object.keys(child?.shapes ?? {})) !== undefined || !/^[a-z0-9_-]+$/.test(key);
  return child && !isKnown ? { child: { kind: child.name, key }, path: [] } : undefined;
}

/** True for what a key of the kind may be; one with a wildcard stands for several. */
function isKey(kind: PlacedKind, key: string): boolean {
  return key.includes("*") || nameDiagnostic(kind, key) === undefined;
}

/** The path that steps lead to in the first attributes that know it, by canonical names; undefined where none does. */
function pathIn(all: readonly Fields[], steps: readonly string[]): readonly string[] | undefined {
  const [first = "", second = "", ...others] = steps;
  if (first === "unchecked" && second !== "" && others.length === 0) return [second];
  for (const fields of all) {
    const path = pathOf(fields, steps);
    if (path) return path;
  }
  return undefined;
}

function pathOf(fields: Fields, [written = "", ...rest]: readonly string[]): readonly string[] | undefined {
  const known = knownAs(fields, written);
  const below = known && stepsInto(known.field, rest);
  return below && [known.name, ...below];
}

function stepsInto(field: Field, rest: readonly string[]): readonly string[] | undefined {
  if (rest.length === 0) return [];
  const { isManagedInParts, hasFreeKeys } = typeOf(field);
  if (isManagedInParts && field.fields) return pathOf(field.fields, rest);
  return hasFreeKeys ? [rest.join(".")] : undefined;
}

function unknown(text: string, kind: PlacedKind, guess: string | undefined): Reading {
  const message = `${JSON.stringify(text)} names no attribute of ${kind.file}, and nothing that hangs on them`;
  return { message, ...(guess === undefined ? {} : { allowed: `did you mean ${guess}?` }) };
}

/** The text with its last step as it may have been meant. */
function nearestIn(text: string, all: readonly Fields[], last: string): string | undefined {
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))].filter((name) => name !== last);
  const guess = didYouMean(last, names);
  return guess === undefined ? undefined : text.slice(0, text.length - last.length) + guess;
}

/** Where the attribute is known and a part of it is not: the part that may have been meant. */
function nearestPart(fields: Fields, steps: readonly string[]): string | undefined {
  const [first = "", second] = steps;
  const inner = Object.hasOwn(fields, first) ? fields[first]?.fields : undefined;
  const guess = inner && second !== undefined ? didYouMean(second, Object.keys(inner)) : undefined;
  return guess === undefined ? undefined : `${first}.${guess}`;
}

/** Reads each glob of a list, and reports one that can match no full path. Items that are no text are skipped. */
export function readGlobs(items: readonly Piece[], diagnostics: FileDiagnostic[], details: DiagnosticDetails): PathGlob[] {
  return items.flatMap(({ value, source, pointer }) => {
    if (typeof value !== "string") return [];
    const origin = source.valueOrigin(pointer);
    const wrong = whyNoGlob(value);
    if (wrong === undefined) return [{ pattern: value, origin }];
    diagnostics.push(fault(wrong.rule, origin, wrong.message, { ...details, allowed: wrong.allowed }));
    return [];
  });
}

/** What is wrong with a glob of full paths that can match none; undefined where nothing is. */
function whyNoGlob(pattern: string): { readonly rule: string; readonly message: string; readonly allowed: string } | undefined {
  if (holdsReference(pattern))
    return { rule: "secret.place", message: "a glob cannot hold ${env:…} or ${file:…}", allowed: "the path itself" };
  const rule = "glob.form";
  const allowed = "a full path, in which * is one segment or a part of one, and ** any number of segments";
  if (pattern.length > 2000) return { rule, message: "the glob is longer than any full path", allowed };
  const segments = pattern.split("/");
  if (segments.some((segment) => segment === ""))
    return { rule, message: `${JSON.stringify(pattern)} has an empty segment, so it matches nothing`, allowed };
  const stars = segments.find((segment) => segment.includes("**") && segment !== "**");
  const text = JSON.stringify(pattern);
  if (stars !== undefined)
    return { rule, message: `${text} has the segment ${JSON.stringify(stars)}: ** is a whole segment`, allowed };
  const odd = segments.find((segment) => !/^[A-Za-z0-9_.*-]+$/.test(segment));
  if (odd === undefined) return undefined;
  return { rule, message: `${text} matches nothing: no path has the segment ${JSON.stringify(odd)}`, allowed };
}
