import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/platform/endpoints.gen.js";

/** One endpoint as the documents have it; statuses of real servers where they differ. */
interface Listed {
  readonly method: string;
  readonly path: string;
  readonly tier: string;
  readonly statuses: readonly string[];
  readonly paginated: boolean;
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly tier: string;
  readonly list: boolean;
  readonly statuses: readonly string[];
}

const rows = readFileSync(new URL("endpoints.csv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1);
const listed: readonly Listed[] = rows.map((row) => {
  // Texts with commas stand in quotes, and none of them is needed here.
  const cells = row.replaceAll(/"[^"]*"/g, "").split(",");
  const [method = "", path = "", , tier = "", , neutral = "", vendor = "", paginated] = cells;
  return { method, path, tier, statuses: [neutral, vendor], paginated: paginated === "yes" };
});

const description = JSON.parse(readFileSync(new URL("../../schemas/openapi.json", import.meta.url), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: object }>>>>;
};
const described: readonly Described[] = endpoints.flatMap(({ method, path, tier, list = false }) => {
  const statuses = Object.keys(description.paths[path]?.[method.toLowerCase()]?.responses ?? {});
  return [{ method, path, tier, list, statuses }];
});

/** A place of the list may be a place of another name, or each of its values may have a path of its own. */
function matches(desired: Listed, found: Described): boolean {
  const [own, other] = [desired.path.split("/"), found.path.split("/")];
  const isSame = (part: string, index: number): boolean => part === other[index] || part.startsWith("{");
  return desired.method === found.method && own.length === other.length && own.every(isSame);
}

/** Those described for an endpoint: with the same places where there are such, else with names in their stead. */
function candidates(desired: Listed): readonly Described[] {
  const all = described.filter((found) => matches(desired, found));
  const places = (path: string): number => path.split("/").filter((part) => part.startsWith("{")).length;
  const exact = all.filter(({ path }) => places(path) === places(desired.path));
  return exact.length > 0 ? exact : all;
}

const name = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

describe("the API description", () => {
  it("has all 115 endpoints of the three documents", () => {
    expect(listed).toHaveLength(115);
    expect(listed.filter((one) => candidates(one).length === 0).map(name)).toEqual([]);
  });

  it("gives each of them its tier", () => {
    const wrong = listed.flatMap((one) =>
      candidates(one)
        // A name in the stead of a place may have a tier of its own.
        .filter(({ tier, path }) => tier !== one.tier && path.split("{").length === one.path.split("{").length)
        .map((found) => `${name(found)} is ${found.tier}, not ${one.tier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("gives each of them a status of success that the documents or real servers have", () => {
    const wrong = listed.flatMap((one) =>
      candidates(one)
        // A POST that makes a thing answers 201 in both dialects.
        .filter(
          ({ statuses }) =>
            ![...one.statuses, ...(one.method === "POST" ? ["201"] : [])].some((status) => statuses.includes(status)),
        )
        .map((found) => `${name(found)} has ${found.statuses.join(", ")}, not ${one.statuses.join(" or ")}`),
    );
    expect(wrong).toEqual([]);
  });

  it("says which of them answer lists, page by page", () => {
    const wrong = listed.flatMap((one) =>
      candidates(one)
        .filter(({ list }) => list !== one.paginated)
        .map((found) => `${name(found)} is ${found.list ? "a list" : "no list"}`),
    );
    expect(wrong).toEqual([]);
  });
});
