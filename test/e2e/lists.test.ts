// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { type Answer, type Rule, type Trouble, withoutPaging } from "../harness/misbehaving-server.js";
import { sample } from "../ring.js";

const count = 130;
const paths = Array.from({ length: count }, (_, index) => `acme/app-${index}`);

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    seed: { groups: [{ full_path: "acme" }], projects: paths.map((path_with_namespace) => ({ path_with_namespace })) },
  });
  fixture.write("own/trueup.yaml", `groups: { acme: {} }\nprojects:\n${paths.map((path) => `  ${path}: {}\n`).join("")}`);
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

type Item = { readonly id: number; readonly path_with_namespace: string };

const lists = /^\/(?:groups\/[^/]+\/)?projects(?:\?|$)/;
const attack = (trouble: Trouble): Rule => ({ method: "GET", path: lists, trouble });

/** Changes the items of a page, and its headers. */
function page(change: (items: Item[], number: number, answer: Answer) => unknown, headers: Answer["headers"] = {}): Trouble {
  return {
    alter: (answer, { path }) => ({
      ...answer,
      headers: { ...answer.headers, ...headers },
      body: JSON.stringify(
        change(JSON.parse(String(answer.body)) as Item[], Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1), answer),
      ),
    }),
  };
}

/** Takes headers away. */
function lacking(...names: readonly string[]): Trouble {
  return {
    alter: (answer) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers ?? {}).filter(([name]) => !names.includes(name))),
    }),
  };
}

/** What stood at the border of two pages when the first was read is on neither, and its neighbour on both. */
const shifted = page((items, number) => (number === 2 ? [{ ...items[1] }, ...items.slice(1)] : items));
/** One project is in no list, and the totals agree. */
const older = page((items) => items.filter(({ path_with_namespace: path }) => path !== "acme/app-7"), {
  "x-total": String(count - 1),
});
/** Whatever page is asked for, it is the first one. */
function firstAlways(): Trouble {
  let first: Answer | undefined;
  return { alter: (answer) => ({ ...answer, body: (first ??= answer).body ?? "" }) };
}

/** One trouble after the other. */
function sequence(...troubles: readonly Trouble[]): Trouble {
  return {
    alter: (answer, arrived) =>
      troubles.reduce((before, trouble) => ("alter" in trouble ? trouble.alter(before, arrived) : before), answer),
  };
}

/** Each page has a next one, with things on it that are in no other. */
function endless(headers: Readonly<Record<string, string>>): Trouble {
  let like: Item | undefined;
  return {
    alter: (answer, { path }) => {
      const number = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
      like ??= (JSON.parse(String(answer.body)) as Item[])[0];
      const items = Array.from({ length: 100 }, (_, index) => {
        const id = number * 100_000 + index;
        return { ...like, id, path: `app-${id}`, path_with_namespace: `acme/app-${id}` };
      });
      const { link: _, ...others } = answer.headers ?? {};
      const totals = { "x-total": "130", "x-total-pages": "2", "x-next-page": `${number + 1}`, ...headers };
      return { ...answer, headers: { ...others, ...totals }, body: JSON.stringify(items) };
    },
  };
}

async function planned(): Promise<{ readonly changes: unknown; readonly requests: number }> {
  const { code, stdout, stderr } = await fixture.run(["plan", "own", "--format", "json"]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const { changes } = json(stdout) as { changes: unknown };
  return { changes, requests: fixture.server.arrived.length };
}

async function exported(
  directory: string,
  ...more: readonly string[]
): Promise<{ readonly paths: string[]; readonly code: number | null; readonly stderr: string }> {
  const { code, stderr } = await fixture.run(["export", "--out", directory, "--kind", "project", ...more]);
  const below = join(fixture.directory, directory);
  const files =
    code === 0 ? readdirSync(below, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml")) : [];
  const text = files.map((name) => readFileSync(join(below, name), "utf8")).join("\n");
  return { paths: [...new Set(text.match(/acme\/app-\d+/g))], code, stderr };
}

describe("what is live is never planned as new", () => {
  test.each([
    ["a list that shifts while it is read", shifted],
    ["a list that is older than what it is about", older],
    ["pages without any header of theirs", withoutPaging()],
    ["pages without a next one", lacking("link", "x-next-page")],
  ])("from %s", async (_, trouble) => {
    fixture.server.misbehave(attack(trouble));
    const { changes, requests } = await planned();
    expect(changes).toEqual([]);
    expect(requests).toBeLessThan(15);
  });
});

describe("an export", () => {
  test.each([
    ["of a list that shifted once while it was read", shifted, /page=2/],
    ["of pages without any header of theirs", withoutPaging(), lists],
    ["of pages without a next one", lacking("link", "x-next-page"), lists],
    ["of pages that are larger than was asked for, and nothing is said of them", withoutPaging(), /page=1/],
  ])("%s has all of it", async (name, trouble, path) => {
    fixture.server.misbehave({ ...attack(trouble), path, ...(name.includes("once") ? { times: 1 } : {}) });
    const { paths: found, code } = await exported(`out-${name.replaceAll(" ", "-")}`);
    expect([code, found.toSorted()]).toEqual([0, paths.toSorted()]);
  });

  const endings = [
    ["that keeps something back each time", shifted, /says that it has 130 entries and shows 129/],
    ["that gives the same page again", firstAlways(), /gives the same page again/],
    [
      "that gives the same page again and says nothing of pages",
      sequence(withoutPaging(), firstAlways()),
      /gives the same page again/,
    ],
    ["without end, whatever it said at first", endless({}), /said that it has 2 pages, and goes on after 13/],
    [
      "without end that says nothing of its length",
      endless({ "x-total": "", "x-total-pages": "" }),
      /goes on after 20 pages, which is the limit.*--max-pages/s,
    ],
  ] as const;

  test.each(sample(endings, 4))("of a list %s ends with an error", async (_, trouble, says) => {
    fixture.server.misbehave(attack(trouble));
    const { code, stderr } = await exported("none", "--max-pages", "20");
    expect(stderr).toMatch(says);
    expect(code).toBe(1);
    expect(fixture.server.arrived.filter(({ path }) => lists.test(path.replace("/api/v4", ""))).length).toBeLessThan(30);
  });
});

test("a plan of a list that gives the same page again ends with an error", async () => {
  fixture.server.misbehave(attack(firstAlways()));
  const { code, stderr } = await fixture.run(["plan", "own"]);
  expect(stderr).toMatch(/gives the same page again/);
  expect(code).toBe(1);
});

test("what is declared is not taken out of the files because a list lacks it", async () => {
  fixture.server.misbehave(attack(older));
  const { code } = await fixture.run(["export", "--out", "own", "--kind", "project", "--yes"]);
  expect(code).toBe(0);
  expect(readFileSync(join(fixture.directory, "own", "trueup.yaml"), "utf8")).toMatch(/acme\/app-7:/);
});
