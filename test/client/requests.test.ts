import { expect, onTestFinished, test } from "vitest";
import { ApiError, type Client, type ClientOptions, createClient, TrueupError } from "../../src/client/index.js";
import { startPlatform } from "../emulator/platform.js";

/** A client of an emulator of the test's own. */
async function platformClient(options: Partial<ClientOptions> = {}): Promise<Client> {
  const { url, token } = await startPlatform();
  return watched(createClient({ url, token, ...options }));
}

function watched(client: Client): Client {
  onTestFinished(async () => client.close());
  return client;
}

test("a request gives data, status and headers, typed by its route", async () => {
  const client = await platformClient();
  const created = await client.request("POST /topics", { name: "rust", title: "Rust" });
  expect(created.status).toBe(201);
  expect(created.data.title).toBe("Rust");
  const read = await client.request("GET /topics/{id}", { id: created.data.id });
  expect(read.headers["content-type"]).toContain("json");
  expect(read.data).toEqual(created.data);
  const deleted = await client.request("DELETE /topics/{id}", { id: created.data.id });
  expect(deleted.data).toBeUndefined();
});

test("an error says what was asked, what came back and what to do", async () => {
  const client = await platformClient();
  const error = await client.request("GET /topics/{id}", { id: 987654 }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "api.not_found", status: 404, method: "GET", path: "/topics/987654" });
  expect(error instanceof ApiError && error.hint).toContain("may not see or change it");
});

test("a route that is not described, and a path with a hole, are refused before anything is sent", async () => {
  const client = await platformClient();
  const wrong = "GET /topic" as "GET /topics";
  await expect(client.request(wrong)).rejects.toMatchObject({ code: "route.unknown", hint: 'Did you mean "GET /topics"?' });
  await expect(client.request("GET /projects/{id}", { id: "" })).rejects.toMatchObject({ code: "parameter.missing" });
  await expect(client.request("GET /projects/{id}", { id: ".." })).rejects.toBeInstanceOf(TrueupError);
  expect(client.requests).toBe(0);
});
