import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/core/errors.js";
import type { RequestEvent } from "../../src/platform/index.js";
import { failureOf, open, startServer } from "./local-server.js";

const secret = "query-token+/=0123456789";

/** A credential as the client library makes it. */
function credential(kind: "personal" | "oauth" | "job", carrier: "header" | "bearer" | "query") {
  return { kind, token: secret, from: "the program", passedOver: [], carrier } as const;
}

test.each([
  ["personal", "header", { "private-token": secret }, ""],
  ["personal", "bearer", { authorization: `Bearer ${secret}` }, ""],
  ["personal", "query", {}, `private_token=${encodeURIComponent(secret)}`],
  ["oauth", "header", { authorization: `Bearer ${secret}` }, ""],
  ["oauth", "query", {}, `access_token=${encodeURIComponent(secret)}`],
  ["job", "header", { "job-token": secret }, ""],
  ["job", "bearer", { authorization: `Bearer ${secret}` }, ""],
  ["job", "query", {}, `job_token=${encodeURIComponent(secret)}`],
] as const)("a %s token by %s goes as document 1 says, and in no other way", async (kind, carrier, headers, query) => {
  const server = await startServer(({ json }) => json(200, []));
  await open(server.url, { credential: credential(kind, carrier) }).read.get("/projects/1/releases", { per_page: 5 });
  const [arrived] = server.arrived;
  expect(arrived?.url).toBe(`/api/v4/projects/1/releases?per_page=5${query === "" ? "" : `&${query}`}`);
  const sent = ["private-token", "authorization", "job-token"].filter((name) => arrived?.headers[name] !== undefined);
  expect(Object.fromEntries(sent.map((name) => [name, arrived?.headers[name]]))).toEqual(headers);
});

describe("a token in a query", () => {
  const shown = (text: string): string[] => [secret, encodeURIComponent(secret)].filter((form) => text.includes(form));

  test("reaches no log, although the server sends it back in a redirect, in a link and in an error", async () => {
    const events: RequestEvent[] = [];
    const server = await startServer(({ url, nth, json }) => {
      if (url.startsWith("/api/v4/moved")) json(302, {}, { location: `${url.replace("moved", "topics")}&page=1` });
      else if (url.includes("page=1")) json(200, [{ id: nth }], { link: `<${url.replace("page=1", "page=2")}>; rel="next"` });
      else json(404, { message: `404 Not Found: ${url}`, error: `see ${url}` });
    });
    const options = { credential: credential("oauth", "query"), onRequest: (event: RequestEvent) => events.push(event) };
    const { read } = open(server.url, options);
    const first = await read.firstPage("/moved", { per_page: 1 });
    const error = await failureOf(first.rest(), ApiError);
    for (const { url } of server.arrived) expect(url.split("access_token=")).toHaveLength(2);
    expect(events).toHaveLength(server.arrived.length);
    for (const text of [JSON.stringify(events), JSON.stringify(error), error.message, error.stack ?? ""]) {
      expect(shown(text)).toEqual([]);
    }
  });

  test("that the caller wrote into the path is masked as well", async () => {
    const events: RequestEvent[] = [];
    const server = await startServer(({ json }) => json(500, { message: "500 Internal Server Error" }));
    const { read } = open(server.url, { onRequest: (event) => events.push(event) });
    for (const name of ["private_token", "access_token", "job_token"]) {
      const error = await failureOf(read.get(`/user?${name}=written-by-hand-0123`), ApiError);
      expect(`${error.message}${error.path}${JSON.stringify(events)}`).not.toContain("written-by-hand");
    }
  });
});
