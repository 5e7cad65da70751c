import { expect, test } from "vitest";
import { ApiError, TrueupError } from "../../src/core/errors.js";
import { type Exchange, failureOf, open, startServer } from "./local-server.js";

const ids = (from: number, to: number): { id: number }[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));
const pageOf = ({ url }: Exchange): number => Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? "1");

test("where the number of pages is known, the rest is read side by side, each page once and in order", async () => {
  let [together, most] = [0, 0];
  const waiting: (() => void)[] = [];
  const server = await startServer((exchange) => {
    const page = pageOf(exchange);
    const answer = (): void =>
      exchange.json(200, ids(page * 100 - 99, Math.min(page * 100, 450)), {
        "x-total-pages": "5",
        "x-next-page": page < 5 ? `${page + 1}` : "",
      });
    if (page === 1) return answer();
    most = Math.max(most, ++together);
    waiting.push(answer);
    // Nobody is answered before all four are here: read one by one, they would never end.
    if (waiting.length === 4) for (const one of waiting) one();
  });
  const items = await open(server.url).read.list("/projects", { order_by: "id" });
  expect(items).toEqual(ids(1, 450));
  expect(most).toBe(4);
  expect(server.arrived.map(({ url }) => url).sort()).toEqual([
    "/api/v4/projects?per_page=100&order_by=id",
    ...[2, 3, 4, 5].map((page) => `/api/v4/projects?per_page=100&order_by=id&page=${page}`),
  ]);
});

test("the first page alone costs one request, and tells how many there are", async () => {
  const server = await startServer((exchange) => exchange.json(200, ids(1, 2), { "x-total-pages": "7" }));
  const first = await open(server.url).read.firstPage("/projects", { per_page: 2 });
  expect([first.items, first.totalPages]).toEqual([ids(1, 2), 7]);
  expect(server.arrived.map(({ url }) => url)).toEqual(["/api/v4/projects?per_page=2"]);
});

test("a list that grows while it is read is read to its end, and what shifted onto the next page counts once", async () => {
  const server = await startServer((exchange) => {
    const page = pageOf(exchange);
    const next = page < 3 ? `${page + 1}` : "";
    exchange.json(200, [ids(1, 3), ids(3, 5), ids(5, 6)][page - 1] ?? [], {
      "x-total-pages": page === 1 ? "2" : "3",
      "x-next-page": next,
    });
  });
  expect(await open(server.url).read.list("/groups")).toEqual(ids(1, 6));
});

test("without totals the links are followed; only their path and query count", async () => {
  const server = await startServer((exchange) => {
    const after = Number(/id_after=(\d+)/.exec(exchange.url)?.[1] ?? "0");
    const link = `<https://internal-name.example/base/api/v4/projects?pagination=keyset&id_after=${after + 2}&private_token=x>; rel="next", <http://a.example/>; rel="first"`;
    exchange.json(200, ids(after + 1, after + 2), after < 4 ? { link } : {});
  });
  expect(await open(`${server.url}/base`).read.list("/projects", { pagination: "keyset" })).toEqual(ids(1, 6));
  expect(server.arrived[1]?.url).toBe("/base/api/v4/projects?pagination=keyset&id_after=2");
  expect(server.arrived).toHaveLength(3);
});

test("a link out of /api/v4, and links in a circle, are refused", async () => {
  const away = await startServer(({ json }) => json(200, [], { link: '</admin?page=2>; rel="next"' }));
  expect((await failureOf(open(away.url).read.list("/projects"), TrueupError)).message).toContain(
    "its next page lies outside of /api/v4",
  );
  expect(away.arrived).toHaveLength(1);
  const circle = await startServer(({ json }) => json(200, [], { link: '</api/v4/projects?page=2>; rel="next"' }));
  expect((await failureOf(open(circle.url).read.list("/projects"), TrueupError)).message).toContain("in a circle");
});

test("without links X-Next-Page is followed, and a list without any header is whole", async () => {
  const server = await startServer((exchange) => {
    const page = pageOf(exchange);
    exchange.json(200, ids(page, page), { "x-next-page": page < 3 ? `${page + 1}` : "" });
  });
  expect(await open(server.url).read.list("/topics")).toEqual(ids(1, 3));
  const whole = await startServer(({ json }) => json(200, [{ slug: "jira" }, { slug: "jira" }]));
  expect(await open(whole.url).read.list("/projects/1/integrations")).toHaveLength(2);
  expect(whole.arrived).toHaveLength(1);
});

test("an offset above the cap goes on by keyset, and nothing is listed twice", async () => {
  const capped =
    "Offset pagination has a maximum allowed offset of 4 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.";
  const server = await startServer((exchange) => {
    const { url, json } = exchange;
    const page = pageOf(exchange);
    const after = Number(/id_after=(\d+)/.exec(url)?.[1] ?? "0");
    if (url.includes("pagination=keyset")) {
      const link = `</api/v4/projects?pagination=keyset&order_by=id&sort=asc&id_after=${after + 3}>; rel="next"`;
      json(200, ids(after + 1, after + 3), after < 6 ? { link } : {});
    } else if (page > 2) json(405, { error: capped });
    else json(200, ids(page * 2 - 1, page * 2), { "x-next-page": `${page + 1}` });
  });
  const items = await open(server.url).read.list("/projects", { per_page: 2, with_shared: false });
  expect(items.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(server.arrived[3]?.url).toBe("/api/v4/projects?per_page=2&with_shared=false&pagination=keyset&order_by=id&sort=asc");
});

test("a list that has no keyset pagination says so instead of trying for ever", async () => {
  const server = await startServer(({ json }) =>
    json(405, { error: "Keyset pagination is not yet available for this type of request" }),
  );
  expect((await failureOf(open(server.url).read.list("/topics", { pagination: "keyset" }), ApiError)).status).toBe(405);
  expect(server.arrived).toHaveLength(1);
});

test("an unbelievable number of pages is not believed", async () => {
  const server = await startServer(({ json }) => json(200, ids(1, 1), { "x-total-pages": "900000000" }));
  expect(await open(server.url).read.list("/projects")).toEqual(ids(1, 1));
  expect(server.arrived).toHaveLength(1);
});
