// @module-tag slow
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { factsFor } from "../../../src/emulator/core/facts/served.js";
import { operations } from "../../../src/emulator/core/operations.js";
import type { EmulatorOptions, UnknownParameter } from "../../../src/emulator/index.js";
import { type Answer, type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const settings = "/application/settings";
const project = "/projects/acme-labs%2Fplatform%2Fapi";

/** Facts of a release that never was, in the form that schemas/facts has. */
const invented = {
  release: "20.0",
  shapes: { "1": { new_limit: "integer", new_flag: "boolean", new_words: { type: "array", items: "string" } } },
  operations: {
    "GET /application/settings": {
      reply: {
        id: "integer",
        new_limit: "integer",
        new_flag: "boolean",
        new_mode: "string",
        domain_denylist: "array",
        domain_denylist_raw: "string",
      },
    },
    "PUT /application/settings": {
      params: {
        new_limit: "integer",
        new_flag: "boolean",
        new_secret: "string",
        new_mode: { type: "string", enum: ["calm", "wild"] },
        new_record: { type: "object", properties: "#1" },
        default_branch_protection: { type: "integer", enum: [0, 7] },
        domain_denylist: { type: "array", items: "string" },
        domain_denylist_raw: "string",
      },
      reply: {
        id: "integer",
        new_limit: "integer",
        new_flag: "boolean",
        new_mode: "string",
        domain_denylist: "array",
        domain_denylist_raw: "string",
      },
    },
    "GET /projects/{id}": { reply: { id: "integer", name: "string", new_flag: "boolean" } },
    "PUT /projects/{id}": { params: { name: "string", new_flag: "boolean" }, reply: { id: "integer", new_flag: "boolean" } },
    "GET /projects/{id}/integrations": { reply: { slug: "string", active: "boolean", alert_events: "boolean" } },
    "GET /projects/{id}/integrations/{slug}": {
      reply: { slug: "string", title: "string", active: "boolean", alert_events: "boolean", properties: "object" },
    },
    "PUT /projects/{id}/integrations/asana": {
      params: { api_key: { type: "string required", secret: true } },
      reply: { slug: "string" },
    },
    "PUT /projects/{id}/integrations/mock-ci": { params: {}, reply: { slug: "string" } },
    "PUT /projects/{id}/integrations/jira-cloud-app": { params: { gates: "string" }, reply: { slug: "string" } },
    "PUT /projects/{id}/integrations/new-thing": {
      params: {
        url: "string required",
        token: { type: "string required", secret: true },
        room: "string",
        loud: "boolean",
        alert_events: "boolean",
        use_inherited_settings: "boolean",
      },
      reply: { slug: "string", active: "boolean", alert_events: "boolean" },
    },
  },
};

const of = (options: EmulatorOptions = {}): Promise<Platform> =>
  startPlatform({ dialect: "vendor", serverVersion: "20.0.0", facts: JSON.stringify(invented), ...options });

const put = (platform: Platform, path: string, json: Body): Promise<Answer> => platform.call("PUT", path, { json });

test("settings that facts alone know are stored and shown; others are dropped without a word", async () => {
  const platform = await of();
  const before = (await platform.call("GET", settings)).body as Body;
  expect(Object.keys(before).toSorted()).toEqual(["domain_denylist", "domain_denylist_raw", "id"]);
  const sent = { new_limit: "7", new_flag: "yes", new_mode: "wild", new_secret: "s", signup_enabled: false, nobody_knows: 1 };
  const answer = await put(platform, settings, sent);
  expect([answer.status, answer.body]).toEqual([
    200,
    { id: before["id"], new_limit: 7, new_flag: true, new_mode: "wild", domain_denylist: [], domain_denylist_raw: "" },
  ]);
  expect((await platform.call("GET", settings)).body).toEqual(answer.body);
});

test("what facts alone know is refused as real servers refuse it", async () => {
  const platform = await of();
  for (const [json, error] of [
    [{ new_mode: "loud" }, "new_mode does not have a valid value"],
    [{ new_limit: "many" }, "new_limit is invalid"],
    [{ new_flag: 3 }, "new_flag is invalid"],
    [{ default_branch_protection: 2 }, "default_branch_protection does not have a valid value"],
    [{ new_record: { new_words: [{}] } }, "new_record[new_words] is invalid"],
  ] as const) {
    expect(await put(platform, settings, json)).toMatchObject({ status: 400, body: { error } });
  }
  const { body } = await put(platform, settings, { nobody_knows: 1 });
  expect((body as { error: string }).error).toMatch(/new_limit, .* are missing, at least one parameter must be provided$/);
  expect((body as { error: string }).error).not.toContain("signup_enabled");
});

test("the text of a list is that list", async () => {
  const platform = await of();
  const domain_denylist = ["a.example", "b.example", "c.example"];
  expect(
    (await put(platform, settings, { domain_denylist_raw: "a.example, b.example\nc.example;a.example" })).body,
  ).toMatchObject({
    domain_denylist,
    domain_denylist_raw: domain_denylist.join("\n"),
  });
  expect((await put(platform, settings, { domain_denylist: ["d.example"] })).body).toMatchObject({
    domain_denylist_raw: "d.example",
  });
});

test("before the oldest facts nothing is taken away", async () => {
  const platform = await of({ serverVersion: "15.4.0" });
  const { status, body } = await put(platform, settings, { signup_enabled: false, new_limit: 3 });
  expect([status, body]).toMatchObject([200, { signup_enabled: false, new_limit: 3, max_attachment_size: 10 }]);
});

test("replies have the keys that the release shows for that operation", async () => {
  const platform = await of();
  const answer = await put(platform, project, { new_flag: true, description: "is not known" });
  expect(answer.body).toEqual({ id: expect.any(Number) as number, new_flag: true });
  expect((await platform.call("GET", project)).body).toMatchObject({ name: "API", new_flag: true });
  expect((await platform.call("GET", project)).body).not.toHaveProperty("description");
  const listed = (await platform.call("GET", "/projects")).body as Body[];
  expect(listed.find(({ new_flag }) => new_flag === true)).toHaveProperty("path_with_namespace");
});

test("integrations that facts alone know: required parameters, secrets, switches", async () => {
  const platform = await of();
  const route = `${project}/integrations/new-thing`;
  expect(await put(platform, route, { url: "https://a.example" })).toMatchObject({
    status: 400,
    body: { error: "token is missing" },
  });
  expect((await put(platform, route, { url: "https://a.example", token: "" })).status).toBe(422);
  expect((await platform.call("GET", route)).status).toBe(404);
  const answer = await put(platform, route, { url: "https://a.example", token: "hidden-one", loud: "1", alert_events: true });
  expect(answer).toMatchObject({ status: 200, body: { slug: "new-thing", active: true, alert_events: true } });
  expect((await platform.call("GET", route)).body).toEqual({
    slug: "new-thing",
    title: "New Thing",
    active: true,
    alert_events: true,
    properties: { url: "https://a.example", loud: true },
  });
  expect((await platform.call("GET", `${project}/integrations`)).body).toContainEqual({
    slug: "new-thing",
    active: true,
    alert_events: true,
  });
  expect((await platform.call("DELETE", route)).status).toBe(204);
  expect((await put(platform, `${project}/integrations/mock-ci`, {})).status).toBe(405);
});

test("an integration that is made elsewhere can be changed and not made", async () => {
  const slug = "jira-cloud-app";
  const bare = await of();
  expect(await put(bare, `${project}/integrations/${slug}`, { gates: "a" })).toMatchObject({
    status: 422,
    body: { message: "You cannot create the GitLab for Jira Cloud app integration from the API" },
  });
  const seed = {
    groups: [{ full_path: "g" }],
    projects: [{ path_with_namespace: "g/p" }],
    integrations: [{ project: "g/p", slug }],
  };
  const installed = await of({ seed });
  expect((await put(installed, `/projects/g%2Fp/integrations/${slug}`, { gates: "a" })).status).toBe(200);
});

test("the door tells what facts do not know, nested names and whole operations included", async () => {
  const told: UnknownParameter[] = [];
  const platform = await of({ onUnknown: (unknown) => void told.push(unknown) });
  await put(platform, `${settings}?new_flag=1&odd=2`, { new_record: { new_words: ["a"], inner: 1 }, domain_denylist: [] });
  await platform.call("GET", "/version", { headers: { sudo: "root" } });
  await put(platform, `${project}/integrations/new-thing`, { url: "u", token: "t", secret_name: 1 });
  expect(told).toEqual([
    { release: "20.0", operation: "PUT /application/settings", parameter: "odd" },
    { release: "20.0", operation: "PUT /application/settings", parameter: "new_record[inner]" },
    { release: "20.0", operation: "GET /version", parameter: undefined },
    { release: "20.0", operation: "PUT /projects/{id}/integrations/new-thing", parameter: "secret_name" },
  ]);
});

test("facts of a real release: all its integrations, files, and groups by form", async () => {
  const facts = readFileSync(new URL("../../../facts/19.0.json", import.meta.url), "utf8");
  const told: UnknownParameter[] = [];
  const platform = await of({ facts, serverVersion: "19.1.0", onUnknown: (unknown) => void told.push(unknown) });
  const slugs = [...facts.matchAll(/"PUT \/projects\/\{id\}\/integrations\/([a-z-]+)"/g)].map(([, slug = ""]) => slug);
  expect(slugs).toHaveLength(51);
  for (const slug of slugs) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status, body } = await platform.call("GET", `${project}/integrations/${slug}`);
    const isThere = !slug.startsWith("mock-");
    expect([slug, isThere ? status : (body as Body)["error"]]).toEqual([
      slug,
      isThere ? (status === 200 ? 200 : 404) : "slug does not have a valid value",
    ]);
  }
  const form = new FormData();
  form.set("pwa_icon", new File([new Uint8Array([1])], "icon.png", { type: "image/png" }));
  form.set("site_name", "Acme");
  const appearance = await platform.call("PUT", "/application/appearance", { body: form });
  expect(appearance.body).toMatchObject({ site_name: "Acme", pwa_icon: expect.stringContaining("pwa_icon") as string });
  const group = (await platform.call("GET", "/groups/acme-labs")).body as Body;
  const changed = (await put(platform, "/groups/acme-labs", { description: "of Acme", max_artifacts_size: 7 })).body as Body;
  expect(Object.keys(changed).length).toBeLessThan(Object.keys(group).length);
  expect(told).toEqual([]);
});

/** A value for a parameter as served facts type it; undefined for files and records. */
function valueFor({ type, enum: words }: { readonly type: string; readonly enum?: readonly unknown[] }): unknown {
  if (words !== undefined) return words.at(-1);
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 3;
  return type === "string" ? "some text" : undefined;
}

test("every plain setting of a real release is stored and shown in its type, or never shown", async () => {
  const described = operations().find(({ id }) => id === "updateApplicationSettings")?.input.properties ?? {};
  const hand = Object.entries(described).filter(([, property]) => property["x-dialect"] !== "vendor");
  const ours = new Set(hand.flatMap(([name, property]) => [name, property["x-vendor-name"] ?? name]));
  const facts = factsFor("19.0.0")?.operation("PUT /application/settings");
  const platform = await startPlatform({ dialect: "vendor", serverVersion: "19.0.0" });
  const tried = Object.entries(facts?.params ?? {}).filter(
    ([name]) => !ours.has(name) && !/_raw$|^signin|^password_auth|_path$/.test(name),
  );
  const values = tried.flatMap(([name, parameter]) => {
    const value = valueFor(parameter);
    return value === undefined ? [] : [[name, value] as const];
  });
  expect(values.length).toBeGreaterThan(380);
  const answer = await put(platform, settings, Object.fromEntries(values));
  expect([answer.status, answer.status === 200 ? "" : answer.body]).toEqual([200, ""]);
  const body = answer.body as Body;
  const wrong = values.filter(
    ([name, value]) =>
      Object.hasOwn(facts?.reply ?? {}, name) !== Object.hasOwn(body, name) || (name in body && body[name] !== value),
  );
  expect(wrong).toEqual([]);
});

test.each(["17.10.0-ee", "19.0.0-ee"])(
  "groups of %s have two names for how default branches are protected",
  async (serverVersion) => {
    const platform = await startPlatform({ dialect: "vendor", serverVersion });
    const maintainers = [{ access_level: 40 }];
    const [push, full] = [
      { allowed_to_push: maintainers, allow_force_push: true, allowed_to_merge: [{ access_level: 30 }] },
      { allowed_to_push: maintainers, allow_force_push: false, allowed_to_merge: maintainers },
    ];
    const made = await platform.call("POST", "/groups", { json: { name: "Twin", path: "twin", default_branch_protection: 2 } });
    expect(made.body).toMatchObject({ default_branch_protection: 2, default_branch_protection_defaults: full });
    const changed = await put(platform, "/groups/twin", { default_branch_protection_defaults: push });
    expect(changed.body).toMatchObject({ default_branch_protection: 3, default_branch_protection_defaults: push });
    expect((await put(platform, "/groups/twin", { description: "the same" })).body).toMatchObject({
      default_branch_protection: 3,
    });
  },
);
