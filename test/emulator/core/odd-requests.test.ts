// @module-tag slow
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knownOperations } from "../../../src/emulator/core/facts/known-operations.js";
import { type ServedParameters, factsFor } from "../../../src/emulator/core/facts/served.js";
import { operations } from "../../../src/emulator/core/operations.js";
import { furtherOperations } from "../../../src/emulator/declared.js";
import { sampleOf } from "../samples.js";
import { CollectionWorld } from "./collection-world.js";

const facts = factsFor("19.0.0");
const instance = { tier: "ultimate", dialect: "vendor", version: "19.0.0", url: "", workerDelay: 0, tokenLifetime: 0 } as const;

/** Operations of real servers that have code of their own or are rows. */
const names: readonly string[] =
  facts === undefined ? [] : Object.keys(furtherOperations(facts, knownOperations(operations(), facts, instance)));

/** Values that no parameter asks for, and some that many take. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, "", " ", 0, -1, 2 ** 53, true, [], {}, [[]], [null], "\u0000", "../..", "main", "1", 1, ["1"], {
    a: 1,
  }),
  fc.string({ maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** What fills the places of a path: things that are there, and others. */
const place = fc.constantFrom(
  "1",
  "2",
  "acme%2Fweb",
  "acme",
  "0",
  "no-such",
  "main",
  "README.md",
  "%00",
  "a%2Fb",
  "99999999999999999999",
);

/** The parameters of an operation, some as they should be and some not. */
function bodyOf(params: ServedParameters, name: string): fc.Arbitrary<Record<string, unknown>> {
  const things = { userId: 1, groupId: 1, projectId: 1 };
  const entries = Object.entries(params).map(([key, one]) => {
    const fine = fc.nat({ max: 9 }).map((turn) => sampleOf(key, one, turn, things, name));
    return [key, fc.oneof({ weight: one.required === true ? 4 : 1, arbitrary: fine }, { weight: 1, arbitrary: odd })] as const;
  });
  const required = Object.entries(params).flatMap(([key, one]) => (one.required === true ? [key] : []));
  return fc.record(Object.fromEntries(entries), { requiredKeys: required });
}

let world: CollectionWorld;
beforeAll(async () => {
  world = await CollectionWorld.open("ultimate");
  await world.keep();
});
afterAll(() => world.close());

/** A request to an operation, with what fills the places of its path. */
interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
}

function requestTo(name: string, turn: number, places: readonly string[]): OddRequest {
  const [method = "", template = ""] = name.split(" ");
  const [body] = fc.sample(bodyOf(facts?.operation(name)?.params ?? {}, name), { numRuns: 1, seed: turn });
  const [first, ...others] = template.split(/\{\w+\}/);
  const fill = others.map((rest, index) => (index === 0 && turn % 4 > 0 ? homeOf(template) : (places[index] ?? "1")) + rest);
  const path = [first, ...fill].join("");
  return method === "GET" ? { method, path: `${path}?${queryOf(body ?? {})}` } : { method, path, json: body };
}

const title = "no request to what real servers have makes the emulator fail, whatever it carries";
test(title, { tags: ["slow"] }, async () => {
  const broken: string[] = [];
  const statuses = new Map<number, number>();
  const turns = fc.sample(fc.record({ turn: fc.nat(), places: fc.array(place, { minLength: 6, maxLength: 6 }) }), {
    numRuns: names.length * 2,
    seed: Number(process.env["TRUEUP_SEED"] ?? 7),
  });
  for (const [index, { turn, places }] of turns.entries()) {
    const { method, path, json } = requestTo(names[index % names.length] ?? "", turn, places);
    /* oxlint-disable no-await-in-loop -- one request after the other: what fails is named */
    // What the one before it did (blocked its own caller, say) is undone.
    await world.begin();
    const { status, body } = await world.call(method, path, { json });
    /* oxlint-enable no-await-in-loop */
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) broken.push(`${method} ${path} ${JSON.stringify(json)} → ${status} ${JSON.stringify(body)}`);
  }
  expect(broken).toEqual([]);
  // Many of them get as far as a handler that has something to do.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(names.length / 4);
});

/** A thing that is there, for the first place. */
function homeOf(template: string): string {
  if (template.startsWith("/projects/")) return "acme%2Fweb";
  return template.startsWith("/groups/") ? "acme" : "1";
}

function queryOf(body: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(body).filter(
    ([, value]) => typeof value === "string" || typeof value === "number" || typeof value === "boolean",
  );
  return texts
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value).replaceAll(/\p{Surrogate}/gu, ""))}`)
    .join("&");
}
