import { expect, test } from "vitest";
import { TrueupError } from "../../src/core/errors.js";
import { createReadTransport } from "../../src/platform/pages.js";
import { failureOf, open, startServer } from "./local-server.js";

test("the read side sends GET and HEAD, and refuses everything else before it reaches the server", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const transport = createReadTransport(open(server.url).connection);
  await transport.request("GET", "/user");
  await transport.request("HEAD", "/user");
  // @ts-expect-error the type of the read side has no POST
  const post = await failureOf(transport.request("POST", "/projects"), TrueupError);
  // @ts-expect-error the type of the read side has no DELETE
  const remove = await failureOf(transport.request("DELETE", "/projects/1"), TrueupError);
  // @ts-expect-error the type of the read side has no lower-case methods either
  const lower = await failureOf(transport.request("put", "/projects/1"), TrueupError);
  expect([post.code, remove.code, lower.code]).toEqual(["internal.read_only", "internal.read_only", "internal.read_only"]);
  expect(server.arrived.map(({ method }) => method)).toEqual(["GET", "HEAD"]);
});

test("what plans gets no way to send: the read side has no such function", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const { read, api } = open(server.url);
  expect(Object.keys(read)).not.toContain("send");
  expect(Object.keys(api)).toContain("send");
});
