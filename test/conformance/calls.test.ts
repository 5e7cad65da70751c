// @module-tag slow
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startPlatform } from "../emulator/platform.js";
import { calls } from "./calls.js";
import { type Dialect, described, operationOf, problemsOf } from "./description.js";

interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly status: Readonly<Record<Dialect, number>>;
  readonly paginated: boolean;
}

/** The endpoints of the three documents: endpoints.csv. */
const endpoints: readonly Endpoint[] = readFileSync("test/conformance/endpoints.csv", "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [method = "", path = "", ...rest] = line.match(/("[^"]*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, "")) ?? [];
    const [neutral, vendor, paginated] = rest.slice(3);
    const status = { neutral: Number(neutral), vendor: Number(vendor) };
    return { name: `${method} ${path}`, method, path, status, paginated: paginated?.startsWith("yes") === true };
  });

/** The path that an endpoint has on a server. */
const served = ({ path }: Endpoint): string =>
  (path.startsWith("/oauth") ? path : `/api/v4${path}`).replaceAll(/\{\w+\}/g, "emails-on-push");

describe("the API description", () => {
  it("marks nothing of the documents as beyond them, and everything else", () => {
    const operations = endpoints.map((one) => operationOf(one.method, served(one)));
    expect(operations.filter((one) => one?.beyond === true).map((one) => one?.id)).toEqual([]);
    const known = new Set(operations.map((one) => one?.id));
    const others = described.filter(({ id, beyond, path }) => !beyond && !known.has(id) && !path.includes("/integrations/"));
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

describe("every endpoint of the documents is called, and answers with its status and its shape", { tags: ["slow"] }, () => {
  it("the calls are those of the documents, each once", () => {
    expect([...calls.keys()].toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
  });

  describe.each(["neutral", "vendor"] as const)("on a %s platform", (dialect) => {
    it.each(endpoints)("$name", async (endpoint) => {
      const platform = await startPlatform({ dialect });
      const call = calls.get(endpoint.name);
      if (call === undefined) throw new Error(`calls.ts does not call ${endpoint.name}`);
      const { status, body } = await call(platform);
      expect(status, JSON.stringify(body)).toBe(endpoint.status[dialect]);
      const operation = operationOf(endpoint.method, served(endpoint));
      if (operation === undefined) throw new Error(`${endpoint.name} is not described`);
      if (status !== 302) expect(problemsOf(operation, dialect, status, body)).toEqual([]);
      if (endpoint.paginated) expect((body as unknown[]).length, "a list that has something to list").toBeGreaterThan(0);
    });
  });
});
