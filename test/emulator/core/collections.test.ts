// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeFor, roleFor, topKind } from "../../../src/emulator/core/collection/homes.js";
import { type Collection, forHome } from "../../../src/emulator/core/collection/spec.js";
import { type ServedParameter, factsFor } from "../../../src/emulator/core/facts/served.js";
import { collections } from "../../../src/emulator/declared.js";
import { isOfType } from "../samples.js";
import { CollectionWorld, roles } from "./collection-world.js";

type Body = Readonly<Record<string, unknown>>;

/** One list of a collection. */
interface Case {
  readonly collection: Collection;
  readonly path: string;
}

const facts = factsFor("19.0.0");
const cases: Case[] = collections.flatMap((collection) => collection.paths.map((path) => ({ collection, path })));
const has = (name: string): boolean => facts?.operation(name) !== undefined;
const keysOf = (name: string): Readonly<Record<string, ServedParameter>> => facts?.operation(name)?.reply ?? {};

/** The path of one entry, as facts write it. */
function itemOf(path: string): string | undefined {
  const items = facts?.written().map((name) => name.split(" ")[1] ?? "") ?? [];
  return items.find((one) => one.startsWith(`${path}/{`) && !one.slice(path.length + 1).includes("/"));
}

let world: CollectionWorld;
let free: CollectionWorld;
beforeAll(async () => {
  [world, free] = await Promise.all([CollectionWorld.open("ultimate"), CollectionWorld.open("free")]);
});
afterAll(() => Promise.all([world.close(), free.close()]));

describe.each(cases)("$path", ({ collection, path }) => {
  const place = placeFor(collection, path, collections);
  const kind = topKind(place);
  if (has(`POST ${path}`) && collection.single === undefined) {
    it("is made from what is required, shown with the keys and types of the release, found in its list, and removed", () =>
      lives(collection, path));
    it("refuses what lacks something required, and names it", () => asksForAll(path));
    it("takes no notice of parameters that it does not know, and refuses what is of another type", () => checksTypes(path));
  }
  if (collection.single !== undefined && has(`GET ${path}`))
    it("is one at most: made from what is required, and shown from then on", () => isSingle(collection, path));
  if (isChanged(collection, path))
    it("is changed as it is told, one attribute at a time, and shows it", () => changes(collection, path));
  if (has(`GET ${path}`) && kind !== "user" && roleFor(collection, "read", kind) !== "self")
    it("is read by those roles that it names, and by no others", () => isForRoles(collection, path, kind));
  if (has(`POST ${path}`) && collection.single === undefined && kind !== "user" && place.parent === undefined)
    it("is made by those roles that it names, and by no others", () => isMadeByRoles(collection, path, kind));
  const tier = forHome(collection.tier, kind);
  if (tier !== undefined && tier !== "free")
    it("is not there without the licence", async () => {
      const { status } = await free.call(collection.single === undefined ? "GET" : "PUT", await free.homeOf(path));
      expect([403, 404]).toContain(status);
    });
});

async function lives(collection: Collection, path: string): Promise<void> {
  const item = itemOf(path);
  const home = await world.homeOf(path);
  const made = await world.make(path, home);
  expect(made.status, JSON.stringify(made.body)).toBe(collection.status?.create ?? 201);
  expectKeys(collection, `POST ${path}`, made.body);
  if (has(`GET ${path}`)) {
    const list = await world.call("GET", home);
    expect(list.status).toBe(200);
    const [first] = list.body as Record<string, unknown>[];
    expectKeys(collection, `GET ${path}`, first);
    await isFiltered(collection, path, home, made.body);
  }
  if (item === undefined) return;
  const one = `${home}/${world.nameOf(collection, made.body)}`;
  if (has(`GET ${item}`)) {
    const read = await world.call("GET", one);
    expect(read.status, one).toBe(200);
    for (const key of collection.once ?? []) expect(read.body).not.toHaveProperty(key);
  }
  if (!has(`DELETE ${item}`)) return;
  expect((await world.call("DELETE", one, { json: world.required(`DELETE ${item}`, path) })).status).toBe(
    collection.status?.remove ?? 204,
  );
  if (has(`GET ${item}`)) expect((await world.call("GET", one)).status).toBe(404);
}

async function isSingle(collection: Collection, path: string): Promise<void> {
  const home = await world.homeOf(path);
  const made = has(`POST ${path}`) ? await world.make(path, home) : undefined;
  if (made !== undefined) expect([201, 422], JSON.stringify(made.body)).toContain(made.status);
  if (made?.status === 201) expectKeys(collection, `POST ${path}`, made.body);
  const { status } = await world.call("GET", home);
  expect(made === undefined ? [200, 404] : [200]).toContain(status);
}

/** Parameters of lists that are named like a key ask for that value. */
async function isFiltered(collection: Collection, path: string, home: string, body: unknown): Promise<void> {
  const made = body as Readonly<Record<string, unknown>>;
  const isPlain = ([name, one]: readonly [string, ServedParameter]): boolean =>
    collection.filters?.[name] === undefined &&
    collection.handlers?.list === undefined &&
    made[name] !== null &&
    ["boolean", "string", "integer"].includes(one.type);
  const plain = Object.entries(facts?.operation(`GET ${path}`)?.params ?? {}).filter(isPlain);
  for (const [name, { type }] of plain.filter(([one]) => Object.hasOwn(made, one))) {
    const found = async (value: string): Promise<boolean> => {
      const list = (await world.call("GET", `${home}?per_page=100&${name}=${encodeURIComponent(value)}`)).body as Body[];
      return list.some(({ id }) => id === made["id"]);
    };
    const value = String(made[name]);
    // oxlint-disable-next-line no-await-in-loop -- one filter after the other
    expect([name, await found(value), await found(type === "boolean" ? String(value !== "true") : "987654")]).toEqual([
      name,
      true,
      false,
    ]);
  }
}

async function isMadeByRoles(collection: Collection, path: string, kind: string): Promise<void> {
  const home = await world.homeOf(path);
  const least = roleFor(collection, "write", kind) ?? "administrator";
  for (const role of roles) {
    // oxlint-disable-next-line no-await-in-loop -- one caller after the other
    const { status, body } = await world.make(path, home, {}, role);
    const isMade = ![401, 403, 404].includes(status);
    expect({ role, isMade, body: isMade ? {} : body }).toMatchObject({ role, isMade: world.reaches(role, least) });
  }
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

/** True where an entry can be made, changed by the collection's own code, and read. */
function isChanged(collection: Collection, path: string): boolean {
  const item = itemOf(path);
  const isOwn =
    collection.handlers?.change !== undefined || collection.handlers?.create !== undefined || collection.present !== undefined;
  return (
    item !== undefined &&
    collection.single === undefined &&
    !isOwn &&
    has(`POST ${path}`) &&
    has(`PUT ${item}`) &&
    has(`GET ${item}`)
  );
}

async function changes(collection: Collection, path: string): Promise<void> {
  const item = itemOf(path) ?? "";
  const home = await world.homeOf(path);
  const made = await world.make(path, home);
  const shown = Object.keys(keysOf(`GET ${item}`));
  const fixed = new Set([
    ...(collection.fixed ?? []),
    ...(collection.passing ?? []),
    ...(collection.never ?? []),
    ...(collection.once ?? []),
    ...Object.keys(collection.stores ?? {}),
  ]);
  const isPlain = ([name, one]: readonly [string, ServedParameter]): boolean =>
    ["boolean", "string"].includes(one.type) &&
    one.enum === undefined &&
    shown.includes(name) &&
    !fixed.has(name) &&
    !SPECIAL.test(name);
  const plain = Object.entries(facts?.operation(`PUT ${item}`)?.params ?? {}).filter(isPlain);
  const one = `${home}/${world.nameOf(collection, made.body)}`;
  for (const [name, { type }] of plain) {
    const value = type === "boolean" ? (made.body as Record<string, unknown>)[name] !== true : `changed ${name}`;
    /* oxlint-disable no-await-in-loop -- one change after the other */
    const { status, body } = await world.call("PUT", one, { json: { ...world.required(`PUT ${item}`, path), [name]: value } });
    expect(status, `${item} ${name} ${JSON.stringify(body)}`).toBe(collection.status?.change ?? 200);
    expect((await world.call("GET", one)).body, name).toMatchObject({ [name]: value });
    /* oxlint-enable no-await-in-loop */
  }
}

/** What a text of any kind is no value of, what names the entry itself, or hangs together with another. */
const SPECIAL =
  /url|link|key|_at$|date|cron|timezone|ref$|color|regex|pattern|path|email|state|username|scope|name$|title|masked|hidden|version|slug|sha|certificate|format|content|filter|freeze|method/;

async function checksTypes(path: string): Promise<void> {
  const home = await world.homeOf(path);
  const params = Object.entries(facts?.operation(`POST ${path}`)?.params ?? {});
  expect((await world.make(path, home, { no_such_parameter: "x" })).status).toBeLessThan(300);
  const flag = params.find(([, { type }]) => type === "boolean");
  const word = params.find(([, one]) => one.type === "string" && one.enum !== undefined);
  for (const [name] of [flag, word].filter((one) => one !== undefined)) {
    // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
    const { status, body } = await world.make(path, home, { [name]: "neither-of-them" });
    expect({ name, status, body }).toMatchObject({ name, status: 400, body: { error: expect.stringContaining(name) as string } });
  }
}

async function isForRoles(collection: Collection, path: string, kind: string): Promise<void> {
  const home = await world.homeOf(path);
  const least = roleFor(collection, "read", kind) ?? (kind === "instance" ? "user" : "member");
  for (const role of roles) {
    // oxlint-disable-next-line no-await-in-loop -- one caller after the other
    const { status } = await world.call("GET", home, { as: role });
    const reaches = world.reaches(role, least);
    // What is not there yet is missing only for who may read it.
    const isRead =
      status === 200 ||
      (status === 404 && (collection.single !== undefined || collection.handlers?.list !== undefined) && reaches);
    expect({ role, isRead }).toEqual({ role, isRead: reaches });
  }
}

/** A reply has all keys that facts know and the collection does not withhold, in types that these name. */
function expectKeys(collection: Collection, operation: string, body: unknown): void {
  if (collection.present !== undefined || typeof body !== "object" || body === null) return;
  const known = keysOf(operation);
  const withheld = new Set([...(collection.never ?? []), ...(collection.once ?? []), ...(collection.single_only ?? [])]);
  const missing = Object.keys(known).filter((key) => !withheld.has(key) && !(key in body));
  expect({ operation, missing }).toEqual({ operation, missing: [] });
  const mistyped = Object.entries(body).filter(
    ([key, value]) => Object.hasOwn(known, key) && !isOfType(value, known[key] ?? { type: "" }),
  );
  expect({ operation, mistyped }).toEqual({ operation, mistyped: [] });
}
