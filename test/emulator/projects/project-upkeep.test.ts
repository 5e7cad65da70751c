import { expect, test } from "vitest";
import { project, startBench } from "../bench.js";

test("a project is starred once by each user", async () => {
  const { ask, list } = await startBench();
  expect(await ask("POST", `${project}/star`, {}, "guest")).toMatchObject([201, { star_count: 1 }]);
  expect((await ask("POST", `${project}/star`, {}, "guest"))[0]).toBe(304);
  expect(await list(`${project}/starrers`)).toMatchObject([{ user: { username: "guest" } }]);
  expect(await ask("POST", `${project}/unstar`, {}, "guest")).toMatchObject([201, { star_count: 0 }]);
});

test("a fork has the branches of its source and is listed there", async () => {
  const { ask, list } = await startBench();
  const [status, made] = await ask("POST", `${project}/fork`, { namespace: "developer" });
  expect([status, made]).toMatchObject([
    201,
    { path_with_namespace: "developer/web", forked_from_project: { path_with_namespace: "acme/web" }, visibility: "private" },
  ]);
  expect((await list("/projects/developer%2Fweb/repository/branches")).map(({ name }) => name)).toEqual(["main"]);
  expect((await list(`${project}/forks`)).map(({ id }) => id)).toEqual([made["id"]]);
  expect((await ask("POST", `${project}/fork`, { namespace: "developer" }))[0]).toBe(409);
  expect((await ask("POST", `${project}/fork`, { namespace_path: "nowhere" }))[0]).toBe(404);
  expect((await ask("DELETE", "/projects/developer%2Fweb/fork"))[0]).toBe(204);
  expect(await list(`${project}/forks`)).toEqual([]);
});

test("upkeep is for owners, storage for administrators", async () => {
  const { ask, list } = await startBench();
  expect((await ask("POST", `${project}/housekeeping`, {}, "maintainer"))[0]).toBe(403);
  expect((await ask("POST", `${project}/housekeeping`, {}, "owner"))[0]).toBe(201);
  expect((await ask("GET", `${project}/storage`, undefined, "owner"))[0]).toBe(403);
  expect((await ask("GET", `${project}/storage`))[1]).toMatchObject({ repository_storage: "default" });
  expect(await ask("GET", `${project}/languages`)).toEqual([200, {}]);
  expect(await list(`${project}/transfer_locations`)).toEqual([]);
});

test("protection rules take at least one level, and a blank one lifts it", async () => {
  const { ask } = await startBench();
  const path = `${project}/packages/protection/rules`;
  const sent = { package_name_pattern: "@acme/*", package_type: "npm" };
  expect((await ask("POST", path, sent))[0]).toBe(400);
  expect((await ask("POST", path, { ...sent, minimum_access_level_for_push: "owner" }))[0]).toBe(201);
  expect((await ask("POST", path, { ...sent, minimum_access_level_for_push: "owner" }))[0]).toBe(422);
  const at = `${project}/registry/protection/repository/rules`;
  const rule = {
    repository_path_pattern: "acme/web/*",
    minimum_access_level_for_push: "owner",
    minimum_access_level_for_delete: "admin",
  };
  const [, made] = await ask("POST", at, rule);
  expect((await ask("PATCH", `${at}/${String(made["id"])}`, { minimum_access_level_for_push: "" }))[1]).toMatchObject({
    minimum_access_level_for_push: null,
    minimum_access_level_for_delete: "admin",
  });
  expect((await ask("POST", at, { ...rule, repository_path_pattern: "other/*" }))[0]).toBe(422);
});

test("external status checks are asked and answer for a commit", async () => {
  const { ask, list } = await startBench();
  const path = `${project}/external_status_checks`;
  const sent = { name: "Blocker", external_url: "https://example.com/check", shared_secret: "s" };
  const [status, made] = await ask("POST", path, sent);
  expect([status, made]).toMatchObject([201, { name: "Blocker", hmac: true, protected_branches: [] }]);
  expect(made).not.toHaveProperty("shared_secret");
  expect((await ask("POST", path, sent))[0]).toBe(400);
  await ask("POST", `${project}/repository/branches?branch=side&ref=main`);
  const [, request] = await ask("POST", `${project}/merge_requests`, {
    source_branch: "side",
    target_branch: "main",
    title: "Side",
  });
  const at = `${project}/merge_requests/${String(request["iid"])}`;
  expect(await list(`${at}/status_checks`)).toMatchObject([{ name: "Blocker", status: "pending" }]);
  const answer = { sha: request["sha"], external_status_check_id: made["id"], status: "failed" };
  expect((await ask("POST", `${at}/status_check_responses`, answer))[0]).toBe(201);
  expect(await list(`${at}/status_checks`)).toMatchObject([{ status: "failed" }]);
});

test("pages have settings and domains", async () => {
  const { ask, list } = await startBench();
  expect((await ask("GET", `${project}/pages`))[1]).toMatchObject({ is_unique_domain_enabled: true, force_https: false });
  expect((await ask("PATCH", `${project}/pages`, { pages_unique_domain_enabled: false }))[1]).toMatchObject({
    is_unique_domain_enabled: false,
  });
  const [status, made] = await ask("POST", `${project}/pages/domains`, { domain: "Foo.example.com" }, "maintainer");
  expect([status, made]).toMatchObject([
    201,
    { domain: "foo.example.com", url: "http://foo.example.com", verified: false, certificate: null },
  ]);
  expect((await list("/pages/domains")).map(({ domain }) => domain)).toEqual(["foo.example.com"]);
  expect((await ask("POST", `${project}/pages/domains`, { domain: "foo.example.com" }))[0]).toBe(400);
  expect((await ask("DELETE", `${project}/pages/domains/foo.example.com`))[0]).toBe(204);
  expect((await ask("DELETE", `${project}/pages`))[0]).toBe(204);
});

test("a secure file is kept with its checksum", async () => {
  const { ask, list } = await startBench();
  const form = new FormData();
  form.append("name", "key.jks");
  form.append("file", new File(["secret"], "key.jks"));
  const [status, made] = await ask("POST", `${project}/secure_files`, form);
  expect([status, made]).toMatchObject([201, { name: "key.jks", checksum_algorithm: "sha256", file_extension: "jks" }]);
  expect((await list(`${project}/secure_files`, "developer")).length).toBe(1);
  expect(await ask("GET", `${project}/secure_files/${String(made["id"])}/download`)).toEqual([200, "secret"]);
  expect((await ask("DELETE", `${project}/secure_files/${String(made["id"])}`, undefined, "developer"))[0]).toBe(403);
});
