// @module-tag slow
import { describe, expect, onTestFinished, test } from "vitest";
import { ApiError, TrueupError } from "../../src/core/errors.js";
import { createRedactor } from "../../src/core/redact.js";
import { openConnection } from "../../src/platform/connection.js";
import { createApi, type TokenSource } from "../../src/platform/index.js";
import type { Login } from "../../src/platform/logins/login.js";
import { storedTokens } from "../../src/platform/logins/renewal.js";
import { openLogins } from "../../src/platform/logins/store.js";
import { failureOf } from "./local-server.js";
import { answering, clientSecret, ofApi, setStage, type Stage } from "./oauth-stage.js";

const ofRefresh = /grant_type=refresh_token/;

/** The tokens of the stored login as another process would have them. */
async function tokensOf({ url, directory }: Pick<Stage, "url" | "directory">): Promise<TokenSource> {
  const logins = openLogins(directory);
  const login = await logins.read(url);
  if (login === undefined) throw new Error("there is no login");
  return storedTokens(login, { logins, redactor: createRedactor() });
}

/** Has the stored login's access token end, by this computer's clock. */
async function expire({ logins, url }: Stage): Promise<void> {
  await logins.alone(url, async (change) => {
    const login = await change.read();
    if (login !== undefined) await change.write({ ...login, expires_at: Date.now() - 1 });
  });
}

function refreshes({ passed }: Stage): URLSearchParams[] {
  const bodies = passed.filter(({ path }) => path === "/oauth/token").map(({ body }) => new URLSearchParams(String(body)));
  return bodies.filter((body) => body.get("grant_type") === "refresh_token");
}

function clientOf({ url }: Stage, token: TokenSource): ReturnType<typeof createApi> {
  const credential = { kind: "oauth", token, from: "the stored login", passedOver: [] } as const;
  const connection = openConnection({ url, credential, redactor: createRedactor() });
  onTestFinished(async () => connection.close());
  return createApi(connection);
}

const stored = async ({ logins, url }: Stage): Promise<Login | undefined> => logins.read(url);

describe("a stored login", () => {
  test("is used as it is while its access token lives", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn();
    expect(await (await tokensOf(stage)).token()).toBe(login.access_token);
    expect(refreshes(stage)).toEqual([]);
  });

  test("is renewed before its access token ends, with the redirect URI and the verifier of the login", async () => {
    const stage = await setStage({ tokenLifetime: 600 });
    const { login } = await stage.logIn();
    await stage.logins.alone(stage.url, async (change) => change.write({ ...login, expires_at: Date.now() + 59_000 }));
    const token = await (await tokensOf(stage)).token();
    expect(refreshes(stage).map((body) => Object.fromEntries(body))).toEqual([
      {
        grant_type: "refresh_token",
        client_id: "trueup-cli",
        refresh_token: login.refresh_token,
        redirect_uri: login.redirect_uri,
        code_verifier: login.code_verifier,
      },
    ]);
    const renewed = await stored(stage);
    expect(renewed).toMatchObject({ access_token: token, code_verifier: login.code_verifier, lifetime: 600_000 });
    expect([renewed?.access_token, renewed?.refresh_token]).not.toContain(login.access_token);
    expect(renewed?.refresh_token).not.toBe(login.refresh_token);
    expect(await (await tokensOf(stage)).token()).toBe(token);
  });

  test("of a confidential application is renewed with its secret", async () => {
    const stage = await setStage({ dialect: "vendor" });
    await stage.logIn({ clientId: "portal", clientSecret });
    await expire(stage);
    await (await tokensOf(stage)).token();
    expect(refreshes(stage).map((body) => body.get("client_secret"))).toEqual([clientSecret]);
  });

  test("has its new pair stored before anybody uses it", async () => {
    const seen: (string | undefined)[][] = [];
    const stage: Stage = await setStage(
      {},
      {
        path: ofApi,
        trouble: {
          meanwhile: async ({ headers }) => seen.push([headers.authorization, `Bearer ${(await stored(stage))?.access_token}`]),
          when: "before",
        },
      },
    );
    await stage.logIn();
    await expire(stage);
    await clientOf(stage, await tokensOf(stage)).get("/user");
    expect(seen).toHaveLength(1);
    expect(seen[0]?.[0]).toBe(seen[0]?.[1]);
  });

  test("that could not be kept is not renewed, so a full disk costs no login", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn();
    await expire(stage);
    const full = new TrueupError({ code: "login.storage", message: "no space left on device" });
    const logins: typeof stage.logins = {
      ...stage.logins,
      alone: async (url, work) =>
        stage.logins.alone(url, async (change) => work({ ...change, write: async () => Promise.reject(full) })),
    };
    const tokens = storedTokens({ ...login, expires_at: 1 }, { logins, redactor: createRedactor() });
    expect(await failureOf(tokens.token(), TrueupError)).toBe(full);
    expect(refreshes(stage)).toEqual([]);
    await (await tokensOf(stage)).token();
    expect(refreshes(stage)).toHaveLength(1);
  });

  test("that two use at the moment when its token ends goes on for both, ten times out of ten, with one refresh each time", async () => {
    const stage = await setStage();
    await stage.logIn();
    for (let round = 1; round <= 10; round++) {
      await expire(stage);
      const both = await Promise.all([tokensOf(stage), tokensOf(stage)]);
      const replies = await Promise.all(both.map(async (source) => clientOf(stage, source).get("/user")));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(refreshes(stage)).toHaveLength(round);
    }
  });

  test("is renewed once for many requests at the same time", async () => {
    const stage = await setStage();
    await stage.logIn();
    await expire(stage);
    const api = clientOf(stage, await tokensOf(stage));
    await Promise.all(Array.from({ length: 20 }, async () => api.get("/user")));
    expect(refreshes(stage)).toHaveLength(1);
  });

  test("that another process renewed is read again on 401, and the request goes on, also a write", async () => {
    const stage = await setStage();
    await stage.logIn();
    const api = clientOf(stage, await tokensOf(stage));
    await api.get("/user");
    await expire(stage);
    await (await tokensOf(stage)).token();
    const { status } = await api.send({ method: "POST", path: "/groups", body: { name: "New", path: "new" } });
    expect(status).toBe(201);
    expect(refreshes(stage)).toHaveLength(1);
    expect(stage.passed.filter(({ path }) => path === "/api/v4/groups")).toHaveLength(2);
  });

  test("whose token is refused before its end is renewed, once", async () => {
    const stage = await setStage({}, { path: ofApi, times: 1, trouble: answering(401) });
    const { login } = await stage.logIn();
    expect((await clientOf(stage, await tokensOf(stage)).get("/user")).status).toBe(200);
    expect((await stored(stage))?.access_token).not.toBe(login.access_token);
  });

  test("that is refused again and again is told after one renewal", async () => {
    const stage = await setStage({}, { path: ofApi, trouble: answering(401) });
    await stage.logIn();
    const error = await failureOf(clientOf(stage, await tokensOf(stage)).get("/user"), ApiError);
    expect(error).toMatchObject({ code: "api.unauthorized", status: 401 });
    expect(refreshes(stage)).toHaveLength(1);
  });

  test("that the server ended says to log in again, keeps what it had, and does not ask the server again", async () => {
    const stage = await setStage();
    const { login } = await stage.logIn({ clientId: "portal", clientSecret });
    const body = new URLSearchParams({ client_id: "portal", client_secret: clientSecret, token: login.refresh_token ?? "" });
    await fetch(`${stage.url}/oauth/revoke`, { method: "POST", body });
    const error = await failureOf(clientOf(stage, await tokensOf(stage)).get("/user"), TrueupError);
    expect(error).toMatchObject({ code: "login.ended", hint: `Run trueup auth login --url ${stage.url}` });
    expect(await stored(stage)).toEqual({ ...login, ended: true });
    expect(`${error.message}${error.hint}`).not.toContain(login.refresh_token);
    await failureOf((await tokensOf(stage)).token(), TrueupError);
    expect(refreshes(stage)).toHaveLength(1);
  });

  test("from which the user logged out meanwhile is not made anew", async () => {
    const stage = await setStage();
    await stage.logIn();
    await expire(stage);
    const tokens = await tokensOf(stage);
    await stage.logins.alone(stage.url, async (change) => change.remove());
    expect((await failureOf(tokens.token(), TrueupError)).message).toContain("you have logged out");
    expect(await stored(stage)).toBeUndefined();
  });

  test.each([
    ["a connection that breaks", { drop: "before" }],
    ["a server that is busy", answering(503)],
  ] as const)("survives %s while it is renewed", async (_, trouble) => {
    const stage = await setStage({}, { body: ofRefresh, times: 2, trouble });
    const { login } = await stage.logIn();
    await expire(stage);
    expect(await (await tokensOf(stage)).token()).not.toBe(login.access_token);
    expect(refreshes(stage)).toHaveLength(3);
  });

  test("is renewed by a client that reaches the token endpoint and nothing else, and follows no redirect", async () => {
    const stage = await setStage({}, { body: ofRefresh, trouble: answering(307) });
    await stage.logIn();
    await expire(stage);
    const before = stage.passed.length;
    const error = await failureOf((await tokensOf(stage)).token(), TrueupError);
    expect(error).toMatchObject({ code: "oauth.foreign", where: `${stage.url}/oauth/token` });
    expect(stage.passed.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /oauth/token"]);
  });
});
