import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;
type Made = { readonly id: number; readonly token: string };

const seed = {
  users: [{ username: "ada" }, { username: "bea" }],
  groups: [{ full_path: "crew", visibility: "public", members: { ada: 50 } }],
  projects: [
    { path_with_namespace: "crew/web", visibility: "public" },
    { path_with_namespace: "crew/app", visibility: "public" },
  ],
};
const start = (): Promise<Platform> => startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed });

async function send(platform: Platform, method: string, path: string, json?: Body, token?: string): Promise<[number, unknown]> {
  const options = { ...(json === undefined ? {} : { json }), ...(token === undefined ? {} : { token }) };
  const { status, body } = await platform.call(method, path, options);
  return [status, body];
}

test("a runner is made by who keeps its project, group or the instance, and asks for jobs with its token", async () => {
  const platform = await start();
  const project = ((await send(platform, "GET", "/projects/crew%2Fweb"))[1] as Body)["id"];
  const draft = { runner_type: "project_type", project_id: project, tag_list: "docker,fast", run_untagged: false };
  expect((await send(platform, "POST", "/user/runners", draft, "token-of-bea"))[0]).toBe(403);
  expect((await send(platform, "POST", "/user/runners", { runner_type: "instance_type" }, "token-of-ada"))[0]).toBe(403);
  expect(await send(platform, "POST", "/user/runners", { runner_type: "group_type" })).toEqual([
    400,
    { error: "group_id is missing" },
  ]);
  const [status, made] = await send(platform, "POST", "/user/runners", draft, "token-of-ada");
  expect([status, made]).toEqual([201, { id: 1, token: expect.stringMatching(/^glrt-/), token_expires_at: null }]);
  const { id, token } = made as Made;
  expect((await send(platform, "GET", `/runners/${id}`))[1]).toMatchObject({
    status: "never_contacted",
    tag_list: ["docker", "fast"],
    run_untagged: false,
    projects: [{ id: project }],
    created_by: { username: "ada" },
  });
  expect((await send(platform, "GET", `/runners/${id}`, undefined, "token-of-bea"))[0]).toBe(403);
  expect((await send(platform, "POST", "/runners/verify", { token }, ""))[0]).toBe(200);
  expect((await send(platform, "POST", "/jobs/request", { token }, ""))[0]).toBe(204);
  expect((await send(platform, "GET", "/runners/all?status=online"))[1]).toHaveLength(1);
  expect(
    (await send(platform, "GET", "/projects/crew%2Fweb/runners?tag_list=docker", undefined, "token-of-ada"))[1],
  ).toHaveLength(1);
  expect((await send(platform, "GET", "/runners", undefined, "token-of-ada"))[1]).toHaveLength(1);
  expect((await send(platform, "DELETE", `/runners?token=${token}`, undefined, ""))[0]).toBe(204);
  expect((await send(platform, "POST", "/runners/verify", { token }, ""))[0]).toBe(403);
});

test("a runner is registered with the token of its group, changed, enabled for further projects and removed", async () => {
  const platform = await start();
  const group = (await send(platform, "GET", "/groups/crew"))[1] as Body;
  expect((await send(platform, "POST", "/runners", { token: "none" }, ""))[0]).toBe(403);
  const [status, made] = await send(platform, "POST", "/runners", { token: group["runners_token"], description: "old" }, "");
  expect(status).toBe(201);
  const path = `/runners/${(made as Made).id}`;
  expect((await send(platform, "GET", path))[1]).toMatchObject({ runner_type: "group_type", groups: [{ name: "crew" }] });
  expect((await send(platform, "PUT", path, {}))[0]).toBe(400);
  expect(await send(platform, "PUT", path, { run_untagged: false })).toEqual([
    400,
    { message: { tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"] } },
  ]);
  expect((await send(platform, "PUT", path, { paused: true, description: "new" }))[1]).toMatchObject({
    paused: true,
    active: false,
    description: "new",
  });
  const [, { token }] = (await send(platform, "POST", "/projects/crew%2Fweb/runners/reset_registration_token")) as [number, Made];
  expect((await send(platform, "GET", "/projects/crew%2Fweb"))[1]).toMatchObject({ runners_token: token });
  const [, { id }] = (await send(platform, "POST", "/runners", { token }, "")) as [number, Made];
  expect((await send(platform, "POST", "/projects/crew%2Fapp/runners", { runner_id: id }, "token-of-ada"))[0]).toBe(201);
  expect((await send(platform, "GET", `/runners/${id}/projects`))[1]).toHaveLength(2);
  expect((await send(platform, "DELETE", `/runners/${id}`, undefined, "token-of-ada"))[0]).toBe(403);
  expect((await send(platform, "DELETE", `/projects/crew%2Fapp/runners/${id}`))[0]).toBe(204);
  expect((await send(platform, "DELETE", `/projects/crew%2Fweb/runners/${id}`))[0]).toBe(403);
  expect((await send(platform, "DELETE", `/runners/${id}`, undefined, "token-of-ada"))[0]).toBe(204);
  expect((await send(platform, "GET", `/runners/${id}`))[1]).toEqual({ message: "404 Runner Not Found" });
});
