import { once } from "node:events";
import { createServer } from "node:http";
import * as oauth from "oauth4webapi";
import { expect, onTestFinished } from "vitest";
import { noBrowser, openPage } from "../../browser.js";
import { testUnless } from "../../needs.js";
import { type Platform, startPlatform } from "../platform.js";

/** The application: a page on the loopback that the browser is sent back to. */
async function listen(): Promise<string> {
  const server = createServer((_, response) => response.end("<title>Back</title>"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/callback`;
}

/** An emulator with one public application that comes back to an address. */
function platformFor(redirect_uri: string): Promise<Platform> {
  const application = {
    name: "Release Board",
    client_id: "board",
    redirect_uris: [redirect_uri],
    scopes: ["api", "read_user", "openid"],
  };
  return startPlatform({ seed: { users: [{ username: "alice", name: "Alice Archer" }], oauth_applications: [application] } });
}

/** What a stock OAuth library is told of the platform and of the application. */
function library({ url }: Platform) {
  const server: oauth.AuthorizationServer = {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    userinfo_endpoint: `${url}/oauth/userinfo`,
  };
  const client: oauth.Client = { client_id: "board" };
  return { server, client, insecure: { [oauth.allowInsecureRequests]: true } };
}

testUnless(
  noBrowser,
  "in a browser a user signs in and approves, and a stock OAuth library gets a token that calls the API",
  async () => {
    const callback = await listen();
    const platform = await platformFor(callback);
    const { server, client, insecure } = library(platform);
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const address = new URL(`${platform.url}/oauth/authorize`);
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: "code",
      scope: "read_user openid",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();

    const page = await openPage();
    const blocked: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) blocked.push(message.text());
    });
    await page.goto(address.href);
    await page.getByLabel("Username or e-mail").fill("alice");
    await page.getByLabel("Password").fill("a typing mistake");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("wrong");
    expect(await page.getByLabel("Username or e-mail").inputValue()).toBe("alice");
    await page.getByLabel("Password").fill("password-of-alice");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByRole("heading").textContent()).toBe("Authorize Release Board?");
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.waitForURL(`${callback}?**`);
    expect(blocked).toEqual([]);

    const answer = oauth.validateAuthResponse(server, client, new URL(page.url()), state);
    const none = oauth.None();
    const response = await oauth.authorizationCodeGrantRequest(server, client, none, answer, callback, verifier, insecure);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    const me = await oauth.protectedResourceRequest(
      tokens.access_token,
      "GET",
      new URL(`${platform.url}/api/v4/user`),
      undefined,
      undefined,
      insecure,
    );
    expect(await me.json()).toMatchObject({ username: "alice" });
    const asked = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
    expect(await oauth.processUserInfoResponse(server, client, "2", asked)).toMatchObject({ nickname: "alice" });

    const more = { ...insecure, additionalParameters: { redirect_uri: callback, code_verifier: verifier } };
    const renewed = await oauth.refreshTokenGrantRequest(server, client, none, String(tokens.refresh_token), more);
    expect(await oauth.processRefreshTokenResponse(server, client, renewed)).toMatchObject({
      token_type: "bearer",
      expires_in: 7200,
    });
  },
);

testUnless(noBrowser, "in a browser a user denies, and the application is told access_denied", async () => {
  const callback = await listen();
  const platform = await platformFor(callback);
  const { server, client } = library(platform);
  const request = { client_id: "board", redirect_uri: callback, response_type: "code", state: "mine" };
  const pkce = { code_challenge: await oauth.calculatePKCECodeChallenge("v".repeat(43)), code_challenge_method: "S256" };
  const page = await openPage();
  await page.goto(`${platform.url}/oauth/authorize?${new URLSearchParams({ ...request, ...pkce }).toString()}`);
  await page.getByLabel("Username or e-mail").fill("root");
  await page.getByLabel("Password").fill(platform.token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Not you?" }).click();
  await page.getByLabel("Username or e-mail").fill("alice");
  await page.getByLabel("Password").fill("password-of-alice");
  await page.getByLabel("Password").press("Enter");
  await page.getByRole("button", { name: "Deny" }).click();
  await page.waitForURL(`${callback}?**`);
  expect(() => oauth.validateAuthResponse(server, client, new URL(page.url()), "mine")).toThrow(
    expect.objectContaining({ error: "access_denied" }),
  );
});
