import { parse } from "yaml";
import { TrueupError } from "../core/errors.js";
import { fileGlob } from "../core/glob.js";
import { isObject, type Json } from "../core/json.js";
import type { ParameterFacts } from "./release.js";

/** By which names parameters tell their types, where a server declares none (facts/evidence.yaml). */
export interface TypeEvidence {
  /** True for an operation whose parameters say `string` for want of a type. */
  readonly isUntyped: (operation: string) => boolean;
  readonly names: ReadonlyMap<string, ParameterFacts>;
  readonly patterns: readonly NamedType[];
  /** Those that hold for all operations. */
  readonly everywhere: readonly NamedType[];
}

interface NamedType {
  readonly isMeant: (name: string) => boolean;
  readonly type: ParameterFacts;
}

/** Reads the text of facts/evidence.yaml. Throws TrueupError where it is none. */
export function readEvidence(text: string, file = "facts/evidence.yaml"): TypeEvidence {
  const document = parse(text) as Json;
  if (!isObject(document)) throw wrong(file, "it is no mapping");
  const { untyped, names, patterns, everywhere, ...rest } = document;
  const [odd] = Object.keys(rest);
  if (odd !== undefined) throw wrong(file, `${JSON.stringify(odd)} is none of untyped, everywhere, patterns and names`);
  const operations = texts(file, untyped ?? []).map((pattern) => fileGlob(pattern));
  const single = byType(file, names ?? {}).flatMap(([type, ofType]) => ofType.map((name) => [name, type] as const));
  const known = new Map(single);
  if (known.size < single.length) throw wrong(file, "a name stands below names twice");
  return {
    isUntyped: (operation) => operations.some((test) => test(operation)),
    names: known,
    patterns: (Array.isArray(patterns) ? (patterns as readonly Json[]) : []).map((item) => {
      if (!isObject(item)) throw wrong(file, "a pattern is no mapping of type and names");
      return namedType(typeIn(file, item["type"] ?? null), texts(file, item["names"] ?? null));
    }),
    everywhere: byType(file, everywhere ?? {}).map(([type, ofType]) => namedType(type, ofType)),
  };
}

function byType(file: string, entry: Json): [ParameterFacts, readonly string[]][] {
  if (!isObject(entry)) throw wrong(file, "names stand below their types");
  return Object.entries(entry).map(([type, names]) => [typeIn(file, type), texts(file, names ?? null)]);
}

function namedType(type: ParameterFacts, names: readonly string[]): NamedType {
  const tests = names.map((name) => fileGlob(name));
  return { type, isMeant: (name) => tests.some((test) => test(name)) };
}

function texts(file: string, entry: Json): string[] {
  if (Array.isArray(entry) && entry.every((item) => typeof item === "string")) return entry;
  throw wrong(file, `${JSON.stringify(entry)} is no list of names`);
}

const plainTypes = ["string", "boolean", "integer", "number", "object", "array"];

function typeIn(file: string, entry: Json): ParameterFacts {
  const [, type = "", items] = /^(\w+)(?: of (\w+))?$/.exec(typeof entry === "string" ? entry : "") ?? [];
  if (!plainTypes.includes(type) || (items !== undefined && (!plainTypes.includes(items) || !/^(?:array|object)$/.test(type))))
    throw wrong(file, `${JSON.stringify(entry)} is no type such as boolean or array of string`);
  return { type, ...(items === undefined ? {} : { items: { type: items } }) };
}

function wrong(file: string, message: string): TrueupError {
  return new TrueupError({ code: "facts.evidence", where: file, message, hint: "see the head of the file for what it holds" });
}

/**
 * What a parameter of an operation is: as the facts say, where they say more than `string` or the operation's types can be trusted; else by its name. Undefined where nothing
 * settles it. `isTold` is true for what is known by name alone, whatever the operation.
 */
export function settledType(
  operation: string,
  name: string,
  parameter: ParameterFacts,
  evidence: TypeEvidence,
  isTold = false,
): ParameterFacts | undefined {
  if (parameter.type !== "string" || parameter.enum || parameter.format) return parameter;
  const isUntyped = isTold || evidence.isUntyped(operation);
  const typed = isUntyped ? typeByName(name, evidence) : evidence.everywhere.find(({ isMeant }) => isMeant(name))?.type;
  if (typed) return { ...parameter, ...typed };
  return isUntyped ? undefined : parameter;
}

function typeByName(name: string, { names, patterns, everywhere }: TypeEvidence): ParameterFacts | undefined {
  return names.get(name) ?? [...patterns, ...everywhere].find(({ isMeant }) => isMeant(name))?.type;
}
