// @module-tag slow
import { expect, test } from "vitest";
import { ApiError } from "../../src/core/errors.js";
import { failureOf, open, startServer } from "./local-server.js";

test.each([408, 429, 500, 502, 503, 504])("a read that is answered %i is repeated until it succeeds", async (status) => {
  const server = await startServer(({ nth, json }) => (nth < 3 ? json(status, { message: "no" }) : json(200, { id: 1 })));
  const { read, waits } = open(server.url);
  expect((await read.get("/projects/1")).body).toEqual({ id: 1 });
  expect(server.arrived).toHaveLength(3);
  expect(read.requests).toBe(3);
  expect(waits).toHaveLength(2);
});

test("delays grow, and no two are meant to be alike", async () => {
  const server = await startServer(({ json }) => json(502, {}));
  const { read, waits } = open(server.url, { patience: { backoff: 100 } });
  await failureOf(read.get("/user"), ApiError);
  expect(waits).toHaveLength(4);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(50 * 2 ** index);
    expect(wait).toBeLessThanOrEqual(100 * 2 ** index);
  }
});

test("a server that answers 500 for ever ends in one clear error after a few tries", async () => {
  const server = await startServer(({ json }) => json(500, { message: "500 Internal Server Error" }));
  const error = await failureOf(open(server.url).read.get("/projects/42"), ApiError);
  expect(server.arrived).toHaveLength(3);
  expect(error).toMatchObject({ code: "api.server_error", status: 500, method: "GET", path: "/projects/42", replyLost: false });
  expect(error.message).toBe("GET /projects/42 answered 500 Internal Server Error (3 attempts)");
});

test("what a server refuses for good is not repeated", async () => {
  for (const status of [400, 401, 403, 404, 405, 409, 412, 413, 422]) {
    const server = await startServer(({ json }) => json(status, { message: "no" }));
    await failureOf(open(server.url).api.send({ method: "PUT", path: "/projects/1", body: {} }), ApiError);
    expect(server.arrived).toHaveLength(1);
  }
});

test("a resource lock is waited for", async () => {
  const server = await startServer(({ nth, json }) =>
    nth === 1 ? json(409, { message: "409 Conflict: Resource lock" }) : json(200, { id: 1 }),
  );
  expect((await open(server.url).api.send({ method: "PUT", path: "/projects/1", body: {} })).status).toBe(200);
});

test("resets before the reply, and bodies that are cut off, are repeated for reads", async () => {
  const server = await startServer(({ nth, json, socket, response }) => {
    if (nth === 1) socket.destroy();
    else if (nth === 2)
      response
        .writeHead(200, { "content-type": "application/json", "content-length": "50" })
        .write('{"id":', () => socket.destroy());
    else if (nth === 3) response.writeHead(200, { "content-type": "application/json" }).end('{"id": 1, "na');
    else json(200, { id: 1 });
  });
  expect((await open(server.url).read.get("/projects/1")).body).toEqual({ id: 1 });
  expect(server.arrived).toHaveLength(4);
});

test("replies that are always cut off end in one clear error", async () => {
  const server = await startServer(({ response }) =>
    response.writeHead(200, { "content-type": "application/json" }).end('[{"id": 1}, {'),
  );
  const error = await failureOf(open(server.url).read.list("/projects"), ApiError);
  expect(error.code).toBe("api.no_reply");
  expect(error.message).toBe("GET /projects got no complete reply (5 attempts): the reply is no whole JSON (cut off?)");
});

test("Retry-After is obeyed, in seconds and as a date", async () => {
  const seconds = await startServer(({ nth, text, json }) =>
    nth === 1 ? text(429, "Retry later", { "retry-after": "17" }) : json(200, {}),
  );
  const first = open(seconds.url);
  await first.read.get("/user");
  expect(first.waits[0]).toBeGreaterThanOrEqual(17_000);
  expect(first.waits[0]).toBeLessThan(18_000);
  const date = await startServer(({ nth, text, json }) =>
    nth === 1
      ? text(503, "", { date: "Thu, 01 Jan 2026 00:00:00 GMT", "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" })
      : json(200, {}),
  );
  const second = open(date.url);
  await second.read.get("/user");
  expect(second.waits[0]).toBeGreaterThanOrEqual(30_000);
  expect(second.waits[0]).toBeLessThan(31_000);
});

test("a wait longer than the bound is not begun: the error says what the server says", async () => {
  const server = await startServer(({ text }) => text(429, "Retry later", { "retry-after": "86400" }));
  const { read, waits } = open(server.url);
  const error = await failureOf(read.get("/user"), ApiError);
  expect(waits).toEqual([]);
  expect(error).toMatchObject({ code: "api.rate_limited", status: 429, serverMessage: "Retry later" });
});

test("a POST is repeated only where the server surely did not take it", async () => {
  const busy = await startServer(({ nth, text, json }) => {
    if (nth === 1) text(429, "Retry later", { "retry-after": "1" });
    else if (nth === 2) json(503, { message: "503 Service Unavailable" }, { "retry-after": "1" });
    else json(201, { id: 7 });
  });
  const reply = await open(busy.url).api.send({ method: "POST", path: "/projects", body: { name: "a" } });
  expect([reply.status, reply.body]).toEqual([201, { id: 7 }]);
  expect(busy.arrived.map(({ body }) => body)).toEqual(['{"name":"a"}', '{"name":"a"}', '{"name":"a"}']);

  for (const status of [408, 500, 502, 503, 504]) {
    const server = await startServer(({ json }) => json(status, { message: "no" }));
    const error = await failureOf(open(server.url).api.send({ method: "POST", path: "/projects", body: {} }), ApiError);
    expect(server.arrived).toHaveLength(1);
    expect([status, error.replyLost]).toEqual([status, [502, 503, 504].includes(status)]);
  }
});

test("a POST whose reply is lost is never repeated, and the error says that it may have taken effect", async () => {
  const endings: Parameters<typeof startServer>[0][] = [
    ({ socket }) => socket.destroy(),
    ({ response, socket }) => {
      response.writeHead(201, { "content-length": "50" }).write('{"id":', () => socket.destroy());
    },
    ({ response }) => response.writeHead(201, { "content-type": "application/json" }).end('{"id": 7, "na'),
    () => undefined,
  ];
  for (const ending of endings) {
    const server = await startServer(ending);
    const { api } = open(server.url, { timeouts: { headers: 100 } });
    const error = await failureOf(api.send({ method: "POST", path: "/projects", body: {} }), ApiError);
    expect(server.arrived).toHaveLength(1);
    expect(error).toMatchObject({ code: "api.reply_lost", replyLost: true, status: 0 });
    expect(error.hint).toContain("may have taken effect");
  }
});

test("a POST to a server that is not up is tried again, and then surely took no effect", async () => {
  const server = await startServer(() => undefined);
  await server.close();
  const { api, waits } = open(server.url);
  const error = await failureOf(api.send({ method: "POST", path: "/projects", body: {} }), ApiError);
  expect(waits).toHaveLength(4);
  expect(error).toMatchObject({ code: "api.unreachable", replyLost: false, status: 0 });
  expect(error.message).toContain(`POST /projects could not reach ${server.url} (5 attempts)`);
});

test("a server that does not speak TLS is reported at once: nothing was sent", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const { api, waits } = open(server.url.replace("http:", "https:"));
  const error = await failureOf(api.send({ method: "POST", path: "/projects", body: {} }), ApiError);
  expect(error).toMatchObject({ code: "api.unreachable", replyLost: false });
  expect(error.message).toContain("speaks http, not https");
  expect(error.hint).toContain("http://");
  expect([waits, server.arrived]).toEqual([[], []]);
});

test("after close nothing is sent, and nothing waits", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const { read, connection, waits } = open(server.url);
  await connection.close();
  expect((await failureOf(read.get("/user"), ApiError)).code).toBe("api.interrupted");
  expect([waits, server.arrived]).toEqual([[], []]);
});

test("a DELETE whose reply was lost and that then finds nothing has succeeded", async () => {
  const server = await startServer(({ nth, socket, json }) =>
    nth === 1 ? socket.destroy() : json(404, { message: "404 Not found" }),
  );
  expect(await open(server.url).api.send({ method: "DELETE", path: "/topics/1" })).toMatchObject({
    status: 204,
    body: undefined,
  });
  const plain = await startServer(({ json }) => json(404, { message: "404 Not found" }));
  expect((await failureOf(open(plain.url).api.send({ method: "DELETE", path: "/topics/1" }), ApiError)).missing).toBe(true);
  const gated = await startServer(({ nth, socket, json }) =>
    nth === 1 ? socket.destroy() : json(404, { error: "404 Not Found" }),
  );
  expect((await failureOf(open(gated.url).api.send({ method: "DELETE", path: "/topics/1" }), ApiError)).unknownRoute).toBe(true);
});

test("a server that is silent, or stops in the middle, is given up", async () => {
  const silent = await startServer(() => undefined);
  const first = open(silent.url, { timeouts: { headers: 60 }, patience: { attempts: 2 } });
  expect((await failureOf(first.read.get("/user"), ApiError)).message).toBe(
    "GET /user got no complete reply (2 attempts): no reply within 0.06 s",
  );
  const halting = await startServer(({ response }) => response.writeHead(200).write("["));
  const second = open(halting.url, { timeouts: { body: 60 }, patience: { attempts: 2 } });
  expect((await failureOf(second.read.get("/user"), ApiError)).message).toContain("the reply stopped for 0.06 s");
  const dripping = await startServer(({ response }) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(timer));
  });
  const third = open(dripping.url, { timeouts: { request: 100 } });
  expect((await failureOf(third.read.get("/user"), ApiError)).message).toContain("no complete reply within 0.1 s");
});

test("an interruption ends what waits and what runs, and a running POST may have taken effect", async () => {
  const stop = new AbortController();
  const server = await startServer(() => stop.abort());
  const { api, read } = open(server.url, { signal: stop.signal });
  const running = await failureOf(api.send({ method: "POST", path: "/projects", body: {} }), ApiError);
  expect(running).toMatchObject({ code: "api.interrupted", replyLost: true });
  const later = await failureOf(api.send({ method: "POST", path: "/projects", body: {} }), ApiError);
  expect(later).toMatchObject({ code: "api.interrupted", replyLost: false });
  expect((await failureOf(read.get("/user"), ApiError)).code).toBe("api.interrupted");
  expect(server.arrived).toHaveLength(1);
});
