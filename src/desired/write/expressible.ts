import { defined } from "../../core/collections.js";
import type { Declaration } from "../../core/declaration.js";
import type { Origin, FileDiagnostic } from "../../core/errors.js";
import { canonicalJson, isObject, type JsonObject, type Value } from "../../core/json.js";
import { fieldsOf, isTopLevel, kindAt, type Kinds, type PlacedKind, topKind } from "../../core/kind.js";
import { nameDiagnostic } from "../../core/name-check.js";
import { file, isFile, isMasked, isSecret } from "../../core/placeholders.js";
import { type Body, DeclaredEntries, type DeclaredEntry, emptyBody, partsOf, type Piece } from "../body.js";
import { canonicalBody } from "../canonical.js";
import { lintEntry } from "../lint.js";
import { deepestInside, keyFault, textFault } from "../plain-value.js";
import type { SourceFile } from "../read-file.js";
import { ownDiagnostics, saidValues } from "../rules.js";
import { Texts } from "../texts.js";
import { validateBody } from "../validate.js";
import { writtenSpec } from "./written.js";

/** Why a declaration cannot stand in a file: a dotted attribute that it has and could go without, or "" for the whole body, and what is wrong with it. */
export interface Inexpressible {
  readonly attribute: string;
  readonly message: string;
}

/** Stands for a file that is not written: a body that is only a value has no place. */
const nowhere: Origin = { file: "", line: 1, column: 1 };
const unwritten: SourceFile = {
  file: "",
  absolute: "",
  directory: "",
  text: "",
  byteOrderMark: false,
  value: undefined,
  document: undefined,
  keyOrigin: () => nowhere,
  valueOrigin: () => nowhere,
};

/**
 * What loading would refuse in the file that says this declaration, or would read as something else; empty if nothing. Reads no file, and asks
 * nothing of other declarations. What is left without the attributes at fault may be at fault for lack of them.
 */
export function checkDeclaration(declaration: Declaration, kinds: Kinds): readonly Inexpressible[] {
  return faults(declaration, kinds).map((fault) =>
    Object.hasOwn(declaration.spec, top(fault)) ? fault : { ...fault, attribute: culprit(fault, declaration, kinds) },
  );
}

/** The last of the attributes without which there is no such fault; "" if there is none. */
function culprit(fault: Inexpressible, declaration: Declaration, kinds: Kinds): string {
  const isMended = (name: string) => {
    const others = { ...declaration, spec: without(declaration.spec, new Set([name])) };
    return !faults(others, kinds).some(({ attribute, message }) => attribute === fault.attribute && message === fault.message);
  };
  return Object.keys(declaration.spec).findLast(isMended) ?? "";
}

/**
 * The same of single values: attributes that files do not know, and values that they could not give; that a thing lacks something, or that two of its values do not
 * go together, is not looked at. Empty if there is nothing.
 */
export function checkValues(declaration: Declaration, kinds: Kinds): readonly Inexpressible[] {
  return reading(declaration, kinds, () => []);
}

function faults(declaration: Declaration, kinds: Kinds): readonly Inexpressible[] {
  return reading(declaration, kinds, (entry) => [
    ...ownDiagnostics(new DeclaredEntries([entry], kinds), entry),
    ...lintEntry(entry, {}),
  ]);
}

/** What is wrong with a declaration that is read as if it stood in a file: also what more there is to find, and what comes back as something else. */
function reading(
  declaration: Declaration,
  kinds: Kinds,
  more: (entry: DeclaredEntry) => readonly FileDiagnostic[],
): readonly Inexpressible[] {
  const kind = kindAt(kinds, declaration);
  const misnamed = nameFault(kind, declaration, kinds);
  if (misnamed !== undefined) return [{ attribute: "", message: misnamed }];
  const odd = Object.entries(declaration.spec).flatMap(([name, value = null]) => oddParts(name, value));
  const body = bodyOf(kind, { ...declaration, spec: without(declaration.spec, new Set(odd.map(top))) });
  const diagnostics: FileDiagnostic[] = [];
  const wrong = validateBody(body, kinds, diagnostics);
  const desired = canonicalBody(body, wrong, new Texts(picturesOf(declaration), undefined), diagnostics);
  const entry = { body, wrong, desired };
  diagnostics.push(...saidValues(entry, new Date()), ...more(entry));
  const wrongly = [...odd, ...diagnostics.filter(({ severity }) => severity === "error").map(inWords)];
  const known = new Set(wrongly.map(top));
  const isSame = (name: string) =>
    Object.hasOwn(desired.spec, name) && canonicalJson(desired.spec[name]) === canonicalJson(declaration.spec[name]);
  const changed = Object.keys(declaration.spec).filter((name) => !known.has(name) && !isSame(name));
  return [...wrongly, ...changed.map((attribute) => ({ attribute, message: "a file cannot say it as it is" }))];
}

/** The attribute of the body that a dotted one is a part of. */
function top({ attribute }: Inexpressible): string {
  const dot = attribute.indexOf(".");
  return dot < 0 ? attribute : attribute.slice(0, dot);
}

function nameFault(kind: PlacedKind, { path, key }: Declaration, kinds: Kinds): string | undefined {
  const holder = isTopLevel(kind) ? undefined : topKind(kinds, kind.parent);
  const ownName = holder ? key : path;
  for (const [named, name] of [[holder, path] as const, [kind, ownName] as const]) {
    if (!named || named.as === "one") continue;
    if (name === undefined) return "it has no name";
    const wrong = keyFault(name) ?? nameDiagnostic(named, name)?.message;
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** What no file can hold, whatever the schema says. */
function oddParts(attribute: string, value: Value, depth = 0): Inexpressible[] {
  if (depth > deepestInside) return [{ attribute, message: `it is nested more than ${deepestInside} levels deep` }];
  if (isMasked(value)) return [{ attribute, message: "the platform does not show it" }];
  if (isSecret(value) || isFile(value)) return [];
  if (typeof value === "number" && !Number.isFinite(value))
    return [{ attribute, message: "this is no number that JSON can hold" }];
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return [{ attribute, message: "the number is too large to be kept exactly" }];
  const wrong = typeof value === "string" ? textFault(value) : undefined;
  if (wrong !== undefined) return [{ attribute, message: wrong }];
  if (Array.isArray(value)) return value.flatMap((item: Value, index) => oddParts(`${attribute}.${index}`, item, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part = null]) => {
    const wrong = keyFault(name);
    return wrong === undefined ? oddParts(`${attribute}.${name}`, part, depth + 1) : [{ attribute, message: wrong }];
  });
}

/** The declaration as if it had been read from a file in the root. */
function bodyOf(kind: PlacedKind, { address, path, key, spec }: Declaration): Body {
  const { unchecked, ...attributes } = writtenSpec(fieldsOf(kind, { key }), spec, "");
  const body = emptyBody({ kind, address, ...defined({ path, key }), origin: nowhere });
  return { ...body, attributes: pieces(attributes), unchecked: pieces(isObject(unchecked) ? unchecked : {}) };
}

function pieces(value: JsonObject): Map<string, Piece> {
  return new Map(partsOf({ value, source: unwritten, pointer: "" }));
}

/** Takes each picture to lie where the declaration says that it lies. */
function picturesOf({ spec }: Declaration): ConstructorParameters<typeof Texts>[0] {
  const hashes = new Map(Object.values(spec).flatMap((value) => (isFile(value) ? [[value.$file, value.sha256] as const] : [])));
  return { root: "", relative: (name) => name, image: (name) => file(name, hashes.get(name) ?? ""), content: (path) => path };
}

function without(spec: Declaration["spec"], names: ReadonlySet<string>): Declaration["spec"] {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !names.has(name)));
}

function inWords({ attribute = "", message, allowed }: FileDiagnostic): Inexpressible {
  return {
    attribute: attribute.replace(/^unchecked\./, ""),
    message: allowed === undefined ? message : `${message}: ${allowed}`,
  };
}
