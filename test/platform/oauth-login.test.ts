import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { TrueupError } from "../../src/core/errors.js";
import { logIn } from "../../src/platform/logins/log-in.js";
import { OAuthError } from "../../src/platform/oauth/failure.js";
import { failureOf } from "./local-server.js";
import { clientSecret, decide, setStage } from "./oauth-stage.js";

/** Who a token belongs to, by the platform itself. */
async function whoIs(url: string, token: string): Promise<unknown> {
  const reply = await fetch(`${url}/api/v4/user`, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { readonly username?: unknown }).username;
}

describe("logging in", () => {
  test("asks by code flow with PKCE: S256, a verifier of 43 to 128 unreserved characters, a state, and exactly the redirect URI", async () => {
    const stage = await setStage();
    const pages: string[] = [];
    const { login } = await stage.logIn({ scopes: ["api", "read_user"] }, async (page) => {
      pages.push(page);
      return decide(page, "approve");
    });
    const { pathname, searchParams } = new URL(pages[0] ?? "");
    const { state = "", code_challenge: challenge = "", ...rest } = Object.fromEntries(searchParams);
    expect(pathname).toBe("/oauth/authorize");
    expect(rest).toEqual({
      client_id: "trueup-cli",
      redirect_uri: `http://127.0.0.1:${stage.port}/callback`,
      response_type: "code",
      scope: "api read_user",
      code_challenge_method: "S256",
    });
    expect(login.code_verifier).toMatch(/^[A-Za-z0-9\-._~]{43,128}$/);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(login.code_verifier));
    expect(challenge).toBe(Buffer.from(digest).toString("base64url"));
    expect(state.length).toBeGreaterThan(20);
    await stage.logIn({}, async (page) => {
      pages.push(page);
      return decide(page, "approve");
    });
    expect(new URL(pages[1] ?? "").searchParams.get("state")).not.toBe(state);
  });

  test("ends with tokens that are stored, and a page that says so", async () => {
    const stage = await setStage();
    const { login, shown } = await stage.logIn();
    expect(await stage.logins.read(stage.url)).toEqual(login);
    expect(await whoIs(stage.url, login.access_token)).toBe("alice");
    expect(login.lifetime).toBe(7_200_000);
    expect(shown).toContain("You can close this window");
    expect(shown).not.toContain(login.access_token);
  });

  test("exchanges the code with the client id, the code, the redirect URI and the verifier, and nothing else", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn();
    const exchanges = stage.passed.filter(({ path }) => path === "/oauth/token");
    expect(exchanges.map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))))).toEqual([
      {
        grant_type: "authorization_code",
        client_id: "trueup-cli",
        code: expect.any(String) as string,
        redirect_uri: `http://127.0.0.1:${stage.port}/callback`,
        code_verifier: login.code_verifier,
      },
    ]);
  });

  test("as a confidential application sends its secret too, and with a wrong one nothing is stored", async () => {
    const stage = await setStage({ dialect: "vendor" });
    const { login } = await stage.logIn({ clientId: "portal", clientSecret });
    expect(await whoIs(stage.url, login.access_token)).toBe("alice");
    const other = await setStage({ dialect: "vendor" });
    const error = await failureOf(other.logIn({ clientId: "portal", clientSecret: "wrong-secret" }), OAuthError);
    expect(error).toMatchObject({ code: "oauth.invalid_client", reason: "invalid_client" });
    expect(error.hint).toContain("TRUEUP_CLIENT_SECRET");
    expect(`${error.message}${error.hint}`).not.toContain("wrong-secret");
    expect((await other.logins.list()).logins).toEqual([]);
  });

  test("that the user denies is told, on the terminal and in the browser, and nothing is stored", async () => {
    const stage = await setStage();
    let shown: Promise<string> = Promise.resolve("");
    const show = (page: string): void => {
      shown = decide(page, "deny").then(async (location) => (await fetch(location)).text());
    };
    const request = { url: stage.url, clientId: "trueup-cli", scopes: ["api"], port: stage.port };
    const { logins, redactor } = stage;
    const denied = logIn(request, { logins, redactor, show, hold: async (work) => work });
    expect((await failureOf(denied, OAuthError)).code).toBe("oauth.access_denied");
    expect(await shown).toContain("Not logged in");
    expect((await stage.logins.list()).logins).toEqual([]);
  });

  test("is not ended by an answer with a wrong state, two states, or none: they are refused, and the right one still counts", async () => {
    const stage = await setStage();
    const statuses: number[] = [];
    const { login } = await stage.logIn({}, async (page) => {
      const location = await decide(page, "approve");
      const right = new URL(location);
      for (const query of [
        "code=x&state=wrong",
        "code=x",
        "error=access_denied",
        `code=x&state=wrong&${right.search.slice(1)}`,
      ]) {
        statuses.push((await fetch(`${right.origin}${right.pathname}?${query}`)).status);
      }
      return location;
    });
    expect(statuses).toEqual([400, 400, 400, 400]);
    expect(await stage.logins.read(stage.url)).toEqual(login);
  });

  test("is not ended by other requests: a wish for an icon, another method, or a page of the web that poses as this computer", async () => {
    const stage = await setStage();
    const statuses: number[] = [];
    const { login } = await stage.logIn({}, async (page) => {
      const location = await decide(page, "approve");
      const { origin } = new URL(location);
      statuses.push((await fetch(`${origin}/favicon.ico`)).status, (await fetch(location, { method: "POST" })).status);
      statuses.push((await fetch(location.replace("127.0.0.1", "localhost")).catch(() => ({ status: 404 }))).status);
      return location;
    });
    expect(statuses).toEqual([404, 404, 404]);
    expect(await whoIs(stage.url, login.access_token)).toBe("alice");
  });

  test("listens on the loopback address alone, and no longer than needed", async () => {
    const stage = await setStage();
    const callback = (host: string): Promise<Response> => fetch(`http://${host}:${stage.port}/callback`);
    await stage.logIn({}, async (page) => {
      // An address of this computer too, but another one.
      await expect(callback("127.0.0.2")).rejects.toThrow("fetch failed");
      expect((await callback("127.0.0.1")).status).toBe(400);
      return decide(page, "approve");
    });
    await expect(callback("127.0.0.1")).rejects.toThrow("fetch failed");
  });

  test("says so where the port is taken, and what to do", async () => {
    const stage = await setStage();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(stage.port, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const error = await failureOf(stage.logIn(), TrueupError);
    expect(error.code).toBe("login.port");
    expect(error.message).toContain(`port ${stage.port} of this computer is taken`);
    expect(error.hint).toContain("--port");
  });

  test("is given up when nobody approves in time", async () => {
    const stage = await setStage();
    const error = await failureOf(
      stage.logIn({ patience: 10 }, async () => `${stage.url}/nothing`),
      TrueupError,
    );
    expect(error.code).toBe("login.timeout");
    expect((await stage.logins.list()).logins).toEqual([]);
  });

  test("again replaces the login of that server, and one that fails leaves it", async () => {
    const stage = await setStage();
    const { login: first } = await stage.logIn();
    const { login: second } = await stage.logIn({}, async (page) => decide(page, "approve", "bob"));
    expect(second.access_token).not.toBe(first.access_token);
    await failureOf(stage.logIn({ clientId: "portal", clientSecret: "wrong-secret" }), OAuthError);
    expect(await stage.logins.read(stage.url)).toMatchObject(second);
    expect(readdirSync(stage.directory)).toHaveLength(1);
  });
});
