import { parse } from "yaml";
import { TrueupError } from "../core/errors.js";
import { fileGlob } from "../core/glob.js";
import { canonicalJson, isObject, type Json } from "../core/json.js";
import { compareVersions } from "../core/names.js";
import { releasePattern } from "./read-facts.js";
import type { NamedParameters, OperationFacts, ParameterFacts, ReleaseFacts } from "./release.js";

/** What is true of a parameter or a key of a reply, where facts lie. */
export interface Truth extends Partial<Omit<ParameterFacts, "required">> {
  /** It is there although no facts say so. */
  readonly added?: true;
  /** It is not there although facts say so. */
  readonly absent?: true;
  /** It is a list of what facts say that it is. */
  readonly list?: true;
  readonly required?: boolean;
}

/** What is true of some operations, and why. */
export interface Correction {
  /** Globs of methods and paths. */
  readonly operations: readonly string[];
  /** The first and the last release in which facts lie so. */
  readonly from?: string;
  readonly to?: string;
  /** By name; a dot leads into an object or the items of a list, `*` stands for any part of a name. */
  readonly parameters: Readonly<Record<string, Truth>>;
  readonly reply: Readonly<Record<string, Truth>>;
  readonly why: string;
}

/** Reads the text of facts/corrections.yaml. Throws TrueupError that names the entry where one is none. */
export function readCorrections(text: string, file = "facts/corrections.yaml"): Correction[] {
  const document = parse(text) as Json;
  if (!Array.isArray(document)) throw wrong(file, "it is no list of corrections");
  return document.map((item: Json, index) => correctionIn(item, `${file}: entry ${index + 1}`));
}

function correctionIn(entry: Json, place: string): Correction {
  if (!isObject(entry)) throw wrong(place, "it is no mapping");
  const { operations, from, to, parameters = {}, reply = {}, why, ...rest } = entry;
  const [odd] = Object.keys(rest);
  if (odd !== undefined) throw wrong(place, `${JSON.stringify(odd)} is no word of a correction`);
  if (typeof why !== "string" || why === "") throw wrong(place, "why is missing");
  const globs = Array.isArray(operations) ? (operations as readonly Json[]) : [];
  if (globs.length === 0 || !globs.every((glob) => typeof glob === "string")) throw wrong(place, "operations are missing");
  for (const release of [from, to])
    if (release !== undefined && !(typeof release === "string" && releasePattern.test(release)))
      throw wrong(place, `${JSON.stringify(release)} is no release; put it in quotes`);
  return {
    operations: globs,
    ...(typeof from === "string" ? { from } : {}),
    ...(typeof to === "string" ? { to } : {}),
    parameters: truthsIn(parameters, place),
    reply: truthsIn(reply, place),
    why,
  };
}

const words = "added absent list type in required enum format default min max maxLength items properties".split(" ");

function truthsIn(entry: Json, place: string): Readonly<Record<string, Truth>> {
  if (!isObject(entry)) throw wrong(place, "parameters and reply are mappings");
  for (const [name, truth] of Object.entries(entry)) {
    const odd = isObject(truth) ? Object.keys(truth).find((word) => !words.includes(word)) : "";
    if (odd !== undefined) throw wrong(place, `${name}: ${odd === "" ? "is no mapping" : `${odd} is no word of a truth`}`);
    if (isObject(truth) && truth["added"] === true && typeof truth["type"] !== "string")
      throw wrong(place, `${name}: what is added has a type`);
  }
  return entry as Readonly<Record<string, Truth>>;
}

function wrong(where: string, message: string): TrueupError {
  return new TrueupError({ code: "facts.corrections", where, message, hint: "see the head of facts/corrections.yaml" });
}

/** The facts of a release, corrected. */
export function correct(facts: ReleaseFacts, corrections: readonly Correction[]): ReleaseFacts {
  const valid = corrections
    .filter((correction) => holdsFor(correction, facts.release))
    .map((correction) => ({ correction, isMeant: testOf(correction) }));
  const operations = Object.entries(facts.operations).map(([name, operation]) => {
    const meant = valid.filter(({ isMeant }) => isMeant(name));
    return [name, meant.reduce((before, { correction }) => corrected(before, correction), operation)] as const;
  });
  return { release: facts.release, operations: Object.fromEntries(operations) };
}

/**
 * What of corrections changes nothing in the newest of these facts (the oldest first) that they are about: servers have told the truth since, or it names what is not there.
 * One that is about later releases than these is not judged.
 */
export function needlessCorrections(releases: readonly ReleaseFacts[], corrections: readonly Correction[]): string[] {
  return corrections.flatMap((correction) => {
    const newest = releases.findLast(({ release }) => holdsFor(correction, release));
    return newest === undefined ? [] : needlessParts(correction, newest).map((part) => `${part} (${correction.why})`);
  });
}

function needlessParts(correction: Correction, { operations }: ReleaseFacts): string[] {
  const globs = correction.operations.filter((glob) => !changes({ ...correction, operations: [glob] }, operations));
  const names = (["parameters", "reply"] as const).flatMap((side) =>
    Object.entries(correction[side]).flatMap(([name, truth]) => {
      const alone = { ...correction, parameters: {}, reply: {}, [side]: { [name]: truth } };
      return changes(alone, operations) ? [] : [`${side} ${name} of ${correction.operations.join(", ")}`];
    }),
  );
  return [...globs, ...names];
}

function changes(correction: Correction, operations: ReleaseFacts["operations"]): boolean {
  const isMeant = testOf(correction);
  return Object.entries(operations).some(([name, operation]) => isMeant(name) && corrected(operation, correction) !== operation);
}

function holdsFor({ from, to }: Correction, release: string): boolean {
  return (from === undefined || compareVersions(release, from) >= 0) && (to === undefined || compareVersions(release, to) <= 0);
}

function testOf({ operations }: Correction): (name: string) => boolean {
  const tests = operations.map((operation) => fileGlob(operation));
  return (name) => tests.some((test) => test(name));
}

/** The same operation where nothing is to be corrected. */
function corrected(operation: OperationFacts, { parameters, reply }: Correction): OperationFacts {
  const params = withTruths(operation.params ?? {}, parameters);
  const shown = operation.reply && withTruths(operation.reply, reply);
  const isSame = operation.params ? params === operation.params : Object.keys(params).length === 0;
  if (isSame && shown === operation.reply) return operation;
  return { ...operation, ...(Object.keys(params).length > 0 ? { params } : {}), ...(shown ? { reply: shown } : {}) };
}

function withTruths(known: NamedParameters, truths: Readonly<Record<string, Truth>>): NamedParameters {
  return Object.entries(truths).reduce((before, [name, truth]) => withTruth(before, name.split("."), truth), known);
}

function withTruth(known: NamedParameters, [first = "", ...rest]: readonly string[], truth: Truth): NamedParameters {
  const isMeant = fileGlob(first);
  const isNew = rest.length === 0 && truth.added && !Object.hasOwn(known, first) && !first.includes("*");
  const before: NamedParameters = isNew ? { ...known, [first]: { type: "" } } : known;
  const parts = Object.entries(before).map(([name, facts]) => {
    if (!isMeant(name)) return [name, facts] as const;
    return [name, rest.length === 0 ? truly(facts, truth) : within(facts, rest, truth)] as const;
  });
  const isSame = parts.length === Object.keys(known).length && parts.every(([name, facts]) => facts === known[name]);
  if (isSame) return known;
  return Object.fromEntries(parts.flatMap(([name, facts]) => (facts === undefined ? [] : [[name, facts] as const])));
}

/** What stands in an object, or in the items of a list. */
function within(facts: ParameterFacts, rest: readonly string[], truth: Truth): ParameterFacts {
  if (facts.items && facts.properties === undefined) {
    const items = within(facts.items, rest, truth);
    return items === facts.items ? facts : { ...facts, items };
  }
  const properties = withTruth(facts.properties ?? {}, rest, truth);
  const isSame = facts.properties ? properties === facts.properties : Object.keys(properties).length === 0;
  return isSame ? facts : { ...facts, properties };
}

function truly(facts: ParameterFacts, { added, absent, list, required, ...truth }: Truth): ParameterFacts | undefined {
  if (absent) return undefined;
  if (list) return facts.type === "array" ? facts : { type: "array", items: facts };
  if (added && facts.type !== "") return facts;
  const { required: before, ...rest } = facts;
  const needed = required ?? before ?? false;
  // What is said of a type does not hold for another one.
  const { in: place } = rest;
  const base =
    truth.type === undefined || truth.type === facts.type ? rest : { type: truth.type, ...(place ? { in: place } : {}) };
  const result: ParameterFacts = { ...base, ...truth, ...(needed ? { required: true as const } : {}) };
  return canonicalJson(result) === canonicalJson(facts) ? facts : result;
}
