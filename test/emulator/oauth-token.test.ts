import { expect, test } from "vitest";

import { CALLBACK, VERIFIER, codeFor, post, userStatus } from "./oauth.js";
import type { Fields } from "./oauth.js";
import { startPlatform } from "./platform.js";

const exchange = (code: string, more: Fields = { code_verifier: VERIFIER }): Record<string, string> => ({
  grant_type: "authorization_code",
  client_id: "trueup-cli",
  redirect_uri: CALLBACK,
  code,
  ...more,
});

test("a code is exchanged under PKCE without a secret, for a pair of tokens that calls the API as the user", async () => {
  const platform = await startPlatform();
  const { status, body, headers } = await post(platform, "/oauth/token", exchange(await codeFor(platform)));
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    token_type: "bearer",
    expires_in: 7200,
    refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    created_at: expect.any(Number),
  });
  const token = String(body["access_token"]);
  const me = await platform.call("GET", "/user", { token: "", headers: { Authorization: `Bearer ${token}` } });
  expect(me.body).toMatchObject({ username: "alice" });
});

test("the password grant answers exactly three keys, and its scope is api", async () => {
  const platform = await startPlatform();
  const { status, body } = await post(platform, "/oauth/token", {
    grant_type: "password",
    username: "bob",
    password: "password-of-bob",
  });
  expect(status).toBe(200);
  expect(body).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 7200 });
  expect(await userStatus(platform, String(body["access_token"]))).toBe(200);
});
