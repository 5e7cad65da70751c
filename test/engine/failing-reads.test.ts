import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { topKind } from "../../src/core/kind.js";
import { createRedactor } from "../../src/core/redact.js";
import { Trees } from "../../src/engine/live/trees.js";
import { createReadApi, openConnection } from "../../src/platform/index.js";
import { kinds } from "../../src/program/kinds.js";

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeEach(() => process.on("unhandledRejection", note));
afterEach(() => process.off("unhandledRejection", note));

test("a server that refuses every read ends in one error, and leaves no rejection that nobody awaits", async () => {
  const held: (() => unknown)[] = [];
  const server = createServer((request, response) => {
    const refuse = () => response.writeHead(401, { "content-type": "application/json" }).end('{"message":"no"}');
    // The list is refused, and only then the single read of the group above it.
    if (request.url?.includes("descendant_groups")) refuse();
    else held.push(refuse);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = openConnection({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credential: { kind: "personal", token: "some-token", from: "TRUEUP_TOKEN", passedOver: [] },
    redactor: createRedactor(),
  });
  const trees = new Trees(createReadApi(connection), kinds);
  const paths = ["acme", "acme/a", "acme/b", "acme/c"].map((path) => ({ path, long: false }));
  await expect(trees.load(topKind(kinds, "group"), paths)).rejects.toMatchObject({ status: 401 });
  for (const refuse of held) refuse();
  await expect(trees.find(topKind(kinds, "group"), "acme")).rejects.toMatchObject({ status: 401 });
  await turn();
  await turn();
  expect(unhandled).toEqual([]);
  await connection.close();
  server.close();
});
