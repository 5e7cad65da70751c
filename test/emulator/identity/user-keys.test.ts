import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";

type Body = Record<string, unknown>;

const seed = { users: [{ username: "ada" }, { username: "bea" }] };
const start = (): Promise<Platform> => startPlatform({ dialect: "vendor", serverVersion: "19.0.0", seed });
const body = Buffer.concat(
  ["ssh-ed25519", "0123456789abcdef0123456789abcdef"].flatMap((part) => [Buffer.from([0, 0, 0, part.length]), Buffer.from(part)]),
);
const key = `ssh-ed25519 ${body.toString("base64")} ada@home`;
const sha256 = `SHA256:${createHash("sha256").update(body).digest("base64").replace(/=+$/, "")}`;

test("a key for SSH is had by one user, found by either fingerprint, and shown with its owner", async () => {
  const platform = await start();
  const ada = { token: "token-of-ada" };
  const wrong = await platform.call("POST", "/user/keys", { ...ada, json: { title: "no", key: "ssh-rsa AAAA" } });
  expect([wrong.status, (wrong.body as { message: Body }).message["key"]]).toEqual([400, ["is invalid"]]);
  const made = await platform.call("POST", "/user/keys", { ...ada, json: { title: "home", key, expires_at: "2999-01-01" } });
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: 1,
      title: "home",
      created_at: expect.any(String),
      expires_at: "2999-01-01T00:00:00.000Z",
      last_used_at: null,
      key: `ssh-ed25519 ${body.toString("base64")} ada (127.0.0.1)`,
      usage_type: "auth_and_signing",
    },
  ]);
  const twice = await platform.call("POST", "/users/3/keys", { json: { title: "same", key } });
  expect([twice.status, twice.body]).toEqual([
    400,
    { message: { fingerprint_sha256: ["has already been taken"], fingerprint: ["has already been taken"] } },
  ]);
  const found = await platform.call("GET", `/keys?fingerprint=${encodeURIComponent(sha256)}`);
  expect(found.body).toMatchObject({ title: "home", user: { username: "ada" } });
  expect((await platform.call("GET", "/keys/1")).body).toMatchObject({ user: { username: "ada" } });
  expect((await platform.call("GET", "/keys/1", ada)).status).toBe(403);
  expect((await platform.call("GET", "/users/ada/keys", { token: "" })).body).toHaveLength(1);
  expect((await platform.call("POST", "/users/2/keys", { ...ada, json: { title: "x", key } })).status).toBe(403);
  expect((await platform.call("GET", "/user/keys/1", { token: "token-of-bea" })).body).toEqual({ message: "404 Key Not Found" });
  expect((await platform.call("DELETE", "/user/keys/1", ada)).status).toBe(204);
});

test("further addresses and keys for signatures are kept by their user and by administrators", async () => {
  const platform = await start();
  const ada = { token: "token-of-ada" };
  const email = await platform.call("POST", "/users/2/emails", { json: { email: "Ada2@example.org", skip_confirmation: true } });
  expect([email.status, email.body]).toEqual([201, { id: 1, email: "ada2@example.org", confirmed_at: expect.any(String) }]);
  expect(
    (await platform.call("POST", "/user/emails", { token: "token-of-bea", json: { email: "ada2@example.org" } })).body,
  ).toEqual({
    message: { email: ["has already been taken"] },
  });
  expect((await platform.call("GET", "/user/emails", ada)).body).toHaveLength(1);
  expect((await platform.call("GET", "/users/2/emails", ada)).status).toBe(403);
  const block = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQEN\n-----END PGP PUBLIC KEY BLOCK-----";
  expect((await platform.call("POST", "/user/gpg_keys", { ...ada, json: { key: block } })).status).toBe(201);
  expect((await platform.call("POST", "/user/gpg_keys", { ...ada, json: { key: "none" } })).status).toBe(400);
  expect((await platform.call("GET", "/users/2/gpg_keys/1")).body).toMatchObject({ key: block });
  expect((await platform.call("POST", "/user/gpg_keys/1/revoke", ada)).status).toBe(202);
  expect((await platform.call("GET", "/user/gpg_keys", ada)).body).toEqual([]);
});

test("users say how they are, keep preferences, and hear what is open for them", async () => {
  const platform = await start();
  const ada = { token: "token-of-ada" };
  const none = { emoji: null, message: null, availability: null, message_html: null, clear_status_at: null };
  expect((await platform.call("GET", "/user/status", ada)).body).toEqual(none);
  const json = { message: "<lunch>", availability: "busy", clear_status_after: "30_minutes" };
  expect((await platform.call("PUT", "/user/status", { ...ada, json })).body).toEqual({
    emoji: "speech_balloon",
    message: "<lunch>",
    availability: "busy",
    message_html: "&lt;lunch&gt;",
    clear_status_at: expect.any(String),
  });
  await platform.call("PATCH", "/user/status", { ...ada, json: { emoji: "tea" } });
  expect((await platform.call("GET", "/users/ada/status", { token: "" })).body).toMatchObject({
    emoji: "tea",
    message: "<lunch>",
  });
  expect((await platform.call("PUT", "/user/status", { ...ada, json: {} })).body).toEqual(none);
  expect(
    (await platform.call("PUT", "/user/preferences", { ...ada, json: { view_diffs_file_by_file: true } })).body,
  ).toMatchObject({
    user_id: 2,
    view_diffs_file_by_file: true,
    show_whitespace_in_diffs: true,
  });
  expect((await platform.call("PUT", "/user/preferences", { ...ada, json: {} })).status).toBe(400);
  expect((await platform.call("GET", "/user_counts", ada)).body).toMatchObject({ assigned_issues: 0, todos: 0 });
  expect((await platform.call("GET", "/users/2/memberships?type=Invalid")).status).toBe(400);
  expect((await platform.call("GET", "/users/2/memberships")).body).toEqual([]);
  expect((await platform.call("POST", "/users/3/follow", ada)).status).toBe(201);
  expect((await platform.call("POST", "/users/3/follow", ada)).status).toBe(304);
  expect((await platform.call("GET", "/users/3", ada)).body).toMatchObject({ followers: 1, is_followed: true });
  expect((await platform.call("GET", "/user/activities?from=2020-01-01")).body).toContainEqual({
    username: "ada",
    last_activity_on: new Date().toISOString().slice(0, 10),
    last_activity_at: new Date().toISOString().slice(0, 10),
  });
  expect((await platform.call("POST", "/users/2/deactivate")).status).toBe(403);
  expect((await platform.call("GET", "/users/2/associations_count", ada)).body).toMatchObject({ groups_count: 0 });
});
