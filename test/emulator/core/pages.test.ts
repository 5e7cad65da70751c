import { expect, test } from "vitest";
import { page, pageByCursor, pageById, wantsKeyset } from "../../../src/emulator/core/context.js";
import type { Json } from "../../../src/emulator/core/records.js";
import { defineTable } from "../../../src/emulator/core/table.js";
import { type Described, serveSection, startPlatform } from "../platform.js";

const names = ["page", "per_page", "id_after", "id_before"].map((name) => ({
  name,
  in: "query",
  schema: { type: "integer", minimum: 1 },
}));
const texts = ["order_by", "sort"].map((name) => ({ name, in: "query", schema: { type: "string" } }));
const list = (operationId: string): Json => ({
  get: { operationId, "x-role": "anonymous", parameters: [...names, ...texts], responses: {} },
});
const items = defineTable<{ id: number; name: string }>("items", {});
const section: Described = {
  handlers: {
    listItems: (context) => {
      const rows = context.store.of(items);
      if (wantsKeyset(context))
        return pageById(
          (range) => rows.scan(range),
          context,
          (row) => row.id,
        );
      return page(rows.all(), context, (row) => row.id, { type: "Project" });
    },
    listByName: (context) => {
      const sorted = context.store
        .of(items)
        .all()
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return pageByCursor(
        sorted,
        context,
        (row) => [row.name, row.id],
        (row) => row.name,
      );
    },
  },
};

async function serve(count: number) {
  const platform = await serveSection({ "/items": list("listItems"), "/names": list("listByName") }, section);
  const rows = platform.world.store.of(items);
  platform.world.store.transaction(() => {
    for (let number = 1; number <= count; number += 1) rows.insert({ name: `n${String((number * 7) % count).padStart(6, "0")}` });
  });
  return platform;
}

const relations = (link: string | null) => [...(link ?? "").matchAll(/rel="(\w+)"/g)].map((match) => match[1]);
const next = (link: string | null) => /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(link ?? "")?.[1];

test("offset pages say where they are and link to the others", async () => {
  const platform = await serve(45);
  const first = await platform.call("GET", "/items");
  expect(first.body).toHaveLength(20);
  const header = (name: string) => first.headers.get(name);
  expect(["X-Total", "X-Total-Pages", "X-Per-Page", "X-Page", "X-Next-Page", "X-Prev-Page"].map(header)).toEqual([
    "45",
    "3",
    "20",
    "1",
    "2",
    "",
  ]);
  expect(relations(header("Link"))).toEqual(["next", "first", "last"]);
  const last = await platform.call("GET", "/items?page=3&private_token=token-of-root");
  expect(last.body).toEqual([41, 42, 43, 44, 45]);
  expect([last.headers.get("X-Next-Page"), last.headers.get("X-Prev-Page")]).toEqual(["", "2"]);
  expect(relations(last.headers.get("Link"))).toEqual(["prev", "first", "last"]);
  expect(last.headers.get("Link")).not.toContain("token-of-root");
  expect((await platform.call("GET", "/items?page=9")).body).toEqual([]);
});

test("per_page is clamped to 100 without a word; a page below 1 is refused", async () => {
  const platform = await serve(150);
  const answer = await platform.call("GET", "/items?per_page=500");
  expect([answer.status, answer.headers.get("X-Per-Page")]).toEqual([200, "100"]);
  expect(answer.body).toHaveLength(100);
  expect((await platform.call("GET", "/items?page=0")).body).toEqual({ error: "page does not have a valid value" });
});

test("above 10,000 rows the totals are left out, and after 50,000 records keyset pages are asked for", async () => {
  const platform = await serve(50_200);
  const answer = await platform.call("GET", "/items?per_page=100&page=500");
  expect([answer.headers.get("X-Total"), answer.headers.get("X-Total-Pages"), answer.headers.get("X-Next-Page")]).toEqual([
    null,
    null,
    "501",
  ]);
  expect(relations(answer.headers.get("Link"))).toEqual(["prev", "next", "first"]);
  const refused = await platform.call("GET", "/items?per_page=100&page=501");
  expect(refused.status).toBe(405);
  // No page holds records of both sides.
  expect((await platform.call("GET", "/items?per_page=30&page=1667")).status).toBe(405);
  expect(refused.body).toEqual({
    error:
      "Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.",
  });
});

test("keyset pages by id visit every row once, in both directions", async () => {
  const platform = await serve(25);
  for (const sort of ["asc", "desc"]) {
    const seen: (number | string)[] = [];
    let path: string | undefined = `/items?pagination=keyset&order_by=id&per_page=10&sort=${sort}`;
    while (path !== undefined) {
      const answer = await platform.call("GET", path);
      seen.push(...(answer.body as number[]));
      expect(answer.headers.get("X-Page")).toBeNull();
      path = next(answer.headers.get("Link"));
    }
    const ids = Array.from({ length: 25 }, (_, index) => index + 1);
    expect(seen).toEqual(sort === "asc" ? ids : ids.toReversed());
  }
});

test("keyset pages by cursor follow the order, and a made-up cursor is refused", async () => {
  const platform = await serve(25);
  const seen: (number | string)[] = [];
  let path: string | undefined = "/names?pagination=keyset&per_page=10";
  while (path !== undefined) {
    const answer = await platform.call("GET", path);
    seen.push(...(answer.body as string[]));
    path = next(answer.headers.get("Link"));
  }
  expect(seen).toHaveLength(25);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => (a < b ? -1 : 1)));
  expect((await platform.call("GET", "/names?cursor=abc")).body).toEqual({ error: "cursor is invalid" });
});

test("keyset pagination is refused where a list or an order has none", async () => {
  const platform = await serve(1);
  const error = { error: "Keyset pagination is not yet available for this type of request" };
  const answer = await platform.call("GET", "/items?pagination=keyset&order_by=name");
  expect([answer.status, answer.body]).toEqual([405, error]);
  const topics = await (await startPlatform()).call("GET", "/topics?pagination=keyset");
  expect([topics.status, topics.body]).toEqual([405, error]);
});
