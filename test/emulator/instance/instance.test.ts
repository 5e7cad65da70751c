import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const seed = {
  users: [{ username: "ada" }, { username: "bea" }],
  groups: [
    { full_path: "crew", visibility: "public", members: { ada: 50 } },
    { full_path: "crew/sub", visibility: "public" },
    { full_path: "guests", visibility: "public" },
  ],
  projects: [
    {
      path_with_namespace: "crew/sub/web",
      visibility: "public",
      members: { bea: 30 },
      shared_with: [{ group: "guests", access_level: 30 }],
    },
  ],
};
const start = (): Promise<Platform> => startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed });

async function get(platform: Platform, path: string, token?: string): Promise<unknown> {
  const { status, body } = await platform.call("GET", path, token === undefined ? {} : { token });
  expect([path, status]).toEqual([path, 200]);
  return body;
}

const namesOf = (body: unknown, key: string): unknown[] => (body as Body[]).map((one) => one[key]);

test("namespaces are those of the caller, found by name, and tell whether a path is free", async () => {
  const platform = await start();
  expect(namesOf(await get(platform, "/namespaces", "token-of-ada"), "full_path")).toEqual(["crew", "ada"]);
  expect(namesOf(await get(platform, "/namespaces?search=sub"), "full_path")).toEqual(["crew/sub"]);
  expect(namesOf(await get(platform, "/namespaces?top_level_only=true&search=crew"), "full_path")).toEqual(["crew"]);
  expect(await get(platform, "/namespaces/crew", "token-of-ada")).toMatchObject({
    kind: "group",
    members_count_with_descendants: 1,
  });
  expect(await get(platform, "/namespaces/crew", "token-of-bea")).not.toHaveProperty("members_count_with_descendants");
  expect(await get(platform, "/namespaces/crew/exists")).toEqual({ exists: true, suggests: ["crew1"] });
  expect(await get(platform, "/namespaces/sub/exists")).toEqual({ exists: false, suggests: [] });
});

test("people and groups around a project: members from everywhere, groups above it and those it is shared with", async () => {
  const platform = await start();
  const path = "/projects/crew%2Fsub%2Fweb";
  expect(namesOf(await get(platform, `${path}/users`), "username")).toEqual(["ada", "bea"]);
  expect(namesOf(await get(platform, `${path}/users?search=be`), "username")).toEqual(["bea"]);
  expect(namesOf(await get(platform, `${path}/groups`), "full_path")).toEqual(["crew", "crew/sub"]);
  expect(namesOf(await get(platform, `${path}/groups?with_shared=true`), "full_path")).toEqual(["crew", "crew/sub", "guests"]);
  expect(namesOf(await get(platform, `${path}/invited_groups`), "full_path")).toEqual(["guests"]);
  expect(await get(platform, `${path}/invited_groups?min_access_level=40`)).toEqual([]);
});

test("an application is registered with a secret that is shown once, and can be renewed and removed", async () => {
  const platform = await start();
  const json = { name: "app", redirect_uri: "https://app.example.org/back", scopes: "api read_user" };
  const { status, body } = await platform.call("POST", "/applications", { json });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      application_id: expect.any(String),
      application_name: "app",
      callback_url: "https://app.example.org/back",
      confidential: true,
      scopes: ["api", "read_user"],
      secret: expect.stringMatching(/^gloas-/),
    },
  ]);
  const id = String((body as Body)["id"]);
  expect(JSON.stringify(await get(platform, "/applications"))).not.toContain("secret");
  expect((await platform.call("POST", `/applications/${id}/renew-secret`)).status).toBe(201);
  expect((await platform.call("POST", "/applications", { json: { ...json, redirect_uri: "here" } })).status).toBe(400);
  expect((await platform.call("POST", "/applications", { json: { ...json, scopes: "everything" } })).status).toBe(400);
  expect((await platform.call("GET", "/applications", { token: "token-of-ada" })).status).toBe(403);
  expect((await platform.call("DELETE", `/applications/${id}`)).status).toBe(204);
});

test("the instance counts what it holds, has limits by plan, and says that it is well", async () => {
  const platform = await start();
  expect(await get(platform, "/application/statistics")).toMatchObject({ users: "3", groups: "3", projects: "1" });
  const limits = await platform.call("PUT", "/application/plan_limits", { json: { plan_name: "default", ci_active_jobs: 7 } });
  expect(limits.body).toMatchObject({ ci_active_jobs: 7, ci_pipeline_schedules: 10 });
  expect(await get(platform, "/application/plan_limits")).toMatchObject({ ci_active_jobs: 7 });
  expect(await get(platform, "/avatar?email=nobody@example.org")).toMatchObject({
    avatar_url: expect.stringContaining("/avatar/") as string,
  });
  for (const check of ["health", "readiness", "liveness"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await fetch(`${platform.url}/-/${check}`)).status).toBe(200);
  }
});
