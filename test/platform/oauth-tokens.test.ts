import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { passwordGrant } from "../../src/platform/index.js";
import { logOut } from "../../src/platform/logins/log-out.js";
import { OAuthError } from "../../src/platform/oauth/failure.js";
import { reachOnly } from "../../src/platform/oauth/provider.js";
import { revoke, tokenInfo } from "../../src/platform/oauth/tokens.js";
import { failureOf, startServer } from "./local-server.js";
import { answering, clientSecret, setStage, type Stage } from "./oauth-stage.js";

async function userStatus({ url }: Stage, token: string): Promise<number> {
  return (await fetch(`${url}/api/v4/user`, { headers: { authorization: `Bearer ${token}` } })).status;
}

test("what asks a token endpoint reaches no other address, whatever it is given", async () => {
  const server = await startServer(({ json }) => json(200, {}));
  const ask = reachOnly(`${server.url}/oauth/token`);
  await ask(`${server.url}/oauth/token`, { method: "POST", headers: {} });
  for (const other of ["/oauth/token/info", "/api/v4/user"])
    await expect(ask(`${server.url}${other}`, { method: "POST", headers: {} })).rejects.toThrow("This reaches only");
  expect(server.arrived).toHaveLength(1);
});

describe("token info", () => {
  test("tells whose a token is, its scopes and its end; the token goes as Bearer, not in the address", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn({ scopes: ["api", "read_user"] });
    const info = await tokenInfo({ url: stage.url }, login.access_token);
    expect(info).toMatchObject({ userId: expect.any(Number) as number, scopes: ["api", "read_user"] });
    expect(info.expiresIn).toBeGreaterThan(7000);
    const asked = stage.passed.at(-1);
    expect([asked?.path, asked?.headers.authorization]).toEqual(["/oauth/token/info", `Bearer ${login.access_token}`]);
  });

  test("of a token that is not valid is an error that does not show it", async () => {
    const stage = await setStage();
    const error = await failureOf(tokenInfo({ url: stage.url }, "hunter2-hunter2"), OAuthError);
    expect(error.reason).toBe("invalid_token");
    expect(`${error.message}${error.hint}`).not.toContain("hunter2");
  });
});

describe("revoking", () => {
  test("sends the client id, its secret and the token, and the token is worth nothing from then on", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn({ clientId: "portal", clientSecret });
    await revoke({ url: stage.url, clientId: "portal", clientSecret }, login.access_token);
    expect(Object.fromEntries(new URLSearchParams(String(stage.passed.at(-1)?.body)))).toEqual({
      client_id: "portal",
      client_secret: clientSecret,
      token: login.access_token,
    });
    expect(await userStatus(stage, login.access_token)).toBe(401);
  });

  test("is part of logging out where the application has a secret: both tokens end, and the file goes", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn({ clientId: "portal", clientSecret });
    const { url, logins, redactor } = stage;
    expect(await logOut(url, { logins, redactor })).toMatchObject({ server: "revoked" });
    expect(await userStatus(stage, login.access_token)).toBe(401);
    expect(stage.passed.filter(({ path }) => path === "/oauth/revoke")).toHaveLength(2);
    expect((await logins.list()).logins).toEqual([]);
    expect(await logOut(url, { logins, redactor })).toBeUndefined();
  });

  test("cannot be done without a secret: the file goes, and what is left to do is said", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn();
    const { url, logins, redactor } = stage;
    expect(await logOut(url, { logins, redactor })).toEqual({
      url,
      server: "no secret",
      expires_at: login.expires_at,
      page: `${url}/-/profile/applications`,
    });
    expect((await logins.list()).logins).toEqual([]);
    expect(await userStatus(stage, login.access_token)).toBe(200);
  });

  test("that fails removes the tokens from this computer all the same, and says why", async () => {
    const stage = await setStage({}, { path: /^\/oauth\/revoke$/, trouble: answering(500) });
    await stage.logIn({ clientId: "portal", clientSecret });
    const { url, logins, redactor } = stage;
    const done = await logOut(url, { logins, redactor });
    expect(done).toMatchObject({ server: "failed", problem: { code: "oauth.foreign" } });
    expect((await logins.list()).logins).toEqual([]);
  });
});

describe("the password grant", () => {
  test("gives an access token of scope api, and no refresh token", async () => {
    const stage = await setStage();
    const grant = await passwordGrant({ url: stage.url, username: "alice", password: "password-of-alice" });
    expect(grant).toEqual({ access_token: expect.any(String) as string, refresh_token: undefined, expires_in: 7200 });
    expect((await tokenInfo({ url: stage.url }, grant.access_token)).scopes).toEqual(["api"]);
    expect(Object.fromEntries(new URLSearchParams(String(stage.passed[0]?.body)))).toEqual({
      grant_type: "password",
      username: "alice",
      password: "password-of-alice",
    });
  });

  test("sends an application as HTTP Basic", async () => {
    const stage = await setStage();
    const who = { username: "alice", password: "password-of-alice", clientId: "portal", clientSecret };
    await passwordGrant({ url: stage.url, ...who });
    expect(stage.passed[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from(`portal:${encodeURIComponent(clientSecret).replaceAll("-", "%2D")}`).toString("base64")}`,
    );
  });

  test("with a wrong password is an error that does not show it", async () => {
    const stage = await setStage();
    const redactor = createRedactor();
    const wrong = passwordGrant({ url: stage.url, username: "alice", password: "hunter2-hunter2", redactor });
    const error = await failureOf(wrong, OAuthError);
    expect(error.reason).toBe("invalid_grant");
    expect(`${error.message}${error.hint}`).not.toContain("hunter2");
    expect(redactor.scrub("hunter2-hunter2")).toBe("[secret]");
  });
});
