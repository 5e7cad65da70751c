import { describe, expect, onTestFinished, test } from "vitest";
import { ApiError, TrueupError } from "../../src/core/errors.js";
import { startEmulator } from "../../src/emulator/index.js";
import { discover } from "../../src/platform/index.js";
import { failureOf, open, startServer } from "./local-server.js";

type Routes = Readonly<Record<string, readonly [status: number, body: unknown]>>;

const root = { id: 1, username: "root", is_admin: true };
const admin: Routes = { "/user": [200, root], "/metadata": [200, { version: "15.6.2-ee" }] };
const member: Routes = { "/user": [200, { id: 2, username: "alice" }], "/metadata": [200, { version: "15.6.2-ee" }] };

async function serve(routes: Routes) {
  const server = await startServer(({ url, json }) => {
    const [status, body] = routes[url.replace("/api/v4", "")] ?? [404, { error: "404 Not Found" }];
    json(status, body);
  });
  return {
    url: server.url,
    read: open(server.url).read,
    asked: () => server.arrived.map(({ url }) => url.replace("/api/v4", "")).sort(),
  };
}

test("the emulator is recognised: release, tier, user and dialect", async () => {
  for (const [dialect, tier] of [
    ["neutral", "ultimate"],
    ["vendor", "premium"],
    ["neutral", "free"],
  ] as const) {
    const emulator = await startEmulator({ dialect, serverVersion: "15.4.0", tier, seed: "none" });
    onTestFinished(async () => emulator.close());
    const credential = { kind: "personal", token: emulator.token, from: "TRUEUP_TOKEN", passedOver: [] } as const;
    const { read } = open(emulator.url, { credential });
    const { capabilities } = await discover(read, { url: emulator.url, needsDialect: false, dialect });
    expect(capabilities).toMatchObject({
      url: emulator.url,
      tier,
      tierSource: "license",
      dialect,
      user: { username: "root", administrator: true },
    });
    expect(capabilities.version).toMatch(/^15\.4\.0/);
  }
});

test("a release before 15.2 tells itself by /version, and one that tells nothing is 0", async () => {
  const old = await serve({ "/user": [200, root], "/version": [200, { version: "14.10.0" }] });
  expect((await discover(old.read, { url: old.url, needsDialect: false })).capabilities.version).toBe("14.10.0");
  const mute = await serve({ "/user": [200, root] });
  expect((await discover(mute.read, { url: mute.url, needsDialect: false })).capabilities.version).toBe("0");
});

describe("the tier", () => {
  test.each([
    ["starter", false, "premium"],
    ["premium", false, "premium"],
    ["ultimate", false, "ultimate"],
    ["ultimate", true, "free"],
  ])("of the licence %s (expired: %s) is %s", async (plan, expired, tier) => {
    const { url, read } = await serve({ ...admin, "/license": [200, { plan, expired }] });
    expect((await discover(read, { url, needsDialect: false })).capabilities).toMatchObject({ tier, tierSource: "license" });
  });

  test("is free where the server has no licence route", async () => {
    const { url, read } = await serve(admin);
    expect((await discover(read, { url, needsDialect: false, needsTier: true })).capabilities).toMatchObject({
      tier: "free",
      tierSource: "license",
    });
  });

  test("is believed from the flag, without a request", async () => {
    const { url, read, asked } = await serve(admin);
    expect((await discover(read, { url, needsDialect: false, tier: "premium" })).capabilities).toMatchObject({
      tier: "premium",
      tierSource: "flag",
    });
    expect(asked()).toEqual(["/metadata", "/user"]);
  });

  test("is probed where the licence may not be read, only if it matters, and is free if that tells nothing", async () => {
    const probe = async () => "ultimate" as const;
    const { url, read } = await serve(member);
    expect((await discover(read, { url, needsDialect: false, needsTier: true, probe })).capabilities).toMatchObject({
      tier: "ultimate",
      tierSource: "probe",
    });
    expect((await discover(read, { url, needsDialect: false, needsTier: false, probe })).capabilities).toMatchObject({
      tier: "free",
      tierSource: "probe",
    });
    expect((await discover(read, { url, needsDialect: false, needsTier: true })).capabilities.tier).toBe("free");
    const shy = await serve({ ...admin, "/license": [403, { message: "403 Forbidden" }] });
    expect((await discover(shy.read, { url: shy.url, needsDialect: false, needsTier: true, probe })).capabilities.tier).toBe(
      "ultimate",
    );
  });
});

describe("the dialect", () => {
  test("is what the settings show, and they are handed on so that nobody reads them again", async () => {
    const neutral = await serve({ ...admin, "/application/settings": [200, { id: 1, spamfilter_enabled: false }] });
    const found = await discover(neutral.read, { url: neutral.url, needsDialect: true });
    expect([found.capabilities.dialect, found.settings]).toEqual(["neutral", { id: 1, spamfilter_enabled: false }]);
    const vendor = await serve({ ...admin, "/application/settings": [200, { id: 1, akismet_enabled: false }] });
    expect((await discover(vendor.read, { url: vendor.url, needsDialect: true })).capabilities.dialect).toBe("vendor");
  });

  test("is believed from the pin, not asked for where it does not matter, and the vendor's where it may not be read", async () => {
    const pinned = await serve(admin);
    expect((await discover(pinned.read, { url: pinned.url, needsDialect: true, dialect: "neutral" })).capabilities.dialect).toBe(
      "neutral",
    );
    const idle = await serve(admin);
    expect((await discover(idle.read, { url: idle.url, needsDialect: false })).capabilities.dialect).toBe("vendor");
    const alice = await serve(member);
    expect((await discover(alice.read, { url: alice.url, needsDialect: true })).capabilities).toMatchObject({
      dialect: "vendor",
      user: { administrator: false },
    });
    for (const { asked } of [pinned, idle]) expect(asked()).not.toContain("/application/settings");
  });
});

test("a wrong token, a server that is none, and one that fails are one clear error each", async () => {
  const wrong = await serve({
    "/user": [401, { message: "401 Unauthorized" }],
    "/metadata": [401, { message: "401 Unauthorized" }],
  });
  const error = await failureOf(discover(wrong.read, { url: wrong.url, needsDialect: false }), ApiError);
  expect([error.code, error.where]).toEqual(["api.unauthorized", "GET /user"]);
  expect(error.hint).toContain("TRUEUP_TOKEN");
  const odd = await serve({ "/user": [200, { hello: "world" }] });
  expect((await failureOf(discover(odd.read, { url: odd.url, needsDialect: false }), TrueupError)).code).toBe("api.not_the_api");
  const broken = await serve({ ...admin, "/license": [500, { message: "500 Internal Server Error" }] });
  expect((await failureOf(discover(broken.read, { url: broken.url, needsDialect: false }), ApiError)).path).toBe("/license");
});
