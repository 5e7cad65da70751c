import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimits } from "../../../src/emulator/core/throttles.js";
import { parseFault } from "../../../src/emulator/index.js";
import { startPlatform } from "../platform.js";

const start = Date.UTC(2026, 0, 1);

describe("limits", () => {
  it.each([
    ["GET /projects/{id}", 400, 60],
    ["GET /groups/{id}", 400, 60],
    ["GET /groups/{id}/projects", 600, 60],
    ["GET /groups", 200, 60],
    ["GET /projects", 2000, 600],
    ["GET /groups/{id}/members/all", 200, 60],
    ["GET /projects/{id}/members/all", 200, 60],
    ["GET /projects/{id}/approval_rules", 2000, 60],
    ["PUT /projects/{id}", 2000, 60],
  ])("of the hosted service: %s %i times in %i s", (route, requests, seconds) => {
    const limits = new RateLimits("hosted");
    for (let count = 0; count < requests; count++) expect(limits.admit(route, "1", start + 500).isAdmitted).toBe(true);
    const refused = limits.admit(route, "1", start + 500);
    expect([refused.isAdmitted, refused.headers["Retry-After"]]).toEqual([false, String(seconds)]);
    expect(limits.admit(route, "2", start + 500).isAdmitted).toBe(true);
    expect(limits.admit(route, "1", start + seconds * 1000 - 1).isAdmitted).toBe(false);
    expect(limits.admit(route, "1", start + seconds * 1000).isAdmitted).toBe(true);
  });

  it("a minute may be made as short as wanted", () => {
    const limits = new RateLimits("hosted", 6);
    const refused = Array.from({ length: 201 }, () => limits.admit("GET /groups", "1", start)).at(-1);
    expect(refused?.headers["Retry-After"]).toBe("6");
    expect(limits.admit("GET /groups", "1", start + 6000).isAdmitted).toBe(true);
  });

  it("what the headers say is left is what may still be asked", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 50 }), (waits) => {
        const limits = new RateLimits("hosted-headers", 1);
        let now = start;
        for (const wait of waits) {
          now += wait;
          const { headers } = limits.admit("GET /groups", "1", now);
          expect(Number(headers["RateLimit-Remaining"]) + Number(headers["RateLimit-Observed"])).toBe(200);
          expect(Number(headers["RateLimit-Reset"]) * 1000).toBeGreaterThan(now);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("are told on all replies but those of routes with limits of their own, or on these, too", async () => {
    const told = async (limits: "hosted" | "hosted-headers"): Promise<(string | null)[]> => {
      const { call } = await startPlatform({ limits });
      const replies = [await call("GET", "/version"), await call("GET", "/groups"), await call("GET", "/projects/999999")];
      return replies.map(({ headers }) => headers.get("ratelimit-limit"));
    };
    expect(await told("hosted")).toEqual(["2000", null, null]);
    expect(await told("hosted-headers")).toEqual(["2000", "200", "400"]);
  });

  it("refuse with the words of real servers, whoever's token of the user it is", async () => {
    const { call } = await startPlatform({ limits: "hosted", limitsWindow: 3600 });
    for (let count = 0; count < 200; count++) await call("GET", "/projects/1/members/all?per_page=1");
    const refused = await call("GET", "/groups/1/members/all");
    expect([refused.status, refused.body]).toEqual([
      429,
      { message: { error: "This endpoint has been requested too many times. Try again later." } },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call("GET", "/version")).status).toBe(200);
  });
});

describe("requests at once", () => {
  it("above a number are refused, and no others", async () => {
    const fault = parseFault("* ** status=429 above=3");
    const { call } = await startPlatform({ faults: [fault], latency: 30 });
    expect((await call("GET", "/version")).status).toBe(200);
    const together = await Promise.all(Array.from({ length: 5 }, () => call("GET", "/version")));
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429]);
    expect(together.find(({ status }) => status === 429)?.headers.get("ratelimit-remaining")).toBeNull();
  });
});
