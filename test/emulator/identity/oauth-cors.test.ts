import { expect, test } from "vitest";
import { PUBLIC, pairFor } from "../oauth.js";
import { type Platform, startPlatform } from "../platform.js";

const ORIGIN = "https://app.example";

function preflight(platform: Platform, path: string, method: string, headers?: string): Promise<Response> {
  return fetch(`${platform.url}${path}`, {
    method: "OPTIONS",
    headers: {
      Origin: ORIGIN,
      "Access-Control-Request-Method": method,
      ...(headers === undefined ? {} : { "Access-Control-Request-Headers": headers }),
    },
  });
}

test("preflights are answered on the token, revocation and user info endpoints alone", async () => {
  const platform = await startPlatform();
  for (const [path, method] of [
    ["/oauth/token", "POST"],
    ["/oauth/revoke", "POST"],
    ["/oauth/userinfo", "GET"],
  ] as const) {
    const yes = await preflight(platform, path, method, "authorization, content-type");
    expect([path, yes.status, yes.headers.get("access-control-allow-origin")]).toEqual([path, 200, "*"]);
    expect(yes.headers.get("access-control-allow-methods")).toContain(method);
    expect(yes.headers.get("access-control-allow-headers")).toBe("Authorization");
    expect((await preflight(platform, path, "DELETE")).headers.has("access-control-allow-origin")).toBe(false);
  }
  for (const path of ["/oauth/authorize", "/oauth/token/info", "/api/v4/user"]) {
    const no = await preflight(platform, path, "GET");
    expect([path, no.headers.has("access-control-allow-origin"), no.ok]).toEqual([path, false, false]);
  }
});

test("a preflight may name the headers of simple requests and Authorization, but not X-Requested-With", async () => {
  const platform = await startPlatform();
  const simple = await preflight(
    platform,
    "/oauth/token",
    "POST",
    "Accept,Accept-Language,Content-Language,Content-Type,Authorization",
  );
  expect(simple.headers.get("access-control-allow-origin")).toBe("*");
  for (const names of ["x-requested-with", "authorization, X-Requested-With", "PRIVATE-TOKEN"]) {
    const refused = await preflight(platform, "/oauth/token", "POST", names);
    expect([refused.status, refused.headers.has("access-control-allow-origin")]).toEqual([403, false]);
    expect(await refused.text()).toContain("may not be sent");
  }
  const vendor = await preflight(await startPlatform({ dialect: "vendor" }), "/oauth/token", "POST", "x-requested-with");
  expect([vendor.status, vendor.headers.has("access-control-allow-origin"), await vendor.text()]).toEqual([200, false, ""]);
});

test("pages of other origins may read the replies of the endpoints that programs call, errors too", async () => {
  const platform = await startPlatform();
  const { access } = await pairFor(platform, { ...PUBLIC, scope: "openid" });
  const allowed = async (method: string, path: string, token = access): Promise<string | null> => {
    const headers = { Origin: ORIGIN, Authorization: `Bearer ${token}` };
    return (await fetch(`${platform.url}${path}`, { method, headers })).headers.get("access-control-allow-origin");
  };
  expect(await allowed("POST", "/oauth/token")).toBe("*");
  expect(await allowed("POST", "/oauth/revoke")).toBe("*");
  expect(await allowed("GET", "/oauth/userinfo")).toBe("*");
  expect(await allowed("GET", "/oauth/userinfo", "wrong")).toBe("*");
  expect(await allowed("GET", "/oauth/token/info")).toBe("*");
  expect(await allowed("GET", "/oauth/authorize")).toBeNull();
  const plain = await fetch(`${platform.url}/oauth/token/info`, { headers: { Authorization: `Bearer ${access}` } });
  expect(plain.headers.has("access-control-allow-origin")).toBe(false);
});
