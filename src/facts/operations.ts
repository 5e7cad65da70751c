import { parentsOf, kindIn, type Kind } from "../core/kind.js";
import type { OperationFacts, ReleaseFacts } from "./release.js";

/** What an operation does to the members of a kind. */
export type OperationRole = "create" | "update" | "read" | "list";

/** An operation of a kind as one release has it. */
export interface KindOperation {
  readonly release: string;
  /** Method and path as the facts write it. */
  readonly operation: string;
  readonly role: OperationRole;
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
  const unique = [...new Map(routes.map((one) => [`${one.role} ${one.route}`, one])).values()];
  return unique.flatMap(({ role, route, parent }) => {
    const isKeyed = kind.key?.write === undefined && route.endsWith("/{key}");
    const whole = byTemplate.get(templateOf(route));
    const found = kind.shapes && isKeyed ? keyed(operations, route) : whole === undefined ? [] : [{ operation: whole }];
    return found.flatMap((one) => {
      const facts = operations[one.operation];
      return facts === undefined ? [] : [{ release, role, parent, ...one, facts }];
    });
  });
}

const known = new WeakMap<ReleaseFacts["operations"], ReadonlyMap<string, string>>();

function templates(operations: ReleaseFacts["operations"]): ReadonlyMap<string, string> {
  const found = known.get(operations) ?? new Map(Object.keys(operations).map((operation) => [templateOf(operation), operation]));
  known.set(operations, found);
  return found;
}

function templateOf(route: string): string {
  return (route.split("?")[0] ?? "").replaceAll(/\{[^}]*\}/g, "{}");
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
