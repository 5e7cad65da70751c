import { expect, test } from "vitest";
import { factsFor, nameOf, placeless } from "../../src/emulator/core/facts/served.js";
import { operations, readOperations } from "../../src/emulator/core/operations.js";
import { handlersOf } from "../../src/emulator/declared.js";
import { resources } from "../../src/emulator/resources.js";

const described = (method: string, path: string, operationId: string) =>
  readOperations({
    servers: [{ url: "/api/v4" }],
    paths: { [path]: { [method]: { operationId, responses: { "200": { description: "It is there." } } } } },
  });

const differs = (what: string): string => `the emulator and schemas/openapi.json differ: ${what}. Run: npm run generate`;

test("an operation that is described and that nobody handles is refused at the start", () => {
  expect(() => handlersOf([...operations(), ...described("get", "/kettles", "listKettles")])).toThrow(
    differs("listKettles is described but has no handler"),
  );
});

test("a declaration that says more than its handler is refused where the description describes the operation", () => {
  expect(() => handlersOf([...operations(), ...described("get", "/users/{id}/status", "getUserStatus")])).toThrow(
    differs("getUserStatus is described, so its declaration is a handler alone"),
  );
});

test("an operationId that stands twice is refused", () => {
  const [first] = operations();
  expect(() => handlersOf([...operations(), ...(first === undefined ? [] : [first])])).toThrow(
    differs("an operationId is used twice"),
  );
});

test("each handler alone is of an operation that the description or the facts of a release have", () => {
  const releases = ["17.10.0", "19.0.0"].flatMap((version) => factsFor(version)?.written() ?? []);
  const known = new Set([...operations().map(nameOf), ...releases.map(placeless)]);
  const handlers = resources.flatMap(({ operations: declared = {} }) =>
    Object.entries(declared).flatMap(([route, entry]) => (typeof entry === "function" ? [placeless(route)] : [])),
  );
  expect(handlers.length).toBeGreaterThan(300);
  expect(handlers.filter((route) => !known.has(route))).toEqual([]);
});
