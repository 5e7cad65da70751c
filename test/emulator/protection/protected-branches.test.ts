import { expect, test } from "vitest";
import { type Company, startCompany } from "../company.js";

const path = "/projects/acme%2Fother/protected_branches";

async function withRepository(acme: Company): Promise<string> {
  const json = { name: "lib", namespace_id: acme.groups.acme.id, initialize_with_readme: true };
  const made = await acme.call("POST", "/projects", { json });
  expect(made.status).toBe(201);
  return "/projects/acme%2Flib";
}

test("a branch is protected, read by its encoded name, listed and unprotected", async () => {
  const acme = await startCompany();
  const json = { name: "release/*", push_access_level: 0, merge_access_level: 30, allow_force_push: true };
  const made = await acme.call("POST", path, { json });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: "release/*",
    push_access_levels: [{ access_level: 0, access_level_description: "No one" }],
    merge_access_levels: [{ access_level: 30, access_level_description: "Developers + Maintainers" }],
    unprotect_access_levels: [{ access_level: 40, access_level_description: "Maintainers" }],
    allow_force_push: true,
    code_owner_approval_required: false,
  });
  expect((await acme.call("GET", `${path}/release%2F*`)).body).toEqual(made.body);
  const listed = await acme.call("GET", `${path}?search=REL`);
  expect([listed.headers.get("X-Total"), listed.body]).toEqual(["1", [made.body]]);
  expect((await acme.call("GET", path)).headers.get("X-Total")).toBe("2");
  const twice = await acme.call("POST", path, { json });
  expect([twice.status, twice.body]).toEqual([409, { message: "Protected branch 'release/*' already exists" }]);
  const gone = await acme.call("DELETE", `${path}/release%2F*`);
  expect([gone.status, gone.body]).toEqual([204, ""]);
  const missing = await acme.call("GET", `${path}/release%2F*`);
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
});

test("a name is what it says, whatever characters it has, in its letter case", async () => {
  const acme = await startCompany({ serverVersion: "15.6.0" });
  const names = ["my.feature", "a%2Fb", "größe/ß", "a+b c", "#1?", "Next", "next"];
  for (const name of names) expect((await acme.call("POST", path, { json: { name } })).status).toBe(201);
  for (const name of names) {
    const one = `${path}/${encodeURIComponent(name)}`;
    expect((await acme.call("GET", one)).body).toMatchObject({ name, allow_force_push: false });
    expect((await acme.call("PATCH", one, { json: { allow_force_push: true } })).body).toMatchObject({
      name,
      allow_force_push: true,
    });
    expect((await acme.call("DELETE", one)).status).toBe(204);
  }
  expect((await acme.call("GET", path)).body).toMatchObject([{ name: "main", allow_force_push: false }]);
});

test("from 15.6 a protection is changed in place: what is not sent stays", async () => {
  const acme = await startCompany({ serverVersion: "15.6.0" });
  await acme.call("POST", path, { json: { name: "stable", push_access_level: 40 } });
  const changed = await acme.call("PATCH", `${path}/stable`, { json: { allow_force_push: true } });
  expect([changed.status, changed.body]).toMatchObject([200, { allow_force_push: true, code_owner_approval_required: false }]);
  const again = await acme.call("PATCH", `${path}/stable`, { json: { code_owner_approval_required: true } });
  expect(again.body).toMatchObject({
    allow_force_push: true,
    code_owner_approval_required: true,
    push_access_levels: [{ access_level: 40 }],
  });
  const earlier = await startCompany({ serverVersion: "15.5.0" });
  await earlier.call("POST", path, { json: { name: "stable" } });
  expect((await earlier.call("PATCH", `${path}/stable`, { json: { allow_force_push: true } })).status).toBe(404);
});

test("protected branches are read by Developers and changed by Maintainers, and archived projects keep theirs", async () => {
  const acme = await startCompany();
  const json = { name: "next" };
  const status = async (method: string, to: string, token: string) =>
    (await acme.call(method, to, { token, ...(method === "POST" ? { json } : {}) })).status;
  expect(await status("GET", path, "token-of-dora")).toBe(200);
  expect(await status("POST", path, "token-of-dora")).toBe(403);
  expect(await status("DELETE", `${path}/main`, "token-of-dora")).toBe(403);
  expect(await status("GET", path, "token-of-stranger")).toBe(404);
  expect(await status("GET", path, "")).toBe(401);
  expect(await status("POST", path, "token-of-mike")).toBe(201);
  expect(await status("POST", "/projects/acme%2Fold/protected_branches", "token-of-mike")).toBe(403);
});

test("a level that does not exist, and a missing name, are refused", async () => {
  const acme = await startCompany();
  const level = await acme.call("POST", path, { json: { name: "next", push_access_level: 20 } });
  expect([level.status, level.body]).toEqual([400, { error: "push_access_level does not have a valid value" }]);
  const name = await acme.call("POST", path, { json: {} });
  expect([name.status, name.body]).toEqual([400, { error: "name is missing" }]);
});

test("a branch says whether it is protected, by name or by wildcard", async () => {
  const acme = await startCompany();
  const lib = await withRepository(acme);
  for (const branch of ["release/1.0", "fix"]) {
    const made = await acme.call("POST", `${lib}/repository/branches`, { json: { branch, ref: "main" } });
    expect(made.status).toBe(201);
  }
  const isProtected = async (branch: string) =>
    ((await acme.call("GET", `${lib}/repository/branches/${encodeURIComponent(branch)}`)).body as { protected: boolean })
      .protected;
  expect(await isProtected("release/1.0")).toBe(false);
  await acme.call("POST", `${lib}/protected_branches`, { json: { name: "release/*" } });
  await acme.call("POST", `${lib}/protected_branches`, { json: { name: "*.*x*" } });
  expect([await isProtected("release/1.0"), await isProtected("fix")]).toEqual([true, false]);
  await acme.call("POST", `${lib}/protected_branches`, { json: { name: "f*x" } });
  expect(await isProtected("fix")).toBe(true);
});

test("a wildcard of many stars is matched at once", async () => {
  const acme = await startCompany();
  const lib = await withRepository(acme);
  const branch = "a".repeat(200);
  await acme.call("POST", `${lib}/repository/branches`, { json: { branch, ref: "main" } });
  await acme.call("POST", `${lib}/protected_branches`, { json: { name: `${"a*".repeat(60)}b` } });
  expect((await acme.call("GET", `${lib}/repository/branches/${branch}`)).body).toMatchObject({ protected: false });
});

test("branches are listed and searched; an unknown one is not found", async () => {
  const acme = await startCompany();
  const lib = await withRepository(acme);
  await acme.call("POST", `${lib}/repository/branches`, { json: { branch: "next", ref: "main" } });
  const listed = await acme.call("GET", `${lib}/repository/branches?search=MA`);
  expect(listed.body).toMatchObject([{ name: "main", default: true }]);
  const missing = await acme.call("GET", `${lib}/repository/branches/none`);
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Branch Not Found" }]);
});
