import { expectTypeOf, test } from "vitest";
import {
  type Client,
  type createClient,
  type Item,
  type ListRoute,
  type Parameters,
  type Reply,
} from "../../src/client/index.js";

declare const client: Client;

test("parameters of path, query and body stand in one object, required ones are required, and slips are compile errors", () => {
  expectTypeOf<Parameters<"GET /projects/{id}/approval_rules">["id"]>().toEqualTypeOf<string | number>();
  expectTypeOf<Parameters<"POST /topics">>().toHaveProperty("title").toEqualTypeOf<string>();
  expectTypeOf<Parameters<"GET /projects">["order_by"]>().toExtend<string | undefined>();
  const never = async (): Promise<void> => {
    await client.request("GET /topics");
    await client.request("GET /topics", { search: "a", page: undefined });
    // @ts-expect-error a required parameter is missing
    await client.request("POST /topics", { name: "a" });
    // @ts-expect-error the path needs its id
    await client.request("GET /projects/{id}", {});
    // @ts-expect-error no parameter has this name
    await client.request("GET /topics", { serch: "a" });
    // @ts-expect-error the documents have no such value
    await client.request("GET /projects", { sort: "up" });
    // @ts-expect-error there is no such route
    await client.request("GET /topic");
  };
  expectTypeOf(never).toBeFunction();
});

test("a client takes what a variable of the environment holds, be it nothing, also under exactOptionalPropertyTypes", () => {
  const fromEnvironment = { url: "https://p.example", token: process.env["PLATFORM_TOKEN"], credential: undefined };
  expectTypeOf(fromEnvironment).toExtend<globalThis.Parameters<typeof createClient>[0]>();
});

test("replies are typed by their status", () => {
  expectTypeOf<Reply<"GET /topics/{id}">["data"]["title"]>().toEqualTypeOf<string>();
  expectTypeOf<Reply<"DELETE /topics/{id}">["data"]>().toEqualTypeOf<undefined>();
  expectTypeOf<Item<"GET /topics">["id"]>().toEqualTypeOf<number>();
  expectTypeOf<"POST /topics">().not.toExtend<ListRoute>();
});
