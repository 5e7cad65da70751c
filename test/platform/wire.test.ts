import { describe, expect, test } from "vitest";
import { ApiError, TrueupError } from "../../src/core/errors.js";
import { failureOf, open, startServer, token } from "./local-server.js";

test("queries, arrays in them, and the token go as document 1 says", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  await open(`${server.url}/prefix`).read.get("/users", { username: "a b&c", ids: [1, 2], active: true, none: undefined });
  expect(server.arrived[0]?.url).toBe("/prefix/api/v4/users?username=a%20b%26c&ids[]=1&ids[]=2&active=true");
  expect(server.arrived[0]?.headers["private-token"]).toBe(token);
});

test("a login goes as Bearer and a job token as JOB-TOKEN, which is refused where job tokens may not call", async () => {
  const server = await startServer(({ json }) => json(200, []));
  const login = { kind: "oauth", token: "oauth-token-1", from: "the stored login", passedOver: [] } as const;
  await open(server.url, { credential: login }).read.get("/user");
  const job = { kind: "job", token: "job-token-1", from: "CI_JOB_TOKEN", passedOver: [] } as const;
  const { read } = open(server.url, { credential: job });
  await read.get("/projects/1/releases");
  expect((await failureOf(read.get("/user"), TrueupError)).code).toBe("credential.job_token");
  expect(
    server.arrived.map(({ url, headers }) => [url, headers["authorization"], headers["job-token"], headers["private-token"]]),
  ).toEqual([
    ["/api/v4/user", "Bearer oauth-token-1", undefined, undefined],
    ["/api/v4/projects/1/releases", undefined, "job-token-1", undefined],
  ]);
});

test("a body goes as JSON, and none is sent where there is none", async () => {
  const server = await startServer(({ json }) => json(201, { id: 1 }));
  const { api } = open(server.url);
  await api.send({ method: "POST", path: "/groups", body: { name: "Ä", parent_id: null } });
  await api.send({ method: "DELETE", path: "/groups/1" });
  expect(server.arrived[0]).toMatchObject({ method: "POST", url: "/api/v4/groups" });
  expect(JSON.parse(Buffer.from(server.arrived[0]?.body ?? "", "latin1").toString())).toEqual({ name: "Ä", parent_id: null });
  expect(server.arrived[0]?.headers["content-type"]).toBe("application/json");
  expect(server.arrived[1]).toMatchObject({ method: "DELETE", body: "" });
});

test("a byte order mark before the JSON of a reply is passed over", async () => {
  const server = await startServer(({ text }) => text(200, '\uFEFF{"id":1}', { "content-type": "application/json" }));
  expect(await open(server.url).read.get("/user")).toMatchObject({ body: { id: 1 } });
  expect(server.arrived).toHaveLength(1);
});

test("a file makes the body multipart, and a repeat sends the whole of it again", async () => {
  const server = await startServer(({ nth, json }) => json(nth === 1 ? 502 : 200, {}));
  await open(server.url).api.send({
    method: "PUT",
    path: "/topics/1",
    body: { title: "T", clear: null, on: true, list: ["a", "b"], empty: [], deep: { key: { inner: 1 } } },
    files: { avatar: { filename: "logo.png", bytes: new Uint8Array([1, 2, 3, 255]) } },
  });
  const [first, second] = server.arrived;
  expect(second?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  const parts = [
    ...(second?.body ?? "").matchAll(
      /name="([^"]+)"(?:; filename="([^"]+)")?\r\n(?:Content-Type: ([^\r]+)\r\n)?\r\n([\s\S]*?)\r\n--/gi,
    ),
  ];
  expect(parts.map(([, name, filename, type, content]) => [name, filename, type, content])).toEqual([
    ["title", undefined, undefined, "T"],
    ["clear", undefined, undefined, ""],
    ["on", undefined, undefined, "true"],
    ["list[]", undefined, undefined, "a"],
    ["list[]", undefined, undefined, "b"],
    ["empty[]", undefined, undefined, ""],
    ["deep[key][inner]", undefined, undefined, "1"],
    ["avatar", "logo.png", "image/png", "\u0001\u0002\u0003\u00FF"],
  ]);
  expect(first?.body.length).toBe(second?.body.length);
});

test("a path that could lead elsewhere is never sent", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const { read, api } = open(server.url);
  for (const path of ["user", "//evil.example/x", "/../../admin", "/a/%2e%2E/b", "/a b", "/a\r\nX: y", "/a\\b", "/a#b"]) {
    expect((await failureOf(read.get(path), TrueupError)).code).toBe("path.invalid");
    expect((await failureOf(api.send({ method: "PUT", path }), TrueupError)).code).toBe("path.invalid");
  }
  expect(server.arrived).toEqual([]);
});

describe("redirects", () => {
  test("of a read on the same server are followed, up to five", async () => {
    const server = await startServer(({ url, json }) => {
      const left = Number(/\d+$/.exec(url)?.[0]);
      if (left === 0) json(200, { id: 1 });
      else json(302, {}, { location: `/api/v4/hop/${left - 1}` });
    });
    const { read } = open(server.url);
    expect((await read.get("/hop/5")).body).toEqual({ id: 1 });
    const error = await failureOf(read.get("/hop/6"), ApiError);
    expect(error.code).toBe("api.redirect");
    expect(server.arrived).toHaveLength(12);
  });

  test("to another origin are refused, and nothing is sent there", async () => {
    const elsewhere = await startServer(({ json }) => json(200, { id: 1 }));
    const server = await startServer(({ json }) =>
      json(301, {}, { location: `${elsewhere.url}/api/v4/user?private_token=stolen` }),
    );
    const error = await failureOf(open(server.url).read.get("/user"), ApiError);
    expect(error).toMatchObject({ code: "api.redirect", status: 301 });
    expect(error.message).toBe(`GET /user answered 301 Moved Permanently to ${elsewhere.url}/api/v4/user, which is not followed`);
    expect(elsewhere.arrived).toEqual([]);
  });

  test("to a file are refused, with its address", async () => {
    const server = await startServer(({ json }) => json(302, {}, { location: "file:///etc/passwd" }));
    const error = await failureOf(open(server.url).read.get("/user"), ApiError);
    expect(error.message).toBe("GET /user answered 302 Found to file:///etc/passwd, which is not followed");
  });

  test("out of the base path are refused", async () => {
    const server = await startServer(({ json }) => json(302, {}, { location: "/other-application/user" }));
    expect((await failureOf(open(`${server.url}/platform`).read.get("/user"), ApiError)).code).toBe("api.redirect");
    expect(server.arrived).toHaveLength(1);
  });

  test("of a write are refused, even on the same server", async () => {
    const server = await startServer(({ json }) => json(307, {}, { location: "/api/v4/projects/2" }));
    expect((await failureOf(open(server.url).api.send({ method: "PUT", path: "/projects/1", body: {} }), ApiError)).code).toBe(
      "api.redirect",
    );
    expect(server.arrived).toHaveLength(1);
  });
});

describe("downloads", () => {
  test("come from this server only, by path or address, below its base path", async () => {
    const server = await startServer(({ text }) => text(200, "bytes", { "content-type": "image/png" }));
    const { read } = open(`${server.url}/base`);
    for (const location of ["/uploads/a.png", "/base/uploads/a.png", `${server.url}/base/uploads/a.png`]) {
      expect(Buffer.from((await read.download(location)) ?? []).toString()).toBe("bytes");
    }
    for (const location of [
      "https://www.gravatar.com/a.png",
      "//evil.example/a.png",
      `${server.url}/other/a.png`,
      "/base/../other/a.png",
      "nonsense",
      "http://[",
    ]) {
      expect(await read.download(location)).toBeUndefined();
    }
    expect(server.arrived.map(({ url }) => url)).toEqual(["/base/uploads/a.png", "/base/uploads/a.png", "/base/uploads/a.png"]);
  });

  test("that the server does not give are undefined; ones that are too large are an error", async () => {
    const server = await startServer(({ url, text }) => {
      if (url === "/missing") text(404, "no");
      else if (url === "/storage") text(302, "", { location: "https://storage.example/a" });
      else if (url === "/login") text(200, "<html></html>", { "content-type": "text/html" });
      else text(200, "x".repeat(1000));
    });
    const { read } = open(server.url, { limits: { download: 999 } });
    for (const path of ["/missing", "/storage", "/login"]) expect(await read.download(path)).toBeUndefined();
    expect((await failureOf(read.download("/large"), ApiError)).code).toBe("api.too_large");
  });
});
