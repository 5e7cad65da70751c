import { STATUS_CODES } from "node:http";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/core/errors.js";
import { errorOf as described } from "../../src/engine/apply/apply.js";
import { renderError } from "../../src/report/index.js";
import { outcomeText } from "../../src/report/result-text.js";
import { failureOf, open, startServer } from "./local-server.js";

const statuses = Object.keys(STATUS_CODES)
  .map(Number)
  .filter((status) => status >= 400 && status !== 407);

/** What real servers answer with (the reference of real servers, section A), by the status and its name. */
const bodies: readonly ((status: number, name: string) => unknown)[] = [
  (status, name) => ({ message: `${status} ${name}` }),
  (status, name) => ({ error: `${status} ${name}` }),
  (status, name) => ({ error: `${status} ${name} - not for you` }),
  (status, name) => ({ message: `${status} Project ${name}` }),
  (status) => ({ message: String(status) }),
  (_, name) => ({ message: name }),
  () => ({ error: "insufficient_scope", error_description: "The request requires higher privileges.", scope: "api" }),
  () => ({}),
];

describe("no message says its status twice", () => {
  test.each(["GET", "POST"] as const)(
    "of a refused %s, in the error, in the report of an apply and in what a read lacks",
    async (method) => {
      const server = await startServer(({ url, json }) => {
        const [, status, shape] = /\/(\d+)\/(\d+)/.exec(url) ?? [];
        json(Number(status), bodies[Number(shape)]?.(Number(status), STATUS_CODES[Number(status)] ?? ""));
      });
      const { api, read } = open(server.url, { patience: { attempts: 1, backoff: 1, maxWait: 1 } });
      const asked = statuses.flatMap((status) => bodies.map((_, shape) => ({ status, path: `/${status}/${shape}` })));
      await Promise.all(
        asked.map(async ({ status, path }) => {
          const error = await failureOf(method === "GET" ? read.get(path) : api.send({ method, path }), ApiError);
          const outcome = {
            address: "topic:one",
            action: "create",
            status: "failed",
            error: described(error, undefined),
          } as const;
          for (const text of [error.message, outcomeText(outcome)[0] ?? "", error.answer, renderError(error, { color: false })]) {
            // The code is a name, and may be that of the status.
            const said = text.replaceAll(path, "").replaceAll(/\[api\.\w+\]/g, "");
            expect(said.split(String(status)), said).toHaveLength(2);
            const name = (STATUS_CODES[status] ?? "").toLowerCase();
            expect(said.split("\n")[0]?.toLowerCase().split(name).length, said).toBeLessThanOrEqual(2);
          }
        }),
      );
    },
  );

  test("and all words that are more than the status are kept", async () => {
    const answers = [
      { message: "404 Project Not Found" },
      { message: "404 Not found in the group" },
      { error: "404 Not Found - not for you" },
      { message: "404 Not Found" },
      { message: "4040 is no number" },
    ];
    const server = await startServer(({ nth, json }) => json(404, answers[nth - 1]));
    const { api } = open(server.url);
    const said: string[] = [];
    for (const _ of answers) said.push((await failureOf(api.send({ method: "DELETE", path: "/x" }), ApiError)).answer);
    expect(said).toEqual([
      "404 Project Not Found",
      "404 Not found in the group",
      "404 not for you",
      "404 Not Found",
      "404 4040 is no number",
    ]);
  });
});

describe("a refused write gets the advice that a refused read gets", () => {
  const hints = async (status: number, body: unknown) => {
    const server = await startServer(({ json }) => json(status, body));
    const { api, read } = open(server.url);
    const reading = await failureOf(read.get("/projects/1"), ApiError);
    const writing = await failureOf(api.send({ method: "PUT", path: "/projects/1" }), ApiError);
    const outcome = { address: "project:a/b", action: "update", status: "failed", error: described(writing, undefined) } as const;
    return { read: reading.hint ?? "", write: writing.hint ?? "", told: outcomeText(outcome).join("\n") };
  };

  test.each([
    [
      401,
      { message: "401 Unauthorized" },
      /The token from TRUEUP_TOKEN is not valid/,
      /The token from TRUEUP_TOKEN is not valid/,
    ],
    [
      403,
      { message: "403 Forbidden" },
      /lacks the role, or the token lacks the scope read_api or api/,
      /lacks the role, or the token lacks the scope api: read_api only reads/,
    ],
    [
      403,
      { error: "insufficient_scope", error_description: "x", scope: "api" },
      /TRUEUP_TOKEN lacks a scope. It needs the scope read_api or api/,
      /lacks a scope. It needs the scope api: read_api only reads/,
    ],
    [
      404,
      { message: "404 Project Not Found" },
      /It is not there, the user .* may not see or change it, or the licence/,
      /It is not there, the user .* may not see or change it, or the licence/,
    ],
    [404, { error: "404 Not Found" }, /does not have this route/, /does not have this route/],
    [422, { message: "no" }, /^See what the server says/, /does not take these values/],
  ])("for %i %j", async (status, body, read, write) => {
    const told = await hints(status, body);
    expect(told.read).toMatch(read);
    expect(told.write).toMatch(write);
    expect(told.told).toContain(`hint: ${told.write}`);
  });
});
