import type { Query, ApiReply } from "../../core/api.js";
import { TrueupError } from "../../core/errors.js";
import type { Json } from "../../core/json.js";
import { type Connection, createReadApi, walk } from "../../platform/index.js";

/** No list with more items is read. */
const most = 50_000;

/** GET of any endpoint below `/api/v4`: what it answers, of a list all pages, unless the query asks for one. Throws ApiError, and TrueupError `api.too_many`. */
export async function getAll(connection: Connection, path: string, query: Query): Promise<Json> {
  const reply = await createReadApi(connection).get(path, query);
  if (!Array.isArray(reply.body)) return reply.body ?? null;
  if (query["page"] !== undefined || !hasMore(reply)) return reply.body;
  const items: Json[] = [];
  for await (const item of walk(connection, path, query)) {
    items.push(item);
    if (items.length > most) throw tooMany(path);
  }
  return items;
}

function hasMore({ headers }: ApiReply): boolean {
  return (headers["x-next-page"] ?? "") !== "" || (headers["link"] ?? "").includes('rel="next"');
}

function tooMany(path: string): TrueupError {
  return new TrueupError({
    code: "api.too_many",
    message: `the list has more than ${most} items`,
    where: `GET ${path.split("?")[0] ?? ""}`,
    hint: "Ask for a part of it by parameters of the query.",
  });
}
