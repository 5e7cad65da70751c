import type { Kinds } from "../core/kind.js";
import { compareVersions } from "../core/names.js";
import type { Dates } from "../core/release-words.js";
import { settledType, type TypeEvidence } from "./evidence.js";
import { datesUnder, nameInShape, type KnownDates } from "./known-dates.js";
import { type KindOperation, operationsOf, standings } from "./parameters.js";
import { type NamedParameters, type OperationFacts, type ParameterFacts, placeless, type ReleaseFacts } from "./release.js";

/** What facts are served from. */
export interface ServingFacts {
  /** Corrected facts of all known releases, the oldest first. */
  readonly releases: readonly ReleaseFacts[];
  readonly evidence: TypeEvidence;
  /** Dates that facts do not tell. */
  readonly dates: KnownDates;
  /** Whether a text is a secret, by kind, key of its shape and name; undefined where nobody decided. */
  readonly isSecret: (kind: string, key: string | undefined, name: string) => boolean | undefined;
  /** As their files say. */
  readonly kinds: Kinds;
}

/** What nothing settles: of a parameter, and of a key of a reply. */
const anyScalar = "boolean|number|string";
const anything = "array|boolean|number|object|string";

/**
 * The facts of one of the known releases for readers that have no evidence: operations that it lacks, because its specification is not whole, as the next release has them, less
 * what is dated later; and every type settled, or named as one of several. Throws an Error for a release of which there are no facts.
 */
export function servedFacts(release: string, serving: ServingFacts): ReleaseFacts {
  const facts = serving.releases.find((candidate) => candidate.release === release);
  if (facts === undefined) throw new Error(`there are no facts of release ${release}`);
  const operations = { ...standIns(facts, serving), ...withProven(facts, serving) };
  const uses = ofKinds({ release, operations }, serving.kinds);
  return { release, operations: shown(taken(operations, uses, serving), serving.evidence) };
}

type Operations = ReleaseFacts["operations"];

/** Operations that a release lacks, of the oldest later one that has them. */
function standIns(facts: ReleaseFacts, serving: ServingFacts): Operations {
  const later = serving.releases.filter(({ release }) => compareVersions(release, facts.release) > 0);
  // Operations by key that the release has, as kind and role.
  const keyed = [...ofKinds(facts, serving.kinds).values()].filter(({ key }) => key !== undefined);
  const shaped = new Set(keyed.map(({ kind, role }) => `${kind} ${role}`));
  const known = new Set(Object.keys(facts.operations).map((operation) => placeless(operation)));
  const operations: Record<string, OperationFacts> = {};
  for (const release of later) {
    const uses = ofKinds(release, serving.kinds);
    for (const [name, operation] of Object.entries(release.operations)) {
      const use = uses.get(name);
      // Of a kind with a shape for each key it tells those of a release: one that it lacks is not there.
      const isGone = use?.key !== undefined && shaped.has(`${use.kind} ${use.role}`);
      if (!known.has(placeless(name)) && !isGone) operations[name] = withoutLater(operation, use, facts.release, serving);
      known.add(placeless(name));
    }
  }
  return operations;
}

/** Operations of a release with the parameters that none of its own descriptions of the kind has and dates prove to be there, as the oldest later release has them. */
function withProven(ownFacts: ReleaseFacts, serving: ServingFacts): Operations {
  const later = serving.releases.filter(({ release }) => compareVersions(release, ownFacts.release) > 0);
  const uses = ofKinds(ownFacts, serving.kinds);
  const described = new Set(
    [...uses.values()].flatMap((use) => Object.keys(use.facts.params ?? {}).map((name) => nameIn(use, name))),
  );
  return Object.fromEntries(
    Object.entries(ownFacts.operations).map(([name, operation]) => {
      const use = uses.get(name);
      const kind = use && serving.kinds.get(use.kind);
      const newer = later.map(({ operations }) => operations[name]?.params).find((params) => params !== undefined);
      if (use === undefined || kind === undefined || newer === undefined || operation.params === undefined)
        return [name, operation];
      const stand = standings(kind, use.key);
      const isProven = (parameter: string): boolean => {
        const dates = datesIn(use, stand(parameter).attribute ?? parameter, serving.dates);
        return dates.since !== undefined && isWithin(dates, ownFacts.release);
      };
      const proven = mapped(newer, (key, facts) => (!described.has(nameIn(use, key)) && isProven(key) ? facts : undefined));
      return [name, { ...operation, params: { ...operation.params, ...proven } }];
    }),
  );
}

function nameIn({ kind, key = "", parent }: KindUse, parameter: string): string {
  return `${kind} ${key} ${parent} ${parameter}`;
}

/** What is told of an attribute of an operation's kind. */
function datesIn({ kind, key, parent }: KindUse, attribute: string, dates: KnownDates): Dates {
  return datesUnder(dates, kind, nameInShape(key, attribute), parent);
}

/** True unless the dates say that it came after the release, or was gone by then. */
function isWithin({ since, until }: Dates, release: string): boolean {
  const hasCome = since === undefined || compareVersions(since, release) <= 0;
  return hasCome && (until === undefined || compareVersions(until, release) > 0);
}

interface KindUse extends KindOperation {
  readonly kind: string;
}

function ofKinds(facts: ReleaseFacts, kinds: Kinds): ReadonlyMap<string, KindUse> {
  const uses = [...kinds].flatMap(([name, kind]) => operationsOf(kind, facts).map((use) => ({ kind: name, ...use })));
  return new Map(uses.map((use) => [use.operation, use]));
}

/** An operation less the attributes of its kind that are dated later than a release. */
function withoutLater(
  operation: OperationFacts,
  use: KindUse | undefined,
  release: string,
  { kinds, dates }: ServingFacts,
): OperationFacts {
  const kind = use && kinds.get(use.kind);
  if (use === undefined || kind === undefined) return operation;
  const stand = standings(kind, use.key);
  const isThere = (path: string): boolean => {
    const known = datesIn(use, path, dates);
    return known.unproven !== true && isWithin(known, release);
  };
  const left = (parameters: NamedParameters): NamedParameters =>
    mapped(parameters, (name, facts) => {
      const attribute = stand(name).attribute ?? name;
      if (!isThere(attribute)) return undefined;
      const { properties } = facts;
      if (properties === undefined) return facts;
      return { ...facts, properties: mapped(properties, (part, inner) => (isThere(`${attribute}.${part}`) ? inner : undefined)) };
    });
  const { params, reply } = operation;
  return { ...operation, ...(params ? { params: left(params) } : {}), ...(reply ? { reply: left(reply) } : {}) };
}

function mapped(
  parameters: NamedParameters,
  change: (name: string, facts: ParameterFacts) => ParameterFacts | undefined,
): NamedParameters {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, facts]) => {
      const changed = change(name, facts);
      return changed === undefined ? [] : [[name, changed] as const];
    }),
  );
}

/** Operations with the settled types of their parameters. */
function taken(operations: Operations, uses: ReadonlyMap<string, KindUse>, { evidence, isSecret }: ServingFacts): Operations {
  const entries = Object.entries(operations).map(([name, operation]) => {
    const { params } = operation;
    if (params === undefined) return [name, operation] as const;
    const use = uses.get(name);
    const typed = mapped(params, (key, facts) => {
      const type = settledType(name, key, facts, evidence) ?? { ...facts, type: anyScalar };
      return use && isText(type) && (isSecret(use.kind, use.key, key) ?? true) ? { ...type, secret: true } : type;
    });
    return [name, { ...operation, params: typed }] as const;
  });
  return Object.fromEntries(entries);
}

function isText({ type, enum: words, format }: ParameterFacts): boolean {
  return (type === "string" || type === anyScalar) && !words && !format;
}

/** Operations with the settled types of what they show. */
function shown(operations: Operations, evidence: TypeEvidence): Operations {
  const written = new Map<string, Map<string, ParameterFacts>>();
  for (const [name, { params = {} }] of Object.entries(operations)) {
    const thing = written.get(thingOf(name)) ?? new Map<string, ParameterFacts>();
    written.set(thingOf(name), thing);
    for (const [key, facts] of Object.entries(params))
      if (facts.in !== "query" && !name.startsWith("GET ")) thing.set(key, facts);
  }
  const typed = Object.entries(operations).map(([name, operation]) => {
    const { reply } = operation;
    if (reply === undefined) return [name, operation] as const;
    const known = written.get(thingOf(name));
    const typedReply = mapped(reply, (key, facts) => shownType(key, facts, known?.get(key), evidence));
    return [name, { ...operation, reply: typedReply }] as const;
  });
  return Object.fromEntries(typed);
}

/** Servers declare hardly any types in replies and then say `string`: what is shown has the type of what is written to the same thing, else the one that its name tells. */
function shownType(
  name: string,
  facts: ParameterFacts,
  written: ParameterFacts | undefined,
  evidence: TypeEvidence,
): ParameterFacts {
  if (facts.type !== "string" || facts.enum || facts.format) return facts;
  if (written?.format === "binary") return facts;
  if (written) {
    const { required: _, default: _default, in: _in, ...type } = written;
    return type;
  }
  return settledType("", name, facts, evidence, true) ?? { ...facts, type: anything };
}

/** The path of the things that an operation is about. */
function thingOf(operation: string): string {
  return placeless(operation.slice(operation.indexOf(" ") + 1)).replace(/\/\{\}$/, "");
}
