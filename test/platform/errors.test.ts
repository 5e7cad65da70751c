import { describe, expect, test } from "vitest";
import { ApiError, TrueupError } from "../../src/core/errors.js";
import type { ConnectionOptions } from "../../src/platform/index.js";
import { failureOf, open, startServer, token } from "./local-server.js";

const put = { method: "PUT", path: "/projects/42", body: { visibility: "public" } } as const;

describe("every shape of error body becomes one readable line", () => {
  const shapes: readonly (readonly [status: number, body: unknown, said: string])[] = [
    [400, { error: "name is missing, path is missing" }, "400 Bad Request: name is missing, path is missing"],
    [400, { message: '400 Bad request - "title" not given' }, '400 Bad Request: "title" not given'],
    [
      400,
      { message: { visibility_level: ["public is not allowed in a private group."] } },
      "400 Bad Request: visibility_level: public is not allowed in a private group.",
    ],
    [
      400,
      { message: { name: ["has already been taken"], path: ["is too short", "is reserved"] } },
      "400 Bad Request: name: has already been taken; path: is too short, is reserved",
    ],
    [400, { message: { base: ["Only 1 appearances row can exist"] } }, "400 Bad Request: Only 1 appearances row can exist"],
    [
      400,
      { message: 'Failed to save group {:path=>["has already been taken"]}' },
      "400 Bad Request: Failed to save group: path: has already been taken",
    ],
    [
      400,
      { message: 'Failed to save group {:path=>["is taken", "is \\"odd\\""], :name=>["is too long"]}' },
      '400 Bad Request: Failed to save group: path: is taken, is "odd"; name: is too long',
    ],
    [400, { message: 'Failed to save group {path: ["is taken"]}' }, "400 Bad Request: Failed to save group: path: is taken"],
    [403, { error: ["Your project limit is 0"] }, "403 Forbidden: Your project limit is 0"],
    [403, { message: "403 Forbidden - not yours" }, "403 Forbidden: not yours"],
    [
      403,
      { error: "insufficient_scope", error_description: "The request requires higher privileges.", scope: "api" },
      "403 Forbidden: insufficient_scope: The request requires higher privileges.",
    ],
    [404, { message: "404 Project Not Found" }, "404 Project Not Found"],
    [404, { message: "404 Not found" }, "404 Not Found"],
    [
      409,
      { message: "Protected environment 'production' already exists" },
      "409 Conflict: Protected environment 'production' already exists",
    ],
    [422, { message: ["Name is bad.", "Level is bad."] }, "422 Unprocessable Entity: Name is bad., Level is bad."],
    [400, { message: { error: "Too many times." } }, "400 Bad Request: Too many times."],
    [418, {}, "418 I'm a Teapot"],
  ];
  test.each(shapes)("%i %j", async (status, body, said) => {
    const server = await startServer(({ json }) => json(status, body));
    const error = await failureOf(open(server.url).api.send(put), ApiError);
    expect(error.message).toBe(`PUT /projects/42 answered ${said}`);
    expect(error.where).toBe("PUT /projects/42");
    expect(error.hint).toMatch(/\S/);
  });

  test("plain text of a rate limit", async () => {
    const server = await startServer(({ text }) => text(429, "Retry later\n"));
    const error = await failureOf(open(server.url).api.send(put), ApiError);
    expect(error).toMatchObject({ code: "api.rate_limited", serverMessage: "Retry later" });
    expect(error.message).toBe("PUT /projects/42 answered 429 Too Many Requests: Retry later (5 attempts)");
  });

  test("a web page of a gateway that is in trouble", async () => {
    const server = await startServer(({ text }) =>
      text(502, "<html><title>Bad gateway</title>", { "content-type": "text/html" }),
    );
    const error = await failureOf(open(server.url).api.send(put), ApiError);
    expect(error.code).toBe("api.server_error");
    expect(error.message).toBe("PUT /projects/42 answered 502 Bad Gateway: a web page, “Bad gateway” (5 attempts)");
  });

  test("escape sequences and endless texts do not reach the terminal", async () => {
    const server = await startServer(({ json }) => json(400, { message: `a\u001B[31mred\nb${"x".repeat(100_000)}` }));
    const { serverMessage } = await failureOf(open(server.url).api.send(put), ApiError);
    expect(serverMessage).toMatch(/^a \[31mred bx+…$/);
    expect(serverMessage.length).toBeLessThan(1100);
  });
});

test("a refusal of values says to correct the files only where some were sent", async () => {
  const server = await startServer(({ json }) => json(400, { error: "page is invalid" }));
  const { api, read } = open(server.url, { purpose: "plan" });
  expect((await failureOf(api.send(put), ApiError)).hint).toContain("correct them in the files");
  expect((await failureOf(read.get("/projects"), ApiError)).hint).toBe("See what the server says, and plan again.");
});

test("a 404 with `error` is an unknown route, with `message` a missing thing", async () => {
  const server = await startServer(({ url, json }) =>
    url.endsWith("/gated") ? json(404, { error: "404 Not Found" }) : json(404, { message: "404 Project Not Found" }),
  );
  const { read } = open(server.url);
  expect(await read.find("/projects/1")).toBeUndefined();
  const gated = await failureOf(read.find("/projects/1/gated"), ApiError);
  expect(gated).toMatchObject({ code: "api.unknown_route", unknownRoute: true, missing: false });
  expect(gated.hint).toContain("tier");
});

test("a 404 with `error` for what every server has says that the address is wrong", async () => {
  const server = await startServer(({ json }) => json(404, { error: "404 Not Found" }));
  const error = await failureOf(open(server.url).read.find("/user"), ApiError);
  expect(error.hint).toContain("There is no GitLab API at this address");
});

test("a web page instead of JSON says so, whatever its status, and is never taken for a missing thing", async () => {
  for (const status of [200, 401, 404]) {
    const server = await startServer(({ text }) =>
      text(status, "<!doctype html><html><head><title>Sign in</title></head></html>", { "content-type": "text/html" }),
    );
    const error = await failureOf(open(server.url).read.find("/user"), ApiError);
    expect(error.code).toBe("api.not_the_api");
    expect(error.message).toMatch(/^GET \/user does not look like the API: it answered \d+ [\w ]+ with a web page, “Sign in”$/);
    expect(error.hint).toContain("Is the URL right");
    expect(server.arrived).toHaveLength(1);
  }
});

test("a list that is none, and an object that is none, are refused", async () => {
  const server = await startServer(({ url, json }) => json(200, url.includes("list") ? { id: 1 } : [1]));
  const { read } = open(server.url);
  expect((await failureOf(read.list("/list"), TrueupError)).code).toBe("api.not_the_api");
  expect((await failureOf(read.find("/thing"), TrueupError)).code).toBe("api.not_the_api");
});

test("a reply larger than allowed is not read on", async () => {
  const server = await startServer(({ json }) => json(200, ["x".repeat(200_000)]));
  const error = await failureOf(open(server.url, { limits: { reply: 100_000 } }).read.get("/projects"), ApiError);
  expect(error.code).toBe("api.too_large");
  expect(server.arrived).toHaveLength(1);
});

test("keys that would change a prototype are dropped from replies", async () => {
  const server = await startServer(({ text }) =>
    text(200, '{"id":1,"__proto__":{"polluted":true},"\\u005f_proto__":{"polluted":true}}', {
      "content-type": "application/json",
    }),
  );
  expect(JSON.stringify((await open(server.url).read.get("/projects/1")).body)).toBe('{"id":1}');
});

test("a wrong token is explained by the variable it came from", async () => {
  const server = await startServer(({ json }) => json(401, { message: "401 Unauthorized" }));
  const error = await failureOf(open(server.url).read.get("/user"), ApiError);
  expect(error.message).toBe("GET /user answered 401 Unauthorized");
  expect(error.hint).toContain("The token from TRUEUP_TOKEN is not valid");
  const credential = {
    kind: "none",
    token: "",
    from: "",
    passedOver: ["CI_JOB_TOKEN is set, but goes only to CI_SERVER_URL."],
  } as const;
  const none = await failureOf(open(server.url, { credential }).read.get("/user"), ApiError);
  expect(none.hint).toBe(
    "No token was given: set TRUEUP_TOKEN, or run trueup auth login. CI_JOB_TOKEN is set, but goes only to CI_SERVER_URL.",
  );
});

test("no secret reaches an error or the debug log, although the server sends it back", async () => {
  const secret = "hunter2-hunter2";
  const server = await startServer(({ headers, body, json }) =>
    json(400, { message: `${String(headers["private-token"])} ${body}` }),
  );
  const events: string[] = [];
  const { api, read, redactor } = open(server.url, {
    onRequest: (event) => events.push(JSON.stringify([event, event.headers()])),
  });
  redactor.add(secret);
  const error = await failureOf(api.send({ method: "POST", path: `/hooks/${secret}`, body: { key: secret } }), ApiError);
  await failureOf(read.get("/users", { search: secret, private_token: "else" }), ApiError);
  const all = [
    JSON.stringify(error),
    error.message,
    error.hint,
    error.stack,
    error.serverMessage,
    error.path,
    error.where,
    ...events,
  ].join("\n");
  expect(all).not.toContain(secret);
  expect(all).not.toContain(token);
  expect(all).not.toContain("else");
  expect(all).toContain("[secret]");
  expect(events).toHaveLength(2);
});

test("the debug log tells method, path, status and attempt of every try", async () => {
  const server = await startServer(({ nth, json }) => json(nth === 1 ? 502 : 200, {}));
  const events: unknown[] = [];
  const onRequest: ConnectionOptions["onRequest"] = ({ ms, headers, ...event }) =>
    events.push({ ...event, timed: ms >= 0, answered: "content-type" in headers().received });
  await open(server.url, { onRequest }).read.get("/projects", { page: 2 });
  expect(events).toEqual([
    { method: "GET", path: "/projects?page=2", status: 502, attempt: 1, timed: true, answered: true },
    { method: "GET", path: "/projects?page=2", status: 200, attempt: 2, timed: true, answered: true },
  ]);
});
