import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factsFor } from "../../../src/emulator/facts/served.js";
import type { ServedParameter } from "../../../src/emulator/facts/served.js";
import { placeOf, roleFor, topKind } from "../../../src/emulator/row/homes.js";
import { forHome } from "../../../src/emulator/row/spec.js";
import type { CollectionRow } from "../../../src/emulator/row/spec.js";
import { vendorRows } from "../../../src/emulator/vendor-entries.js";
import { RowWorld, roles } from "./row-world.js";
import { isOfType } from "./samples.js";

/** One list of a row. */
interface Case {
  readonly row: CollectionRow;
  readonly path: string;
}

const facts = factsFor("19.0.0");
const cases: Case[] = vendorRows.flatMap((row) => row.paths.map((path) => ({ row, path })));
const has = (name: string): boolean => facts?.operation(name) !== undefined;
const keysOf = (name: string): Readonly<Record<string, ServedParameter>> => facts?.operation(name)?.reply ?? {};

/** The path of one entry, as facts write it. */
function itemOf(path: string): string | undefined {
  const items = facts?.written().map((name) => name.split(" ")[1] ?? "") ?? [];
  return items.find((one) => one.startsWith(`${path}/{`) && !one.slice(path.length + 1).includes("/"));
}

let world: RowWorld;
let free: RowWorld;
beforeAll(async () => {
  [world, free] = await Promise.all([RowWorld.open("ultimate"), RowWorld.open("free")]);
});
afterAll(() => Promise.all([world.close(), free.close()]));

describe.each(cases)("$path", ({ row, path }) => {
  const kind = topKind(placeOf(path.slice(0, -row.name.length - 1), vendorRows));
  if (has(`POST ${path}`) && row.single === undefined) {
    it("is made from what is required, shown with the keys and types of the release, found in its list, and removed", () =>
      lives(row, path));
    it("refuses what lacks something required, and names it", () => asksForAll(path));
  }
  if (has(`GET ${path}`) && kind !== "user" && roleFor(row, "read", kind) !== "self")
    it("is read by those roles that it names, and by no others", () => isForRoles(row, path, kind));
  const tier = forHome(row.tier, kind);
  if (tier !== undefined && tier !== "free")
    it("is not there without the licence", async () => {
      const { status } = await free.call(row.single === undefined ? "GET" : "PUT", await free.homeOf(path));
      expect([403, 404]).toContain(status);
    });
});

async function lives(row: CollectionRow, path: string): Promise<void> {
  const item = itemOf(path);
  const home = await world.homeOf(path);
  const made = await world.make(path, home);
  expect(made.status, JSON.stringify(made.body)).toBe(row.status?.create ?? 201);
  expectKeys(row, `POST ${path}`, made.body);
  if (has(`GET ${path}`)) {
    const list = await world.call("GET", home);
    expect(list.status).toBe(200);
    const [first] = list.body as Record<string, unknown>[];
    expectKeys(row, `GET ${path}`, first);
  }
  if (item === undefined) return;
  const one = `${home}/${world.nameOf(row, made.body)}`;
  if (has(`GET ${item}`)) {
    const read = await world.call("GET", one);
    expect(read.status, one).toBe(200);
    for (const key of row.once ?? []) expect(read.body).not.toHaveProperty(key);
  }
  if (!has(`DELETE ${item}`)) return;
  expect((await world.call("DELETE", one)).status).toBe(row.status?.remove ?? 204);
  if (has(`GET ${item}`)) expect((await world.call("GET", one)).status).toBe(404);
}

async function asksForAll(path: string): Promise<void> {
  const required = Object.entries(facts?.operation(`POST ${path}`)?.params ?? {}).filter(([, one]) => one.required === true);
  const home = await world.homeOf(path);
  for (const [name] of required) {
    // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
    const { status, body } = await world.make(path, home, { [name]: undefined });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(JSON.stringify(body)).toContain(name);
  }
}

async function isForRoles(row: CollectionRow, path: string, kind: string): Promise<void> {
  const home = await world.homeOf(path);
  const least = roleFor(row, "read", kind) ?? (kind === "instance" ? "user" : "member");
  for (const role of roles) {
    // oxlint-disable-next-line no-await-in-loop -- one caller after the other
    const { status } = await world.call("GET", home, { as: role });
    const reaches = world.reaches(role, least);
    // One that is not there yet is missing only for who may read it.
    const isRead = status === 200 || (status === 404 && row.single !== undefined && reaches);
    expect({ role, isRead }).toEqual({ role, isRead: reaches });
  }
}

/** A reply has all keys that facts know and the row does not withhold, in types that these name. */
function expectKeys(row: CollectionRow, operation: string, body: unknown): void {
  if (row.present !== undefined || typeof body !== "object" || body === null) return;
  const known = keysOf(operation);
  const withheld = new Set([...(row.never ?? []), ...(row.once ?? []), ...(row.single_only ?? [])]);
  const missing = Object.keys(known).filter((key) => !withheld.has(key) && !(key in body));
  expect({ operation, missing }).toEqual({ operation, missing: [] });
  const mistyped = Object.entries(body).filter(
    ([key, value]) => Object.hasOwn(known, key) && !isOfType(value, known[key] ?? { type: "" }),
  );
  expect({ operation, mistyped }).toEqual({ operation, mistyped: [] });
}
