import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";
import { publicKey } from "../public-key.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("a mirror shows its address without credentials, which no change reaches", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/remote_mirrors`;
  const host = publicKey();
  const made = await vendor.made(at, {
    url: "https://me:secret@a.example/x.git",
    host_keys: [`a.example ${host.text}`],
  });
  expect(made).toMatchObject({
    url: "https://*****:*****@a.example/x.git",
    enabled: false,
    only_protected_branches: false,
    auth_method: "password",
    update_status: "none",
    last_error: null,
    host_keys: [{ fingerprint_sha256: host.sha256 }],
  });
  expect((await vendor.status("POST", `${at}/${made.id}/sync`))[0]).toBe(400);
  const changed = await vendor.status("PUT", `${at}/${made.id}`, { enabled: true, url: "https://b.example" });
  expect(changed).toMatchObject([200, { enabled: true, url: "https://*****:*****@a.example/x.git" }]);
  expect((await vendor.status("POST", `${at}/${made.id}/sync`))[0]).toBe(204);
  expect(await vendor.list(at)).toEqual([changed[1]]);
  expect((await vendor.status("DELETE", `${at}/${made.id}`))[0]).toBe(204);
  expect((await vendor.status("POST", at, { url: "other://a.example/x" }))[0]).toBe(400);
});

test("a pattern and protected branches alone exclude each other", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/remote_mirrors`;
  const both = { only_protected_branches: true, mirror_branch_regex: "x" };
  expect((await vendor.status("POST", at, { url: "https://a.example", ...both }))[0]).toBe(400);
  const { id: mirror } = await vendor.made(at, { url: "https://a.example", mirror_branch_regex: "x" });
  expect(await vendor.status("PUT", `${at}/${mirror}`, { only_protected_branches: true })).toMatchObject([
    200,
    { only_protected_branches: true, mirror_branch_regex: null },
  ]);
});

test("a mirror by key has one of the server's own", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/remote_mirrors`;
  const one = await vendor.made(at, { url: "ssh://git@a.example/x.git", auth_method: "ssh_public_key" });
  expect(one["url"]).toBe("ssh://*****@a.example/x.git");
  const [status, body] = await vendor.status("GET", `${at}/${one.id}/public_key`);
  expect([status, body]).toMatchObject([200, { public_key: expect.stringMatching(/^ssh-rsa AAAA/) }]);
  const other = await vendor.made(at, { url: "https://a.example/x.git" });
  expect((await vendor.status("GET", `${at}/${other.id}/public_key`))[0]).toBe(404);
});

test("a pull is started of a project that is a mirror only", async () => {
  const { id } = await vendor.project();
  const at = `/projects/${id}/mirror/pull`;
  expect(await vendor.status("POST", at)).toEqual([400, { message: "The project is not mirrored" }]);
  await vendor.status("PUT", at, { url: "https://a.example/x.git", enabled: true });
  expect((await vendor.status("POST", at))[0]).toBe(200);
  expect((await vendor.status("GET", at))[1]).toMatchObject({ last_update_started_at: expect.any(String) });
});
