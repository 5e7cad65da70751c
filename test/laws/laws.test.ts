// @module-tag slow
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAddress } from "../../src/core/address.js";
import { isObject, type Spec, type Value } from "../../src/core/json.js";
import { fieldsOf, isTopLevel, kindAt, topKind } from "../../src/core/kind.js";
import type { Call, Change, Plan } from "../../src/core/plan.js";
import { kinds } from "../../src/program/kinds.js";
import { openProgram, type Program } from "../harness/program.js";
import { draws } from "../ring.js";
import { type State, states } from "./states.js";

const allowed = { allowDelete: ["group", "project"], maxDeletes: 100 };

test("whatever is declared: plans are stable, calls keep their order, nothing unmanaged is sent, the planned calls arrive, and the next plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(states, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("neutral", "vendor"),
      async (all, dialect) => {
        const program = await openProgram({ dialect, workerDelay: 1 });
        try {
          for (const state of all) await becomes(program, state);
        } finally {
          await program.close();
        }
      },
    ),
    { numRuns: draws(12) },
  );
});

async function becomes(program: Program, state: State): Promise<void> {
  const planned = await program.plan(state, allowed);
  expect(planned.refusals).toEqual([]);
  const again = await program.plan(state, allowed);
  expect({ ...again, stats: planned.stats }).toEqual(planned);
  expect(misordered(planned)).toEqual([]);
  expect(unmanaged(planned, state)).toEqual([]);
  await program.reset();
  await program.apply(planned);
  expect(await writes(program)).toEqual(counted(planned));
  const next = await program.plan(state, allowed);
  expect(next.changes.map(({ address, action, attributes }) => ({ address, action, attributes }))).toEqual([]);
}

/** Calls that come after, or take a value from, a call that does not stand before them. */
function misordered({ calls }: Plan): string[] {
  const seen = new Set<string>();
  return calls.flatMap((call) => {
    const named = [
      ...call.after,
      ...[...JSON.stringify([call.params, call.body]).matchAll(/"\$ref":"(c\d+)"/g)].map((match) => match[1] ?? ""),
    ];
    const wrong = named.filter((id) => !seen.has(id)).map((id) => `${call.id} names ${id}`);
    const silent = named
      .filter((id) => !reaches(calls, call, id))
      .map((id) => `${call.id} takes a value from ${id} without coming after it`);
    seen.add(call.id);
    return [...wrong, ...silent];
  });
}

function reaches(calls: readonly Call[], from: Call, to: string): boolean {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const queue = [...from.after];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === to) return true;
    queue.push(...(byId.get(next)?.after ?? []));
  }
  return false;
}

/** Parameters that are sent and that neither the files name, nor the change shows as kept, nor the route needs to say what it is about. */
function unmanaged({ changes, calls, instance }: Plan, state: State): string[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return changes.flatMap((change) => {
    const known = wireNames(change, instance.dialect, Object.keys(declaredBody(state, change.address)));
    return change.calls.flatMap((id) =>
      Object.entries(byId.get(id)?.body ?? {}).flatMap(([name, value]) => {
        if (!known.has(name)) return [`${change.address} sends ${name}`];
        return unmanagedParts(change, name, value, state);
      }),
    );
  });
}

/** Inside a record too, only what the files name is sent. */
function unmanagedParts({ address, kind }: Change, name: string, value: Value | undefined, state: State): string[] {
  const fields = Object.entries(kinds.get(kind)?.fields ?? {});
  const [attribute] = fields.find(([own, field]) => field.type === "record" && (field.write ?? own) === name) ?? [];
  const declared = attribute === undefined ? undefined : declaredBody(state, address)[attribute];
  if (!isObject(value) || !isObject(declared)) return [];
  return Object.keys(value)
    .filter((part) => !Object.hasOwn(declared, part))
    .map((part) => `${address} sends ${name}.${part}`);
}

/** What a state says of one thing. */
function declaredBody(state: State, address: string): Spec {
  const { path = "", ...named } = parseAddress(address);
  const { key } = named;
  const kind = kindAt(kinds, named);
  const isTop = isTopLevel(kind);
  const steps = [
    ...(isTop ? [] : [topKind(kinds, kind.parent).file, path]),
    kind.file,
    ...(isTop ? [path] : []),
    ...(key === undefined ? [] : [key]),
  ];
  let body: Value | undefined = { ...state };
  for (const step of steps) body = isObject(body) ? body[step] : undefined;
  return isObject(body) ? body : {};
}

function wireNames(change: Change, dialect: "neutral" | "vendor", declared: readonly string[]): ReadonlySet<string> {
  const kind = kindAt(kinds, change);
  const fields = fieldsOf(kind, { key: parseAddress(change.address).key });
  const shown = [...change.attributes, ...change.kept, ...change.unverifiable].map(({ path }) => path.split(".")[0] ?? path);
  const names = [...shown, ...declared].map(
    (name) => (dialect === "vendor" ? fields[name]?.vendor : undefined) ?? fields[name]?.write ?? name,
  );
  const places = ["path", kind.tree?.parentParameter, kind.key?.write, kind.tree?.transfer.parameter];
  return new Set([...names, ...places.filter((name) => name !== undefined)]);
}

async function writes(program: Program): Promise<string[]> {
  const { routes } = await program.requests();
  return Object.entries(routes)
    .filter(([route]) => !/^(?:GET|HEAD) /.test(route))
    .map(([route, count]) => `${count} ${plain(route.replace("/api/v4", ""))}`)
    .sort();
}

/** Planned calls by route, as the platform counts them. */
function counted({ calls }: Plan): string[] {
  const counts = new Map<string, number>();
  for (const { method, path, params } of calls) {
    // The platform has a route of its own for the settings of each integration.
    const isSlot = method === "PUT" && path.includes("/integrations/");
    const route = plain(`${method} ${isSlot ? path.replace("{key}", params["key"] as string) : path}`);
    counts.set(route, (counts.get(route) ?? 0) + 1);
  }
  return [...counts].map(([route, count]) => `${count} ${route}`).sort();
}

/** The platform has its own names for what stands in a path. */
function plain(route: string): string {
  return route.replaceAll(/\{\w+\}|:\w+/g, "{}");
}
