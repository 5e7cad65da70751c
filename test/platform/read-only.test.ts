import { expect, test } from "vitest";
import { open, startServer } from "./local-server.js";

test("the read side sends GET alone, whatever is asked of it", async () => {
  const server = await startServer(({ json }) => json(200, []));
  const { read } = open(server.url);
  await read.get("/user");
  await read.find("/user").catch(() => undefined);
  await read.list("/projects");
  for await (const _ of read.each("/projects")) continue;
  await read.download("/uploads/a.png");
  // @ts-expect-error no function of the read side takes a method
  await read.get("/user", {}, "POST");
  expect(server.arrived.length).toBe(6);
  expect(new Set(server.arrived.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

test("what plans gets no way to send: the read side has no such function", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const { read, api } = open(server.url);
  expect(Object.keys(read)).not.toContain("send");
  expect(Object.keys(api)).toContain("send");
});
