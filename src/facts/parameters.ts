import { oncePer } from "../core/collections.js";
import type { Field, Fields } from "../core/fields.js";
import type { IgnoredParameters } from "../core/kind-data.js";
import { allFields, fieldsOf, type Kind, kindIn, parentsOf, placesOf } from "../core/kind.js";
import type { Standing } from "../core/release-facts.js";
import { namingParameters } from "../core/routing-words.js";
import { type OperationFacts, type ParameterFacts, placeless, type ReleaseFacts } from "./release.js";

/** One use of a parameter, in an operation that writes. */
export interface ParameterUse extends KindOperation {
  readonly parameter: ParameterFacts;
}

/** All that releases say of what is written to members of a kind, or to those of one key. */
export interface KindParameters {
  readonly key: string | undefined;
  /** Operations that write and read, of all releases, the oldest first. */
  readonly operations: readonly KindOperation[];
  /** By name, in the order of the newest release. */
  readonly uses: ReadonlyMap<string, readonly ParameterUse[]>;
}

/** The parameters of a kind's operations, of each shape by itself; `releases` stand from the oldest to the newest. */
export function parametersOf(kind: Kind, releases: readonly ReleaseFacts[]): KindParameters[] {
  const operations = releases.flatMap((release) => operationsOf(kind, release));
  const keys = kind.shapes ? [...new Set(operations.flatMap(({ key }) => key ?? []))] : [undefined];
  return keys.map((key) => {
    const ofKey = operations.filter((operation) => operation.key === key || operation.key === undefined);
    return { key, operations: ofKey, uses: usesIn(ofKey) };
  });
}

function usesIn(operations: readonly KindOperation[]): ReadonlyMap<string, readonly ParameterUse[]> {
  const uses = new Map<string, ParameterUse[]>();
  for (const operation of operations.toReversed()) {
    if (operation.role !== "create" && operation.role !== "update") continue;
    for (const [name, parameter] of Object.entries(operation.facts.params ?? {})) {
      if (parameter.in === "query") continue;
      uses.set(name, [{ ...operation, parameter }, ...(uses.get(name) ?? [])]);
    }
  }
  return uses;
}

/** How a parameter stands, and the attribute that it writes. */
interface Stood {
  readonly standing: Standing;
  readonly attribute?: string;
  readonly reason?: IgnoredParameters[string];
}

/** What parameters are to a kind, or to one shape of it, as its file says. */
export function standings(kind: Kind, key: string | undefined): (name: string) => Stood {
  const shape = key === undefined ? undefined : kind.shapes?.[key];
  const ignored = { ...kind.ignored, ...shape?.ignored };
  const elsewhere = key === undefined ? placesOf(kind).map((place) => place.fields) : [];
  const named = attributeNames([shapeAttributes(kind, key), ...elsewhere]);
  const keys = namingParameters(kind);
  return (name) => {
    const parameter = named.get(name);
    if (parameter)
      return { standing: parameter.field.deprecated?.alias ? "alias" : parameter.standing, attribute: parameter.attribute };
    if (Object.hasOwn(ignored, name)) return { standing: "ignored", reason: ignored[name] as IgnoredParameters[string] };
    return { standing: keys.has(name) ? "key" : "plain" };
  };
}

/** All attributes of a kind, or of one of its shapes. */
export function shapeAttributes(kind: Kind, key: string | undefined): Fields {
  return key === undefined ? allFields(kind) : fieldsOf(kind, { key });
}

interface Named {
  readonly attribute: string;
  readonly field: Field;
  readonly standing: "field" | "alias";
}

/** The attributes by every name that requests may have for them, under whichever parent. */
function attributeNames(all: readonly Fields[]): ReadonlyMap<string, Named> {
  const names = new Map<string, Named>();
  for (const [attribute, field] of all.flatMap((fields) => Object.entries(fields))) {
    const { vendor = attribute, write = attribute, older } = field;
    for (const name of [attribute, vendor, write]) names.set(name, { attribute, field, standing: "field" });
    if (older && !names.has(older.name)) names.set(older.name, { attribute, field, standing: "alias" });
  }
  return names;
}

/** An operation of a kind as one release has it. */
export interface KindOperation {
  readonly release: string;
  /** Method and path as the facts write it. */
  readonly operation: string;
  /** What it does to the members of the kind. */
  readonly role: (typeof roles)[number];
  /** What the kind hangs on in it. */
  readonly parent: string;
  /** Where each key has a shape of its own: the key. */
  readonly key?: string;
  readonly facts: OperationFacts;
}

const roles = ["create", "update", "read", "list"] as const;

/** The operations of a kind that a release knows. Placeholders may be called otherwise there; where each key has a shape of its own, the last segment of the path is the key. */
export function operationsOf(kind: Kind, { release, operations }: ReleaseFacts): KindOperation[] {
  const byTemplate = templates(operations);
  const routes = parentsOf(kind).flatMap((parent) =>
    roles.flatMap((role) => {
      const route = kindIn(kind, parent).routes[role];
      return route === undefined ? [] : [{ role, route, parent }];
    }),
  );
  const unique = [...new Map(routes.map((route) => [`${route.role} ${route.route}`, route])).values()];
  return unique.flatMap(({ role, route, parent }) => {
    const isKeyed = kind.key?.write === undefined && route.endsWith("/{key}");
    const whole = byTemplate.get(templateOf(route));
    const matched = kind.shapes && isKeyed ? keyed(operations, route) : whole === undefined ? [] : [{ operation: whole }];
    return matched.flatMap((match) => {
      const facts = operations[match.operation];
      return facts === undefined ? [] : [{ release, role, parent, ...match, facts }];
    });
  });
}

const templates = oncePer(
  (operations: ReleaseFacts["operations"]): ReadonlyMap<string, string> =>
    new Map(Object.keys(operations).map((operation) => [templateOf(operation), operation])),
);

function templateOf(route: string): string {
  return placeless(route.split("?")[0] ?? "");
}

/** Operations that have a word where the route has the key. */
function keyed(operations: ReleaseFacts["operations"], route: string): { operation: string; key: string }[] {
  const before = templateOf(route.slice(0, -"{key}".length));
  return Object.keys(operations).flatMap((operation) => {
    const key = operation.slice(operation.lastIndexOf("/") + 1);
    const isOne = !key.startsWith("{") && templateOf(operation) === `${before}${key}`;
    return isOne ? [{ operation, key }] : [];
  });
}
