import { describe, expect, it } from "vitest";
import { parseFault } from "../../../src/emulator/index.js";
import { startPlatform } from "../platform.js";

const faults = (...texts: string[]): { faults: ReturnType<typeof parseFault>[] } => ({ faults: texts.map(parseFault) });

describe("faults", () => {
  it("a status is answered instead, and the request has no effect", async () => {
    const { call } = await startPlatform(faults("POST /topics status=503 times=1"));
    const topic = { name: "rust", title: "Rust" };
    const refused = await call("POST", "/topics", { json: topic });
    expect(refused.status).toBe(503);
    expect((await call("GET", "/topics?search=rust")).body).toEqual([]);
    expect((await call("POST", "/topics", { json: topic })).status).toBe(201);
  });

  it("429 comes with Retry-After and the words of real servers", async () => {
    const { call } = await startPlatform(faults("GET /topics status=429 retry-after=7"));
    const answer = await call("GET", "/topics");
    expect([answer.status, answer.body, answer.headers.get("retry-after")]).toEqual([429, "Retry later\n", "7"]);
    expect(answer.headers.get("ratelimit-remaining")).toBe("0");
  });

  it("a reset before the request takes effect changes nothing; one after it loses only the reply", async () => {
    const { call } = await startPlatform(faults("POST /topics reset=before times=1", "POST /topics reset=after times=1"));
    const create = (name: string): Promise<unknown> => call("POST", "/topics", { json: { name, title: name } });
    await expect(create("before")).rejects.toThrow();
    await expect(create("after")).rejects.toThrow();
    const names = (await call("GET", "/topics?per_page=100")).body as { name: string }[];
    expect(names.map(({ name }) => name)).toContain("after");
    expect(names.map(({ name }) => name)).not.toContain("before");
  });

  it("a truncated body breaks off in the middle", async () => {
    const { call } = await startPlatform(faults("GET /projects truncate times=1"));
    await expect(call("GET", "/projects")).rejects.toThrow();
    expect((await call("GET", "/projects")).status).toBe(200);
  });

  it("a delay only makes the reply late", async () => {
    const { call } = await startPlatform(faults("GET /topics delay=5"));
    expect((await call("GET", "/topics")).status).toBe(200);
  });

  it("rules are for a method and a path, where * and {id} are one segment and ** any number", async () => {
    const { call } = await startPlatform(
      faults("GET /projects/{id} status=500", "PUT /groups/** status=501", "* /oauth/token status=502"),
    );
    expect((await call("GET", "/projects/acme-labs%2Fwebsite")).status).toBe(500);
    expect((await call("GET", "/projects")).status).toBe(200);
    expect((await call("GET", "/projects/1/members")).status).toBe(200);
    expect((await call("PUT", "/groups")).status).toBe(501);
    expect((await call("PUT", "/groups/1/share/2")).status).toBe(501);
    expect((await call("POST", "~/oauth/token")).status).toBe(502);
  });

  it("a path is held against a rule at once, however many wildcards that has", async () => {
    const { call } = await startPlatform(faults(`GET /${"*a".repeat(12)} status=500`, `GET ${"/**/a*a".repeat(12)} status=500`));
    const start = performance.now();
    expect((await call("GET", `/${"a".repeat(120)}b`)).status).toBe(404);
    expect((await call("GET", `${"/aaaa".repeat(40)}/b`)).status).toBe(404);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("a rate strikes the same requests at every start with the same seed, and others with another", async () => {
    const series = async (faultSeed: number): Promise<number[]> => {
      const { call } = await startPlatform({ ...faults("GET /topics status=500 rate=0.5"), faultSeed });
      const statuses: number[] = [];
      for (let count = 0; count < 40; count += 1) statuses.push((await call("GET", "/topics")).status);
      return statuses;
    };
    const first = await series(7);
    expect(await series(7)).toEqual(first);
    expect(await series(8)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 500]));
  });

  it("skip passes requests over, times limits how many are struck", async () => {
    const { call } = await startPlatform(faults("GET /topics status=500 skip=1 times=2"));
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await call("GET", "/topics")).status);
    expect(statuses).toEqual([200, 500, 500, 200, 200]);
  });

  it.each([
    "",
    "GET",
    "GET /topics",
    "LOOK /topics status=500",
    "GET topics status=500",
    "GET / status=200",
    "GET / rate=2 status=500",
    "GET / explode",
  ])("what is no fault is refused with the syntax: %s", (text) => {
    expect(() => parseFault(text)).toThrow(/cannot be used: .* A fault is written as/);
  });
});
