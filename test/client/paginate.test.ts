import { expect, onTestFinished, test } from "vitest";
import { ApiError, type Client, createClient } from "../../src/client/index.js";
import { type Exchange, startServer } from "../platform/local-server.js";

const total = 900;
const cap = 500;
const all = Array.from({ length: total }, (_, index) => ({ id: index + 1, name: `n${(index * 7) % total}` }));

/** A list with a cap for offsets, and keyset by id beyond it, as the documents say it of project lists. */
function capped({ url, json }: Exchange): void {
  const query = new URL(url, "http://x").searchParams;
  const size = Number(query.get("per_page") ?? 20);
  const descending = query.get("sort") !== "asc";
  const byName = query.get("order_by") === "name";
  const sorted = all.toSorted((a, b) => (byName ? a.name.localeCompare(b.name) : a.id - b.id));
  if (descending) sorted.reverse();
  if (query.get("pagination") === "keyset") {
    const [after, before] = [Number(query.get("id_after") ?? 0), Number(query.get("id_before") ?? Infinity)];
    const rest = sorted.filter(({ id }) => id > after && id < before);
    const items = rest.slice(0, size);
    const next = new URLSearchParams(query);
    next.set(descending ? "id_before" : "id_after", String(items.at(-1)?.id));
    const link = rest.length > size ? { link: `<http://elsewhere.invalid/api/v4/projects?${next.toString()}>; rel="next"` } : {};
    return json(200, items, link);
  }
  const page = Number(query.get("page") ?? 1);
  if ((page - 1) * size > cap)
    return json(405, { error: "Offset pagination has a maximum allowed offset. Use keyset pagination." });
  return json(200, sorted.slice((page - 1) * size, page * size), { "x-next-page": page * size < total ? String(page + 1) : "" });
}

function open(url: string): Client {
  const client = createClient({ url });
  onTestFinished(async () => client.close());
  return client;
}

async function idsOf(items: AsyncIterable<{ readonly id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

test("pages are asked for as they are needed: to leave the loop ends the requests", async () => {
  const server = await startServer(capped);
  const seen: number[] = [];
  for await (const { id } of open(server.url).paginate("GET /projects", { order_by: "id", sort: "asc", per_page: 50 })) {
    seen.push(id);
    if (id === 60) break;
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(server.arrived).toHaveLength(2);
});

test("beyond the cap of offsets the project list goes on by keyset: nothing is lost, nothing comes twice", async () => {
  const server = await startServer(capped);
  const client = open(server.url);
  for (const order of [{ order_by: "name" }, { order_by: "name", sort: "asc" }, {}] as const) {
    const ids = await idsOf(client.paginate("GET /projects", order));
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
  }
});

test("in the order of ids keyset goes on behind the last item, and reads nothing again", async () => {
  const server = await startServer(capped);
  const client = open(server.url);
  for (const sort of ["asc", "desc", undefined] as const) {
    const before = server.arrived.length;
    const ids = await idsOf(client.paginate("GET /projects", { order_by: "id", sort }));
    const desired = all.map(({ id }) => id);
    expect(ids).toEqual(sort === "asc" ? desired : desired.toReversed());
    // Nine pages and the refusal between them.
    expect(server.arrived.length - before).toBe(10);
  }
});

test("elsewhere the 405 of the cap surfaces, after all that came before it", async () => {
  const server = await startServer(capped);
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const item of open(server.url).paginate("GET /groups", {})) seen.push(item);
  })();
  await expect(reading).rejects.toBeInstanceOf(ApiError);
  await expect(reading).rejects.toMatchObject({ status: 405 });
  expect(seen).toHaveLength(600);
});

test("what is no list is refused before anything is sent", async () => {
  const server = await startServer(capped);
  const route = "GET /version" as "GET /topics";
  await expect(idsOf(open(server.url).paginate(route))).rejects.toMatchObject({ code: "usage" });
  expect(server.arrived).toEqual([]);
});
