import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";
import { publicKey } from "../public-key.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a deploy key has real fingerprints, may be used in several projects, and goes with the last", async () => {
  const [one, other] = [await vendor.project(), await vendor.project()];
  const { text, sha256 } = publicKey();
  const key = await vendor.made(`/projects/${one.id}/deploy_keys`, { title: "ci", key: text, can_push: true });
  expect(key).toMatchObject({ title: "ci", key: text, can_push: true, fingerprint_sha256: sha256, expires_at: null });
  const adopted = await vendor.made(`/projects/${other.id}/deploy_keys`, { title: "other", key: text });
  expect(adopted).toMatchObject({ id: key.id, can_push: false });
  await vendor.status("PUT", `/projects/${other.id}/deploy_keys/${key.id}`, { title: "shared" });
  expect(await vendor.list(`/projects/${one.id}/deploy_keys`)).toMatchObject([{ title: "shared", can_push: true }]);
  const listed = (await vendor.list("/deploy_keys?per_page=100")).find(({ id }) => id === key.id);
  expect(listed).toMatchObject({
    projects_with_write_access: [{ id: one.id }],
    projects_with_readonly_access: [{ id: other.id }],
  });
  for (const { id } of [one, other])
    expect((await vendor.status("DELETE", `/projects/${id}/deploy_keys/${key.id}`))[0]).toBe(204);
  expect((await vendor.list("/deploy_keys?per_page=100")).some(({ id }) => id === key.id)).toBe(false);
  expect((await vendor.status("DELETE", `/projects/${one.id}/deploy_keys/${key.id}`))[0]).toBe(404);
});

test("what is no key, and a key that is there with another comment, is refused", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/deploy_keys`;
  for (const key of ["nothing", `ssh-rsa ${randomBytes(64).toString("base64")}`, "ssh-ed25519 AAAA"])
    expect(await vendor.status("POST", at, { title: "x", key })).toEqual([
      400,
      { message: { "deploy_key.key": ["is invalid"], "deploy_key.fingerprint_sha256": ["cannot be generated"] } },
    ]);
  const { text } = publicKey("one");
  await vendor.made(at, { title: "x", key: text });
  expect(await vendor.status("POST", at, { title: "x", key: text.replace("one", "two") })).toMatchObject([
    400,
    { message: { "deploy_key.fingerprint_sha256": ["has already been taken"] } },
  ]);
});

test("a key that administrators made can be enabled by every maintainer, and stays", async () => {
  const { id } = await vendor.project();
  const maintainer = await vendor.member(`/projects/${id}`, 40);
  const key = await vendor.made("/deploy_keys", { title: "all", key: publicKey().text });
  const at = `/projects/${id}/deploy_keys/${key.id}`;
  expect((await vendor.status("POST", `${at}/enable`, undefined, maintainer))[0]).toBe(201);
  expect((await vendor.status("DELETE", at, undefined, maintainer))[0]).toBe(204);
  expect((await vendor.list("/deploy_keys?public=true")).map((one) => one["id"])).toContain(key.id);
  expect((await vendor.status("GET", "/deploy_keys", undefined, maintainer))[0]).toBe(403);
  const other = await vendor.project();
  const secret = await vendor.made(`/projects/${other.id}/deploy_keys`, { title: "own", key: publicKey().text });
  expect((await vendor.status("POST", `/projects/${id}/deploy_keys/${secret.id}/enable`, undefined, maintainer))[0]).toBe(404);
});

test("a deploy token is shown once, has a name of its own, and may have ended", async () => {
  const group = await vendor.group();
  const { id } = await vendor.project({ namespace_id: group.id });
  const at = `/projects/${id}/deploy_tokens`;
  const made = await vendor.made(at, { name: "x", scopes: ["read_registry"] });
  expect(made).toMatchObject({ username: `gitlab+deploy-token-${made.id}`, revoked: false, expired: false, expires_at: null });
  expect(String(made["token"])).toMatch(/^gldt-/);
  const old = await vendor.made(at, { name: "y", scopes: ["read_registry"], username: "bar", expires_at: "2020-01-01" });
  expect(old).toMatchObject({ expires_at: "2020-01-01T00:00:00.000Z", expired: true, username: "bar" });
  expect((await vendor.status("GET", `${at}/${made.id}`))[1]).not.toHaveProperty("token");
  expect((await vendor.list(`${at}?active=true`)).map((one) => one["id"])).toEqual([made.id]);
  const ofGroup = await vendor.made(`/groups/${group.id}/deploy_tokens`, { name: "g", scopes: ["read_repository"] });
  expect((await vendor.list("/deploy_tokens")).map((one) => one["id"])).toEqual([made.id, old.id, ofGroup.id]);
  expect((await vendor.status("POST", at, { name: "x", scopes: [] }))[0]).toBe(400);
  expect(await vendor.status("POST", at, { name: "x", scopes: ["all"] })).toEqual([
    400,
    { error: "scopes does not have a valid value" },
  ]);
  expect((await vendor.status("DELETE", `${at}/${made.id}`))[0]).toBe(204);
});
